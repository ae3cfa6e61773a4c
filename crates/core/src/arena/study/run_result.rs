//! How one run of a study ended.

use crate::game::{Game, Move, Side};
use crate::games::AnyGame;
use crate::learn::{Group, Layout, Record, Training};

/// The result of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// The number of the run.
    pub run: u64,
    /// The last sets added up: [`Study::LAST`](super::Study::LAST) of them, or all if there are fewer.
    pub last: Record,
    /// The moves with the most beads in the opening box, if the first side learns.
    pub favourites: Vec<Move>,
    /// The games played until each share of [`Speed`](super::Speed) was reached, in the order of
    /// [`Study::speeds`](super::Study); parts of studies do not keep this of a single run.
    pub reached: Vec<Option<u64>>,
}

/// The number of opening moves.
pub fn openings<G: Game>(game: &G) -> usize {
    game.moves(&game.start()).count()
}

/// The opening moves that can have the most beads, in the order in which a result names them: of the moves that share
/// a colour, the first.
pub fn openings_by(game: &AnyGame, layout: Layout) -> Vec<Move> {
    let opening = layout.place(game, &game.start());
    let first = |moves: &Vec<Move>| moves.first().copied();
    opening.colours.iter().filter_map(first).collect()
}

/// The opening moves with the most beads in one run of a group; `run` is its index in the group.
pub(super) fn favourites<G: Game>(
    training: &Training<G>,
    group: &Group<G>,
    run: usize,
) -> Vec<Move> {
    let start = training.game.start();
    let opening = Layout::from(&training.rule).place(&training.game, &start);
    let beads = group
        .beads(run, Side::First, opening.key)
        .unwrap_or_default();
    let most = beads.iter().copied().max().unwrap_or(0);
    beads
        .iter()
        .zip(&opening.colours)
        .filter(|(n, _)| **n == most && most > 0)
        .filter_map(|(_, moves)| moves.first().copied())
        .collect()
}
