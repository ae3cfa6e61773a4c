//! Many runs of one training at once, and what they have in common.
//!
//! Run `k` of a study is the run `k` of its training, so any of them can be played again alone. The
//! runs are played in groups, several in step on each core; what is kept of them are integer counts
//! that do not depend on the order in which groups finish, so the number of threads changes nothing.
//! Memory grows with the number of points of the curves and of different values there, not with the
//! number of runs, except for the final figures that are kept of each.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::game::{Game, Move, Side};
use crate::learn::{Exact, Examiner, Group, Layout, Record, Standing, Training};

/// How many runs are played in step on one core: enough to hide waiting, few enough for their boxes
/// to stay in the nearest caches (`benches/training.rs` compares).
const IN_STEP: u64 = 2;

/// The most points a curve of a study has; of longer trainings several sets make a point.
const POINTS: u64 = 1_000;

/// What is followed over the sets of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Curve {
    /// Games this side won.
    Wins(Side),
    /// Games nobody won.
    Draws,
    /// Games this side did not lose.
    NotLost(Side),
    /// Games this side gave up.
    Resigned(Side),
    /// Matchboxes this side has met.
    Boxes(Side),
    /// Matchboxes of this side with a move that has lost all its beads.
    Zeroed(Side),
    /// What its tables are worth exactly, in hundredths of a percent.
    Exact(Side, Figure),
}

/// What is followed of the exact worth of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// The chance to win against random play.
    WinRandom,
    /// The chance to lose against random play.
    LoseRandom,
    /// The chance to lose against perfect play.
    LosePerfect,
    /// The largest chance any opponent has to beat it.
    WorstLoss,
    /// The share of right boxes among those its play reaches.
    Right,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 5] = [
        Self::WinRandom,
        Self::LoseRandom,
        Self::LosePerfect,
        Self::WorstLoss,
        Self::Right,
    ];

    fn of(self, exact: &Exact) -> u64 {
        let parts = match self {
            Self::WinRandom => exact.random[0],
            Self::LoseRandom => exact.random[2],
            Self::LosePerfect => exact.perfect[2],
            Self::WorstLoss => exact.worst_loss,
            Self::Right => exact.sound_reached,
        };
        (parts + HUNDREDTH / 2) / HUNDREDTH
    }
}

/// A hundredth of a percent in the units of exact figures.
const HUNDREDTH: u64 = 100_000_000;

impl Curve {
    /// The name in tables and files, such as `first_wins`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Wins(side) => format!("{}_wins", side.name()),
            Self::Draws => "draws".to_owned(),
            Self::NotLost(side) => format!("{}_not_lost", side.name()),
            Self::Resigned(side) => format!("{}_resigned", side.name()),
            Self::Boxes(side) => format!("{}_boxes", side.name()),
            Self::Zeroed(side) => format!("{}_zeroed", side.name()),
            Self::Exact(side, figure) => {
                let what = match figure {
                    Figure::WinRandom => "win_random",
                    Figure::LoseRandom => "lose_random",
                    Figure::LosePerfect => "lose_perfect",
                    Figure::WorstLoss => "worst_loss",
                    Figure::Right => "right",
                };
                format!("{}_exact_{what}", side.name())
            }
        }
    }

    fn value(self, point: &Record) -> u64 {
        let standing = |side: Side| point.standing[side.index()].as_ref();
        match self {
            Self::Wins(side) => point.wins(side),
            Self::Draws => point.draws,
            Self::NotLost(side) => point.not_lost(side),
            Self::Resigned(side) => point.resigned[side.index()],
            Self::Boxes(side) => standing(side).map_or(0, |s| s.boxes),
            Self::Zeroed(side) => standing(side).map_or(0, Standing::zeroed_total),
            Self::Exact(side, figure) => {
                let exact = standing(side).and_then(|standing| standing.exact.as_ref());
                exact.map_or(0, |exact| figure.of(exact))
            }
        }
    }
}

/// How often each value of a curve occurred at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(BTreeMap<u64, u64>);

impl Spread {
    fn count(&mut self, value: u64) {
        *self.0.entry(value).or_default() += 1;
    }

    fn absorb(&mut self, other: Self) {
        for (value, times) in other.0 {
            *self.0.entry(value).or_default() += times;
        }
    }

    /// How many values there were.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.0.values().sum()
    }

    /// Whether there were none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their mean, 0 of none.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a mean is reported to a few digits"
    )]
    pub fn mean(&self) -> f64 {
        let sum: u128 = self
            .0
            .iter()
            .map(|(&v, &n)| u128::from(v) * u128::from(n))
            .sum();
        sum as f64 / self.len().max(1) as f64
    }

    /// Their standard deviation (of a sample), 0 of fewer than two.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        reason = "a deviation is reported to a few digits"
    )]
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares: f64 = self
            .0
            .iter()
            .map(|(&v, &n)| (v as f64 - mean).powi(2) * n as f64)
            .sum();
        (squares / self.len().saturating_sub(1).max(1) as f64).sqrt()
    }

    /// The value that `part` in a hundred of them do not exceed: the smallest that as many or more
    /// reach.
    #[must_use]
    pub fn quantile(&self, part: u64) -> u64 {
        let rank = (self.len() * part).div_ceil(100).max(1);
        let mut below = 0;
        let reached = self.0.iter().find(|(_, times)| {
            below += **times;
            below >= rank
        });
        reached.map_or(0, |(&value, _)| value)
    }

    /// The least and the greatest.
    #[must_use]
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }
}

/// All curves at one point: after so many sets, over the sets since the point before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// How many sets have been played.
    pub after: u64,
    /// How many sets this point covers.
    pub sets: u64,
    /// The values of each curve over all runs.
    pub curves: BTreeMap<Curve, Spread>,
}

