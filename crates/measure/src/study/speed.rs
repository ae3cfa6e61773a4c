//! How soon the runs of a study come to lose few games: the games needed until a given share of the last ones is not lost.

use serde::{Deserialize, Serialize};

use super::setting::StudySetting;
use super::spread::Spread;
use crate::game::Side;
use crate::learn::{Learners, move_games};

/// After how many games the runs first reach a given share of games not lost among their last games.
///
/// The last games are the [window](StudySetting::window) of the setting, after any game; a run with fewer games has not
/// reached the share. Refused games are included, but do not count as not lost.
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

/// The games of a window that are this share of it, in percent, or just more.
const fn needed(window: u64, percent: u64) -> u64 {
    (window / 100) * percent + (window % 100 * percent).div_ceil(100)
}

/// Follows one run game by game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeedMeter {
    games: u64,
    /// The games of the window as in a [`GameLog`](crate::learn::GameLog), where game n is at the place n modulo its length;
    /// empty once all was reached.
    window: Vec<u8>,
    /// What each side did not lose in the window.
    not_lost: [u64; 2],
    /// The games played until each of the [`speeds`] was reached.
    reached: Vec<Option<u64>>,
}

impl SpeedMeter {
    pub(super) fn new(learners: Learners) -> Self {
        Self {
            games: 0,
            window: Vec::new(),
            not_lost: [0; 2],
            reached: vec![None; learners.sides().count() * Speed::PERCENTS.len()],
        }
    }

    /// Whether some share can still be reached.
    pub(super) fn is_open(&self, setting: &StudySetting) -> bool {
        setting.fits_window() && self.reached.iter().any(Option::is_none)
    }

    /// Adds the games of the next set, which are there as long as it is open.
    pub(super) fn follow(&mut self, games: &[u8], setting: &StudySetting, speeds: &[Speed]) {
        if games.is_empty() {
            self.games += setting.games_per_set;
            return;
        }
        let window = setting.window;
        if self.window.is_empty() {
            self.window = vec![0; usize::try_from(window).unwrap_or(usize::MAX)];
        }
        let mut rest = games;
        while !rest.is_empty() {
            let place = usize::try_from(self.games % window).unwrap_or(0);
            let least = self.least(window, speeds);
            let moved = move_games(rest, (&mut self.window, place), &mut self.not_lost, least);
            self.games += moved as u64;
            rest = &rest[moved..];
            for (reached, speed) in self.reached.iter_mut().zip(speeds) {
                let not_lost = self.not_lost[speed.side.index()];
                let is_it = self.games >= window && not_lost >= needed(window, speed.percent);
                if is_it && reached.is_none() {
                    *reached = Some(self.games);
                }
            }
        }
        if !self.is_open(setting) {
            self.window = Vec::new();
            self.not_lost = [0; 2];
        }
    }

    /// The least number of games of the window with which each side reaches a share that it has not reached.
    fn least(&self, window: u64, speeds: &[Speed]) -> [u64; 2] {
        let mut least = [u64::MAX; 2];
        for (reached, speed) in self.reached.iter().zip(speeds) {
            if reached.is_none() {
                let own = &mut least[speed.side.index()];
                *own = needed(window, speed.percent).min(*own);
            }
        }
        least
    }

    /// Whether this can follow a run of this setting after this many sets.
    pub(super) fn is_possible(&self, sets: u64, setting: &StudySetting, speeds: &[Speed]) -> bool {
        let window = setting.window;
        let is_held = self.is_open(setting) && self.games > 0;
        let held = if is_held { window } else { 0 };
        let played = usize::try_from(self.games).unwrap_or(usize::MAX);
        let sum = |side: usize| {
            let games = self.window.iter().map(|game| u64::from(game >> side & 1));
            games.sum::<u64>()
        };
        Some(self.games) == sets.checked_mul(setting.games_per_set)
            && self.reached.len() == speeds.len()
            && (self.reached.iter().flatten()).all(|games| (window..=self.games).contains(games))
            && self.window.len() as u64 == held
            && self.window.iter().all(|game| *game <= 3)
            && self.window.iter().skip(played).all(|game| *game == 0)
            && [0, 1].map(sum) == self.not_lost
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
