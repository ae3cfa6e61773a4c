//! Runs of a learner that keeps values.
//!
//! The opponent is part of the environment: the state after a move is the position of the learner's next
//! turn that has a box. Where both sides learn, each has its own values. The games of a set draw from the same
//! generator as those of beads, one move after the other: whether the move explores, unless epsilon is 0;
//! which colour, also if there is only one; and which of the moves of the colour, if there are several. In a
//! position without a box one draw chooses any move.

use std::sync::Arc;

use super::event::Choice;
use super::history::{Evaluator, History, Record, Snapshot};
use super::layout::{Layout, Placed};
use super::opponent::Offer;
use super::rule::{Method, Values};
use super::table::Table;
use super::training::Training;
use super::values::arithmetic::{discounted, epsilon_greedy, step, upper_bound, value};
use super::values::{ValueBox, ValueBoxes};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Move, Outcome, Side, Verdict};
use crate::player::Player;

/// A training in progress.
pub(super) struct ValueRun<G: Game> {
    training: Training<G>,
    values: Values,
    tables: [Option<ValueBoxes>; 2],
    pub(super) history: History,
    pub(super) latest: Record,
    /// Games begun since the first set.
    games: u64,
    pub(super) adviser: Option<Arc<dyn Player<G>>>,
    pub(super) evaluator: Option<Arc<dyn Evaluator>>,
}

/// The moves of one seat in a game that are still to be learnt from: the key of the box and the colour.
type Path = Vec<(Key, usize)>;

