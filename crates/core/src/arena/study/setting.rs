//! The setting of a study.

use crate::game::Game;
use crate::learn::{Learners, Training};
use crate::player::tictactoe::script;

/// The number of the results of this program: the same for all programs in which every run has the same
/// result. Whoever changes a golden result raises it, so that parts of studies by different programs are
/// not put together.
pub const RESULTS: u32 = 1;

/// The most points of a curve; in longer trainings, several sets make one point.
const POINTS: u64 = 1_000;

/// The number of last sets from which the final figures of a run are computed.
pub(super) const LAST: u64 = 10;

/// What all runs of a study have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// The game's name.
    pub game: String,
    /// The name of the rule.
    pub rule: String,
    /// The name of the opponent; empty when both sides learn or it is unknown.
    pub opponent: String,
    /// The name of the player that moves for the learners in positions without a box; empty when any legal
    /// move is played there or it is unknown.
    pub outside: String,
    /// The sides that learn.
    pub learners: Learners,
    /// The number of runs.
    pub runs: u64,
    /// The number of sets of a run.
    pub sets: u64,
    /// The number of games in a set.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Whether every table was evaluated exactly after every set.
    pub exact: bool,
    /// Whether the games explore, and exact figures are those of greedy play: the rule keeps values.
    pub explores: bool,
}

/// How much is played in a study, or in several together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudySize {
    /// The number of runs.
    pub runs: u64,
    /// The number of sets of a run.
    pub sets: u64,
    /// The number of games in a set.
    pub games_per_set: u64,
}

impl StudySize {
    /// The number of games of a run, or the largest number if there are more.
    pub const fn games_per_run(self) -> u64 {
        self.sets.saturating_mul(self.games_per_set)
    }

    /// The number of games of all runs, or the largest number if there are more.
    pub const fn games(self) -> u64 {
        self.runs.saturating_mul(self.games_per_run())
    }
}

impl Setting {
    /// The setting of `runs` runs of a training, each over `sets` sets, without exact results and
    /// without the names of the opponent and the outside player.
    pub fn new<G: Game>(training: &Training<G>, runs: u64, sets: u64) -> Self {
        Self {
            game: training.game.name(),
            rule: training.rule.name.clone(),
            opponent: String::new(),
            outside: String::new(),
            learners: training.learners,
            runs,
            sets,
            games_per_set: training.games_per_set,
            seed: training.seed,
            exact: false,
            explores: training.rule.values().is_some(),
        }
    }

    /// How much is played.
    pub const fn size(&self) -> StudySize {
        StudySize {
            runs: self.runs,
            sets: self.sets,
            games_per_set: self.games_per_set,
        }
    }

    /// How many sets make one point of the curves; the last point may have fewer.
    pub(crate) fn sets_of_a_point(&self) -> u64 {
        self.sets.div_ceil(POINTS).max(1)
    }

    /// Whether the score of the learner is counted after each game, as in the tournament of 1961.
    pub fn has_score(&self) -> bool {
        self.opponent == script::NAME
    }

    /// The seed, whether the games explore, and the player that moves in positions without a box if it is known.
    pub fn provenance(&self) -> String {
        let how = if self.explores {
            "; values: games explore, exact figures are greedy"
        } else {
            ""
        };
        match self.outside.as_str() {
            "" => format!("seed {}{how}", self.seed),
            outside => format!("seed {}{how}, {outside} where there is no box", self.seed),
        }
    }

    /// The rule and the opponent; without an opponent, that both sides play each other, or a shared machine
    /// itself.
    pub fn heading(&self) -> String {
        match self.opponent.as_str() {
            "" if self.learners == Learners::Shared => format!("{} against itself", self.rule),
            "" => format!("{} against each other", self.rule),
            opponent => format!("{} against {opponent}", self.rule),
        }
    }
}
