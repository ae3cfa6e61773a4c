//! The packed learner, for games too large to lay out: it finds a box by the key of its position, one game at
//! a time or in batches on all cores.

pub(super) mod batch;
pub(super) mod learner;
pub(super) mod run;
