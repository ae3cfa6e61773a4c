//! Which game has players of its own: the one place that knows.
//!
//! A game's collection is its folder, one line in [`LISTINGS`] and one in [`made_for`].

use std::any::Any;

use super::collection::{Collection, Listing};
use super::lifted::LiftedCollection;
use super::othello;
use super::tictactoe::{self, Explanation, HandWritten};
use crate::game::Game;
use crate::games::tictactoe::Position;
use crate::games::{AnyGame, Concrete, Othello, TicTacToe};

/// The names of the players of every game that has some of its own.
pub const LISTINGS: &[&Listing] = &[&tictactoe::LISTING, &othello::LISTING];

/// The players made for this game, if there are any.
///
/// # Examples
///
/// ```
/// use menace::games::TicTacToe;
/// use menace::player::made_for;
///
/// let players = made_for(&TicTacToe).expect("tic-tac-toe has players of its own");
/// assert!(players.player(&TicTacToe, "ai14s")?.is_some());
/// assert!(made_for(&menace::games::parse("nim:3")?).is_none());
/// # Ok::<(), menace::Error>(())
/// ```
#[must_use]
pub fn made_for<G: Game>(game: &G) -> Option<&'static dyn Collection<G>> {
    let tictactoe: &dyn Collection<TicTacToe> = &tictactoe::Players;
    let othello: &dyn Collection<Othello> = &othello::Players;
    let lifted = (game as &dyn Any).downcast_ref().and_then(lifted);
    let lifted = lifted.as_ref().map(|lifted| lifted as &dyn Any);
    let all: [&dyn Any; 2] = [&tictactoe, &othello];
    let found = all
        .into_iter()
        .chain(lifted)
        .find_map(<dyn Any>::downcast_ref);
    found.copied()
}

fn lifted(game: &AnyGame) -> Option<&'static dyn Collection<AnyGame>> {
    match game {
        AnyGame::TicTacToe(_) => Some(&LiftedCollection(&tictactoe::Players)),
        AnyGame::Othello(_) => Some(&LiftedCollection(&othello::Players)),
        _ => None,
    }
}

/// What the hand-written player of this name makes of a position, if there is one of that name and
/// it can say.
#[must_use]
pub fn explain<G: Game>(at: &G::Position, name: &str) -> Option<Explanation> {
    let at: &dyn Any = at;
    let at: &Position = match at.downcast_ref() {
        Some(at) => at,
        None => TicTacToe::at(at.downcast_ref()?)?,
    };
    Some(HandWritten::parse(name).ok()?.explain(at))
}
