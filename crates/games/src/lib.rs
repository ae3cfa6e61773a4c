//! Small two-player games, numbered graphs of their positions, and players as pure distributions over moves: what
//! searches, learning and measuring of the library `matchboxes` have in common.
//!
//! # Reading order
//!
//! | module | what it holds |
//! |---|---|
//! | [`game`] | the language of all crates: [`Game`](game::Game), sides, outcomes, moves, keys, symmetries. Read it first |
//! | [`games`] | the rules, one file a game; [`AnyGame`](games::AnyGame), all of them as one type; the checks of rules of one's own |
//! | [`graph`] | positions as numbers, mirror images merged there and nowhere else; solved games |
//! | [`player`] | the trait, perfect and random play, mixtures, and the players that others have written down |
//! | [`dice`], [`interrupt`], [`locks`], [`fork`] | randomness from a seed; leaving long work; locks that survive a panic and a fork |
//! | [`text`], [`error`] | numbers as people read them; what is wrong with a name or a text |
//!
//! # What it never does
//!
//! It opens no file, prints nothing, starts no thread and reads no clock. A player keeps no state and draws
//! nothing itself: the same position always has the same weights. What is random comes from the
//! [`Dice`](dice::Dice) that a caller passes in.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

pub mod dice;
pub mod error;
pub mod fork;
pub mod game;
pub mod games;
pub mod graph;
pub mod interrupt;
pub mod locks;
pub mod player;
pub mod text;

mod compiled_once;

#[doc(hidden)]
pub use compiled_once::compiled_once;
pub use error::{Error, Result};
