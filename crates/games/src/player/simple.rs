//! The two simplest players: any move, and the first move.

use super::distribution::Player;
use crate::game::{Game, Move};

/// Plays every legal move with the same chance.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn is_even(&self) -> bool {
        true
    }

    fn weigh(&self, _game: &G, _at: &G::Position, _moves: &[Move], weights: &mut [u64]) {
        weights.fill(1);
    }
}

/// Always plays the lowest legal move.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<G: Game> Player<G> for First {
    fn name(&self) -> String {
        "first".to_owned()
    }

    fn weigh(&self, _game: &G, _at: &G::Position, _moves: &[Move], weights: &mut [u64]) {
        weights[0] = 1;
    }
}
