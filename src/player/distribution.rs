//! What a player is: a distribution over the legal moves of every position.

use std::sync::Arc;

use crate::game::{Game, Move, Side};

/// A distribution over the legal moves of every position.
pub trait Player<G: Game>: Send + Sync {
    /// The name that stands for this player in reports, the one `roster` reads back.
    fn name(&self) -> String;

    /// Whether this player can take that side; a table plays only where it has learnt.
    fn plays(&self, _side: Side) -> bool {
        true
    }

    /// Whether it plays what a search of further moves finds.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Whether it gives every move of every position the weight 1, so that nobody need ask it.
    fn is_even(&self) -> bool {
        false
    }

    /// Writes how likely each of `moves` is, in proportion, into `weights`.
    ///
    /// `at` is a position of `game` that is not finished, `moves` all its legal moves in ascending
    /// order, and `weights` as long as `moves` and filled with zeros. All zero means that the
    /// player resigns. The sum must fit 63 bits.
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]);
}

impl<G: Game, P: Player<G> + ?Sized> Player<G> for Arc<P> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn plays(&self, side: Side) -> bool {
        (**self).plays(side)
    }

    fn looks_ahead(&self) -> bool {
        (**self).looks_ahead()
    }

    fn is_even(&self) -> bool {
        (**self).is_even()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        (**self).weigh(game, at, moves, weights);
    }
}
