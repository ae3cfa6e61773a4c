//! A run: one training from its seed to its end, set after set.
//!
//! A run is a pure function of its [`Training`] and the number of sets played. The games of a set
//! draw from one generator, made from the seed, the run's number and the set's number; so a run
//! that was stopped after any set and taken up again gives what it would have given without.
//!
//! In a game each move takes one draw, and a second one that chooses among the moves of a merged
//! colour when there are several; a resignation takes none. A fading opponent takes a draw to decide
//! who moves before it draws the move, until it has faded.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use super::evaluator::Evaluator;
use super::history::{History, Record};
use super::progress::Progress;
use super::reader::{Reader, Reading};
use super::table::Table;
use super::terms::Terms;
use super::training::Training;
use super::twins::Twins;
use crate::error::Result;
use crate::game::{Game, Key, Side};
use crate::player::Player;

/// A training in progress.
///
/// While at most [`Run::LAID_OUT`] positions have been met the engine plays it, beyond that the plain
/// learner, with the same tables and records.
pub struct Run<G: Game> {
    twins: Twins<G>,
}

/// Several runs of one training in progress, in step with each other.
///
/// They share the ground they walk on, and playing them in turn lets the processor work on one
/// while it waits for the memory of another. Each gives exactly what it would give alone.
pub struct Group<G: Game> {
    twins: Twins<G>,
}

impl<G: Game> Training<G> {
    /// Begins a run that has met no position.
    #[must_use]
    pub fn begin(self) -> Run<G> {
        let run = std::iter::once(self.run);
        Run {
            twins: Twins::new(self, run),
        }
    }

    /// Begins a run for each of these numbers; the training's own is not used.
    #[must_use]
    pub fn begin_group(self, runs: Range<u64>) -> Group<G> {
        Group {
            twins: Twins::new(self, runs),
        }
    }

    /// Takes up a run where these tables and this history left it.
    ///
    /// A side that learns and has no table begins with none; a table of a side that does not learn
    /// is checked and not used.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when a table is of another side or layout, or a box
    /// does not belong to the game.
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Run<G>> {
        let twins = Twins::resume(self, tables, history)?;
        Ok(Run { twins })
    }
}

impl<G: Game> Run<G> {
    /// The most positions that are laid out for the engine, unless it is told otherwise.
    ///
    /// The bound is one of memory. By the sizes of what the engine keeps, a position takes some 200
    /// bytes and 40 more for each move, twice that where vectors have just grown: about 1 KB in a
    /// large game, so this many stay within some 250 MB. The plain learner keeps boxes only. Games
    /// small enough for exact results in a moment are far below: tic-tac-toe has 5,478 positions.
    pub const LAID_OUT: usize = Twins::<G>::LAID_OUT;

    /// Lays out `most` positions at most, and goes on plainly after the set in which more have been
    /// met; with 0, from the start, as where one set of a large game could lead far beyond
    /// [`Run::LAID_OUT`]. It makes no difference to any result.
    #[must_use]
    pub fn laid_out_up_to(mut self, most: usize) -> Self {
        self.twins.lay_out_up_to(most);
        self
    }

    /// Plays under these terms from now on. All but the usual ones are the plain learner's.
    #[must_use]
    pub fn under(mut self, terms: Terms) -> Self {
        self.twins.play_under(terms);
        self
    }

    /// Has the learners ask a player in every position without a box from now on; see
    /// [`Learner::asking`](super::Learner::asking).
    #[must_use]
    pub fn asking(mut self, outside: Arc<dyn Player<G>>) -> Self {
        self.twins.ask(outside);
        self
    }

    /// What is played.
    #[must_use]
    pub const fn training(&self) -> &Training<G> {
        self.twins.training()
    }

    /// The terms under which it is played.
    #[must_use]
    pub const fn terms(&self) -> Terms {
        self.twins.terms()
    }

    /// Whether the engine plays, and not yet the plain learner.
    #[must_use]
    pub const fn is_laid_out(&self) -> bool {
        self.twins.are_laid_out()
    }

    /// Has every table evaluated after every set from now on.
    #[must_use]
    pub fn evaluated_by(mut self, evaluator: Arc<dyn Evaluator>) -> Self {
        self.twins.evaluate_by(evaluator);
        self
    }

    /// The sets played so far.
    #[must_use]
    pub fn history(&self) -> &History {
        self.twins.history(0)
    }

    /// What a side has learnt so far, if it learns.
    #[must_use]
    pub fn table(&self, side: Side) -> Option<Table> {
        self.twins.table(0, side)
    }

    /// What has been learnt so far as a player, which draws beads and learns nothing more; it plays
    /// the sides that have learnt, under the name of the rule.
    #[must_use]
    pub fn player(&self) -> Reader {
        let tables = Side::BOTH.map(|side| self.table(side).map(Arc::new));
        let name = self.twins.training().rule.name.clone();
        Reader::new(name, tables, Reading::Draw)
    }

    /// Plays `sets` sets more.
    pub fn play(&mut self, sets: u64) {
        let _ = self.play_watched(sets, &());
    }

    /// Plays `sets` sets more, or fewer if `progress` breaks off.
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
    /// Drops the runs and begins one for each of these numbers, on ground that is known by now.
    pub fn begin_again(&mut self, runs: Range<u64>) {
        self.twins.begin_again(runs);
    }

    /// As [`Run::laid_out_up_to`], all runs together.
    #[must_use]
    pub fn laid_out_up_to(mut self, most: usize) -> Self {
        self.twins.lay_out_up_to(most);
        self
    }

    /// Has every table evaluated after every set from now on.
    #[must_use]
    pub fn evaluated_by(mut self, evaluator: Arc<dyn Evaluator>) -> Self {
        self.twins.evaluate_by(evaluator);
        self
    }

    /// As [`Run::asking`], in all runs.
    #[must_use]
    pub fn asking(mut self, outside: Arc<dyn Player<G>>) -> Self {
        self.twins.ask(outside);
        self
    }

    /// The sets that each run has played so far, in the order of the runs.
    pub fn histories(&self) -> impl Iterator<Item = &History> {
        (0..self.twins.len()).map(|run| self.twins.history(run))
    }

    /// The set that each run has played last, in the order of the runs.
    pub fn latest(&self) -> impl Iterator<Item = &Record> {
        (0..self.twins.len()).map(|run| self.twins.latest(run))
    }

    /// The beads that one of the runs, by its place in the group, has in the box with this key, if
    /// that side learns and has met it.
    #[must_use]
    pub fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        self.twins.beads(run, side, key)
    }

    /// What a side has learnt so far in each run, if it learns, in the order of the runs.
    pub fn tables(&self, side: Side) -> impl Iterator<Item = Option<Table>> {
        (0..self.twins.len()).map(move |run| self.twins.table(run, side))
    }

    /// Plays one set more of each run.
    pub fn play_set(&mut self) {
        self.twins.play_set();
    }
}
