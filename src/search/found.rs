//! What a search reports.

use std::ops::AddAssign;
use std::time::Duration;

use crate::game::Move;

use super::score::Score;
use super::tree::Tree;

/// What the value of a search says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is the value of plain minimax to the same depth.
    Exact,
    /// The value of plain minimax is this or more.
    AtLeast,
    /// The value of plain minimax is this or less.
    AtMost,
    /// A limit of nodes or time ended the search: it is the best known by then.
    CutShort,
    /// It is an estimate from samples.
    Estimate,
}

/// What a search did; 0 where an algorithm has no such thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls of the recursive function, the root's and those that return at once from a limit
    /// counted. SSS* counts live entries taken, the algorithms built on null windows only what
    /// the table did not answer.
    pub nodes: u64,
    /// Nodes whose static value was taken, finished or at the depth limit.
    pub leaves: u64,
    /// Nodes at which a bound made further moves needless.
    pub cutoffs: u64,
    /// Questions to the table.
    pub probes: u64,
    /// Those whose answer was used instead of a search.
    pub hits: u64,
    /// Results written to the table.
    pub stores: u64,
    /// Searches from the root: null windows, iterations, play-outs.
    pub passes: u64,
    /// Nodes that an explicit list or tree has held over all.
    pub generated: u64,
    /// The most entries an explicit list or table held at one moment.
    pub peak: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.leaves += other.leaves;
        self.cutoffs += other.cutoffs;
        self.probes += other.probes;
        self.hits += other.hits;
        self.stores += other.stores;
        self.passes += other.passes;
        self.generated += other.generated;
        self.peak = self.peak.max(other.peak);
    }
}

/// The answer of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// The value for the side to move at the root.
    pub value: Score,
    /// What that value says.
    pub status: Status,
    /// The returned depth: how many plies below the root the leaf lies that supplied the value. Of a
    /// bound that no move improved it is 0 and means nothing.
    pub depth: u16,
    /// The first best move; a legal one also when all lose or none was searched to its end. None
    /// when the root is finished or was not looked into.
    pub best: Option<Move>,
    /// Best play of both sides from the root: every move keeps the value. It is as long as `depth`, or
    /// shorter where the search has not proved the next move. Of a bound, every move keeps the bound;
    /// of an estimate, these are the moves tried most.
    pub line: Vec<Move>,
    /// Whether no depth limit stood in the way: the value is the game's own.
    pub whole: bool,
    /// The depth limit of the last finished search, if there was one.
    pub limit: Option<u16>,
    /// What was done.
    pub counts: Counts,
    /// How long it took, where a clock was given.
    pub time: Option<Duration>,
    /// The searched tree, where a record was asked for and the algorithm keeps one.
    pub tree: Option<Tree>,
}

/// A move at the root searched with a window of its own.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move.
    pub m: Move,
    /// Its value for the side that makes it.
    pub value: Score,
    /// What was found below it, from the opponent's side.
    pub found: Found,
}

/// The moves of the largest value among those that were compared.
#[must_use]
pub fn best_of(choices: &[Choice]) -> Vec<Move> {
    let most = choices.iter().map(|choice| choice.value).max();
    let best = choices.iter().filter(|choice| Some(choice.value) == most);
    best.map(|choice| choice.m).collect()
}
