//! Measuring players: against each other, by sampling games or exactly by multiplying out every line
//! of play, and against the best opponent there can be.

mod exact;
mod fraction;
mod response;
mod sample;
mod study;
mod worst;

pub use exact::{Chances, Ground, Policy};
pub use fraction::{Fraction, Fractions};
pub use response::{Aim, Response};
pub use sample::{GAMES_PER_DICE, Tally, sample};
pub use study::{Curve, Finish, Point, Spread, Study};
pub use worst::{Line, Proof};
