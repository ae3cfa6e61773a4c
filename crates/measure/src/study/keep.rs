//! What happens to the runs of a study while it is played, and to unfinished runs when it stops.

use std::sync::Mutex;
use std::time::Duration;

use super::followed::Followed;
use super::pace::Pace;
use super::run_result::RunResult;
use super::total::Study;
use crate::error::Error;
use crate::learn::Table;
use crate::locks::lock;

/// A run of a study that has not ended: what it has learnt, and what the study counts of it so far.
#[derive(Clone, Debug)]
pub struct Begun {
    /// The number of the run.
    pub run: u64,
    /// Its tables: one for each side that learns.
    pub tables: [Option<Table>; 2],
    /// What the study counts of it so far.
    pub followed: Followed,
}

/// The bytes that the runs in progress may take by default.
pub const MEMORY: u64 = 512_000_000;

/// Receives the runs of a study as they are played, from any thread and in any order.
pub trait Keep: Sync {
    /// Why something could not be kept or played, which ends the study.
    type Error: Send + From<Error>;

    /// The time since some moment. If it does not advance, results come only after many runs.
    fn now(&self) -> Duration {
        Duration::ZERO
    }

    /// About the most bytes that the runs in progress may take, with all that the study holds. Fewer threads play to
    /// stay within it, but at least one.
    fn memory(&self) -> u64 {
        MEMORY
    }

    /// Called before the first run, with how many are played at the same time.
    fn begins(&self, _pace: &Pace) {}

    /// Runs have ended: what they add to the study, and the result of each.
    ///
    /// # Errors
    ///
    /// The errors of the implementation that keeps them.
    fn ended(&self, study: Study, results: Vec<RunResult>) -> Result<(), Self::Error>;

    /// Whether runs that have not ended are kept too: from time to time, and when the study is stopped.
    fn keeps_begun(&self) -> bool {
        false
    }

    /// The states of unfinished runs; their earlier states are out of date.
    ///
    /// # Errors
    ///
    /// The errors of the implementation that keeps them.
    fn begun(&self, _runs: Vec<Begun>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// The state from which an unfinished run resumes; `None` for a run that is to be played from its
    /// beginning.
    ///
    /// # Errors
    ///
    /// The errors of the implementation that kept it.
    fn resume(&self, _run: u64) -> Result<Option<Begun>, Self::Error> {
        Ok(None)
    }
}

/// Adds up what the runs of a study have in common, and keeps their results.
pub(super) struct Whole(pub(super) Mutex<Study>);

impl Keep for Whole {
    type Error = Error;

    fn ended(&self, study: Study, results: Vec<RunResult>) -> Result<(), Error> {
        let mut whole = lock(&self.0);
        whole.absorb(study);
        whole.results.extend(results);
        Ok(())
    }
}
