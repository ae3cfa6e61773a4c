//! Measuring players against each other: by sampling games, or exactly by multiplying out every
//! line of play.

mod exact;
mod sample;

pub use exact::{Chances, Ground, Policy};
pub use sample::{GAMES_PER_DICE, Tally, sample};
