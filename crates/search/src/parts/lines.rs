//! Games of making lines: tic-tac-toe, m,n,k games and connect four.

use std::sync::Arc;

use super::Offering;
use super::threats::Threats;
use crate::game::{Game, Move, Side, Verdict};
use crate::games::{ConnectFour, LineVariant, Mnk, TicTacToe, connect_four, mnk, tictactoe};
use crate::{ByRules, Evaluate, Insight, Offers, Rank, Score};

/// The value of a complete line: more than all incomplete lines together.
const WON: i32 = 1_000_000;
/// From this number of stones in a line on, further stones add no points.
const MOST_STONES: u32 = 6;

/// All possible lines of a board, and how to read the stones of a side as bits from a position.
struct BoardLines<S> {
    all: Vec<u64>,
    length: u32,
    stones: S,
}

impl<S> BoardLines<S> {
    /// The lines of this length; `stride` is the distance of rows in bits.
    fn new((columns, rows): (usize, usize), length: u8, stride: u32, stones: S) -> Self {
        let (length, stride) = (usize::from(length), stride as usize);
        let bit = |column: usize, row: usize| 1_u64 << (row * stride + column);
        let mut lines = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let (right, down) = (column + length <= columns, row + length <= rows);
                let mut add = |fits: bool, cell: &dyn Fn(usize) -> u64| {
                    if fits {
                        lines.push((0..length).map(cell).sum());
                    }
                };
                add(right, &|i| bit(column + i, row));
                add(down, &|i| bit(column, row + i));
                add(right && down, &|i| bit(column + i, row + i));
                add(right && down, &|i| bit(column + length - 1 - i, row + i));
            }
        }
        // A single cell is one line, in all directions together.
        lines.sort_unstable();
        lines.dedup();
        let length = u32::try_from(length).unwrap_or(1);
        Self {
            all: lines,
            length,
            stones,
        }
    }

    /// The points of the lines with own stones only, minus the points of the lines with enemy stones only: 1 for
    /// one stone, times 4 for each further stone.
    fn points(&self, own: u64, enemy: u64) -> i32 {
        let worth = |stones: u64, line: u64| match (stones & line).count_ones() {
            0 => 0,
            n => 1 << (2 * (n.min(MOST_STONES) - 1)),
        };
        let lines = self.all.iter().map(|&line| {
            let (own, enemy) = (worth(own, line), worth(enemy, line));
            if own > 0 && enemy > 0 { 0 } else { own - enemy }
        });
        lines.sum()
    }

    /// Whether one more stone would complete a line.
    fn has_threat(&self, [first, second]: [u64; 2]) -> bool {
        let near = |own: u64, other: u64, line: u64| {
            (own & line).count_ones() + 1 == self.length && other & line == 0
        };
        let mut lines = self.all.iter();
        lines.any(|&line| near(first, second, line) || near(second, first, line))
    }
}

impl<G: Game, S: Fn(&G::Position, Side) -> u64 + Send + Sync> Evaluate<G> for BoardLines<S> {
    fn value(&self, game: &G, at: &G::Position) -> Score {
        let side = game.side(at);
        let [own, enemy] = [side, side.other()].map(|side| (self.stones)(at, side));
        Score::new(self.points(own, enemy))
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::for_verdict(verdict).points()))
    }
}

/// Ranks moves near the centre of the board first. They are numbered by cells, row by row, or by columns if stones fall.
fn centre<G: Game>((columns, rows): (usize, usize), falls: bool) -> Arc<Rank<G>> {
    let rows = if falls { 1 } else { rows };
    let ranks = (0..columns * rows).map(|number| {
        let across = offset(number % columns, columns);
        let down = offset(number / columns, rows);
        -(across.max(down) * 16 + across + down)
    });
    let ranks: Vec<i32> = ranks.collect();
    let rank = move |m: Move| ranks.get(usize::from(m.0)).copied().unwrap_or(0);
    Arc::new(move |_: &G, _: &G::Position, m| rank(m))
}

/// Twice the distance of `place` from the centre of `count` places.
fn offset(place: usize, count: usize) -> i32 {
    let [place, count] = [place, count].map(|n| i32::try_from(n).unwrap_or(0));
    (2 * place + 1 - count).abs()
}

fn parts<G, S>(
    lines: BoardLines<S>,
    centre: Arc<Rank<G>>,
    insight: Arc<dyn Insight<G>>,
) -> Offers<G>
where
    G: Game,
    S: Fn(&G::Position, Side) -> u64 + Send + Sync + 'static,
{
    let lines = Arc::new(lines);
    let board = lines.clone();
    let has_threat = move |_: &G, at: &G::Position| {
        board.has_threat(Side::BOTH.map(|side| (board.stones)(at, side)))
    };
    Offers {
        evaluations: vec![("lines", lines)],
        extensions: vec![("threats", Arc::new(has_threat))],
        ranks: vec![("centre", centre)],
        insights: vec![(None, insight)],
        ..Offers::default()
    }
}

impl Offering for TicTacToe {
    fn offers(&self) -> Offers<Self> {
        let lines = BoardLines::new((3, 3), 3, 3, |at: &tictactoe::Position, side| {
            u64::from(at.cells(side))
        });
        parts(lines, centre((3, 3), false), Arc::new(ByRules))
    }
}

impl Offering for Mnk {
    /// What is known is of games in which each side makes lines of its own, to win.
    fn offers(&self) -> Offers<Self> {
        if self.marking() != LineVariant::Own {
            return Offers::default();
        }
        let board = self.board();
        let size = (board.columns.into(), board.rows.into());
        let lines = BoardLines::new(size, self.length(), board.down, mnk::Position::cells);
        let threats = Threats::new(board, self.length(), mnk::Position::cells);
        parts(lines, centre(size, false), Arc::new(threats))
    }
}

impl Offering for ConnectFour {
    fn offers(&self) -> Offers<Self> {
        let board = self.board();
        let size = (board.columns.into(), board.rows.into());
        let lines = BoardLines::new(size, 4, board.down, connect_four::Position::stones);
        let threats = Threats::of_falling(board, connect_four::Position::stones);
        parts(lines, centre(size, true), Arc::new(threats))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_has_all_its_lines() {
        let count = |columns, rows, length: u8, stride| {
            let lines = BoardLines::new((columns, rows), length, stride, ());
            let length = u32::from(length);
            assert!(lines.all.iter().all(|l| l.count_ones() == length));
            lines.all.len()
        };
        assert_eq!(count(3, 3, 3, 3), 8);
        assert_eq!(count(7, 6, 4, 8), 69);
        assert_eq!(count(8, 8, 1, 8), 64);
        assert_eq!(count(9, 7, 4, 9), 6 * 7 + 9 * 4 + 2 * 6 * 4);
    }

    #[test]
    fn a_line_of_one_side_counts_and_a_blocked_one_does_not() {
        let lines = BoardLines::new((3, 3), 3, 3, ());
        assert_eq!(lines.points(0b10_000, 0), 4);
        assert_eq!(lines.points(0b10_000, 0b1), 3 - 2);
        assert_eq!(lines.points(0b1, 0b10_000), 2 - 3);
        assert_eq!(lines.points(0b11, 0), 4 + 1 + 1 + 1);
    }
}
