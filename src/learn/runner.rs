//! Runs played by one of two implementations: the engine while few enough positions have been met to lay
//! them out, and the packed learner from then on.
//!
//! Both give the same tables and records, and each can continue from a table and a history. So the plain
//! learner can take over after any set.

use std::ops::Range;
use std::sync::Arc;

use super::engine::{Engine, RunState};
use super::evaluator::Evaluator;
use super::history::{History, Record};
use super::large::run::PackedRun;
use super::layout::Layout;
use super::rule::Boxes;
use super::table::Table;
use super::terms::Terms;
use super::training::Training;
use crate::error::Result;
use crate::game::{Game, Key, Side};
use crate::graph::Budget;
use crate::player::Player;

/// Runs of one training in progress.
pub(crate) struct Runner<G: Game> {
    training: Training<G>,
    terms: Terms,
    evaluator: Option<Arc<dyn Evaluator>>,
    /// The player that the learners ask in a position without a box.
    adviser: Option<Arc<dyn Player<G>>>,
    /// The largest number of positions that are laid out.
    most: usize,
    active: Active<G>,
}

/// The implementation that plays the runs at present.
enum Active<G: Game> {
    Engine(Box<Engine<G>>, Vec<RunState>),
    PackedRun(Vec<PackedRun<G>>),
}

impl<G: Game> Runner<G> {
    /// The default for the largest number of positions that are laid out; see [`Run`](super::Run).
    pub(crate) const LAID_OUT: usize = 250_000;

    /// Creates the runs with these numbers, which have met no position.
    pub(crate) fn new(training: Training<G>, runs: impl Iterator<Item = u64>) -> Self {
        let states = runs.map(RunState::new).collect();
        let mut twins = Self {
            active: Active::Engine(Box::new(Engine::new(training.clone())), states),
            evaluator: None,
            adviser: None,
            terms: Terms::default(),
            most: Self::most(&training),
            training,
        };
        twins.take_over();
        twins
    }

    /// The number of games with 64 moves each that can reach about [`Self::LAID_OUT`] positions.
    const MANY_GAMES: u64 = Self::LAID_OUT as u64 / 64;

    /// The largest number of positions that are laid out. It is 0 if boxes are not made at the first meeting,
    /// or if a single set could lead far beyond the limit, because the packed learner takes over only after
    /// a set.
    fn most(training: &Training<G>) -> usize {
        let waits = training.rule.boxes == Boxes::SecondMeeting;
        let is_large = || !Budget::of(Self::LAID_OUT).count(&training.game).whole;
        if waits || training.games_per_set > Self::MANY_GAMES && is_large() {
            0
        } else {
            Self::LAID_OUT
        }
    }

    /// Resumes the run with the training's own number from these tables and this history.
    pub(crate) fn resume(
        training: Training<G>,
        tables: [Option<&Table>; 2],
        history: History,
    ) -> Result<Self> {
        let layout = Layout::from(&training.rule);
        for (side, table) in Side::BOTH.into_iter().zip(tables) {
            if let Some(table) = table {
                table.belongs(side, layout, &training.game)?;
            }
        }
        let boxes: usize = tables.into_iter().flatten().map(Table::len).sum();
        let most = Self::most(&training);
        let active = if boxes > most || most == 0 {
            Active::PackedRun(vec![PackedRun::resume(training.clone(), tables, history)?])
        } else {
            let mut engine = Engine::new(training.clone());
            let mut state = RunState::new(training.run);
            for table in tables.into_iter().flatten() {
                engine.adopt(&mut state, table);
            }
            state.resume_from(history);
            Active::Engine(Box::new(engine), vec![state])
        };
        Ok(Self {
            active,
            evaluator: None,
            adviser: None,
            terms: Terms::default(),
            most,
            training,
        })
    }

    /// Discards the runs and begins one for each of these numbers.
    pub(crate) fn begin_again(&mut self, runs: Range<u64>) {
        match &mut self.active {
            Active::Engine(_, states) => *states = runs.map(RunState::new).collect(),
            Active::PackedRun(plain) => {
                let begin = |run| {
                    let training = Training {
                        run,
                        ..self.training.clone()
                    };
                    PackedRun::new(training)
                };
                *plain = runs.map(begin).collect();
                self.configure_plain();
            }
        }
    }

