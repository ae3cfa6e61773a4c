//! The games that have their own players.
//!
//! # How to add one
//!
//! A file in the folder of its game, with a type that implements [`Player`](super::Player): it writes a weight for each
//! move, the same weight for moves among which chance decides. In `mod.rs` there name the file, list the name in
//! `LISTING` and return the player in `player` (`roll.rs` lists most players of tic-tac-toe). `tests/rules.rs` and
//! `tests/othello.rs` compare the players with published results.
//!
//! The first player of a game needs that folder with a `Listing`, an entry in [`LISTINGS`] and an arm in [`made_for`].

use super::listing::Listing;
use super::othello;
use super::tictactoe::{self, Explanation, HandWritten};
use crate::games::{AnyGame, Concrete, Position, TicTacToe};

/// The players of every game that has some.
pub const LISTINGS: &[&Listing] = &[&tictactoe::LISTING, &othello::LISTING];

/// The players made for this game, if any.
///
/// # Examples
///
/// ```
/// use matchboxes_games::games::{AnyGame, TicTacToe};
/// use matchboxes_games::player::made_for;
///
/// let game = AnyGame::from(TicTacToe);
/// let players = made_for(&game).expect("tic-tac-toe has its own players");
/// assert!((players.player)(&game, "ai14s")?.is_some());
/// assert!(made_for(&matchboxes_games::games::parse("nim:3")?).is_none());
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub const fn made_for(game: &AnyGame) -> Option<&'static Listing> {
    match game {
        AnyGame::TicTacToe(_) => Some(&tictactoe::LISTING),
        AnyGame::Othello(game) if !game.is_reversed() => Some(&othello::LISTING),
        _ => None,
    }
}

/// How the hand-written player with this name decides in a position; none if there is no such player or
/// the position is of another game than tic-tac-toe.
pub fn explain(at: &Position, name: &str) -> Option<Explanation> {
    Some(HandWritten::parse(name).ok()?.explain(TicTacToe::at(at)?))
}
