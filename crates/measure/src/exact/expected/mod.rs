//! The expected learning curve of one machine, computed without a sample.
//!
//! Before each game a machine is in a state: the beads in all of its boxes. One game leads from a state to
//! others with chances that follow from the beads and the opponent, so a machine is a Markov chain. If its
//! rule only takes beads out, it has finitely many states. The chances of the states before the next game
//! follow from those before this one; so do the expected results, and the chance that no opponent can beat
//! the machine any more.

mod curve;
mod game;
mod situations;
mod states;

pub use curve::{ExpectedCurve, ExpectedGame, UntilNeverLoses};
