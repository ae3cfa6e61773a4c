//! A run: one training from its seed to its end, set after set.
//!
//! A run is a pure function of its [`Training`] and the number of sets played. The games of a set draw from
//! one random generator, made from the seed, the run's number and the set's number. So a run may be stopped
//! after any set and resumed: the results are the same.
//!
//! Each move of a game takes one draw, and a second one to choose among the moves of a merged colour if
//! there are several; a resignation takes none. A fading opponent first takes another draw to decide which
//! player moves, until only the second player is left.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::group::Group;
use super::history::History;
use super::reader::{Reader, Reading};
use super::table::Table;
use super::training::Training;
use crate::error::Result;
use crate::game::{Game, Results, Side};

/// Receives the progress of a training or a study, from any of its threads, and may stop a training.
///
/// Sets are counted over all runs together; a training has one run.
pub trait Progress: Sync {
    /// Called when `sets` more sets have been played. `Break` stops a training or a study after this set.
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

/// A training in progress: a group of one run.
pub type Run<G> = Group<G>;

impl<G: Game> Training<G> {
    /// Begins a run that has met no position.
    ///
    /// # Errors
    ///
    /// The errors of [`check`](Self::check).
    #[inline(never)]
    pub fn begin(self) -> Result<Run<G>> {
        self.check()?;
        let run = std::iter::once(self.run);
        Ok(Group::begin(self, run))
    }
}

/// What is asked of a run that is alone.
impl<G: Game> Group<G> {
    /// The sets that the first run has played so far.
    ///
    /// # Panics
    ///
    /// If there is no run.
    pub fn history(&self) -> &History {
        self.histories().next().expect("one run")
    }

    /// The table of a side in the first run, if it learns.
    #[inline(never)]
    pub fn table(&self, side: Side) -> Option<Table> {
        self.tables(side).next()?
    }

    /// Returns a player that draws beads from the tables of the first run and learns nothing more. It plays the sides
    /// that have learnt, and has the name of the rule.
    pub fn player(&self) -> Reader {
        let tables = Side::BOTH.map(|side| self.table(side).map(Arc::new));
        Reader::new(self.training.rule.name.clone(), tables, Reading::Draw)
    }

    /// Plays `sets` more sets.
    pub fn play(&mut self, sets: u64) {
        let _ = self.play_watched(sets, &());
    }

    /// Plays `sets` more sets, or fewer if `progress` returns `Break`.
    pub fn play_watched(&mut self, sets: u64, progress: &dyn Progress) -> ControlFlow<()> {
        for _ in 0..sets {
            self.play_set();
            for record in self.latest() {
                progress.games_ended(&record.results);
            }
            progress.sets_played(self.indices().len() as u64)?;
        }
        ControlFlow::Continue(())
    }
}
