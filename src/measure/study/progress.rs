//! Shows the progress of a study.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use matchboxes::arena::StudySize;
use matchboxes::game::Results;
use matchboxes::learn::{Learners, Progress};
use matchboxes::text::{count, thousands};

use crate::interrupt as stop;
use crate::output::progress::Meter;

/// Counts the games and runs of a study and shows them on a progress line. A request to stop ends a study that
/// is kept in a file; any other ends with the program.
pub(super) struct StudyProgress {
    meter: Meter,
    size: StudySize,
    ended: AtomicU64,
}

impl StudyProgress {
    pub(super) fn new(size: StudySize, learners: Learners) -> Self {
        Self {
            meter: Meter::new(size.games(), learners),
            size,
            ended: AtomicU64::new(0),
        }
    }
}

impl Progress for StudyProgress {
    fn games_ended(&self, results: &Results<u64>) {
        self.meter.ended(results);
    }

    fn sets_played(&self, sets: u64) -> ControlFlow<()> {
        let games = sets.saturating_mul(self.size.games_per_set);
        self.meter.played(games, &|| {
            let ended = thousands(self.ended.load(Ordering::Relaxed));
            format!(", {ended} of {}", count(self.size.runs, "run", "runs"))
        });
        if stop::is_asked() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    fn runs_ended(&self, runs: u64) {
        self.ended.fetch_add(runs, Ordering::Relaxed);
    }
}
