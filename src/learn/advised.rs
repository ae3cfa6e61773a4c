//! A table as a player that asks another player where it has no box.

use std::sync::Arc;

use super::reader::Reader;
use crate::game::{Game, Move, Side};
use crate::player::Player;

/// Plays by a table where it has a box, and lets another player move everywhere else.
#[derive(Clone)]
pub struct Advised<G: Game> {
    reader: Reader,
    adviser: Arc<dyn Player<G>>,
    name: String,
}

impl<G: Game> Advised<G> {
    /// Creates a player with this name that asks `adviser` where `reader` has no box.
    #[must_use]
    pub fn new(name: String, reader: Reader, adviser: Arc<dyn Player<G>>) -> Self {
        Self {
            reader,
            adviser,
            name,
        }
    }
}

impl<G: Game> Player<G> for Advised<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        Player::<G>::plays(&self.reader, side) && self.adviser.plays(side)
    }

    fn looks_ahead(&self) -> bool {
        self.adviser.looks_ahead()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        if self.reader.has_box(game, at) {
            self.reader.weigh(game, at, moves, weights);
        } else {
            self.adviser.weigh(game, at, moves, weights);
        }
    }
}
