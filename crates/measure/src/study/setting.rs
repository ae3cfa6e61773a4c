//! The setting of a study.

use std::ops::Deref;

use serde::{Deserialize, Serialize};

use crate::learn::{GameLog, TrainingSpec};
use crate::text::{count, thousands};

/// The number of the results of this program: the same for all programs in which every run has the same
/// result. A change of a golden result raises it, so that parts of studies by different programs are not put
/// together.
pub const RESULTS: u32 = 2;

/// The most games in the window of [`Speed`](super::Speed), unless a number is given.
const WINDOW: u64 = 500;

/// The most sampled games that examine a table.
const EXAMINING: u64 = 1_000;

/// The number of last sets from which the final figures of a run are computed.
pub(super) const LAST: u64 = 10;

/// What all runs of a study have in common: their training, whose fields are read as its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySetting {
    /// The training.
    pub spec: TrainingSpec,
    /// The number of runs.
    pub runs: u64,
    /// The number of sets of a run.
    pub sets: u64,
    /// The number of last games of which few must be lost, for [`Speed`](super::Speed).
    pub window: u64,
    /// The number of sets that make a point of the curves, if it is not the usual one. Parts have it beside the setting.
    #[serde(skip)]
    pub step: Option<u64>,
}

impl Deref for StudySetting {
    type Target = TrainingSpec;

    fn deref(&self) -> &TrainingSpec {
        &self.spec
    }
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

    /// `100 runs of 100 sets of 100 games`.
    pub fn in_words(self) -> String {
        let runs = count(self.runs, "run", "runs");
        format!("{runs} of {}", self.run_in_words())
    }

    fn run_in_words(self) -> String {
        let games = count(self.games_per_set, "game", "games");
        format!("{} of {games}", count(self.sets, "set", "sets"))
    }
}

impl StudySetting {
    /// How much is played.
    pub const fn size(&self) -> StudySize {
        StudySize {
            runs: self.runs,
            sets: self.sets,
            games_per_set: self.spec.games_per_set,
        }
    }

    /// The window of this many games; without a number 500, or a tenth of a run with fewer than 5,000 games.
    pub fn window(size: StudySize, games: Option<u64>) -> u64 {
        let games = games.unwrap_or_else(|| WINDOW.min(size.games_per_run() / 10));
        games.max(1)
    }

    /// The sampled games that examine a table at the end of a run in each way of play: 1,000, or a tenth of a shorter
    /// run, so that they take a small part of the time.
    pub fn examining_games(&self) -> u64 {
        (self.size().games_per_run() / 10).clamp(1, EXAMINING)
    }

    /// Fewer last games than this tell nothing of how often games are lost: a learner of nothing is lucky in a few.
    pub const LEAST_WINDOW: u64 = 20;

    /// More games of a set or a window are not followed one by one: each takes a byte of every run that is played.
    pub const MOST_FOLLOWED: u64 = GameLog::MOST;

    /// Whether the window has games enough, a run is long enough for it, and its games can be followed one by one.
    pub const fn fits_window(&self) -> bool {
        self.window <= self.size().games_per_run()
            && self.window >= Self::LEAST_WINDOW
            && self.window <= Self::MOST_FOLLOWED
            && self.spec.games_per_set <= Self::MOST_FOLLOWED
    }

    /// The length of a run: `100 sets of 100 games`.
    pub fn length(&self) -> String {
        self.size().run_in_words()
    }

    /// How many sets make one point of the curves; the last point may have fewer.
    pub fn sets_of_a_point(&self) -> u64 {
        let usual = self.sets.div_ceil(Self::MOST_POINTS);
        self.step.unwrap_or(usual).max(1)
    }

    /// The most points of a curve; in longer trainings, several sets make one point.
    pub const MOST_POINTS: u64 = 1_000;

    /// Whether a curve over `sets` sets, with a point every `step` of them, has no more than [`Self::MOST_POINTS`].
    pub const fn admits_step(sets: u64, step: u64) -> bool {
        step > 0 && sets.div_ceil(step) <= Self::MOST_POINTS
    }

    /// The seed, its batches, whether the games explore, and the player that moves in positions without a box if it is known.
    pub fn provenance(&self) -> String {
        let how = if self.explores() {
            "; values: games explore, exact figures are greedy"
        } else {
            ""
        };
        let batches = match self.terms.batch {
            1 => String::new(),
            games => format!(", in batches of {}", thousands(games)),
        };
        let fallback = match self.fallback.as_str() {
            "" => String::new(),
            fallback => format!(", {fallback} where there is no box"),
        };
        format!("seed {}{batches}{how}{fallback}", self.seed)
    }
}
