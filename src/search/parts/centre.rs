//! The move ranking `centre`: moves near the centre of the board first.

use crate::game::{Game, Move};
use crate::search::evaluate::Rank;

/// The rank of each move, by move number; larger ranks are nearer to the centre.
pub(super) struct Centre(Vec<i32>);

impl Centre {
    /// The ranks for a board where the number of a move is its cell, row by row, or its column if stones
    /// fall.
    pub(super) fn of((columns, rows): (usize, usize), falls: bool) -> Self {
        let moves = if falls { columns } else { columns * rows };
        let rank = |number: usize| {
            let across = offset(number % columns, columns);
            let down = if falls {
                0
            } else {
                offset(number / columns, rows)
            };
            -(across.max(down) * 16 + across + down)
        };
        Self((0..moves).map(rank).collect())
    }
}

/// Twice the distance of `place` from the centre of `count` places.
fn offset(place: usize, count: usize) -> i32 {
    let [place, count] = [place, count].map(|n| i32::try_from(n).unwrap_or(0));
    (2 * place + 1 - count).abs()
}

impl<G: Game> Rank<G> for Centre {
    fn rank(&self, _: &G, _: &G::Position, m: Move) -> i32 {
        self.0.get(usize::from(m.0)).copied().unwrap_or(0)
    }
}
