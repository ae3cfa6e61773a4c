//! Wraps players of one game as players of [`AnyGame`].

use std::sync::Arc;

use super::distribution::Player;
use crate::game::{Game, Move, Side};
use crate::games::{AnyGame, Concrete, Position};

/// A player of one game that is called with the common type of all games.
struct LiftedPlayer<G: Game>(Box<dyn Player<G>>);

/// Wraps a player of one game as a player of [`AnyGame`], which resigns in all other games.
pub fn lifted<G: Concrete>(player: impl Player<G> + 'static) -> Arc<dyn Player<AnyGame>> {
    Arc::new(LiftedPlayer(Box::new(player)))
}

impl<G: Concrete> Player<AnyGame> for LiftedPlayer<G> {
    fn name(&self) -> String {
        self.0.name()
    }

    fn plays(&self, side: Side) -> bool {
        self.0.plays(side)
    }

    fn looks_ahead(&self) -> bool {
        self.0.looks_ahead()
    }

    fn is_even(&self) -> bool {
        self.0.is_even()
    }

    fn weigh(&self, game: &AnyGame, at: &Position, moves: &[Move], weights: &mut [u64]) {
        if let (Some(game), Some(at)) = (G::from_any(game), G::at(at)) {
            self.0.weigh(game, at, moves, weights);
        }
    }

    fn rounds(&self, game: &AnyGame, at: &Position, moves: &[Move]) -> bool {
        let here = G::from_any(game).zip(G::at(at));
        here.is_some_and(|(game, at)| self.0.rounds(game, at, moves))
    }
}
