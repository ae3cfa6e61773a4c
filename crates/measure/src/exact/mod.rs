//! Exact results: players evaluated over all positions of a small game, against each other and against the
//! best possible opponent; and a table compared with perfect play, box by box.
//!
//! A [`Ground`] is a solved game and the position where its games begin; a [`Policy`] is what a player does
//! in each of its positions. Every result is computed by one backward pass over the positions
//! ([`Positions::answer`](crate::graph::Positions::answer)); each file defines one such question: chances, fractions,
//! the best response, the evaluation of a table.

mod accuracy;
mod after;
mod beads;
mod boxes;
mod chances;
mod evaluation;
mod expected;
mod fraction;
mod ground;
mod optimal;
mod proof;
mod response;
mod shares;
mod strength;

pub use accuracy::Accuracy;
pub use after::after_moves;
pub use chances::Chances;
pub use evaluation::Evaluation;
pub use expected::{ExpectedCurve, ExpectedGame, UntilNeverLoses};
pub use fraction::{Fraction, Fractions};
pub use ground::{Ground, Policy};
pub use optimal::OptimalMoves;
pub use proof::{LosingLine, Proof};
pub use response::{Aim, Response};
pub use strength::Strength;
