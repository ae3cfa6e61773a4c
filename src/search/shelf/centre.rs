//! Moves near the middle of a board first.

use crate::game::{Game, Move};
use crate::search::evaluate::Rank;

/// How near the middle each move puts a stone, by its number.
pub(super) struct Centre(Vec<i32>);

impl Centre {
    /// For a board on which a move's number is its cell, row by row, or, where stones fall, its column.
    pub(super) fn of((columns, rows): (usize, usize), falls: bool) -> Self {
        let moves = if falls { columns } else { columns * rows };
        let rank = |number: usize| {
            let across = off(number % columns, columns);
            let down = if falls {
                0
            } else {
                off(number / columns, rows)
            };
            -(across.max(down) * 16 + across + down)
        };
        Self((0..moves).map(rank).collect())
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
