//! The trait of all players.

use crate::dice::Dice;
use crate::game::{Game, Move, Side};

/// Rounded weights are so large that the largest is at least this.
pub const ROUNDED: u64 = 1 << 32;

/// A distribution over the legal moves of every position.
pub trait Player<G: Game>: Send + Sync {
    /// The name of this player in reports, which `roster` can read back.
    fn name(&self) -> String;

    /// Whether this player can play that side; a table plays only the side that it has learnt.
    fn plays(&self, _side: Side) -> bool {
        true
    }

    /// Whether it searches ahead.
    fn looks_ahead(&self) -> bool {
        false
    }

    /// Whether it gives every move of every position the weight 1, so that [`Player::weigh`] need not be
    /// called.
    fn is_even(&self) -> bool {
        false
    }

    /// Writes weights proportional to the chances of `moves` into `weights`.
    ///
    /// `at` is an unfinished position of `game`, `moves` are all its legal moves in ascending order, and
    /// `weights` is as long as `moves` and filled with zeros. If all weights stay zero, the player resigns.
    /// The sum of the weights must fit 63 bits.
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]);

    /// Draws one of the moves of an unfinished position by these weights; `None` if the player resigns.
    fn draw(&self, game: &G, at: &G::Position, dice: &mut Dice) -> Option<Move> {
        let moves: Vec<Move> = game.moves(at).collect();
        let mut weights = vec![0; moves.len()];
        self.weigh(game, at, &moves, &mut weights);
        dice.draw(&weights).map(|i| moves[i])
    }

    /// Whether the weights of these moves are rounded, so that fractions of them would not be the player's chances.
    /// Of rounded weights the largest is at least [`ROUNDED`].
    fn rounds(&self, _game: &G, _at: &G::Position, _moves: &[Move]) -> bool {
        false
    }
}
