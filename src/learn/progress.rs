//! Progress reports of a training or a study.

use std::ops::ControlFlow;

use crate::game::Results;

/// Receives the progress of a training or a study, from any of its threads, and may stop a training.
///
/// Sets are counted over all runs together; a training has one run.
pub trait Progress: Sync {
    /// Called when `sets` more sets have been played. `Break` stops a training after this set; a study
    /// ignores it and continues to its end.
    fn sets_played(&self, _sets: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with the results of games, before [`sets_played`](Self::sets_played) reports their sets.
    fn games_ended(&self, _results: &Results<u64>) {}

    /// Called when `runs` more runs of a study have ended.
    fn runs_ended(&self, _runs: u64) {}
}

/// Ignores all reports and stops nothing.
impl Progress for () {}
