//! How large a board is, whatever the game.

use crate::game::Game;

/// The columns and rows of a board.
pub(super) fn size<G: Game>(game: &G) -> (usize, usize) {
    let sketch = game.sketch(&game.start());
    (sketch.columns, sketch.places.len() / sketch.columns.max(1))
}
