//! Small two-player games, numbered graphs of their positions, and players as pure distributions over moves: what
//! searches, learning and measuring of the library `matchboxes` have in common, without files.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub mod text;

pub mod lists;

pub mod decimal;

pub mod error;

pub mod dice;

pub mod fork;

pub mod locks;

pub mod interrupt;

pub mod game;

pub mod games;

pub mod graph;

pub mod player;

mod doors;

#[doc(hidden)]
pub use doors::doors;
pub use error::{Error, Result};
