//! Plays the six experiments as the article describes them.

use std::sync::Arc;

use matchboxes::arena::{Chances, Contest, Ground, Policy, Sets};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, TicTacToe};
use matchboxes::learn::{
    History, Learners, Reader, Reading, Record, Rule, Table, Training, preset,
};
use matchboxes::player::{Perfect, Player, Random};
use serde::Serialize;

/// The game, as the program plays it: what learns and solves is compiled for it already.
pub(super) const GAME: AnyGame = AnyGame::TicTacToe(TicTacToe);

pub(super) const SETS: u64 = 100;

pub(super) const GAMES: u64 = 100;

pub(super) struct ArticleRun {
    /// Experiments 2, 3, 5 and 6.
    pub(super) first: TrainedRun,
    pub(super) second: TrainedRun,
    pub(super) onward: TrainedRun,
    pub(super) together: TrainedRun,
    /// Experiment 4 with each of [`READINGS`].
    pub(super) readings: [ReadTables; 3],
}

/// The ways to read the tables of experiment 4: as its beads are drawn, with their counts raised to the third power, and
/// only the most.
pub(super) const READINGS: [(&str, Reading); 3] = [
    ("sampled", Reading::Draw),
    ("sharpened", Reading::Sharpness(3)),
    ("greedy", Reading::Greedy),
];

/// The exact chances of both tables, read in one way.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct ReadTables {
    /// When they meet.
    pub(super) meeting: Chances,
    /// When each meets perfect play.
    pub(super) against_perfect: [Chances; 2],
}

pub(super) struct TrainedRun {
    pub(super) history: History,
    /// The tables of the sides that learnt.
    pub(super) tables: [Option<Arc<Table>>; 2],
}

impl TrainedRun {
    pub(super) fn tables(&self) -> [Option<&Table>; 2] {
        self.tables.each_ref().map(Option::as_deref)
    }
}

/// What all runs have in common.
pub(super) struct Setup {
    seed: u64,
    rule: Rule,
    ground: Ground<AnyGame>,
    perfect: Policy,
}

impl Setup {
    pub(super) fn new(seed: u64) -> matchboxes::Result<Self> {
        let ground = Ground::new(GAME)?;
        Ok(Self {
            seed,
            rule: preset("rote")?,
            perfect: ground.policy(&Perfect::new(GAME)?),
            ground,
        })
    }

    /// The exact chances of experiment 1.
    pub(super) fn random(&self) -> Chances {
        let random = self.ground.policy(&Random);
        self.ground.chances([&random, &random])
    }

    /// Plays all trainings as the run of this number.
    pub(super) fn run(&self, number: u64) -> matchboxes::Result<ArticleRun> {
        let none = [None, None];
        let first = self.train(number, Learners::First, &none)?;
        let second = self.train(number, Learners::Second, &none)?;
        let tables = [first.tables[0].clone(), second.tables[1].clone()];
        let onward = self.train(number, Learners::Both, &tables)?;
        let together = self.train(number, Learners::Both, &none)?;
        Ok(ArticleRun {
            readings: READINGS.map(|(_, reading)| self.read(&first, &second, reading)),
            first,
            second,
            onward,
            together,
        })
    }

    /// Plays a training whose learners start with these tables.
    fn train(
        &self,
        run: u64,
        learners: Learners,
        tables: &[Option<Arc<Table>>; 2],
    ) -> matchboxes::Result<TrainedRun> {
        let training = Training::new(GAME, self.rule.clone())
            .learners(learners)
            .games_per_set(GAMES)
            .seed(self.seed)
            .numbered(run);
        let tables = [0, 1].map(|side| tables[side].as_deref());
        let mut run = training.resume(tables, History::default())?;
        run.play(SETS);
        Ok(TrainedRun {
            history: run.history().clone(),
            tables: Side::BOTH.map(|side| run.table(side).map(Arc::new)),
        })
    }

    /// The players of experiment 4: the tables of 2 and 3, no longer learning.
    pub(super) fn readers(
        first: &TrainedRun,
        second: &TrainedRun,
        reading: Reading,
    ) -> [Reader; 2] {
        let first = [first.tables[0].clone(), None];
        let second = [None, second.tables[1].clone()];
        [first, second].map(|tables| Reader::new("table".to_owned(), tables, reading))
    }

    fn read(&self, first: &TrainedRun, second: &TrainedRun, reading: Reading) -> ReadTables {
        let policies = Self::readers(first, second, reading);
        let [first, second] = policies.map(|reader| self.ground.policy(&reader));
        let chances = |policies| self.ground.chances(policies);
        ReadTables {
            meeting: chances([&first, &second]),
            against_perfect: [
                chances([&first, &self.perfect]),
                chances([&self.perfect, &second]),
            ],
        }
    }

    /// Plays an experiment without learners.
    pub(super) fn matches(&self, players: [&dyn Player<AnyGame>; 2]) -> History {
        let (sets, games) = (SETS, GAMES);
        let mut history = History::default();
        for tally in Contest::new(&GAME, players).sample_sets(Sets { sets, games }, self.seed) {
            history.push(Record {
                sets: 1,
                results: tally.results,
                resigned: tally.resigned,
                snapshots: [None, None],
            });
        }
        history
    }
}
