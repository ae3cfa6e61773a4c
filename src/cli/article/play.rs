//! The six experiments, played as the article has them.

use std::sync::Arc;

use menace::arena::{Chances, Ground, Tally, sample_sets};
use menace::game::{Results, Side};
use menace::games::TicTacToe;
use menace::learn::{
    History, Learners, Opponent, Reader, Reading, Record, Rule, Table, Training, preset,
};
use menace::player::{Player, Random};
use rayon::prelude::*;

use super::figures::Figures;

/// How many sets an experiment has.
pub(super) const SETS: u64 = 100;

/// How many games a set has.
pub(super) const GAMES: u64 = 100;

/// All that was found.
pub(super) struct Findings {
    /// The seed of it all.
    pub(super) seed: u64,
    /// The exact chances of experiment 1.
    pub(super) random: Chances,
    /// The sampled games of experiment 1.
    pub(super) idle: History,
    /// The sampled games of experiment 4.
    pub(super) meeting: History,
    /// The experiments in detail, as run 0.
    pub(super) pass: Pass,
    /// What is kept of every run, run 0 first.
    pub(super) figures: Vec<Figures>,
}

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
struct Stage {
    seed: u64,
    rule: Rule,
    ground: Ground<TicTacToe>,
}

impl Findings {
    /// Plays the experiments so many times, on all threads of rayon's pool.
    pub(super) fn new(seed: u64, runs: u64) -> menace::Result<Self> {
        let stage = Stage {
            seed,
            rule: preset("rote")?,
            ground: Ground::new(TicTacToe)?,
        };
        let (pass, others) = rayon::join(
            || stage.pass(0),
            || -> menace::Result<Vec<Figures>> {
                let runs = (1..runs).into_par_iter();
                runs.map(|run| Ok(Figures::new(run, &stage.pass(run)?)))
                    .collect()
            },
        );
        let pass = pass?;
        let mut figures = vec![Figures::new(0, &pass)];
        figures.extend(others?);
        let [first, second] = Stage::readers(&pass.first, &pass.second);
        let random = stage.ground.policy(&Random);
        Ok(Self {
            seed,
            random: stage.ground.chances([&random, &random]),
            idle: stage.matches([&Random, &Random]),
            meeting: stage.matches([&first, &second]),
            pass,
            figures,
        })
    }
}

impl Stage {
    fn pass(&self, run: u64) -> menace::Result<Pass> {
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
    fn readers(first: &Trained, second: &Trained) -> [Reader; 2] {
        let first = [first.tables[0].clone(), None];
        let second = [None, second.tables[1].clone()];
        [first, second].map(|tables| Reader::new("table".to_owned(), tables, Reading::Draw))
    }

    /// An experiment in which nobody learns.
    fn matches(&self, players: [&dyn Player<TicTacToe>; 2]) -> History {
        let mut history = History::default();
        for tally in sample_sets(&TicTacToe, players, (SETS, GAMES), self.seed) {
            history.push(record(tally));
        }
        history
    }
}

/// A set in which nobody learnt.
fn record(tally: Tally) -> Record {
    Record {
        sets: 1,
        results: Results {
            first_wins: tally.first_wins,
            draws: tally.draws,
            second_wins: tally.second_wins,
        },
        resigned: tally.resigned,
        snapshots: [None, None],
    }
}
