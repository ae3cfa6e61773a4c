//! The six experiments, played as the article has them.

use std::sync::Arc;

use menace::arena::{Chances, Ground, Sets, Tally, sample_sets};
use menace::game::Side;
use menace::games::TicTacToe;
use menace::learn::{
    History, Learners, Opponent, Reader, Reading, Record, Rule, Table, Training, preset,
};
use menace::player::{Player, Random};

/// How many sets an experiment has.
pub(super) const SETS: u64 = 100;

/// How many games a set has.
pub(super) const GAMES: u64 = 100;

/// The games of an experiment in which nobody learns.
const EXPERIMENT: Sets = Sets {
    sets: SETS,
    games: GAMES,
};

/// All trainings of the article once, under the number of a run.
pub(super) struct Pass {
    /// Experiment 2.
    pub(super) first: Trained,
    /// Experiment 3.
    pub(super) second: Trained,
    /// The exact chances of experiment 4.
    pub(super) chances: Chances,
    /// Experiment 5.
    pub(super) onward: Trained,
    /// Experiment 6.
    pub(super) together: Trained,
}

/// What came of one training.
pub(super) struct Trained {
    /// What happened.
    pub(super) history: History,
    /// What the sides that learnt know now.
    pub(super) tables: [Option<Arc<Table>>; 2],
}

/// What all runs share.
pub(super) struct Stage {
    seed: u64,
    rule: Rule,
    ground: Ground<TicTacToe>,
}

impl Stage {
    pub(super) fn new(seed: u64) -> menace::Result<Self> {
        Ok(Self {
            seed,
            rule: preset("rote")?,
            ground: Ground::new(TicTacToe)?,
        })
    }

    /// The exact chances of experiment 1.
    pub(super) fn random(&self) -> Chances {
        let random = self.ground.policy(&Random);
        self.ground.chances([&random, &random])
    }

    /// All trainings under the number of a run.
    pub(super) fn pass(&self, run: u64) -> menace::Result<Pass> {
        let none = [None, None];
        let first = self.train(run, Learners::First, &none)?;
        let second = self.train(run, Learners::Second, &none)?;
        let tables = [first.tables[0].clone(), second.tables[1].clone()];
        let onward = self.train(run, Learners::Both, &tables)?;
        let together = self.train(run, Learners::Both, &none)?;
        let policies = Self::readers(&first, &second).map(|reader| self.ground.policy(&reader));
        Ok(Pass {
            chances: self.ground.chances([&policies[0], &policies[1]]),
            first,
            second,
            onward,
            together,
        })
    }

    /// One experiment with learners that begin with these tables.
    fn train(
        &self,
        run: u64,
        learners: Learners,
        tables: &[Option<Arc<Table>>; 2],
    ) -> menace::Result<Trained> {
        let training = Training {
            game: TicTacToe,
            rule: self.rule.clone(),
            learners,
            opponent: Opponent::Player(Arc::new(Random)),
            games_per_set: GAMES,
            seed: self.seed,
            run,
        };
        let tables = [0, 1].map(|side| tables[side].as_deref());
        let mut run = training.resume(tables, History::default())?;
        run.play(SETS);
        Ok(Trained {
            history: run.history().clone(),
            tables: Side::BOTH.map(|side| run.table(side).map(Arc::new)),
        })
    }

    /// The players of experiment 4: the tables of 2 and 3, no longer learning.
    pub(super) fn readers(first: &Trained, second: &Trained) -> [Reader; 2] {
        let first = [first.tables[0].clone(), None];
        let second = [None, second.tables[1].clone()];
        [first, second].map(|tables| Reader::new("table".to_owned(), tables, Reading::Draw))
    }

    /// An experiment in which nobody learns.
    pub(super) fn matches(&self, players: [&dyn Player<TicTacToe>; 2]) -> History {
        let mut history = History::default();
        for tally in sample_sets(&TicTacToe, players, EXPERIMENT, self.seed) {
            history.push(record(tally));
        }
        history
    }
}

/// A set in which nobody learnt.
fn record(tally: Tally) -> Record {
    Record {
        sets: 1,
        results: tally.results,
        resigned: tally.resigned,
        snapshots: [None, None],
    }
}
