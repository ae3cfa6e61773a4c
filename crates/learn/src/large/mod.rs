//! Learning move by move. The packed bead learner, for games too large to lay out, finds a box by the key of its
//! position, one game at a time or in batches on all cores.

pub(super) mod batch;
mod core;
pub(super) mod learner;
pub(super) mod run;
