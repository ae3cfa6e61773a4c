//! Looks up players, training opponents, searches and rules by name.
//!
//! [`GENERAL`], [`SEARCHES`] and [`TRAINING`] list the names of players and opponents for every game, and
//! [`player::LISTINGS`](crate::player::LISTINGS) the names of those made for one game; [`namings`]
//! returns all of them. [`PlayerSpec`] is the name of a player or an opponent, read once.

mod namings;
mod opponents;
mod players;
mod rules;
mod searches;
mod spec;

pub use namings::{GENERAL, SEARCHES, TRAINING, namings};
pub use opponents::opponent;
pub use players::player;
pub use rules::rule;
pub use searches::{search, searching};
pub use spec::PlayerSpec;
