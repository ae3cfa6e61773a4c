//! What [`Best`] is asked to find, and its options.

use std::sync::Arc;

use crate::game::{Game, Verdict};
use crate::insight::Insight;
use crate::{Evaluate, Found, Zero};

/// What [`Best`] finds of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aim {
    /// Only whether it is won, drawn or lost.
    Result,
    /// Also in how many plies it is won or lost, where the game's insight counts no points.
    #[default]
    Length,
    /// The points at the end, of which the insight must know.
    Points,
}

/// Searches to the end of the game for the value and, of wins and losses, the distance: the winner hurries, the loser
/// delays.
///
/// The value is found by asking whether it exceeds a bound, again and again, with one table. The answer of each question
/// is a bound on the value, which may be beyond the one that was asked for.
///
/// The returned depth is the distance of a win or a loss. Otherwise, and if only the result was asked for, it is the
/// length of the line.
#[derive(Clone)]
pub struct Best<G: Game> {
    /// What the game knows about its positions.
    pub insight: Arc<dyn Insight<G>>,
    /// What is found.
    pub aim: Aim,
    /// Gives the value of each result in the answer; the search itself does not evaluate.
    pub evaluation: Arc<dyn Evaluate<G>>,
    /// The most entries of the table, as a power of two; none for 256 MB. A table begins small and grows.
    pub table: Option<u8>,
    /// The node limit, unless the limits give a smaller one.
    pub nodes: Option<u64>,
}

impl<G: Game> Best<G> {
    /// The nodes that may in any case be visited for the moves that are as good as the best.
    pub(super) const ALWAYS: u64 = 100_000;
    /// The nodes of each move before any has more.
    pub(super) const SOON: u64 = 1_000;

    /// The search with this insight, for the result and its distance, or for points if it counts them.
    pub fn new(insight: Arc<dyn Insight<G>>) -> Self {
        let aim = if insight.counts_points() {
            Aim::Points
        } else {
            Aim::Length
        };
        Self {
            insight,
            aim,
            evaluation: Arc::new(Zero),
            table: None,
            nodes: None,
        }
    }

    /// Whether nothing remains to be found.
    pub(super) fn is_settled(&self, found: &Found) -> bool {
        let is_decided = matches!(found.verdict, Some(Verdict::Win | Verdict::Loss));
        let has_length = self.aim != Aim::Length || !is_decided || found.limit.is_some();
        found.whole && has_length
    }
}