    pub(crate) const fn training(&self) -> &Training<G> {
        &self.training
    }

    pub(crate) const fn terms(&self) -> Terms {
        self.terms
    }

    pub(crate) const fn are_laid_out(&self) -> bool {
        matches!(self.active, Active::Engine(..))
    }

    pub(crate) fn lay_out_up_to(&mut self, most: usize) {
        self.most = self.most.min(most);
        self.take_over();
    }

    /// Plays under these terms from now on. Terms other than the default need the packed learner.
    pub(crate) fn play_under(&mut self, terms: Terms) {
        self.terms = terms;
        if terms != Terms::default() {
            self.lay_out_up_to(0);
        }
        self.configure_plain();
    }

    /// Makes the learners ask a player in every position without a box from now on.
    pub(crate) fn ask(&mut self, adviser: Arc<dyn Player<G>>) {
        self.adviser = Some(adviser);
        self.lay_out_up_to(0);
        self.configure_plain();
    }

    pub(crate) fn evaluate_by(&mut self, evaluator: Arc<dyn Evaluator>) {
        self.evaluator = Some(evaluator);
        self.configure_plain();
    }

    pub(crate) const fn len(&self) -> usize {
        match &self.active {
            Active::Engine(_, states) => states.len(),
            Active::PackedRun(plain) => plain.len(),
        }
    }

    pub(crate) fn history(&self, run: usize) -> &History {
        match &self.active {
            Active::Engine(_, states) => &states[run].history,
            Active::PackedRun(plain) => plain[run].history(),
        }
    }

    pub(crate) fn latest(&self, run: usize) -> &Record {
        match &self.active {
            Active::Engine(_, states) => &states[run].record,
            Active::PackedRun(plain) => plain[run].latest(),
        }
    }

    pub(crate) fn table(&self, run: usize, side: Side) -> Option<Table> {
        match &self.active {
            Active::Engine(engine, states) => engine.table(&states[run], side),
            Active::PackedRun(plain) => plain[run].table(side),
        }
    }

    pub(crate) fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        match &self.active {
            Active::Engine(engine, states) => engine.beads(&states[run], side, key),
            Active::PackedRun(plain) => plain[run].beads(side, key),
        }
    }

    /// Plays one more set of each run.
    pub(crate) fn play_set(&mut self) {
        self.take_over();
        match &mut self.active {
            Active::Engine(engine, states) => engine.play_set(states, self.evaluator.as_deref()),
            Active::PackedRun(plain) => plain.iter_mut().for_each(|plain| plain.play(1)),
        }
    }

    /// Switches to the packed learner if the engine has met more positions than may be laid out.
    fn take_over(&mut self) {
        let Active::Engine(engine, states) = &mut self.active else {
            return;
        };
        if self.most > 0 && engine.positions() <= self.most {
            return;
        }
        let plain = states.iter_mut().map(|state| {
            let tables = Side::BOTH.map(|side| engine.table(state, side));
            let training = Training {
                run: state.run,
                ..self.training.clone()
            };
            let history = std::mem::take(&mut state.history);
            let tables = tables.each_ref().map(Option::as_ref);
            let plain = PackedRun::resume(training, tables, history);
            let mut plain = plain.expect("the tables are its own");
            plain.latest = std::mem::take(&mut state.record);
            plain
        });
        self.active = Active::PackedRun(plain.collect());
        self.configure_plain();
    }

    /// Passes the terms, the adviser and the evaluator on to the packed learners.
    fn configure_plain(&mut self) {
        let Active::PackedRun(runs) = &mut self.active else {
            return;
        };
        let configured = std::mem::take(runs).into_iter().map(|plain| {
            let mut plain = plain.under(self.terms);
            if let Some(adviser) = &self.adviser {
                plain = plain.asking(adviser);
            }
            plain.evaluator.clone_from(&self.evaluator);
            plain
        });
        *runs = configured.collect();
    }
}
