//! Runs of learners of values.
//!
//! The opponent is part of the environment: the state after a move is the position of the learner's next
//! turn that has a box. Where both sides learn, each has its own values. The games of a set draw from the same
//! generator as those of beads, one move after the other: whether the move explores, unless epsilon is 0;
//! which colour, also if there is only one; and which of the moves of the colour, if there are several. In a
//! position without a box one draw chooses any move.

use std::sync::Arc;

use super::super::event::Choice;
use super::super::history::{Evaluator, History, Record};
use super::super::layout::Layout;
use super::super::opponent::Offer;
use super::super::rule::Values;
use super::super::table::Table;
use super::super::training::Training;
use super::learner::{Chosen, Learner};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Move, Outcome, Side};
use crate::player::Player;

/// A training in progress.
pub(in crate::learn) struct ValueRun<G: Game> {
    training: Training<G>,
    values: Values,
    learners: [Option<Learner>; 2],
    pub(in crate::learn) history: History,
    pub(in crate::learn) latest: Record,
    /// Games begun since the first set.
    games: u64,
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
            let given = tables[side.index()].and_then(Table::values);
            let learns = training.learners.learns(side);
            learns.then(|| given.map(Learner::resume).unwrap_or_default())
        };
        let values = training.rule.values().expect("it keeps values").clone();
        Self {
            learners: Side::BOTH.map(learner),
            games: history.records.iter().map(Record::begun).sum(),
            latest: Record::default(),
            adviser: None,
            evaluator: None,
            training,
            values,
            history,
        }
    }

    /// The table of a side: its values, and the greedy policy as its beads.
    pub(in crate::learn) fn table(&self, side: Side) -> Option<Table> {
        let layout = Layout::from(&self.training.rule);
        let learner = self.learners[side.index()].as_ref()?;
        Some(learner.table(side, layout))
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
            values,
            learners,
            adviser,
            games: number,
            ..
        } = self;
        let (game, number) = (&training.game, *number);
        let how = (&*values, Layout::from(&training.rule));
        let movers = Side::BOTH.map(|side| training.mover(side, number));
        let (mut at, mut ply) = (game.start(), 0);
        let mut paths = <[Vec<Chosen>; 2]>::default();
        let mut gave_up = None;
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let choice = if let Some(table) = movers[side.index()] {
                let learner = learners[table.index()].as_mut().expect("it learns");
                let path = &mut paths[side.index()];
                match learner.choose(how, path, (game, &at), (ply, number), dice) {
                    Some(m) => Choice::Move(m),
                    None => without_box(adviser.as_deref(), (game, &at), dice),
                }
            } else {
                let opponent = training.opponent.mover(number, dice);
                Offer::default().play(opponent, (game, &at), dice)
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
                let reward = values.reward(outcome.verdict(side));
                learner.end(values, &paths[side.index()], reward.units(), number);
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

/// The move in a position without a box: the adviser's, or any.
fn without_box<G: Game>(
    adviser: Option<&dyn Player<G>>,
    (game, at): (&G, &G::Position),
    dice: &mut Dice,
) -> Choice {
    if let Some(adviser) = adviser {
        return Offer::default().play(adviser, (game, at), dice);
    }
    let moves: Vec<Move> = game.moves(at).collect();
    Choice::Move(moves[dice.index(moves.len())])
}
