//! Looks up players, training opponents, searches and rules by name.
//!
//! [`GENERAL`], [`SEARCHES`] and [`TRAINING`] list the names of players and opponents for every game, and
//! [`player::LISTINGS`](crate::player::LISTINGS) the names of those made for one game; [`namings`]
//! returns all of them.

mod models;
mod namings;
mod opponents;
mod players;
mod rules;
mod searches;

pub use models::model_path;
pub use namings::{GENERAL, SEARCHES, TRAINING, namings};
pub use opponents::{opponent, rule_opponent};
pub use players::{player, player_for};
pub use rules::rule;
pub use searches::{search, searching};
