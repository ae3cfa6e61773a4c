//! How one run of a study ended.

use crate::game::{Game, Move, Side};
use crate::learn::{Group, Layout, Record, Training};

/// How one run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// Which run.
    pub run: u64,
    /// The last sets together, [`Study::LAST`](super::Study::LAST) of them if there are as many.
    pub last: Record,
    /// The moves with the most beads in the opening box, where the first side learns.
    pub favourites: Vec<Move>,
}

/// The openings with the most beads in one of the runs of a group, by its place there.
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
