//! Runs of learners of values. Where both sides learn, each has its own values. The games of a set draw from the
//! same generator as those of beads.

use std::sync::Arc;

use super::super::event::Choice;
use super::super::history::{Evaluator, History, Record};
use super::super::table::Table;
use super::super::training::Training;
use super::super::training::opponent::Sampler;
use super::learner::ValueLearner;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Outcome, Side};
use crate::player::Player;

/// A training in progress.
pub(in crate::learn) struct ValueRun<G: Game> {
    training: Training<G>,
    learners: [Option<ValueLearner>; 2],
    pub(in crate::learn) history: History,
    pub(in crate::learn) latest: Record,
    /// Games begun since the first set.
    games: u64,
    /// The player that a learner asks in a position without a box.
    pub(in crate::learn) adviser: Option<Arc<dyn Player<G>>>,
    pub(in crate::learn) evaluator: Option<Arc<dyn Evaluator>>,
}

impl<G: Game> ValueRun<G> {
    /// Resumes from these tables and this history; the rule keeps values.
    pub(in crate::learn) fn resume(
        training: Training<G>,
        tables: [Option<&Table>; 2],
        history: History,
    ) -> Self {
        let learner = |side: Side| {
            let learns = training.learners.learns(side);
            learns.then(|| ValueLearner::new(&training.rule, tables[side.index()]))
        };
        Self {
            learners: Side::BOTH.map(learner),
            games: history.begun(),
            latest: Record::default(),
            adviser: None,
            evaluator: None,
            training,
            history,
        }
    }

    /// The table of a side: its values, and the greedy policy as its beads.
    pub(in crate::learn) fn table(&self, side: Side) -> Option<Table> {
        Some(self.learners[side.index()].as_ref()?.table(side))
    }

    /// The greedy policy of a box as beads.
    pub(in crate::learn) fn beads(&self, side: Side, key: Key) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        let learner = self.learners[side.index()].as_ref()?;
        learner.greedy(key, &mut beads).then_some(beads)
    }

    pub(in crate::learn) fn play_set(&mut self) {
        let Training { seed, run, .. } = self.training;
        let mut dice = Dice::new(seed, Purpose::Training, run, self.history.sets());
        let mut record = Record::one_set();
        for _ in 0..self.training.games_per_set {
            self.play_game(&mut dice, &mut record);
            self.games += 1;
        }
        record.snapshots = Side::BOTH.map(|side| {
            let learner = self.learners[side.index()].as_ref();
            learner.map(|learner| learner.snapshot(side, self.evaluator.as_deref()))
        });
        self.latest = record.clone();
        self.history.push(record);
    }

    fn play_game(&mut self, dice: &mut Dice, record: &mut Record) {
        let Self {
            training,
            learners,
            adviser,
            games: number,
            ..
        } = self;
        let (game, number) = (&training.game, *number);
        let movers = Side::BOTH.map(|side| training.mover(side, number));
        let (mut at, mut ply) = (game.start(), 0);
        let mut gave_up = None;
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let choice = if let Some(table) = movers[side.index()] {
                let learner = learners[table.index()].as_mut().expect("it learns");
                let adviser = adviser.as_deref();
                learner.choose(game, &at, ply, number, adviser, dice)
            } else {
                let opponent = training.opponent.mover(number, dice);
                Sampler::default().choose(opponent, game, &at, dice)
            };
            let Choice::Move(m) = choice else {
                gave_up = Some(side);
                break Outcome::Win(side.other());
            };
            at = game.play(&at, m);
            ply += 1;
        };
        for side in Side::BOTH {
            if let Some(table) = movers[side.index()] {
                let learner = learners[table.index()].as_mut().expect("it learns");
                learner.end(side, outcome.verdict(side), number);
            }
        }
        let is_turned = training.is_turned(number);
        let counted = |side: Side| if is_turned { side.other() } else { side };
        record.results.count(match outcome {
            Outcome::Win(side) => Outcome::Win(counted(side)),
            Outcome::Draw => Outcome::Draw,
        });
        if let Some(side) = gave_up {
            record.resigned[counted(side).index()] += 1;
        }
    }
}
