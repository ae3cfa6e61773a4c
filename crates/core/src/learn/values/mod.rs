//! Learning values of moves in place of beads: the arithmetic, one learner, and the runs.

mod arithmetic;
mod learner;
mod run;

pub use learner::ValueLearner;
pub(super) use run::ValueRun;
