//! How far learning has come, told to whoever wants to know.

use std::ops::ControlFlow;

use crate::game::Results;

/// Hears how far a training or a study is, from any of its threads, and may stop it.
///
/// Both say the same: sets are those of all runs together, one run where a training is played alone.
pub trait Progress: Sync {
    /// Called when `sets` more sets have been played. `Break` ends a training there, after a whole
    /// set; a study is played to its end, and asks nothing.
    fn sets_played(&self, _sets: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called with how games ended, before [`sets_played`](Self::sets_played) tells of their sets.
    fn games_ended(&self, _results: &Results<u64>) {}

    /// Called when `runs` more runs of a study have come to their end.
    fn runs_ended(&self, _runs: u64) {}
}

/// Hears nothing and stops nothing.
impl Progress for () {}
