//! Runs played by one of two implementations: the engine while at most 250,000 positions have been met to lay
//! them out, and learners that play move by move from then on, and for rules of values.
//!
//! Both give the same tables and records, and each can continue from a table and a history. So the others
//! can take over after any set.

use std::mem::take;
use std::ops::Range;
use std::sync::Arc;

use super::engine::{Engine, RunState};
use super::game_log::GameLog;
use super::history::{Evaluator, History, Meetings, Record};
use super::large::run::PackedRun;
use super::learners::Learners;
use super::rule::Boxes;
use super::table::Table;
use super::training::Training;
use super::training::spec::Examined;
use super::training::terms::Terms;
use crate::error::Result;
use crate::game::{Game, Key, Side};
use crate::graph::Budget;

/// One or several runs of one training in progress, in step with each other.
///
/// They share the graph of the game, and playing them in turn lets the processor work on one run
/// while it waits for the memory of another. Each run gives exactly the same results as alone.
///
/// The engine plays while few enough positions have been met. After that the packed learner plays, with the same tables
/// and records.
pub struct Group<G: Game> {
    pub(super) training: Training<G>,
    evaluator: Option<Arc<dyn Evaluator>>,
    most: usize,
    active: Active<G>,
}

enum Active<G: Game> {
    Engine(Box<Engine<G>>, Vec<RunState>),
    Packed(Vec<PackedRun<G>>),
}

impl<G: Game> Training<G> {
    /// Begins a run for each of these numbers; the training's own run number is not used.
    ///
    /// # Errors
    ///
    /// The errors of [`check`](Self::check).
    #[inline(never)]
    pub fn begin_group(self, runs: Range<u64>) -> Result<Group<G>> {
        self.check()?;
        Ok(Group::begin(self, runs))
    }

    /// Resumes the run with the training's own number from these tables and this history.
    ///
    /// A side that learns and has no table begins with an empty one. A table of a side that does not learn
    /// is checked but not used.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`](crate::error::Error::Boxes) if a table is of another side or layout, or a box
    /// does not belong to the game, and the errors of [`check`](Self::check).
    #[inline(never)]
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Group<G>> {
        self.check()?;
        let training = self.agreed();
        for (side, table) in Side::BOTH.into_iter().zip(tables) {
            if let Some(table) = table {
                table.belongs(side, &training.rule, &training.game)?;
            }
        }
        let given = || tables.into_iter().flatten();
        let boxes: usize = given().map(Table::len).sum();
        let run = std::iter::once(training.run);
        let mut group = Group::begin(training, run);
        match &mut group.active {
            Active::Engine(engine, states) if boxes <= group.most => {
                for table in given() {
                    engine.adopt(&mut states[0], table);
                }
                states[0].resume_from(history);
            }
            active => {
                let packed = PackedRun::resume(group.training.clone(), tables, history)?;
                *active = Active::Packed(vec![packed]);
            }
        }
        Ok(group)
    }
}

/// The default for the largest number of positions that are laid out for the engine.
///
/// The limit keeps memory within bounds; ten times as many moves are another. The engine takes about 200 bytes for
/// a position and 40 more for each move, and twice that just after vectors have grown: at most about 250 MB. The
/// packed learner stores only boxes. Games small enough for quick exact results are far below the limit:
/// tic-tac-toe has 5,478 positions.
pub(super) const LAID_OUT: usize = 250_000;

/// The number of games with 64 moves each that can reach about [`LAID_OUT`] positions.
const MANY_GAMES: u64 = LAID_OUT as u64 / 64;

/// The largest number of positions that are laid out. It is none in four cases: boxes are not made at the
/// first meeting or belong to both sides; beads of random colours are added; there are terms or a fallback player; or a set
/// could lead far beyond the limit, because the packed learner takes over only after a set.
pub(super) fn most<G: Game>(training: &Training<G>) -> usize {
    let waits = training.rule.boxes == Boxes::SecondMeeting || training.rule.adds_random();
    let is_large = || !Budget::new(LAID_OUT).count(&training.game).whole;
    let is_shared = training.learners == Learners::Shared;
    let waits = waits || training.terms != Terms::default() || training.fallback.is_some();
    if waits || is_shared || training.games_per_set > MANY_GAMES && is_large() {
        0
    } else {
        LAID_OUT
    }
}

impl<G: Game> Group<G> {
    pub(super) fn begin(training: Training<G>, runs: impl Iterator<Item = u64>) -> Self {
        let training = training.agreed();
        let active = if training.rule.values().is_some() {
            Active::Packed(
                runs.map(|run| PackedRun::new(training.clone().numbered(run)))
                    .collect(),
            )
        } else {
            let engine = Box::new(Engine::new(training.clone()));
            Active::Engine(engine, runs.map(RunState::new).collect())
        };
        let mut group = Self {
            evaluator: None,
            most: most(&training),
            active,
            training,
        };
        group.take_over();
        group
    }

