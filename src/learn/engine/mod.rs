//! The fast twin of the plain learner, for games small enough to lay out.

mod learner;
mod play;
mod prefix_sums;
mod transitions;

pub(in crate::learn) use play::{Course, Strand};
