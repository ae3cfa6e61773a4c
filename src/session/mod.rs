//! From what is asked for to what is kept: trainings that end in a model on disk, and studies.
//!
//! A [`Request`] says in words what is wanted and leaves open what it does not care for; all
//! defaults are here, in one place. [`train`] resolves it once, with what the disk holds, into a
//! [`Plan`] and carries that out into a [`Model`](crate::store::Model); [`Trainings`] are resolved in
//! the same way and played many times over. The command line, a page or another language fill in
//! requests and show what comes of them; nothing here prints.

mod itself;
mod plan;
mod request;
mod resolve;
mod study;
mod train;

pub use crate::learn::{GAMES_PER_SET, SEED};
pub use plan::Plan;
pub use request::{
    Already, GAME, Keeping, MODELS, OPPONENT, RULE, RUNS, Request, SETS, default_model,
};
pub use study::{Comparison, Trainings};
pub use train::{Stop, Trained, Watch, train};
