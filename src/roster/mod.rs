//! From names to what they stand for: players, training opponents, rules.
//!
//! [`GENERAL`], [`SEARCHES`] and [`TRAINING`] say how players and opponents of every game are named, and
//! [`player::LISTINGS`](crate::player::LISTINGS) those made for one game; [`namings`] is all of it.

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
