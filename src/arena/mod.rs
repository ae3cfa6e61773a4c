//! Measuring players: against each other, by sampling games or exactly by multiplying out every line
//! of play, in matches and in tournaments, and against the best opponent there can be; and a table
//! against theory, box by box.

mod closeness;
mod exact;
mod exam;
mod fraction;
mod rating;
mod response;
mod sample;
mod study;
mod theory;
mod tournament;
mod worst;

pub use closeness::{Closeness, Measured};
pub use exact::{Chances, Ground, Policy};
pub use exam::Exam;
pub use fraction::{Fraction, Fractions};
pub use rating::{Rating, ratings};
pub use response::{Aim, Response};
pub use sample::{GAMES_PER_DICE, Tally, sample, sample_sets};
pub use study::{Curve, Figure, Point, RunResult, Setting, Spread, Study};
pub use theory::Theory;
pub use tournament::{Meeting, Placing, Tournament};
pub use worst::{Line, Proof};
