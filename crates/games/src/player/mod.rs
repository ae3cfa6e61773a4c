//! Players: each gives a weight to every legal move of a position.
//!
//! A [`Player`] is a pure distribution over moves, without randomness or memory of its own. So it can be
//! sampled in a match, used for exact probabilities, searched for its worst case, exported and cached.
//!
//! Most players play any game. Players for a single game are in a [`Listing`], which [`made_for`] returns.

mod collections;
mod distribution;
mod lifted;
mod listing;
mod mixture;
pub mod othello;
mod perfect;
mod simple;
pub mod tictactoe;

pub use collections::{LISTINGS, explain, made_for};
pub use distribution::{Player, ROUNDED};
pub use lifted::lifted;
pub use listing::{Listing, Made, Naming, ScriptPart};
pub use mixture::Mixture;
pub use perfect::{Perfect, PerfectPace};
pub use simple::{First, Random};
