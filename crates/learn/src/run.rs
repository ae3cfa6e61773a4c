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

use super::group::{self, Group};
use super::history::{Evaluator, History, Meetings};
use super::reader::{Reader, Reading};
use super::table::Table;
use super::training::Training;
use super::training::terms::Terms;
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

/// A training in progress.
///
/// The engine plays it while at most [`Run::LAID_OUT`] positions have been met. After that the packed learner
/// plays it, with the same tables and records.
///
/// It is a group of one run.
pub struct Run<G: Game>(Group<G>);

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
        Ok(Run(Group::begin(self, run)))
    }

    /// Resumes a run from these tables and this history.
    ///
    /// A side that learns and has no table begins with an empty one. A table of a side that does not learn
    /// is checked but not used.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`](crate::error::Error::Boxes) if a table is of another side or layout, or a box
    /// does not belong to the game, and the errors of [`check`](Self::check).
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Run<G>> {
        Group::resume(self, tables, history).map(Run)
    }
}

impl<G: Game> Run<G> {
    /// The default for the largest number of positions that are laid out for the engine.
    ///
    /// The limit keeps memory within bounds; ten times as many moves are another. The engine takes about 200 bytes for
    /// a position and 40 more for each move, and twice that just after vectors have grown: at most about 250 MB. The
    /// packed learner stores only boxes. Games small enough for quick exact results are far below the limit:
    /// tic-tac-toe has 5,478 positions.
    pub const LAID_OUT: usize = group::LAID_OUT;

    /// Lays out at most `most` positions; after the set in which more have been met, the packed learner takes
    /// over. With 0 it plays from the start, as it does where one set of a large game could lead far beyond
    /// [`Run::LAID_OUT`]. The results are the same.
    #[must_use]
    pub fn with_layout_limit(self, most: usize) -> Self {
        Self(self.0.with_layout_limit(most))
    }

    /// Plays under these terms from now on. Terms other than the default need the packed learner. It panics with
    /// batches and a machine for both sides, which learns from every game before the next.
    #[must_use]
    #[inline(never)]
    pub fn under(self, terms: Terms) -> Self {
        Self(self.0.under(terms))
    }

    /// The training that is played.
    pub const fn training(&self) -> &Training<G> {
        &self.0.training
    }

    /// Whether the engine still plays, not the packed learner.
    pub const fn is_laid_out(&self) -> bool {
        self.0.is_laid_out()
    }

    /// Evaluates every table after every set from now on.
    #[must_use]
    pub fn with_evaluator(self, evaluator: Arc<dyn Evaluator>) -> Self {
        Self(self.0.with_evaluator(evaluator))
    }

    /// The sets played so far.
    ///
    /// # Panics
    ///
    /// Never: the group has one run.
    pub fn history(&self) -> &History {
        self.0.histories().next().expect("one run")
    }

    /// The table of a side, if it learns.
    #[inline(never)]
    pub fn table(&self, side: Side) -> Option<Table> {
        self.0.tables(side).next()?
    }

    /// The counts of the positions that a side has met since it began or was resumed, if it learns beads and the
    /// packed learner plays.
    pub fn meetings(&self, side: Side) -> Option<&Meetings> {
        self.0.meetings(side)
    }

    /// Returns a player that draws beads from the tables and learns nothing more. It plays the sides that
    /// have learnt, and has the name of the rule.
    pub fn player(&self) -> Reader {
        let tables = Side::BOTH.map(|side| self.table(side).map(Arc::new));
        Reader::new(self.0.training.rule.name.clone(), tables, Reading::Draw)
    }

    /// Plays `sets` more sets.
    pub fn play(&mut self, sets: u64) {
        let _ = self.play_watched(sets, &());
    }

    /// Plays `sets` more sets, or fewer if `progress` returns `Break`.
    pub fn play_watched(&mut self, sets: u64, progress: &dyn Progress) -> ControlFlow<()> {
        for _ in 0..sets {
            self.0.play_set();
            for record in self.0.latest() {
                progress.games_ended(&record.results);
            }
            progress.sets_played(1)?;
        }
        ControlFlow::Continue(())
    }
}
