//! Exact results: players multiplied out over all positions of a small game, against each other and
//! against the best opponent there can be; and a table against perfect play, box by box.

mod accuracy;
mod evaluation;
mod fraction;
mod ground;
mod optimal;
mod proof;
mod response;

pub use accuracy::{Closeness, Measured};
pub use evaluation::Exam;
pub use fraction::{Fraction, Fractions};
pub use ground::{Chances, Ground, Policy};
pub use optimal::Theory;
pub use proof::{Line, Proof};
pub use response::{Aim, Response};
