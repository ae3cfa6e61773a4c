//! What a learner does when it is its turn.

use crate::game::Move;

/// The choice of a learner when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this move.
    Move(Move),
    /// Its box is empty: it resigns and loses the game.
    Resign,
    /// Its first box is empty, and by its rule the game does not count.
    Refuse,
}
