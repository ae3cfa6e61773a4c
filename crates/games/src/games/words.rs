//! Reading the names of games, moves and positions, and the errors for names that cannot be read.

use std::str::FromStr;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};

/// Reads a number without a sign or leading zeros.
pub(super) fn number<N: FromStr + ToString>(text: &str) -> Option<N> {
    let n: N = text.parse().ok()?;
    (n.to_string() == text).then_some(n)
}

/// Reads the size of a board as columns and rows, such as `7x6`.
pub(super) fn size(text: &str) -> Option<(u8, u8)> {
    let (columns, rows) = text.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}

/// Finds the move that is written like this; `reason` tells how moves are written.
pub(super) fn find_move<G: Game>(
    game: &G,
    text: &str,
    reason: impl FnOnce() -> String,
) -> Result<Move> {
    let mut moves = (0..game.move_count()).map(Move);
    let found = moves.find(|&m| game.write_move(m) == text);
    found.ok_or_else(|| no_move(game, text, reason()))
}

/// The error for a text that is not a move of the game.
pub fn no_move<G: Game>(game: &G, text: &str, reason: impl Into<String>) -> Error {
    Error::Move {
        game: game.name(),
        text: text.to_owned(),
        reason: reason.into(),
    }
}

/// The error for a text that is not a position of the game.
pub fn no_position<G: Game>(game: &G, text: &str, reason: impl Into<String>) -> Error {
    Error::Position {
        game: game.name(),
        text: text.to_owned(),
        reason: reason.into(),
    }
}

/// The error for a text that is not written like a position: `form` tells how positions are written, and the
/// position after the first move is the example.
pub(super) fn no_form<G: Game>(game: &G, text: &str, form: &str) -> Error {
    let start = game.start();
    let example = game.moves(&start).next().map(|m| game.play(&start, m));
    let example = game.write_position(&example.unwrap_or(start));
    no_position(game, text, format!("{form}, such as {example}"))
}

/// Piles and the side to move, such as `3 4 5 first`.
pub(super) fn write_piles(piles: &[u8], side: Side) -> String {
    let piles = piles.iter().map(|pile| format!("{pile} "));
    piles.collect::<String>() + side.name()
}

/// Reads what [`write_piles`] writes.
pub(super) fn piles_and_side(text: &str) -> Option<(Vec<u8>, Side)> {
    let (piles, side) = text.rsplit_once(' ')?;
    let side = Side::named(side)?;
    let piles = piles.split(' ').map(number).collect::<Option<_>>()?;
    Some((piles, side))
}

/// Why a side cannot be to move.
pub(super) fn not_to_move(side: Side) -> String {
    format!("{} cannot be the side to move here", side.name())
}
