//! How soon the runs of a study come to lose little: the games needed until so many of the last 500
//! are not lost.

use std::collections::VecDeque;

use super::spread::Spread;
use crate::game::{Game, Side};
use crate::learn::{Record, Training};

/// After how many games the runs have lost few of their last ones for the first time.
///
/// The last games are the sets last played that hold [`Speed::WINDOW`] games between them, one set if
/// that is enough; a run with fewer games has not come so far. Games that were refused are among
/// them, and are not counted as not lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speed {
    /// The side that learns.
    pub side: Side,
    /// How many of a hundred games are not lost.
    pub percent: u64,
    /// The games played until then, of the runs that came so far.
    pub games: Spread,
    /// How many runs did not.
    pub not_reached: u64,
}

impl Speed {
    /// Of how many games at least the share is taken.
    pub const WINDOW: u64 = 500;
    /// The shares that are followed, in percent.
    pub const PERCENTS: [u64; 3] = [80, 90, 95];

    /// How many sets make the last games.
    #[must_use]
    pub const fn sets(games_per_set: u64) -> u64 {
        Self::WINDOW.div_ceil(games_per_set)
    }

    pub(super) fn absorb(&mut self, other: Self) {
        self.games.absorb(other.games);
        self.not_reached += other.not_reached;
    }
}

/// What is followed in a training, with nothing counted yet.
pub(super) fn speeds<G: Game>(training: &Training<G>) -> Vec<Speed> {
    let of = |side| {
        Speed::PERCENTS.map(|percent| Speed {
            side,
            percent,
            games: Spread::default(),
            not_reached: 0,
        })
    };
    training.learners.sides().flat_map(of).collect()
}

/// Follows one run from set to set.
pub(super) struct Climb {
    games_per_set: u64,
    sets: u64,
    /// Of each set in the window, the games that each side did not lose.
    window: VecDeque<[u64; 2]>,
    /// Their sums.
    not_lost: [u64; 2],
    /// The games played until each of the [`speeds`].
    reached: Vec<Option<u64>>,
}

impl Climb {
    pub(super) fn new(games_per_set: u64, speeds: &[Speed]) -> Self {
        Self {
            games_per_set,
            sets: 0,
            window: VecDeque::new(),
            not_lost: [0; 2],
            reached: vec![None; speeds.len()],
        }
    }

    /// Takes note of the next set.
    pub(super) fn follow(&mut self, record: &Record, speeds: &[Speed]) {
        self.sets += 1;
        if self.reached.iter().all(Option::is_some) {
            return;
        }
        let wide = Speed::sets(self.games_per_set);
        let latest = Side::BOTH.map(|side| record.results.not_lost(side));
        self.window.push_back(latest);
        let out = if self.window.len() as u64 > wide {
            self.window.pop_front().unwrap_or_default()
        } else {
            [0; 2]
        };
        for side in Side::BOTH.map(Side::index) {
            self.not_lost[side] += latest[side];
            self.not_lost[side] -= out[side];
        }
        if self.sets < wide {
            return;
        }
        let games = u128::from(wide) * u128::from(self.games_per_set);
        for (reached, speed) in self.reached.iter_mut().zip(speeds) {
            let not_lost = self.not_lost[speed.side.index()];
            let enough = u128::from(not_lost) * 100 >= games * u128::from(speed.percent);
            if enough && reached.is_none() {
                *reached = Some(self.sets.saturating_mul(self.games_per_set));
            }
        }
    }

    /// Counts the run among the others.
    pub(super) fn count(self, speeds: &mut [Speed]) {
        for (reached, speed) in self.reached.into_iter().zip(speeds) {
            match reached {
                Some(games) => speed.games.count(games),
                None => speed.not_reached += 1,
            }
        }
    }
}
