//! A run of a learner of values: one training from its seed on, set after set.

use super::super::event::Choice;
use super::super::history::{History, Record, Snapshot};
use super::super::layout::Layout;
use super::super::learners::Learners;
use super::super::opponent::{Offer, Opponent};
use super::super::table::Table;
use super::learner::{Learner, ValueBox, ValueTable};
use super::method::Values;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Outcome, Side};

/// Everything that determines a run of learners of values.
#[derive(Clone)]
pub struct ValueTraining<G: Game> {
    /// The rules of the game.
    pub game: G,
    /// The method of the learners.
    pub values: Values,
    /// Which positions share a box, and which moves a value. In positions without a box any move is played, and
    /// they count as part of the environment. Every position gets its box at the first meeting.
    pub layout: Layout,
    /// The sides that learn; each has its own values. A machine for both seats plays as two.
    pub learners: Learners,
    /// The opponent of a single learner.
    pub opponent: Opponent<G>,
    /// The number of games in a set, at least 1.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// The number of the run.
    pub run: u64,
}

/// A training of values in progress.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use menace::arena::sample;
/// use menace::game::Side;
/// use menace::games::TicTacToe;
/// use menace::learn::values::{Method, ValueRun, ValueTraining, Values};
/// use menace::learn::{Layout, Learners, Opponent, Reader, Reading, preset};
/// use menace::player::Random;
///
/// let mut run = ValueRun::new(ValueTraining {
///     game: TicTacToe,
///     values: Values::new(Method::QLearning),
///     layout: Layout::from(&preset("michie-304")?),
///     learners: Learners::First,
///     opponent: Opponent::Player(Arc::new(Random)),
///     games_per_set: 100,
///     seed: 1961,
///     run: 0,
/// });
/// run.play(100);
/// let table = run.policy(Side::First).map(Arc::new);
/// let greedy = Reader::new("q-learning".to_owned(), [table, None], Reading::Draw);
/// let tally = sample(&TicTacToe, [&greedy, &Random], 1_000, 0);
/// assert!(tally.results.second_wins < 50);
/// # Ok::<(), menace::Error>(())
/// ```
pub struct ValueRun<G: Game> {
    training: ValueTraining<G>,
    learners: [Option<Learner>; 2],
    history: History,
    games: u64,
}

impl<G: Game> ValueRun<G> {
    /// Creates a run that has met no position.
    #[must_use]
    pub fn new(training: ValueTraining<G>) -> Self {
        let learns = |side| training.learners.table_of(side).is_some();
        let learners = Side::BOTH.map(|side| learns(side).then(Learner::default));
        Self {
            learners,
            history: History::default(),
            games: 0,
            training,
        }
    }

    /// The sets played so far, in which it explored.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// The values of a side, if it learns.
    #[must_use]
    pub fn values(&self, side: Side) -> Option<ValueTable> {
        self.learners[side.index()].as_ref().map(Learner::table)
    }

    /// The values of a side in the box with this key, if it learns and has met it.
    #[must_use]
    pub fn get(&self, side: Side, key: Key) -> Option<&ValueBox> {
        self.learners[side.index()].as_ref()?.get(key)
    }

    /// The greedy play of a side as a table with one bead for each best move, if the side learns.
    #[must_use]
    pub fn policy(&self, side: Side) -> Option<Table> {
        let learner = self.learners[side.index()].as_ref()?;
        Some(learner.policy(side, self.training.layout))
    }

    /// Plays `sets` more sets.
    pub fn play(&mut self, sets: u64) {
        for _ in 0..sets {
            let ValueTraining { seed, run, .. } = self.training;
            let mut dice = Dice::new(seed, Purpose::Training, run, self.history.sets());
            let mut record = Record::one_set();
            for _ in 0..self.training.games_per_set {
                self.play_game(&mut dice, &mut record);
                self.games += 1;
            }
            record.snapshots = self.learners.each_ref().map(|learner| {
                let boxes = learner.as_ref()?.len() as u64;
                Some(Snapshot {
                    boxes,
                    ..Snapshot::default()
                })
            });
            self.history.push(record);
        }
    }

    fn play_game(&mut self, dice: &mut Dice, record: &mut Record) {
        let ValueTraining {
            game,
            values,
            layout,
            opponent,
            ..
        } = &self.training;
        let (mut at, mut ply) = (game.start(), 0);
        let mut gave_up = None;
        let outcome = loop {
            if let Some(outcome) = game.outcome(&at) {
                break outcome;
            }
            let side = game.side(&at);
            let choice = if let Some(learner) = &mut self.learners[side.index()] {
                let m = learner.choose(values, *layout, (game, &at), (ply, self.games), dice);
                Choice::Move(m)
            } else {
                let mover = opponent.mover(self.games, dice);
                Offer::default().play(mover, (game, &at), dice)
            };
            let Choice::Move(m) = choice else {
                gave_up = Some(side);
                break Outcome::Win(side.other());
            };
            at = game.play(&at, m);
            ply += 1;
        };
        for side in Side::BOTH {
            if let Some(learner) = &mut self.learners[side.index()] {
                learner.conclude(values, outcome.verdict(side), self.games);
            }
        }
        record.results.count(outcome);
        if let Some(side) = gave_up {
            record.resigned[side.index()] += 1;
        }
    }
}
