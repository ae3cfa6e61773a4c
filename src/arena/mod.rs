//! Measuring players against each other: by sampling games, or exactly by multiplying out every
//! line of play.

mod exact;
mod sample;
mod study;

pub use exact::{Chances, Ground, Policy};
pub use sample::{GAMES_PER_DICE, Tally, sample};
pub use study::{Curve, Finish, Point, Spread, Study};
