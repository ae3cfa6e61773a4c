//! How soon the runs of a study come to lose few games: the games needed until a given share of the last ones is not lost.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::setting::StudySetting;
use super::spread::Spread;
use crate::game::Side;
use crate::learn::{Learners, Record};

/// After how many games the runs first reach a given share of games not lost among their last games.
///
/// The last games are the [window](StudySetting::window) of the setting; a run with fewer games has not reached the
/// share. Refused games are included, but do not count as not lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speed {
    /// The side that learns.
    pub side: Side,
    /// The share of games not lost, in percent.
    pub percent: u64,
    /// The games played until then, for the runs that reached the share.
    pub games: Spread,
    /// The number of runs that did not reach it.
    pub not_reached: u64,
}

impl Speed {
    /// The shares that are measured, in percent.
    pub const PERCENTS: [u64; 3] = [80, 90, 95];

    pub(super) fn absorb(&mut self, other: Self) {
        self.games.absorb(other.games);
        self.not_reached += other.not_reached;
    }
}

/// The shares measured in a training, with nothing counted yet.
pub(super) fn speeds(learners: Learners) -> Vec<Speed> {
    learners
        .sides()
        .flat_map(|side| {
            Speed::PERCENTS.map(|percent| Speed {
                side,
                percent,
                games: Spread::default(),
                not_reached: 0,
            })
        })
        .collect()
}

/// Follows one run set by set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedMeter {
    games_per_set: u64,
    sets: u64,
    /// For each set in the window, the games that each side did not lose.
    window: VecDeque<[u64; 2]>,
    /// The sums over the window.
    not_lost: [u64; 2],
    /// The games played until each of the [`speeds`] was reached.
    reached: Vec<Option<u64>>,
}

impl SpeedMeter {
    pub(super) fn new(games_per_set: u64, learners: Learners) -> Self {
        Self {
            games_per_set,
            sets: 0,
            window: VecDeque::new(),
            not_lost: [0; 2],
            reached: vec![None; learners.sides().count() * Speed::PERCENTS.len()],
        }
    }

    /// Adds the next set.
    pub(super) fn follow(&mut self, record: &Record, window_sets: u64, speeds: &[Speed]) {
        self.sets += 1;
        if self.reached.iter().all(Option::is_some) {
            return;
        }
        let latest = Side::BOTH.map(|side| record.results.not_lost(side));
        self.window.push_back(latest);
        let out = if self.window.len() as u64 > window_sets {
            self.window.pop_front().unwrap_or_default()
        } else {
            [0; 2]
        };
        for side in Side::BOTH.map(Side::index) {
            self.not_lost[side] += latest[side];
            self.not_lost[side] -= out[side];
        }
        if self.sets < window_sets {
            return;
        }
        let games = u128::from(window_sets) * u128::from(self.games_per_set);
        for (reached, speed) in self.reached.iter_mut().zip(speeds) {
            let not_lost = self.not_lost[speed.side.index()];
            let enough = u128::from(not_lost) * 100 >= games * u128::from(speed.percent);
            if enough && reached.is_none() {
                *reached = Some(self.sets.saturating_mul(self.games_per_set));
            }
        }
    }

    /// Whether this can follow a run of this setting after this many sets.
    pub(super) fn is_possible(&self, sets: u64, setting: &StudySetting, speeds: &[Speed]) -> bool {
        let each = setting.games_per_set;
        let window_sets = setting.window;
        let is_over = self.reached.iter().all(Option::is_some);
        self.games_per_set == each
            && self.sets == sets
            && self.reached.len() == speeds.len()
            && self.reached.iter().flatten().all(|&games| {
                let sets = games / each;
                games % each == 0 && (window_sets..=self.sets).contains(&sets)
            })
            && (is_over || self.window.len() as u64 == sets.min(window_sets))
            && self.window.len() as u64 <= window_sets
            && self.window.iter().flatten().all(|&n| n <= each)
            && [0, 1].map(|i| {
                let mut games = self.window.iter().map(|set| set[i]);
                games.try_fold(0_u64, u64::checked_add)
            }) == self.not_lost.map(Some)
    }

    /// Adds the finished run to the counts; returns the games until each share was reached.
    pub(super) fn count(self, speeds: &mut [Speed]) -> Vec<Option<u64>> {
        for (reached, speed) in self.reached.iter().zip(speeds) {
            match reached {
                Some(games) => speed.games.count(*games),
                None => speed.not_reached += 1,
            }
        }
        self.reached
    }
}
