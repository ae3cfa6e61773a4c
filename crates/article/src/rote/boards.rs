//! Matchboxes of tic-tac-toe as boards of nine squares.

use matchboxes::game::{Game, Side};
use matchboxes::games::TicTacToe;
use matchboxes::games::tictactoe::Position;
use matchboxes::text::thousands;

use super::play::{ArticleRun, TrainedRun};

/// The beads of each square, row by row; `None` for an occupied square.
pub(super) type Beads = [Option<u64>; 9];

/// The opening box of the first side, trained apart and together.
pub(super) fn openings(run: &ArticleRun) -> [Beads; 2] {
    [&run.first, &run.together].map(|trained| beads(trained, Side::First, TicTacToe.start()))
}

/// The second side's box after an opening in the centre, trained apart and together.
pub(super) fn answers(run: &ArticleRun) -> [Beads; 2] {
    [&run.second, &run.together].map(|trained| beads(trained, Side::Second, centre()))
}

pub(super) fn centre() -> Position {
    TicTacToe.play(&TicTacToe.start(), matchboxes::game::Move(4))
}

/// The beads of a box; a box never met has one bead for each free square.
fn beads(trained: &TrainedRun, side: Side, at: Position) -> Beads {
    let table = trained.tables()[side.index()];
    let matchbox = table.and_then(|table| table.get(TicTacToe.key(&at)));
    let mut beads = [None; 9];
    for (place, m) in TicTacToe.moves(&at).enumerate() {
        let counts = matchbox.as_ref().map(|matchbox| &matchbox.beads);
        beads[usize::from(m.0)] = Some(counts.map_or(1, |counts| counts[place]));
    }
    beads
}

/// The kinds of squares and their numbers; on the empty board, squares of a kind are equivalent by symmetry.
pub(super) const KINDS: [(&str, u64); 3] = [("corner", 4), ("centre", 1), ("edge", 4)];

const fn kind(square: usize) -> &'static str {
    match square {
        4 => "centre",
        n if n % 2 == 0 => "corner",
        _ => "edge",
    }
}

/// The kind of square with the most beads; `None` if two kinds tie.
pub(super) fn favourite(beads: &Beads) -> Option<&'static str> {
    let most = beads.iter().flatten().max()?;
    let squares = (0..9).filter(|&square| beads[square].as_ref() == Some(most));
    let mut kinds: Vec<&str> = squares.map(kind).collect();
    kinds.dedup();
    match kinds[..] {
        [kind] => Some(kind),
        _ => None,
    }
}

pub(super) fn total(beads: &Beads) -> u64 {
    beads.iter().flatten().sum()
}

pub(super) fn most(beads: &Beads) -> u64 {
    beads.iter().flatten().copied().max().unwrap_or(0)
}

/// Boards side by side as text, 28 characters per board; `X` marks an occupied square.
pub(super) fn side_by_side(boards: &[Beads]) -> String {
    const GAP: &str = "       ";
    let row = |row: usize| {
        let parts = boards.iter().map(|beads| {
            let cells = beads[3 * row..3 * row + 3].iter();
            cells
                .map(|n| format!("{:>7}", n.map_or("X".to_owned(), thousands)))
                .collect::<String>()
        });
        parts.collect::<Vec<_>>().join(GAP)
    };
    [0, 1, 2].map(row).join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::published;
    use super::*;

    #[test]
    fn favourites_are_found_by_kind() {
        let kind = |beads: [u64; 9]| favourite(&beads.map(Some));
        assert_eq!(kind([1, 0, 1, 0, 0, 0, 0, 0, 1]), Some("corner"));
        assert_eq!(kind([1, 0, 1, 0, 1, 0, 0, 0, 0]), None);
        assert_eq!(kind([1, 0, 1, 0, 1, 7, 0, 7, 0]), Some("edge"));
        assert_eq!(favourite(&published::openings()[0]), Some("centre"));
    }

    #[test]
    fn boards_are_written_side_by_side() {
        let text = side_by_side(&published::answers());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[1],
            "     17      X      0             0      X      0"
        );
    }
}
