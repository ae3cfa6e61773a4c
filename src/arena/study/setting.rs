//! What was played in a study.

use crate::game::Game;
use crate::learn::{Learners, Training};

/// What all runs of a study have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The game's name.
    pub game: String,
    /// The name of the rule.
    pub rule: String,
    /// The name of the opponent; empty when both sides learn or nobody has told it.
    pub opponent: String,
    /// Who learns.
    pub learners: Learners,
    /// How many runs.
    pub runs: u64,
    /// How many sets of games a run has.
    pub sets: u64,
    /// How many games make a set.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Whether every table was evaluated exactly after every set.
    pub exact: bool,
}

impl Setting {
    /// The setting of `runs` runs of a training, each over `sets` sets, without exact results and
    /// without the opponent's name.
    pub fn new<G: Game>(training: &Training<G>, runs: u64, sets: u64) -> Self {
        Self {
            game: training.game.name(),
            rule: training.rule.name.clone(),
            opponent: String::new(),
            learners: training.learners,
            runs,
            sets,
            games_per_set: training.games_per_set,
            seed: training.seed,
            exact: false,
        }
    }

    /// The rule, and the opponent or that there is none.
    #[must_use]
    pub fn heading(&self) -> String {
        match self.opponent.as_str() {
            "" => format!("{} against each other", self.rule),
            opponent => format!("{} against {opponent}", self.rule),
        }
    }
}
