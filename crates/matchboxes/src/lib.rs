//! Learning small two-player games by rote, as Donald Michie's matchboxes and beads did in 1961,
//! and measuring how well they were learnt.
//!
//! ```
//! use matchboxes::game::Side;
//! use matchboxes::games::TicTacToe;
//! use matchboxes::learn::{Training, preset};
//!
//! let mut run = Training::new(TicTacToe, preset("rote")?).begin();
//! run.play(100);
//! assert!(run.history().last(10).results.not_lost(Side::First) > 850, "nine in ten are not lost");
//! # Ok::<(), matchboxes::Error>(())
//! ```
//!
//! The ideas, the words and the modules for games, players, learning and measuring are those of
//! [`matchboxes_core`], which this crate re-exports. It adds:
//!
//! | module | what it holds |
//! |---|---|
//! | [`store`] | models on disk, the contents of their boxes, and exchange as text |
//! | [`kit`] | the parts list of a machine of matchboxes: every box, its moves and beads |
//! | [`roster`] | from a name to a player, an opponent or a rule |
//! | [`session`] | carrying out requests: trainings, studies, games played one by one |
//!
//! Pictures and sheets of paper are the crate `matchboxes-pictures`.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub use matchboxes_core::{
    Error, Result, arena, decimal, dice, error, fork, game, games, graph, learn, locks, player,
    search, text,
};

pub mod store;

pub mod kit;

pub mod roster;

pub mod session;
