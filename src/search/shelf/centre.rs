//! Moves near the middle of a board first.

use crate::game::{Game, Move, Place};
use crate::search::evaluate::Rank;

/// How near the middle each move puts a stone, by its number.
pub(super) struct Centre(Vec<i32>);

impl Centre {
    /// For a board on which a move's place is its cell, or, where it has one number for a column,
    /// its column.
    pub(super) fn of<G: Game>(game: &G, (columns, rows): (usize, usize)) -> Self {
        let falls = usize::from(game.move_count()) == columns;
        let mut ranks = vec![0; usize::from(game.move_count())];
        for (cell, place) in game.sketch(&game.start()).places.iter().enumerate() {
            let Place::Move(m) = place else { continue };
            let across = off(cell % columns, columns);
            let down = if falls { 0 } else { off(cell / columns, rows) };
            ranks[usize::from(m.0)] = -(across.max(down) * 16 + across + down);
        }
        Self(ranks)
    }
}

/// Twice the distance from the middle of so many.
fn off(place: usize, many: usize) -> i32 {
    let [place, many] = [place, many].map(|n| i32::try_from(n).unwrap_or(0));
    (2 * place + 1 - many).abs()
}

impl<G: Game> Rank<G> for Centre {
    fn rank(&self, _: &G, _: &G::Position, m: Move) -> i32 {
        self.0.get(usize::from(m.0)).copied().unwrap_or(0)
    }
}

/// The columns and rows of a board.
pub(super) fn size<G: Game>(game: &G) -> (usize, usize) {
    let sketch = game.sketch(&game.start());
    (sketch.columns, sketch.places.len() / sketch.columns.max(1))
}
