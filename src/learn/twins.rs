//! The two learners taking turns: the engine while the positions met are few enough to be laid out,
//! and the plain one from then on.
//!
//! Both give the same tables and records, and a table with a history is all that either needs to go
//! on; so one can take over from the other after any set.

use std::ops::Range;
use std::sync::Arc;

use super::engine::{Engine, RunState};
use super::evaluator::Evaluator;
use super::history::{History, Record};
use super::layout::Layout;
use super::plain_run::Plain;
use super::rule::Boxes;
use super::table::Table;
use super::terms::Terms;
use super::training::Training;
use crate::error::Result;
use crate::game::{Game, Key, Side};
use crate::graph::Budget;
use crate::player::Player;

/// Runs of one training in progress.
pub(super) struct Twins<G: Game> {
    training: Training<G>,
    terms: Terms,
    evaluator: Option<Arc<dyn Evaluator>>,
    /// Whom the learners ask in a position without a box.
    outside: Option<Arc<dyn Player<G>>>,
    /// The most positions that are laid out.
    most: usize,
    at_work: AtWork<G>,
}

enum AtWork<G: Game> {
    Engine(Box<Engine<G>>, Vec<RunState>),
    Plain(Vec<Plain<G>>),
}

impl<G: Game> Twins<G> {
    /// The most positions that are laid out unless told otherwise; [`Run`](super::Run) says why.
    pub(super) const LAID_OUT: usize = 250_000;

    /// Runs of these numbers that have met no position.
    pub(super) fn new(training: Training<G>, runs: impl Iterator<Item = u64>) -> Self {
        let states = runs.map(RunState::new).collect();
        let mut twins = Self {
            at_work: AtWork::Engine(Box::new(Engine::new(training.clone())), states),
            evaluator: None,
            outside: None,
            terms: Terms::default(),
            most: Self::most(&training),
            training,
        };
        twins.take_over();
        twins
    }

    /// The games of a set that can lead to about as many positions as are laid out, in a game of 64 moves.
    const MANY_GAMES: u64 = Self::LAID_OUT as u64 / 64;

    /// The most positions that are laid out: none where a box is not made when it is first met, nor where
    /// a single set could lead far beyond them, for it is after a set that the plain learner goes on.
    fn most(training: &Training<G>) -> usize {
        let waits = training.rule.boxes == Boxes::SecondMeeting;
        let is_large = || !Budget::of(Self::LAID_OUT).count(&training.game).whole;
        if waits || training.games_per_set > Self::MANY_GAMES && is_large() {
            0
        } else {
            Self::LAID_OUT
        }
    }

    /// The run of the training's own number, taken up where these tables and this history left it.
    pub(super) fn resume(
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
        let at_work = if boxes > most || most == 0 {
            AtWork::Plain(vec![Plain::resume(training.clone(), tables, history)?])
        } else {
            let mut engine = Engine::new(training.clone());
            let mut state = RunState::new(training.run);
            for table in tables.into_iter().flatten() {
                engine.adopt(&mut state, table);
            }
            state.take_up(history);
            AtWork::Engine(Box::new(engine), vec![state])
        };
        Ok(Self {
            at_work,
            evaluator: None,
            outside: None,
            terms: Terms::default(),
            most,
            training,
        })
    }

    /// Drops the runs and begins one for each of these numbers.
    pub(super) fn begin_again(&mut self, runs: Range<u64>) {
        match &mut self.at_work {
            AtWork::Engine(_, states) => *states = runs.map(RunState::new).collect(),
            AtWork::Plain(plain) => {
                let begin = |run| {
                    let training = Training {
                        run,
                        ..self.training.clone()
                    };
                    Plain::new(training)
                };
                *plain = runs.map(begin).collect();
                self.tell_plain();
            }
        }
    }

    pub(super) const fn training(&self) -> &Training<G> {
        &self.training
    }

    pub(super) const fn terms(&self) -> Terms {
        self.terms
    }

    pub(super) const fn are_laid_out(&self) -> bool {
        matches!(self.at_work, AtWork::Engine(..))
    }

    pub(super) fn lay_out_up_to(&mut self, most: usize) {
        self.most = self.most.min(most);
        self.take_over();
    }

    /// Plays under these terms from now on; all but the usual ones are the plain learner's.
    pub(super) fn play_under(&mut self, terms: Terms) {
        self.terms = terms;
        if terms != Terms::default() {
            self.lay_out_up_to(0);
        }
        self.tell_plain();
    }

    /// Has the learners ask a player in every position without a box from now on.
    pub(super) fn ask(&mut self, outside: Arc<dyn Player<G>>) {
        self.outside = Some(outside);
        self.lay_out_up_to(0);
        self.tell_plain();
    }

    pub(super) fn evaluate_by(&mut self, evaluator: Arc<dyn Evaluator>) {
        self.evaluator = Some(evaluator);
        self.tell_plain();
    }

    pub(super) const fn len(&self) -> usize {
        match &self.at_work {
            AtWork::Engine(_, states) => states.len(),
            AtWork::Plain(plain) => plain.len(),
        }
    }

    pub(super) fn history(&self, run: usize) -> &History {
        match &self.at_work {
            AtWork::Engine(_, states) => &states[run].history,
            AtWork::Plain(plain) => plain[run].history(),
        }
    }

    pub(super) fn latest(&self, run: usize) -> &Record {
        match &self.at_work {
            AtWork::Engine(_, states) => &states[run].record,
            AtWork::Plain(plain) => plain[run].latest(),
        }
    }

    pub(super) fn table(&self, run: usize, side: Side) -> Option<Table> {
        match &self.at_work {
            AtWork::Engine(engine, states) => engine.table(&states[run], side),
            AtWork::Plain(plain) => plain[run].table(side),
        }
    }

    pub(super) fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        match &self.at_work {
            AtWork::Engine(engine, states) => engine.beads(&states[run], side, key),
            AtWork::Plain(plain) => plain[run].beads(side, key),
        }
    }

    /// Plays one set more of each run.
    pub(super) fn play_set(&mut self) {
        self.take_over();
        match &mut self.at_work {
            AtWork::Engine(engine, states) => engine.play_set(states, self.evaluator.as_deref()),
            AtWork::Plain(plain) => plain.iter_mut().for_each(|plain| plain.play(1)),
        }
    }

    /// Where the engine has met more positions than are to be laid out, the plain learner goes on.
    fn take_over(&mut self) {
        let AtWork::Engine(engine, states) = &mut self.at_work else {
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
            let plain = Plain::resume(training, tables, history);
            let mut plain = plain.expect("the tables are its own");
            plain.latest = std::mem::take(&mut state.record);
            plain
        });
        self.at_work = AtWork::Plain(plain.collect());
        self.tell_plain();
    }

    /// Tells the plain learners how they play, whom they ask and who measures them.
    fn tell_plain(&mut self) {
        let AtWork::Plain(runs) = &mut self.at_work else {
            return;
        };
        let told = std::mem::take(runs).into_iter().map(|plain| {
            let mut plain = plain.under(self.terms);
            if let Some(outside) = &self.outside {
                plain = plain.asking(outside);
            }
            plain.evaluator.clone_from(&self.evaluator);
            plain
        });
        *runs = told.collect();
    }
}
