//! Players: anything that gives every legal move of a position a weight.
//!
//! A [`Player`] is a pure distribution. It draws nothing and remembers nothing, so it can be
//! sampled in a match, multiplied out into exact chances, searched against for its worst case,
//! exported and cached.
//!
//! Most players play any game. Those made for one game alone are a [`Collection`] of that game,
//! found by [`made_for`].

mod collection;
mod distribution;
mod lifted;
mod mixture;
pub mod othello;
mod perfect;
mod shelf;
mod simple;
pub mod tictactoe;

pub use collection::{Collection, Listing, Naming, Part};
pub use distribution::Player;
pub use lifted::{Lifted, LiftedCollection};
pub use mixture::Mixture;
pub use perfect::{Pace, Perfect};
pub use shelf::{LISTINGS, explain, made_for};
pub use simple::{First, Random};
