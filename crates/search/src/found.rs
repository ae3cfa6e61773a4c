//! The result of a search.

use std::ops::AddAssign;
use std::time::Duration;

use crate::game::{Move, Verdict};

use super::score::Score;
use super::tree::Tree;

/// The meaning of a search's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The value of plain minimax to the same depth.
    Exact,
    /// The value of plain minimax is this or more.
    AtLeast,
    /// The value of plain minimax is this or less.
    AtMost,
    /// A node or time limit ended the search: the value is the best one known at that point.
    CutShort,
    /// An estimate from samples.
    Estimate,
}

/// The work of a search; a count is 0 where it does not apply to the algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calls of the recursive function, including the root and calls that return at once at the depth
    /// limit. SSS* counts the live entries it takes from its list, the algorithms built on null windows
    /// only the nodes that the table did not answer.
    pub nodes: u64,
    /// Nodes whose static value was taken: finished positions and nodes at the depth limit.
    pub leaves: u64,
    /// Nodes at which a bound made the remaining moves unnecessary.
    pub cutoffs: u64,
    /// Look-ups in the table.
    pub probes: u64,
    /// Look-ups whose result was used instead of a search.
    pub hits: u64,
    /// Results written to the table.
    pub stores: u64,
    /// Searches from the root: null-window searches, iterations, play-outs.
    pub passes: u64,
    /// All nodes ever added to an explicit list or tree.
    pub generated: u64,
    /// The maximum number of entries in an explicit list or table at one time.
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
pub struct SearchResult {
    /// The value for the side to move at the root.
    pub value: Score,
    /// The meaning of the value.
    pub status: Status,
    /// The returned depth: the distance in plies from the root to the leaf that supplied the value. For
    /// a bound that no move improved it is 0 and has no meaning.
    pub depth: u16,
    /// The first best move. It is a legal move even if all moves lose or no move was searched
    /// completely. None if the root is finished or its moves were not searched.
    pub best: Option<Move>,
    /// Best play of both sides from the root: every move keeps the value. Its length is `depth`, or less
    /// where the search has not proved the next move. For a bound, every move keeps the bound; for an
    /// estimate, these are the moves tried most often.
    pub line: Vec<Move>,
    /// Whether no leaf that the depth limit cut off can change the value, so that it is the true value of the
    /// game: there was none, or a win or a loss is proved.
    pub whole: bool,
    /// The result of perfect play for the side to move, if it is proved and the evaluation has a
    /// [value for each result](super::Evaluate::result).
    pub verdict: Option<Verdict>,
    /// The depth limit of the last completed search, if it had one; under iterative deepening, the depth needed.
    pub limit: Option<u16>,
    /// The work done.
    pub counts: Counts,
    /// The time taken, if a clock was given.
    pub time: Option<Duration>,
    /// The searched tree, if a record was requested and the algorithm can record one.
    pub tree: Option<Tree>,
}

impl SearchResult {
    /// The name of its status in JSON and in Python: an exact value that holds only to the depth limit is called so.
    pub const fn status_name(&self) -> &'static str {
        match self.status {
            Status::Exact if self.whole => "exact",
            Status::Exact => "exact_to_depth",
            Status::AtLeast => "at_least",
            Status::AtMost => "at_most",
            Status::CutShort => "cut_short",
            Status::Estimate => "estimate",
        }
    }

    /// Makes `m`, which is as good, the best move; the line after it is kept only if it begins with this move.
    pub(super) fn beginning_with(self, m: Move) -> Self {
        let line = match self.line.first() {
            Some(&first) if first == m => self.line,
            _ => vec![m],
        };
        let best = Some(m);
        Self { best, line, ..self }
    }

    /// Replaces the best line, and the best move unless the line is empty.
    pub(super) fn with_line(self, line: Vec<Move>) -> Self {
        Self {
            best: line.first().copied().or(self.best),
            line,
            ..self
        }
    }
}

/// A move at the root that was searched with its own window.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub m: Move,
    /// Its value for the side that moves.
    pub value: Score,
    /// The result of the search after the move, from the opponent's view.
    pub found: SearchResult,
}

/// The moves with the largest value.
pub fn best_moves(choices: &[RootMove]) -> Vec<Move> {
    let most = choices.iter().map(|choice| choice.value).max();
    let best = choices.iter().filter(|choice| Some(choice.value) == most);
    best.map(|choice| choice.m).collect()
}
