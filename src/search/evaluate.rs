//! What a game is judged by while it is searched: parts apart from the rules, each of which can be
//! exchanged.

use crate::game::{Game, Move, Side, Verdict};

use super::score::Score;

/// The static value of positions, for the side to move there.
///
/// The searches of this module negate values on the way up, so an evaluation never looks at who
/// began the search. It must be pure. Where a table merges mirror images it must give all of them
/// the same value.
pub trait Evaluate<G: Game>: Send + Sync {
    /// The value of an unfinished position at which the search stops.
    fn value(&self, game: &G, at: &G::Position) -> Score;

    /// The value of a finished position; `verdict` is that of the side whose turn it would be.
    fn finished(&self, _game: &G, _at: &G::Position, verdict: Verdict) -> Score {
        self.result(verdict).unwrap_or_else(|| Score::of(verdict))
    }

    /// What every finished position of this verdict is worth, where they are all worth the same.
    ///
    /// Only then can a [`Database`](super::Database), which knows who wins and no more, stand for
    /// what would be found below a position.
    fn result(&self, _verdict: Verdict) -> Option<Score> {
        None
    }

    /// What counts besides the position at which the search stops: the moves that led to it.
    fn line(&self) -> Option<&dyn Line<G>> {
        None
    }
}

/// Points for the moves of a searched line, whatever it ends in, such as one for each corner taken.
///
/// They belong to the line: two lines to one position can be worth different points. A table must
/// then look up by [`Keys::Path`](super::Keys::Path).
pub trait Line<G: Game>: Send + Sync {
    /// The points of a move for the side at the root, which need not be the one that makes it.
    fn points(&self, game: &G, at: &G::Position, m: Move, root: Side) -> i32;
}

/// Knows results only: 1, 0 and -1 when a game is over and 0 before.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluate<G> for Zero {
    fn value(&self, _game: &G, _at: &G::Position) -> Score {
        Score::DRAW
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::of(verdict))
    }
}

/// Whether a position at the depth limit is too lively to be judged yet.
///
/// It is asked at the limit only and never about finished positions; it is asked more often than
/// [`Evaluate::value`] and should be cheaper.
pub trait Extend<G: Game>: Send + Sync {
    /// Whether the search should go on below this unfinished position.
    fn extends(&self, game: &G, at: &G::Position) -> bool;
}

/// Goes on everywhere, as far as the cap allows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Always;

impl<G: Game> Extend<G> for Always {
    fn extends(&self, _game: &G, _at: &G::Position) -> bool {
        true
    }
}

/// Moves that cost nothing of the depth limit, such as a forced pass.
pub trait Free<G: Game>: Send + Sync {
    /// Whether this move leaves as much depth as there was before it.
    fn is_free(&self, game: &G, at: &G::Position, m: Move) -> bool;
}

/// An order of moves known beforehand, such as the middle columns first.
pub trait Rank<G: Game>: Send + Sync {
    /// The larger, the earlier the move is tried.
    fn rank(&self, game: &G, at: &G::Position, m: Move) -> i32;
}
