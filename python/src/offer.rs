//! The moves of a position, and what a player thinks of them.

use matchboxes::game::{Game as _, Move, Side};
use matchboxes::games::{self, AnyGame};
use matchboxes::player;
use matchboxes::text::float;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{guarded, wrong};
use crate::game::PyGame;

/// Refuses a player that does not play a side.
pub(crate) fn check_plays(player: &dyn player::Player<AnyGame>, side: Side) -> PyResult<()> {
    if player.plays(side) {
        return Ok(());
    }
    Err(wrong(format!(
        "{} does not play the {} side",
        player.name(),
        side.name()
    )))
}

/// The moves of a position and their weights. The vectors are reused from position to position.
#[derive(Default)]
pub(crate) struct Offer {
    pub(crate) moves: Vec<Move>,
    pub(crate) weights: Vec<u64>,
}

impl Offer {
    /// Gets a player's weights for the moves in a position, and returns their sum, or 1 if it resigns.
    pub(crate) fn weigh(
        &mut self,
        game: &PyGame,
        player: &dyn player::Player<AnyGame>,
        at: &games::Position,
    ) -> PyResult<f64> {
        self.moves.clear();
        game.rules.moves(at).for_each(|m| self.moves.push(m));
        if self.moves.is_empty() {
            let text = game.rules.write_position(at);
            return Err(wrong(format!("`{text}`: the game is over there")));
        }
        check_plays(player, game.rules.side(at))?;
        self.weights.clear();
        self.weights.resize(self.moves.len(), 0);
        guarded(|| player.weigh(&game.rules, at, &self.moves, &mut self.weights))?;
        Ok(float(self.weights.iter().sum::<u64>().max(1)))
    }

    /// The chances by the names of the moves.
    pub(crate) fn chances<'py>(
        &self,
        py: Python<'py>,
        game: &PyGame,
        sum: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let chances = PyDict::new(py);
        for (m, weight) in self.moves.iter().zip(&self.weights) {
            chances.set_item(game.move_name(py, *m), float(*weight) / sum)?;
        }
        Ok(chances)
    }
}
