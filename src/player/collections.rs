//! The games that have their own players.
//!
//! A game's collection needs a folder, one line in [`LISTINGS`] and one in [`made_for`].

use super::collection::{Collection, Listing};
use super::lifted::LiftedCollection;
use super::othello;
use super::tictactoe;
use super::tictactoe::{Explanation, HandWritten};
use crate::games::{AnyGame, Concrete, Position, TicTacToe};

/// The names of the players of every game that has some.
pub const LISTINGS: &[&Listing] = &[&tictactoe::LISTING, &othello::LISTING];

/// The players made for this game, if any.
///
/// # Examples
///
/// ```
/// use menace::games::{AnyGame, TicTacToe};
/// use menace::player::made_for;
///
/// let game = AnyGame::from(TicTacToe);
/// let players = made_for(&game).expect("tic-tac-toe has its own players");
/// assert!(players.player(&game, "ai14s")?.is_some());
/// assert!(made_for(&menace::games::parse("nim:3")?).is_none());
/// # Ok::<(), menace::Error>(())
/// ```
#[must_use]
pub fn made_for(game: &AnyGame) -> Option<&'static dyn Collection<AnyGame>> {
    match game {
        AnyGame::TicTacToe(_) => Some(&LiftedCollection(&tictactoe::Players)),
        AnyGame::Othello(_) => Some(&LiftedCollection(&othello::Players)),
        _ => None,
    }
}

/// How the hand-written player with this name decides in a position; none if there is no such player or
/// the position is of another game than tic-tac-toe.
#[must_use]
pub fn explain(at: &Position, name: &str) -> Option<Explanation> {
    Some(HandWritten::parse(name).ok()?.explain(TicTacToe::at(at)?))
}
