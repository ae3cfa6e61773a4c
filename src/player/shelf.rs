//! Which game has players of its own: the one place that knows.
//!
//! A game's collection is its folder, one line in [`LISTINGS`] and one in [`made_for`].

use std::any::Any;

use super::collection::{Collection, Listing};
use super::othello;
use super::tictactoe::{self, Explanation, HandWritten};
use crate::game::Game;
use crate::games::tictactoe::Position;
use crate::games::{Othello, TicTacToe};

/// The names of the players of every game that has some of its own.
pub const LISTINGS: &[&Listing] = &[&tictactoe::LISTING, &othello::LISTING];

/// The players made for the game of this type, if there are any.
///
/// # Examples
///
/// ```
/// use menace::games::{Nim, TicTacToe};
/// use menace::player::made_for;
///
/// let players = made_for::<TicTacToe>().expect("tic-tac-toe has players of its own");
/// assert!(players.player(&TicTacToe, "ai14s")?.is_some());
/// assert!(made_for::<Nim>().is_none());
/// # Ok::<(), menace::Error>(())
/// ```
#[must_use]
pub fn made_for<G: Game + 'static>() -> Option<&'static dyn Collection<G>> {
    let tictactoe: &dyn Collection<TicTacToe> = &tictactoe::Players;
    let othello: &dyn Collection<Othello> = &othello::Players;
    let all: [&dyn Any; 2] = [&tictactoe, &othello];
    let found = all.into_iter().find_map(<dyn Any>::downcast_ref);
    found.copied()
}

/// What the hand-written player of this name makes of a position, if there is one of that name and
/// it can say.
#[must_use]
pub fn explain<G: Game + 'static>(at: &G::Position, name: &str) -> Option<Explanation> {
    let at: &Position = (at as &dyn Any).downcast_ref()?;
    Some(HandWritten::parse(name).ok()?.explain(at))
}
