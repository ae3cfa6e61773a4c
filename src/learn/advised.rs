//! A table as a player that asks another one where it has no box.

use std::sync::Arc;

use super::reader::Reader;
use crate::game::{Game, Move, Side};
use crate::player::Player;

/// Plays as a table has it where there is a box, and as another player does everywhere else.
#[derive(Clone)]
pub struct Advised<G: Game> {
    reader: Reader,
    outside: Arc<dyn Player<G>>,
    name: String,
}

impl<G: Game> Advised<G> {
    /// A player by this name that asks `outside` where `reader` has no box.
    #[must_use]
    pub fn new(name: String, reader: Reader, outside: Arc<dyn Player<G>>) -> Self {
        Self {
            reader,
            outside,
            name,
        }
    }
}

impl<G: Game> Player<G> for Advised<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        Player::<G>::plays(&self.reader, side) && self.outside.plays(side)
    }

    fn looks_ahead(&self) -> bool {
        self.outside.looks_ahead()
    }

    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        if self.reader.has_box(game, at) {
            self.reader.weigh(game, at, moves, weights);
        } else {
            self.outside.weigh(game, at, moves, weights);
        }
    }
}
