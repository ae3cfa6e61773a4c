//! Many runs of one training at once, and what they have in common.
//!
//! Run `k` of a study is run `k` of its training, so each can be repeated alone. The runs are played in
//! groups, several in step on each core. Only integer counts are kept, which do not depend on the order in
//! which groups finish, so the number of threads does not change the result.
//! Memory grows with the number of points of the curves and of different values there, not with the
//! number of runs: the result of each run is passed to the caller as soon as the run ends.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::curve::Curve;
use super::point::{Point, points};
use super::run_result::{RunResult, favourites, openings};
use super::setting::Setting;
use super::speed::{Speed, SpeedMeter, speeds};
use super::spread::Spread;
use crate::game::{Game, Move};
use crate::learn::{Evaluator, Group, Progress, Record, Training};
use crate::player::Player;

/// The number of runs played in step on one core. Two are faster than one (see `benches/training.rs`), and
/// larger groups would leave more work to the last thread of a study.
const IN_STEP: u64 = 2;

/// What many runs of a training have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// The setting of the runs.
    pub setting: Setting,
    /// The points of the curves in order.
    pub points: Vec<Point>,
    /// The result of each run, in the order of the runs, about 700 bytes each; only
    /// [`conduct`](Self::conduct) keeps them.
    pub results: Vec<RunResult>,
    /// The results of all runs together.
    ends: Ends,
    /// How soon the learners came to lose few games, by side and then by ascending share.
    pub speeds: Vec<Speed>,
}

/// The results of runs, counted over all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ends {
    /// The final values of each curve.
    last: BTreeMap<Curve, Spread>,
    /// How often each opening move had the most beads.
    favourites: BTreeMap<Move, u64>,
    /// The number of runs in which all of several opening moves had equally many beads.
    undecided: u64,
}

impl Ends {
    fn count(&mut self, result: &RunResult, openings: usize) {
        for (curve, spread) in &mut self.last {
            spread.count(curve.value(&result.last));
        }
        for &m in &result.favourites {
            *self.favourites.entry(m).or_default() += 1;
        }
        let all = result.favourites.len() == openings && openings > 1;
        self.undecided += u64::from(all);
    }

    fn absorb(&mut self, other: Self) {
        for (curve, spread) in other.last {
            self.last.entry(curve).or_default().absorb(spread);
        }
        for (m, times) in other.favourites {
            *self.favourites.entry(m).or_default() += times;
        }
        self.undecided += other.undecided;
    }
}

/// The size of a study, and how its runs are played and evaluated.
pub struct StudyPlan<'a, G: Game> {
    /// The name of the opponent, which a training does not contain; empty if there is none.
    pub opponent: &'a str,
    /// The numbers of the runs.
    pub runs: Range<u64>,
    /// The number of sets of each run.
    pub sets: u64,
    /// Evaluates the tables after every set, if given.
    pub evaluator: Option<&'a Arc<dyn Evaluator>>,
    /// The player that moves for the learners in a position without a box, if given.
    pub outside: Option<&'a Arc<dyn Player<G>>>,
}

/// A function that receives the result of each run of a study as soon as the run ends, from any thread and
/// in any order. An error ends the study.
pub type RunEnded<'a, E> = dyn Fn(RunResult) -> Result<(), E> + Sync + 'a;

impl Study {
    /// The number of last sets from which the final figures of a run are computed.
    pub const LAST: u64 = 10;

    /// Plays `runs` runs of a training, each over `sets` sets, on all threads of rayon's pool.
    ///
    /// The training's own run number is ignored; runs are numbered from 0. With an evaluator, every table is
    /// also evaluated exactly after every set. `progress` is called from all threads; when it stops the
    /// study, the runs that have not ended are dropped.
    pub fn conduct<G: Game>(
        training: &Training<G>,
        runs: u64,
        sets: u64,
        evaluator: Option<&Arc<dyn Evaluator>>,
        progress: &dyn Progress,
    ) -> Self {
        let course = StudyPlan {
            opponent: "",
            runs: 0..runs,
            sets,
            evaluator,
            outside: None,
        };
        let results = Mutex::new(Vec::new());
        let keep = |result| {
            let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
            results.push(result);
            Ok::<(), Infallible>(())
        };
        let Ok(mut study) = Self::over(training, &course, &keep, progress);
        study.results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        study.results.sort_by_key(|result| result.run);
        study
    }

