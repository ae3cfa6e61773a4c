//! Which game has players of its own: the one place that knows.
//!
//! A game's collection is its folder, one line in [`LISTINGS`] and one in [`made_for`].

use super::collection::{Collection, Listing};
use super::lifted::LiftedCollection;
use super::othello;
use super::tictactoe::{self, Explanation, HandWritten};
use crate::games::{AnyGame, Concrete, Position, TicTacToe};

/// The names of the players of every game that has some of its own.
pub const LISTINGS: &[&Listing] = &[&tictactoe::LISTING, &othello::LISTING];

/// The players made for this game, if there are any.
///
/// # Examples
///
/// ```
/// use menace::games::{AnyGame, TicTacToe};
/// use menace::player::made_for;
///
/// let game = AnyGame::from(TicTacToe);
/// let players = made_for(&game).expect("tic-tac-toe has players of its own");
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

/// What the hand-written player of this name makes of a position, if there is one of that name and
/// it can say.
#[must_use]
pub fn explain(at: &Position, name: &str) -> Option<Explanation> {
    Some(HandWritten::parse(name).ok()?.explain(TicTacToe::at(at)?))
}
