//! Transposition tables, endgame databases and opening books.

use crate::game::{Game, Move, Symmetry};

pub(super) mod bounds;
pub(super) mod solved;
pub(super) mod table;

/// A hash of a key. Keys are boards written as numbers, not hashes: unmixed, they would crowd into few places.
#[inline]
fn mixed(key: u128) -> u64 {
    let (high, low) = crate::dice::halves(key);
    let folded = low ^ high.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 32)
}

/// The move of a table that a symmetry turns a legal move into.
#[inline]
pub(super) fn turned<G: Game>(game: &G, m: Move, by: Symmetry) -> Move {
    match by {
        Symmetry::IDENTITY => m,
        by => game.turn_move(m, by),
    }
}

/// The legal move that the symmetry turns into this move of a table.
#[inline]
pub(super) fn turned_back<G: Game>(
    game: &G,
    at: &G::Position,
    stored: Move,
    by: Symmetry,
) -> Option<Move> {
    match by {
        Symmetry::IDENTITY => Some(stored),
        by => game.moves(at).find(|&m| game.turn_move(m, by) == stored),
    }
}
