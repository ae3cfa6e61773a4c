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

use crate::game::{Game, Move, Side, Verdict};
use crate::learn::{Exact, Examiner, Group, Layout, Record, Standing, Training};

/// How many runs are played in step on one core: enough to hide waiting, few enough for their boxes
/// to stay in the nearest caches (`benches/training.rs` compares).
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
    /// Games this side refused to play; they are among no other counts.
    Refused(Side),
    /// Times an empty box of this side was given beads again.
    Rescued(Side),
    /// Times a count of beads of this side stopped at its largest value.
    Saturated(Side),
    /// What its tables are worth exactly, in parts of [`Figure::ONE`].
    Exact(Side, Figure),
}

/// What is followed of the exact worth of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// The chance of this end against random play.
    Random(Verdict),
    /// The chance of this end against perfect play.
    Perfect(Verdict),
    /// The largest chance any opponent has to beat it.
    WorstLoss,
    /// The share of right boxes among those where the choice matters.
    Right,
    /// The same among those its play reaches.
    RightWherePlayGoes,
}

impl Figure {
    /// All figures.
    pub const ALL: [Self; 9] = [
        Self::Random(Verdict::Win),
        Self::Random(Verdict::Draw),
        Self::Random(Verdict::Loss),
        Self::Perfect(Verdict::Win),
        Self::Perfect(Verdict::Draw),
        Self::Perfect(Verdict::Loss),
        Self::WorstLoss,
        Self::Right,
        Self::RightWherePlayGoes,
    ];

    /// A certainty: a study counts exact figures in hundredths of a percent, so that however many runs
    /// there are, there are no more different values than that to be kept.
    pub const ONE: u64 = 10_000;

    /// The name in files, such as `random_won`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random(Verdict::Win) => "random_won",
            Self::Random(Verdict::Draw) => "random_drawn",
            Self::Random(Verdict::Loss) => "random_lost",
            Self::Perfect(Verdict::Win) => "perfect_won",
            Self::Perfect(Verdict::Draw) => "perfect_drawn",
            Self::Perfect(Verdict::Loss) => "perfect_lost",
            Self::WorstLoss => "worst_loss",
            Self::Right => "right",
            Self::RightWherePlayGoes => "right_where_play_goes",
        }
    }

    /// The figure as an exam found it, in units of 10^-12.
    #[must_use]
    pub const fn of(self, exact: &Exact) -> u64 {
        const fn place(verdict: Verdict) -> usize {
            match verdict {
                Verdict::Win => 0,
                Verdict::Draw => 1,
                Verdict::Loss => 2,
            }
        }
        match self {
            Self::Random(verdict) => exact.random[place(verdict)],
            Self::Perfect(verdict) => exact.perfect[place(verdict)],
            Self::WorstLoss => exact.worst_loss,
            Self::Right => exact.sound,
            Self::RightWherePlayGoes => exact.sound_reached,
        }
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
            Self::Refused(side) => format!("{}_refused", side.name()),
            Self::Rescued(side) => format!("{}_rescued", side.name()),
            Self::Saturated(side) => format!("{}_saturated", side.name()),
            Self::Exact(side, figure) => format!("{}_exact_{}", side.name(), figure.name()),
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
            Self::Refused(side) => standing(side).map_or(0, |s| s.refused),
            Self::Rescued(side) => standing(side).map_or(0, |s| s.rescued),
            Self::Saturated(side) => standing(side).map_or(0, |s| s.saturated),
            Self::Exact(side, figure) => {
                let exact = standing(side).and_then(|standing| standing.exact.as_ref());
                exact.map_or(0, |exact| (figure.of(exact) + HUNDREDTH / 2) / HUNDREDTH)
            }
        }
    }
}

/// How often each value of a curve occurred at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(BTreeMap<u64, u64>);

impl Spread {
    fn count(&mut self, value: u64) {
        self.count_times(value, 1);
    }

    fn count_times(&mut self, value: u64, times: u64) {
        *self.0.entry(value).or_default() += times;
    }

    fn absorb(&mut self, other: Self) {
        for (value, times) in other.0 {
            self.count_times(value, times);
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
            .reduce(Self::default, |mut a, b| {
                a.absorb(b);
                a
            });
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
        if self.points.is_empty() {
            self.points = other.points;
        } else {
            for (point, others) in self.points.iter_mut().zip(other.points) {
                point.absorb(others);
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
