//! Exact results: players multiplied out over all positions of a small game, against each other and
//! against the best opponent there can be; and a table against perfect play, box by box.
//!
//! A [`Ground`] is a solved game and where its games begin; what a player does on it is a [`Policy`].
//! Everything is found by one backward pass over the positions ([`Question`](crate::graph::Question)),
//! and each file asks a question of its own: chances, fractions, the best response, the worth of a
//! table.

mod accuracy;
mod beads;
mod boxes;
mod chances;
mod evaluation;
mod fraction;
mod ground;
mod optimal;
mod proof;
mod response;
mod shares;

pub use accuracy::{Accuracy, AccuracyByPly};
pub use chances::Chances;
pub use evaluation::Evaluation;
pub use fraction::{Fraction, Fractions};
pub use ground::{Ground, Policy};
pub use optimal::OptimalMoves;
pub use proof::{LosingLine, Proof};
pub use response::{Aim, Response};
