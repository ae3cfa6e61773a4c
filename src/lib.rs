//! Learning small two-player games by rote.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may stop"))]

pub mod arena;
pub mod dice;
pub mod error;
pub mod game;
pub mod games;
pub mod graph;
pub mod learn;
pub mod player;
pub mod plot;
pub mod store;

pub use error::{Error, Result};
