//! The engine: a faster implementation of rote learning, for games small enough to lay out.

mod learner;
mod play;
mod prefix_sums;
mod transitions;

pub(super) use play::{Engine, RunState};
