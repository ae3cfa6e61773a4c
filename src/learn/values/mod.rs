//! Learners that keep a value for every move instead of beads: the textbook's methods, to compare beads with.
//!
//! Sutton and Barto, Reinforcement Learning (second edition, 2018), describe Q-learning, SARSA and Monte-Carlo
//! control in chapters 5 and 6, with the names of the parameters used here. The states are the positions in which
//! the learner is to move, the opponent's replies are part of the environment, and only the end of a game gives a
//! reward. Values are whole numbers of 2^-32, and all arithmetic is that of whole numbers, so the same seed gives
//! the same values on every machine.
//!
//! They learn by exploring. What they have learnt is their greedy play: [`ValueRun::policy`] gives it as a table
//! with one bead for each best move, which everything that reads tables can measure, draw and play.

mod fixed;
mod learner;
mod method;
mod run;

pub use fixed::ONE;
pub use learner::{ValueBox, ValueTable};
pub use method::{Method, Schedule, Step, Values};
pub use run::{ValueRun, ValueTraining};