    /// The same, but the results of single runs are only passed to `on_end`, not kept.
    ///
    /// # Errors
    ///
    /// The error of `on_end`; runs already begun are played to their end first.
    pub fn over<G: Game, E: Send>(
        training: &Training<G>,
        course: &StudyPlan<'_, G>,
        on_end: &RunEnded<'_, E>,
        progress: &dyn Progress,
    ) -> Result<Self, E> {
        let all = &course.runs;
        let groups = (all.end - all.start).div_ceil(IN_STEP);
        let next = AtomicU64::new(0);
        let setting = Setting {
            opponent: course.opponent.to_owned(),
            exact: course.evaluator.is_some(),
            ..Setting::new(training, 0, course.sets)
        };
        // Every thread lays out the game once and takes group after group, so that none is idle while groups
        // are left. Which thread takes which group does not change the sums.
        let work = |_| {
            let mut group = training.clone().begin_group(0..0);
            if let Some(evaluator) = course.evaluator {
                group = group.with_evaluator(evaluator.clone());
            }
            if let Some(outside) = course.outside {
                group = group.asking(outside.clone());
            }
            let mut done = Self::empty(setting.clone());
            loop {
                let taken = next.fetch_add(1, Ordering::Relaxed);
                if taken >= groups {
                    return Ok(done);
                }
                let first = all.start + taken * IN_STEP;
                let runs = first..(first + IN_STEP).min(all.end);
                let ControlFlow::Continue(ended) =
                    done.play(training, &mut group, runs, course.sets, progress)
                else {
                    next.fetch_max(groups, Ordering::Relaxed);
                    return Ok(done);
                };
                if let Err(error) = ended.into_iter().try_for_each(on_end) {
                    // The study has failed, so the other threads need not begin further groups.
                    next.fetch_max(groups, Ordering::Relaxed);
                    return Err(error);
                }
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(groups);
        let whole = (0..threads)
            .into_par_iter()
            .map(work)
            .try_reduce_with(|mut a, b| {
                a.absorb(b);
                Ok(a)
            });
        whole.unwrap_or_else(|| Ok(Self::empty(setting)))
    }

    /// A study of these trainings without any run; the number of runs in the setting becomes 0.
    #[must_use]
    pub fn empty(setting: Setting) -> Self {
        let curves = Curve::all(setting.learners, setting.exact);
        let last = curves.into_iter().map(|c| (c, Spread::default()));
        Self {
            points: points(&setting),
            results: Vec::new(),
            ends: Ends {
                last: last.collect(),
                ..Ends::default()
            },
            speeds: speeds(setting.learners),
            setting: Setting { runs: 0, ..setting },
        }
    }

    /// Sets the name of the player that moves in positions without a box.
    #[must_use]
    pub fn asking(mut self, outside: String) -> Self {
        self.setting.outside = outside;
        self
    }

    /// Plays a group of runs in step, counts their results, and returns the result of each; counts nothing
    /// if it is stopped.
    fn play<G: Game>(
        &mut self,
        training: &Training<G>,
        group: &mut Group<G>,
        runs: Range<u64>,
        sets: u64,
        progress: &dyn Progress,
    ) -> ControlFlow<(), Vec<RunResult>> {
        let run_count = runs.end - runs.start;
        group.begin_again(runs.clone());
        let mut played = 0;
        let mut last = Vec::new();
        let meter = || SpeedMeter::new(training.games_per_set, &self.speeds);
        let mut meters: Vec<SpeedMeter> = runs.clone().map(|_| meter()).collect();
        let mut at_points = Vec::with_capacity(self.points.len());
        for point in &self.points {
            let mut sums = Vec::new();
            for _ in 0..point.sets {
                group.play_set();
                played += 1;
                for (meter, record) in meters.iter_mut().zip(group.latest()) {
                    meter.follow(record, &self.speeds);
                }
                add(&mut sums, group);
                if played + Self::LAST > sets {
                    add(&mut last, group);
                }
            }
            for sum in &sums {
                progress.games_ended(&sum.results);
            }
            at_points.push(sums);
            progress.sets_played(run_count * point.sets)?;
        }
        let side = training.learners.sides().next();
        let mut scores = vec![0_i64; meters.len()];
        for (point, sums) in self.points.iter_mut().zip(at_points) {
            for (sum, score) in sums.iter().zip(&mut scores) {
                point.count(sum);
                if let (Some(all), Some(side)) = (&mut point.score, side) {
                    *score = score.saturating_add(sum.score(side));
                    all.count(*score);
                }
            }
        }
        let reached: Vec<_> = meters
            .into_iter()
            .map(|meter| meter.count(&mut self.speeds))
            .collect();
        let openings = openings(&training.game);
        let end = |(i, ((run, last), reached))| {
            let favourites = favourites(training, group, i);
            let result = RunResult {
                run,
                last,
                favourites,
                reached,
            };
            self.count_end(&result, openings);
            result
        };
        let ends = runs.zip(last).zip(reached).enumerate().map(end).collect();
        progress.runs_ended(run_count);
        ControlFlow::Continue(ends)
    }

    /// Adds the counts of other runs of the same training.
    pub fn absorb(&mut self, other: Self) {
        for (point, others) in self.points.iter_mut().zip(other.points) {
            point.absorb(others);
        }
        for (speed, others) in self.speeds.iter_mut().zip(other.speeds) {
            speed.absorb(others);
        }
        self.ends.absorb(other.ends);
        self.setting.runs += other.setting.runs;
    }

    /// Counts how a run ended, as kept by [`counts`](Self::counts) without its end.
    pub fn count_end(&mut self, result: &RunResult, openings: usize) {
        self.ends.count(result, openings);
        self.setting.runs += 1;
    }

    /// How often each opening move had the most beads; if several are equal in a run, each counts.
    pub fn favourites(&self) -> BTreeMap<Move, u64> {
        self.ends.favourites.clone()
    }

    /// Whether in every run all opening moves had equally many beads.
    pub const fn is_undecided(&self) -> bool {
        self.setting.runs > 0 && self.ends.undecided == self.setting.runs
    }

    /// The final values of a curve in all runs, each over the last sets together.
    pub fn last(&self, curve: Curve) -> Spread {
        self.ends.last.get(&curve).cloned().unwrap_or_default()
    }
}

/// Adds the latest set of each run to its sum.
fn add<G: Game>(sums: &mut Vec<Record>, group: &Group<G>) {
    if sums.is_empty() {
        sums.extend(group.latest().cloned());
        return;
    }
    for (sum, next) in sums.iter_mut().zip(group.latest()) {
        sum.absorb(next.clone());
    }
}