    /// Discards the runs and begins one for each of these numbers. The graph of the game is kept.
    #[inline(never)]
    pub fn begin_again(&mut self, runs: Range<u64>) {
        match &mut self.active {
            Active::Engine(_, states) => *states = runs.map(RunState::new).collect(),
            Active::Packed(packed) => {
                *packed = runs
                    .map(|run| PackedRun::new(self.training.clone().numbered(run)))
                    .collect();
            }
        }
    }

    /// The training that is played.
    pub const fn training(&self) -> &Training<G> {
        &self.training
    }

    /// Whether the engine still plays, not the packed learner.
    pub const fn is_laid_out(&self) -> bool {
        matches!(self.active, Active::Engine(..))
    }

    /// Lays out at most `most` positions for all runs together, if that is fewer than 250,000; after the set in which more
    /// have been met, the packed learner takes over. With 0 it plays from the start, as it does where one set of a large
    /// game could lead far beyond the usual limit. The results are the same.
    #[must_use]
    #[inline(never)]
    pub fn with_layout_limit(mut self, most: usize) -> Self {
        self.most = self.most.min(most);
        self.take_over();
        self
    }

    /// Evaluates every table after every set from now on.
    #[must_use]
    pub fn with_evaluator(mut self, evaluator: Arc<dyn Evaluator>) -> Self {
        self.training.spec.exact = Examined::EachSet;
        self.evaluator = Some(evaluator);
        self
    }

    pub(super) fn indices(&self) -> Range<usize> {
        0..match &self.active {
            Active::Engine(_, states) => states.len(),
            Active::Packed(packed) => packed.len(),
        }
    }

    /// The sets that each run has played so far, in the order of the runs.
    pub fn histories(&self) -> impl Iterator<Item = &History> {
        self.indices().map(|run| match &self.active {
            Active::Engine(_, states) => &states[run].history,
            Active::Packed(packed) => &packed[run].history,
        })
    }

    /// The last set of each run, in the order of the runs.
    pub fn latest(&self) -> impl Iterator<Item = &Record> {
        self.indices().map(|run| match &self.active {
            Active::Engine(_, states) => &states[run].record,
            Active::Packed(packed) => &packed[run].latest,
        })
    }

    /// Whether the games of a run, given by its index in the group, are logged from the next set on.
    pub fn log_games(&mut self, run: usize, is_kept: bool) {
        let games = if is_kept {
            self.training.games_per_set
        } else {
            0
        };
        match &mut self.active {
            Active::Engine(_, states) => states[run].log.keep(games),
            Active::Packed(packed) => packed[run].log.keep(games),
        }
    }

    /// The games of that set, in the order of the runs, as far as they are logged.
    pub fn latest_games(&self) -> impl Iterator<Item = &GameLog> {
        self.indices().map(|run| match &self.active {
            Active::Engine(_, states) => &states[run].log,
            Active::Packed(packed) => &packed[run].log,
        })
    }

    /// The table of a side in each run, if it learns, in the order of the runs.
    pub fn tables(&self, side: Side) -> impl Iterator<Item = Option<Table>> {
        self.indices().map(move |run| match &self.active {
            Active::Engine(engine, states) => engine.table(&states[run], side),
            Active::Packed(packed) => Some(packed[run].learners[side.index()].as_ref()?.table()),
        })
    }

    /// The beads of a run, given by its index in the group, in the box with this key, if the side learns
    /// and has met it.
    #[inline(never)]
    pub fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        match &self.active {
            Active::Engine(engine, states) => engine.beads(&states[run], side, key),
            Active::Packed(packed) => packed[run].learners[side.index()].as_ref()?.beads(key),
        }
    }

    /// Plays one more set of each run.
    #[inline(never)]
    pub fn play_set(&mut self) {
        self.take_over();
        let evaluator = self.evaluator.as_deref();
        match &mut self.active {
            Active::Engine(engine, states) => engine.play_set(states, evaluator),
            Active::Packed(packed) => packed.iter_mut().for_each(|run| run.play_set(evaluator)),
        }
    }

    /// The counts of the positions that a side has met in the first run since that began or was resumed, if the side learns
    /// beads and the packed learner plays.
    pub fn meetings(&self, side: Side) -> Option<&Meetings> {
        match &self.active {
            Active::Engine(..) => None,
            Active::Packed(packed) => packed.first()?.meetings(side),
        }
    }

    /// Switches to the packed learner if the engine has met more positions than may be laid out.
    fn take_over(&mut self) {
        let Active::Engine(engine, states) = &mut self.active else {
            return;
        };
        let limit = Budget {
            positions: self.most,
            ..Budget::new(LAID_OUT)
        };
        if self.most > 0 && engine.is_within(limit) {
            return;
        }
        let packed = states.iter_mut().map(|state| {
            let tables = Side::BOTH.map(|side| engine.table(state, side));
            let tables = tables.each_ref().map(Option::as_ref);
            let training = self.training.clone().numbered(state.run);
            let packed = PackedRun::resume(training, tables, take(&mut state.history));
            let mut packed = packed.expect("the tables are its own");
            packed.latest = take(&mut state.record);
            packed.log = take(&mut state.log);
            packed
        });
        self.active = Active::Packed(packed.collect());
    }
}
