//! Evaluations, extensions and move ranks: parts of a search, apart from the rules of a game.

use crate::Score;
use crate::game::{Game, Move, Side, Verdict};

/// The static value of positions for the side to move.
///
/// The searches of this module negate values on the way up, so an evaluation must not depend on which
/// side is at the root. It must be pure. If a table merges mirror images, all of them must have the
/// same value.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The value of an unfinished position at which the search stops; by default a draw's.
    fn value(&self, _game: &G, _at: &G::Position) -> Score {
        Score::DRAW
    }

    /// The value of a finished position; `verdict` is for the side whose turn it would be.
    fn finished(&self, _game: &G, _at: &G::Position, verdict: Verdict) -> Score {
        self.result(verdict)
            .unwrap_or_else(|| Score::for_verdict(verdict))
    }

    /// The value of every finished position with this verdict, if they all have the same value.
    ///
    /// A win and a loss must then be the largest and the smallest value, of the same size, and an unfinished
    /// position may have one of them only if it is certainly won or lost: a search takes such a value as a proof.
    ///
    /// This is required for a [`Database`](crate::Database), which stores only the result of a
    /// position, to replace the search below it.
    fn result(&self, _verdict: Verdict) -> Option<Score> {
        None
    }

    /// Whether the moves of a searched line count too, wherever it ends: by [`line_points`](Evaluate::line_points), which is
    /// asked only then. Two lines to the same position can then have different points, so a table must use
    /// [`Keys::Path`](crate::Keys::Path).
    fn counts_lines(&self) -> bool {
        false
    }

    /// The points of a move of a line for the side at the root, such as one for each corner taken, after a move of either
    /// side.
    fn line_points(&self, _game: &G, _at: &G::Position, _m: Move, _root: Side) -> i32 {
        0
    }
}

/// Values only the result: 1, 0 or -1 when the game is over, and 0 before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluate<G> for Zero {
    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::for_verdict(verdict))
    }
}

/// Whether to search below this unfinished position past the depth limit, because it is too unsettled to evaluate.
///
/// It is called only at or past the limit, more often than [`Evaluate::value`], and should be cheaper.
pub type Extend<G> = dyn Fn(&G, &<G as Game>::Position) -> bool + Send + Sync;

/// The rank of a move, such as a higher one in middle columns; moves with larger ranks are tried first.
pub type Rank<G> = dyn Fn(&G, &<G as Game>::Position, Move) -> i32 + Send + Sync;