/// How one run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finish {
    /// Which run.
    pub run: u64,
    /// The last sets together, [`Study::LAST`] of them if there are as many.
    pub last: Record,
    /// The moves with the most beads in the opening box, where the first side learns.
    pub favourites: Vec<Move>,
}

/// What many runs of a training have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// The curves, point after point.
    pub points: Vec<Point>,
    /// How each run ended, in the order of the runs.
    pub finishes: Vec<Finish>,
}

impl Study {
    /// How many sets at the end make the final figures of a run.
    pub const LAST: u64 = 10;

    /// Plays so many runs of a training, each over so many sets, on all threads of rayon's pool.
    ///
    /// The number of the training's own run is not used; runs are numbered from 0. With an
    /// examiner, the exact worth of every table after every set is followed too.
    pub fn conduct<G: Game>(
        training: &Training<G>,
        runs: u64,
        sets: u64,
        examiner: Option<&Arc<dyn Examiner>>,
    ) -> Self {
        let groups = runs.div_ceil(IN_STEP);
        let next = AtomicU64::new(0);
        // Every thread lays its ground out once and takes group after group, so that none is idle
        // while there are some left. Who takes which makes no difference to sums.
        let work = |_| {
            let mut group = training.clone().begin_group(0..0);
            if let Some(examiner) = examiner {
                group = group.examined_by(examiner.clone());
            }
            let mut done = Self::default();
            loop {
                let first = next.fetch_add(1, Ordering::Relaxed) * IN_STEP;
                if first >= runs {
                    return done;
                }
                let runs = first..(first + IN_STEP).min(runs);
                done.absorb(play(training, &mut group, runs, sets, examiner.is_some()));
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(groups);
        let mut whole = (0..threads)
            .into_par_iter()
            .map(work)
            .reduce(Self::default, |mut a, b| {
                a.absorb(b);
                a
            });
        whole.finishes.sort_by_key(|finish| finish.run);
        whole
    }

    fn absorb(&mut self, other: Self) {
        if self.points.is_empty() {
            self.points = other.points;
            self.finishes.extend(other.finishes);
            return;
        }
        for (point, others) in self.points.iter_mut().zip(other.points) {
            for (curve, spread) in others.curves {
                point.curves.entry(curve).or_default().absorb(spread);
            }
        }
        self.finishes.extend(other.finishes);
    }

    /// How often each opening move was a favourite; of several in one run each counts.
    #[must_use]
    pub fn favourites(&self) -> BTreeMap<Move, u64> {
        let mut times = BTreeMap::new();
        for m in self.finishes.iter().flat_map(|finish| &finish.favourites) {
            *times.entry(*m).or_default() += 1;
        }
        times
    }

    /// The final value of a curve over all runs, over the last sets together.
    #[must_use]
    pub fn last(&self, curve: Curve) -> Spread {
        let mut spread = Spread::default();
        for finish in &self.finishes {
            spread.count(curve.value(&finish.last));
        }
        spread
    }
}

/// The curves that mean something when these sides learn.
fn curves(learns: [bool; 2], examined: bool) -> Vec<Curve> {
    let mut curves = vec![
        Curve::Wins(Side::First),
        Curve::Draws,
        Curve::Wins(Side::Second),
    ];
    for side in Side::BOTH.into_iter().filter(|side| learns[side.index()]) {
        curves.extend([
            Curve::NotLost(side),
            Curve::Resigned(side),
            Curve::Boxes(side),
            Curve::Zeroed(side),
        ]);
        if examined {
            curves.extend(Figure::ALL.map(|figure| Curve::Exact(side, figure)));
        }
    }
    curves
}

/// Plays some of the runs, in step.
fn play<G: Game>(
    training: &Training<G>,
    group: &mut Group<G>,
    runs: Range<u64>,
    sets: u64,
    examined: bool,
) -> Study {
    let learns = Side::BOTH.map(|side| training.learners.learns(side));
    let curves = curves(learns, examined);
    group.begin_again(runs.clone());
    let each = sets.div_ceil(POINTS).max(1);
    let mut points = Vec::new();
    let mut played = 0;
    while played < sets {
        let covered = each.min(sets - played);
        let mut sums: Vec<Record> = Vec::new();
        for _ in 0..covered {
            group.play_set();
            if sums.is_empty() {
                sums = group.latest().cloned().collect();
            } else {
                sums.iter_mut()
                    .zip(group.latest())
                    .for_each(|(sum, next)| sum.absorb(next.clone()));
            }
        }
        played += covered;
        let mut point = Point {
            after: played,
            sets: covered,
            curves: BTreeMap::new(),
        };
        for &curve in &curves {
            let spread = point.curves.entry(curve).or_default();
            for sum in &sums {
                spread.count(curve.value(sum));
            }
        }
        points.push(point);
    }
    Study {
        points,
        finishes: finishes(training, group, runs),
    }
}

fn finishes<G: Game>(training: &Training<G>, group: &Group<G>, runs: Range<u64>) -> Vec<Finish> {
    let start = training.game.start();
    let opening = Layout::from(&training.rule).place(&training.game, &start);
    runs.zip(group.histories())
        .enumerate()
        .map(|(i, (run, history))| {
            let beads = group.beads(i, Side::First, opening.key).unwrap_or_default();
            let most = beads.iter().copied().max().unwrap_or(0);
            let favourites = beads
                .iter()
                .zip(&opening.colours)
                .filter(|(n, _)| **n == most && most > 0)
                .filter_map(|(_, moves)| moves.first().copied())
                .collect();
            Finish {
                run,
                last: history.last(Study::LAST),
                favourites,
            }
        })
        .collect()
}
