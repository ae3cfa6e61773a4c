//! A run: one training from its seed to its end, set after set.
//!
//! A run is a pure function of its [`Training`] and the number of sets played. The games of a set
//! draw from one random generator, made from the seed, the run's number and the set's number. So a run
//! that is stopped after any set and resumed gives the same results as one that is not stopped.
//!
//! Each move of a game takes one draw, and a second one to choose among the moves of a merged colour if
//! there are several; a resignation takes none. A fading opponent first takes another draw to decide which
//! player moves, until only the second player is left.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::evaluator::Evaluator;
use super::history::{History, Record};
use super::progress::Progress;
use super::reader::{Reader, Reading};
use super::runner::Runner;
use super::table::Table;
use super::terms::Terms;
use super::training::Training;
use crate::error::Result;
use crate::game::{Game, Key, Side};
use crate::player::Player;

/// A training in progress.
///
/// The engine plays it while at most [`Run::LAID_OUT`] positions have been met. After that the packed learner
/// plays it, with the same tables and records.
pub struct Run<G: Game> {
    twins: Runner<G>,
}

/// Several runs of one training in progress, in step with each other.
///
/// They share the graph of the game, and playing them in turn lets the processor work on one run
/// while it waits for the memory of another. Each run gives exactly the same results as alone.
pub struct Group<G: Game> {
    twins: Runner<G>,
}

impl<G: Game> Training<G> {
    /// Begins a run that has met no position.
    #[must_use]
    pub fn begin(self) -> Run<G> {
        let run = std::iter::once(self.run);
        Run {
            twins: Runner::new(self, run),
        }
    }

    /// Begins a run for each of these numbers; the training's own run number is not used.
    #[must_use]
    pub fn begin_group(self, runs: Range<u64>) -> Group<G> {
        Group {
            twins: Runner::new(self, runs),
        }
    }

    /// Resumes a run from these tables and this history.
    ///
    /// A side that learns and has no table begins with an empty one. A table of a side that does not learn
    /// is checked but not used.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) if a table is of another side or layout, or a box
    /// does not belong to the game.
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Run<G>> {
        let twins = Runner::resume(self, tables, history)?;
        Ok(Run { twins })
    }
}

impl<G: Game> Run<G> {
    /// The default for the largest number of positions that are laid out for the engine.
    ///
    /// The limit keeps memory within bounds. By the sizes of its data, the engine takes about 200 bytes for a
    /// position and 40 more for each move, and twice that just after vectors have grown: about 1 KB per
    /// position in a large game, so this number of positions takes at most about 250 MB. The packed learner
    /// stores only boxes. Games small enough for quick exact results are far below the limit: tic-tac-toe has
    /// 5,478 positions.
    pub const LAID_OUT: usize = Runner::<G>::LAID_OUT;

    /// Lays out at most `most` positions; after the set in which more have been met, the packed learner takes
    /// over. With 0 it plays from the start, as it does where one set of a large game could lead far beyond
    /// [`Run::LAID_OUT`]. The results are the same.
    #[must_use]
    pub fn with_layout_limit(mut self, most: usize) -> Self {
        self.twins.lay_out_up_to(most);
        self
    }

    /// Plays under these terms from now on. Terms other than the default need the packed learner.
    #[must_use]
    pub fn under(mut self, terms: Terms) -> Self {
        self.twins.play_under(terms);
        self
    }

    /// Makes the learners ask a player in every position without a box from now on; see
    /// [`Learner::asking`](super::Learner::asking).
    #[must_use]
    pub fn asking(mut self, adviser: Arc<dyn Player<G>>) -> Self {
        self.twins.ask(adviser);
        self
    }

    /// The training that is played.
    #[must_use]
    pub const fn training(&self) -> &Training<G> {
        self.twins.training()
    }

    /// The terms under which it is played.
    #[must_use]
    pub const fn terms(&self) -> Terms {
        self.twins.terms()
    }

    /// Whether the engine still plays, not the packed learner.
    #[must_use]
    pub const fn is_laid_out(&self) -> bool {
        self.twins.are_laid_out()
    }

    /// Evaluates every table after every set from now on.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluator>) -> Self {
        self.twins.evaluate_by(evaluator);
        self
    }

    /// The sets played so far.
    #[must_use]
    pub fn history(&self) -> &History {
        self.twins.history(0)
    }

    /// The table of a side, if it learns.
    #[must_use]
    pub fn table(&self, side: Side) -> Option<Table> {
        self.twins.table(0, side)
    }

    /// Returns a player that draws beads from the tables and learns nothing more. It plays the sides that
    /// have learnt, and has the name of the rule.
    #[must_use]
    pub fn player(&self) -> Reader {
        let tables = Side::BOTH.map(|side| self.table(side).map(Arc::new));
        let name = self.twins.training().rule.name.clone();
        Reader::new(name, tables, Reading::Draw)
    }

    /// Plays `sets` more sets.
    pub fn play(&mut self, sets: u64) {
        let _ = self.play_watched(sets, &());
    }

    /// Plays `sets` more sets, or fewer if `progress` returns `Break`.
    pub fn play_watched(&mut self, sets: u64, progress: &dyn Progress) -> ControlFlow<()> {
        for _ in 0..sets {
            self.twins.play_set();
            progress.games_ended(&self.twins.latest(0).results);
            progress.sets_played(1)?;
        }
        ControlFlow::Continue(())
    }
}

impl<G: Game> Group<G> {
    /// Discards the runs and begins one for each of these numbers. The graph of the game is kept.
    pub fn begin_again(&mut self, runs: Range<u64>) {
        self.twins.begin_again(runs);
    }

    /// As [`Run::with_layout_limit`], for all runs together.
    #[must_use]
    pub fn with_layout_limit(mut self, most: usize) -> Self {
        self.twins.lay_out_up_to(most);
        self
    }

    /// Evaluates every table after every set from now on.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluator>) -> Self {
        self.twins.evaluate_by(evaluator);
        self
    }

    /// As [`Run::asking`], for all runs.
    #[must_use]
    pub fn asking(mut self, adviser: Arc<dyn Player<G>>) -> Self {
        self.twins.ask(adviser);
        self
    }

    /// The sets that each run has played so far, in the order of the runs.
    pub fn histories(&self) -> impl Iterator<Item = &History> {
        (0..self.twins.len()).map(|run| self.twins.history(run))
    }

    /// The last set of each run, in the order of the runs.
    pub fn latest(&self) -> impl Iterator<Item = &Record> {
        (0..self.twins.len()).map(|run| self.twins.latest(run))
    }

    /// The beads of a run, given by its index in the group, in the box with this key, if the side learns
    /// and has met it.
    #[must_use]
    pub fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        self.twins.beads(run, side, key)
    }

    /// The table of a side in each run, if it learns, in the order of the runs.
    pub fn tables(&self, side: Side) -> impl Iterator<Item = Option<Table>> {
        (0..self.twins.len()).map(move |run| self.twins.table(run, side))
    }

    /// Plays one more set of each run.
    pub fn play_set(&mut self) {
        self.twins.play_set();
    }
}
