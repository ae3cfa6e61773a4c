//! Learning values of moves in place of beads: the arithmetic, and one learner.

mod arithmetic;
mod learner;

pub(super) use learner::ValueLearner;
