//! Wraps players of one game as players of [`AnyGame`].

use std::sync::Arc;

use super::collection::{Collection, Listing, Part};
use super::distribution::Player;
use crate::error::Result;
use crate::game::{Game, Move, Side};
use crate::games::{AnyGame, Concrete, Position};

/// A player of one game that is called with the common type of all games.
pub struct Lifted<G: Game>(Arc<dyn Player<G>>);

impl<G: Concrete> Lifted<G> {
    /// Wraps a player.
    #[must_use]
    pub fn new(player: Arc<dyn Player<G>>) -> Self {
        Self(player)
    }
}

impl<G: Concrete> Player<AnyGame> for Lifted<G> {
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

    /// Resigns in any other game.
    fn weigh(&self, game: &AnyGame, at: &Position, moves: &[Move], weights: &mut [u64]) {
        if let (Some(game), Some(at)) = (G::of(game), G::at(at)) {
            self.0.weigh(game, at, moves, weights);
        }
    }
}

/// Wraps the collection of one game as a collection of [`AnyGame`].
pub struct LiftedCollection<G: Game>(pub &'static dyn Collection<G>);

impl<G: Concrete> Collection<AnyGame> for LiftedCollection<G> {
    fn listing(&self) -> &'static Listing {
        self.0.listing()
    }

    fn player(&self, game: &AnyGame, name: &str) -> Result<Option<Arc<dyn Player<AnyGame>>>> {
        let Some(game) = G::of(game) else {
            return Ok(None);
        };
        let found = self.0.player(game, name)?;
        Ok(found.map(|player| Arc::new(Lifted(player)) as Arc<dyn Player<AnyGame>>))
    }

    fn script(&self, game: &AnyGame, name: &str) -> Result<Option<Vec<Part<AnyGame>>>> {
        let Some(game) = G::of(game) else {
            return Ok(None);
        };
        let lift = |(from, player)| (from, Arc::new(Lifted(player)) as Arc<dyn Player<AnyGame>>);
        let parts = self.0.script(game, name)?;
        Ok(parts.map(|parts| parts.into_iter().map(lift).collect()))
    }
}
