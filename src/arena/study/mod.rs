//! Many runs of one training at once, and what they have in common.
//!
//! Run `k` of a study is the run `k` of its training, so any of them can be played again alone. The
//! runs are played in groups, several in step on each core; what is kept of them are integer counts
//! that do not depend on the order in which groups finish, so the number of threads changes nothing.
//! Memory grows with the number of points of the curves and of different values there, not with the
//! number of runs, except for the final figures that are kept of each.

mod curve;
mod spread;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

pub use curve::{Curve, Figure};
pub use spread::Spread;

use crate::game::{Game, Move, Side};
use crate::learn::{Examiner, Group, Layout, Record, Training};

/// How many runs are played in step on one core: they are played two by two, and fewer at once leave
/// less to the last thread of a study (`benches/training.rs` says what two gain).
const IN_STEP: u64 = 2;

/// The most points a curve of a study has; of longer trainings several sets make a point.
const POINTS: u64 = 1_000;

/// Hears how far a study is, from any of its threads.
pub trait Audience: Sync {
    /// So many sets more have been played, those of all runs counted.
    fn sets_played(&self, _sets: u64) {}

    /// So many runs more have come to their end.
    fn runs_ended(&self, _runs: u64) {}
}

/// Hears nothing.
impl Audience for () {}

/// All curves at one point: after so many sets, over the sets since the point before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Point {
    /// How many sets have been played.
    pub after: u64,
    /// How many sets this point covers.
    pub sets: u64,
    /// How many games a run has in these sets, those that are refused among them.
    pub games: u64,
    /// The values of each curve over all runs.
    pub curves: BTreeMap<Curve, Spread>,
    /// Of runs that refused games: how often a curve had this value over so many games played.
    short: BTreeMap<(Curve, u64, u64), u64>,
}

impl Point {
    /// A certainty in the units of [`Point::shares`].
    pub const ONE: u64 = 1_000_000_000_000;

    fn count(&mut self, record: &Record) {
        let played = record.games();
        for (&curve, spread) in &mut self.curves {
            let value = curve.value(record);
            spread.count(value);
            if played < self.games {
                *self.short.entry((curve, value, played)).or_default() += 1;
            }
        }
    }

    fn absorb(&mut self, other: Self) {
        for (curve, spread) in other.curves {
            self.curves.entry(curve).or_default().absorb(spread);
        }
        for (short, times) in other.short {
            *self.short.entry(short).or_default() += times;
        }
    }

    /// What a curve counts as a share of the games played, in parts of [`Point::ONE`], over the
    /// runs that played any.
    #[must_use]
    pub fn shares(&self, curve: Curve) -> Spread {
        let mut shares = Spread::default();
        let mut count = |value: u64, games: u64, times: u64| {
            let share = u128::from(value) * u128::from(Self::ONE) / u128::from(games.max(1));
            let share = u64::try_from(share).unwrap_or(u64::MAX);
            if games > 0 && times > 0 {
                shares.count_times(share, times);
            }
        };
        let mut whole = self.curves.get(&curve).cloned().unwrap_or_default().0;
        let all = (curve, 0, 0)..=(curve, u64::MAX, u64::MAX);
        for (&(_, value, played), &times) in self.short.range(all) {
            if let Some(left) = whole.get_mut(&value) {
                *left -= times;
            }
            count(value, played, times);
        }
        for (value, times) in whole {
            count(value, self.games, times);
        }
        shares
    }
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
    /// examiner, the exact worth of every table after every set is followed too. `()` is an
    /// audience that hears nothing.
    pub fn conduct<G: Game>(
        training: &Training<G>,
        runs: u64,
        sets: u64,
        examiner: Option<&Arc<dyn Examiner>>,
        audience: &dyn Audience,
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
            let mut done = Self {
                points: points(training, sets, examiner.is_some()),
                finishes: Vec::new(),
            };
            loop {
                let first = next.fetch_add(1, Ordering::Relaxed) * IN_STEP;
                if first >= runs {
                    return done;
                }
                let runs = first..(first + IN_STEP).min(runs);
                done.play(training, &mut group, runs, sets, audience);
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(groups);
        let mut whole = (0..threads)
            .into_par_iter()
            .map(work)
            .reduce_with(|mut a, b| {
                a.absorb(b);
                a
            })
            .unwrap_or_default();
        whole.finishes.sort_by_key(|finish| finish.run);
        whole
    }

    /// Plays some of the runs, in step, and counts what they come to.
    fn play<G: Game>(
        &mut self,
        training: &Training<G>,
        group: &mut Group<G>,
        runs: Range<u64>,
        sets: u64,
        audience: &dyn Audience,
    ) {
        let many = runs.end - runs.start;
        group.begin_again(runs.clone());
        let mut played = 0;
        let mut last = Vec::new();
        for point in &mut self.points {
            let mut sums = Vec::new();
            for _ in 0..point.sets {
                group.play_set();
                played += 1;
                add(&mut sums, group);
                if played + Self::LAST > sets {
                    add(&mut last, group);
                }
            }
            for sum in &sums {
                point.count(sum);
            }
            audience.sets_played(many * point.sets);
        }
        let ends = runs.zip(last).enumerate().map(|(i, (run, last))| Finish {
            run,
            last,
            favourites: favourites(training, group, i),
        });
        self.finishes.extend(ends);
        audience.runs_ended(many);
    }

    fn absorb(&mut self, other: Self) {
        for (point, others) in self.points.iter_mut().zip(other.points) {
            point.absorb(others);
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
            Curve::Refused(side),
            Curve::Rescued(side),
            Curve::Saturated(side),
        ]);
        if examined {
            curves.extend(Figure::ALL.map(|figure| Curve::Exact(side, figure)));
        }
    }
    curves
}

/// The points of the curves, with nothing counted yet.
fn points<G: Game>(training: &Training<G>, sets: u64, examined: bool) -> Vec<Point> {
    let learns = Side::BOTH.map(|side| training.learners.learns(side));
    let curves: BTreeMap<_, _> = curves(learns, examined)
        .into_iter()
        .map(|curve| (curve, Spread::default()))
        .collect();
    let each = sets.div_ceil(POINTS).max(1);
    let mut points = Vec::new();
    let mut played = 0;
    while played < sets {
        let covered = each.min(sets - played);
        played += covered;
        points.push(Point {
            after: played,
            sets: covered,
            games: covered * training.games_per_set,
            curves: curves.clone(),
            short: BTreeMap::new(),
        });
    }
    points
}

/// Adds to the sum of each run the set that it has played last.
fn add<G: Game>(sums: &mut Vec<Record>, group: &Group<G>) {
    if sums.is_empty() {
        sums.extend(group.latest().cloned());
    } else {
        sums.iter_mut()
            .zip(group.latest())
            .for_each(|(sum, next)| sum.absorb(next.clone()));
    }
}

/// The openings with the most beads in one of the runs of a group, by its place there.
fn favourites<G: Game>(training: &Training<G>, group: &Group<G>, run: usize) -> Vec<Move> {
    let start = training.game.start();
    let opening = Layout::from(&training.rule).place(&training.game, &start);
    let beads = group
        .beads(run, Side::First, opening.key)
        .unwrap_or_default();
    let most = beads.iter().copied().max().unwrap_or(0);
    beads
        .iter()
        .zip(&opening.colours)
        .filter(|(n, _)| **n == most && most > 0)
        .filter_map(|(_, moves)| moves.first().copied())
        .collect()
}