impl<G: Game> ValueRun<G> {
    /// Resumes from these tables and this history; the rule keeps values.
    pub(super) fn resume(
        training: Training<G>,
        tables: [Option<&Table>; 2],
        history: History,
    ) -> Self {
        let table = |side: Side| {
            let given = tables[side.index()].and_then(Table::values);
            let learns = training.learners.learns(side);
            learns.then(|| given.cloned().unwrap_or_default())
        };
        let values = training.rule.values().expect("it keeps values").clone();
        Self {
            tables: Side::BOTH.map(table),
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
    pub(super) fn table(&self, side: Side) -> Option<Table> {
        let boxes = self.tables[side.index()].clone()?;
        let layout = Layout::from(&self.training.rule);
        Some(Table::valued(side, layout, boxes))
    }

    pub(super) fn beads(&self, side: Side, key: Key) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        let table = self.tables[side.index()].as_ref()?;
        table.get(&key)?.greedy(&mut beads);
        Some(beads)
    }

    pub(super) fn play_set(&mut self) {
        let Training { seed, run, .. } = self.training;
        let mut dice = Dice::new(seed, Purpose::Training, run, self.history.sets());
        let mut record = Record::one_set();
        for _ in 0..self.training.games_per_set {
            self.play_game(&mut dice, &mut record);
            self.games += 1;
        }
        record.snapshots = Side::BOTH.map(|side| self.snapshot(side));
        self.latest = record.clone();
        self.history.push(record);
    }

    fn snapshot(&self, side: Side) -> Option<Snapshot> {
        let table = self.table(side)?;
        let boxes = self.tables[side.index()].as_ref()?;
        let mut read = |key: Key, beads: &mut Vec<u64>| {
            let found = boxes.get(&key);
            found.is_some_and(|found| {
                found.greedy(beads);
                true
            })
        };
        let evaluator = self.evaluator.as_ref();
        Some(Snapshot {
            boxes: boxes.len() as u64,
            zeroed: table.zeroed(),
            exact: evaluator.map(|by| by.evaluate(side, &mut read)),
            ..Snapshot::default()
        })
    }

    fn play_game(&mut self, dice: &mut Dice, record: &mut Record) {
        let movers = Side::BOTH.map(|side| self.training.mover(side, self.games));
        let (mut at, mut ply) = (self.training.game.start(), 0);
        let mut paths = <[Path; 2]>::default();
        let mut gave_up = None;
        let outcome = loop {
            let game = &self.training.game;
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let choice = if let Some(table) = movers[side.index()] {
                self.choose(table, &mut paths[side.index()], (&at, ply), dice)
            } else {
                let opponent = self.training.opponent.mover(self.games, dice);
                Offer::default().play(opponent, (game, &at), dice)
            };
            let Choice::Move(m) = choice else {
                gave_up = Some(side);
                break Outcome::Win(side.other());
            };
            at = self.training.game.play(&at, m);
            ply += 1;
        };
        for side in Side::BOTH {
            if let Some(table) = movers[side.index()] {
                self.end(table, &paths[side.index()], outcome.verdict(side));
            }
        }
        let is_turned = self.training.is_turned(self.games);
        let counted = |side: Side| if is_turned { side.other() } else { side };
        record.results.count(match outcome {
            Outcome::Win(side) => Outcome::Win(counted(side)),
            Outcome::Draw => Outcome::Draw,
        });
        if let Some(side) = gave_up {
            record.resigned[counted(side).index()] += 1;
        }
    }

    /// Chooses a move by the values, and learns from the last one where that needs no end of the game.
    fn choose(
        &mut self,
        table: Side,
        path: &mut Path,
        (at, ply): (&G::Position, u16),
        dice: &mut Dice,
    ) -> Choice {
        let game = &self.training.game;
        let layout = Layout::from(&self.training.rule);
        if !layout.has_box(game, at) {
            if let Some(adviser) = &self.adviser {
                return Offer::default().play(&**adviser, (game, at), dice);
            }
            let moves: Vec<Move> = game.moves(at).collect();
            return Choice::Move(moves[dice.index(moves.len())]);
        }
        let Placed { key, colours } = layout.place(game, at);
        let rule = &self.values;
        let boxes = self.tables[table.index()].as_mut().expect("it learns");
        let found = boxes.entry(key).or_insert_with(|| ValueBox {
            ply,
            values: vec![value(rule.initial); colours.len()],
            visits: vec![0; colours.len()],
        });
        let greatest = found.values.iter().copied().max().unwrap_or(0);
        // Q-learning learns before the choice, as in the textbook.
        if rule.method == Method::QLearning
            && let Some((key, colour)) = path.pop()
        {
            let target = discounted(rule.gamma, greatest);
            learn(rule, boxes, (key, colour), target, self.games);
        }
        let found = &boxes[&key];
        let colour = if rule.method == Method::Ucb {
            upper_bound(rule.c, found, dice)
        } else {
            epsilon_greedy(rule.epsilon.billionths(self.games), &found.values, dice)
        };
        if rule.method == Method::Sarsa
            && let Some((key, before)) = path.pop()
        {
            let target = discounted(rule.gamma, found.values[colour]);
            learn(rule, boxes, (key, before), target, self.games);
        }
        path.push((key, colour));
        let moves = &colours[colour];
        Choice::Move(match moves[..] {
            [only] => only,
            _ => moves[dice.index(moves.len())],
        })
    }

    /// Learns from the end of a game: the last move from the reward, and those before it from the same reward,
    /// discounted once for each own move.
    fn end(&mut self, table: Side, path: &Path, verdict: Verdict) {
        let rule = &self.values;
        let mut target = value(match verdict {
            Verdict::Win => rule.win_reward,
            Verdict::Draw => rule.draw_reward,
            Verdict::Loss => rule.loss_reward,
        });
        let boxes = self.tables[table.index()].as_mut().expect("it learns");
        for &made in path.iter().rev() {
            learn(rule, boxes, made, target, self.games);
            target = discounted(rule.gamma, target);
        }
    }
}

fn learn(
    rule: &Values,
    boxes: &mut ValueBoxes,
    (key, colour): (Key, usize),
    target: i64,
    game: u64,
) {
    let found = boxes.get_mut(&key).expect("it was met");
    step(rule, found, colour, target, game);
}
