//! Many runs of one training at once, and what they have in common.
//!
//! Run `k` of a study is the run `k` of its training, so any of them can be played again alone. The
//! runs are played in groups, several in step on each core; what is kept of them are integer counts
//! that do not depend on the order in which groups finish, so the number of threads changes nothing.
//! Memory grows with the number of points of the curves and of different values there, not with the
//! number of runs: how each ended is told as soon as it has, and whoever hears of it may keep it.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use super::curve::Curve;
use super::point::{Point, points};
use super::run_result::{RunResult, favourites};
use super::setting::Setting;
use super::speed::{Climb, Speed, speeds};
use super::spread::Spread;
use crate::game::{Game, Move};
use crate::learn::{Evaluator, Group, Progress, Record, Training};
use crate::player::Player;

/// How many runs are played in step on one core: they are played two by two, and fewer at once leave
/// less to the last thread of a study (`benches/training.rs` says what two gain).
const IN_STEP: u64 = 2;

/// What many runs of a training have in common.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Study {
    /// What was played.
    pub setting: Setting,
    /// The curves, point after point.
    pub points: Vec<Point>,
    /// How each run ended, in the order of the runs, where [`conduct`](Self::conduct) has kept it: some
    /// 700 bytes each.
    pub results: Vec<RunResult>,
    /// How all of them ended together.
    ends: Ends,
    /// How soon the learners came to lose little, side by side, the smallest share first.
    pub speeds: Vec<Speed>,
}

/// How runs ended, counted over all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Ends {
    /// The final values of each curve.
    last: BTreeMap<Curve, Spread>,
    /// How often each opening move was a favourite.
    favourites: BTreeMap<Move, u64>,
    /// How many runs had all of several openings for favourites.
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

/// How many runs of how many sets a study has, and what is followed in them.
pub struct Course<'a, G: Game> {
    /// How many runs, numbered from 0.
    pub runs: u64,
    /// How many sets of games each has.
    pub sets: u64,
    /// By whom the tables are evaluated after every set, if they are.
    pub evaluator: Option<&'a Arc<dyn Evaluator>>,
    /// Whom the learners ask in a position without a box, if anybody.
    pub outside: Option<&'a Arc<dyn Player<G>>>,
}

/// Who is told how each run of a study ended, as soon as it has: from any thread, in whatever order they
/// end. An error ends the study.
pub type RunEnded<'a, E> = dyn Fn(RunResult) -> Result<(), E> + Sync + 'a;

impl Study {
    /// How many sets at the end make the final figures of a run.
    pub const LAST: u64 = 10;

    /// Plays `runs` runs of a training, each over `sets` sets, on all threads of rayon's pool.
    ///
    /// The number of the training's own run is not used; runs are numbered from 0. With an
    /// evaluator, the exact worth of every table after every set is followed too. `progress` is told
    /// from all of them; it cannot stop a study.
    pub fn conduct<G: Game>(
        training: &Training<G>,
        runs: u64,
        sets: u64,
        evaluator: Option<&Arc<dyn Evaluator>>,
        progress: &dyn Progress,
    ) -> Self {
        let course = Course {
            runs,
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

    /// The same, but nothing is kept of single runs beyond what `ends` is told.
    ///
    /// # Errors
    ///
    /// That of `ends`; runs that have been begun are played to their end before.
    pub fn over<G: Game, E: Send>(
        training: &Training<G>,
        course: &Course<'_, G>,
        ends: &RunEnded<'_, E>,
        progress: &dyn Progress,
    ) -> Result<Self, E> {
        let Course {
            runs,
            sets,
            evaluator,
            outside,
        } = *course;
        let groups = runs.div_ceil(IN_STEP);
        let next = AtomicU64::new(0);
        // Every thread lays its ground out once and takes group after group, so that none is idle
        // while there are some left. Who takes which makes no difference to sums.
        let work = |_| {
            let mut group = training.clone().begin_group(0..0);
            if let Some(evaluator) = evaluator {
                group = group.evaluated_by(evaluator.clone());
            }
            if let Some(outside) = outside {
                group = group.asking(outside.clone());
            }
            let curves = Curve::all(training.learners, evaluator.is_some());
            let mut done = Self {
                setting: Setting::default(),
                points: points(training, sets, evaluator.is_some()),
                results: Vec::new(),
                ends: Ends {
                    last: curves.into_iter().map(|c| (c, Spread::default())).collect(),
                    ..Ends::default()
                },
                speeds: speeds(training),
            };
            loop {
                let first = next.fetch_add(1, Ordering::Relaxed) * IN_STEP;
                if first >= runs {
                    return Ok(done);
                }
                let runs = first..(first + IN_STEP).min(runs);
                let ended = done.play(training, &mut group, runs, sets, progress);
                if let Err(error) = ended.into_iter().try_for_each(ends) {
                    // What the others would still begin is of no use either.
                    next.fetch_max(groups, Ordering::Relaxed);
                    return Err(error);
                }
            }
        };
        let threads = (rayon::current_num_threads() as u64).min(groups);
        let mut whole = (0..threads)
            .into_par_iter()
            .map(work)
            .try_reduce_with(|mut a, b| {
                a.absorb(b);
                Ok(a)
            })
            .unwrap_or_else(|| Ok(Self::default()))?;
        whole.setting = Setting {
            exact: evaluator.is_some(),
            ..Setting::new(training, runs, sets)
        };
        Ok(whole)
    }

    /// Notes the name of the opponent, which a training does not know.
    #[must_use]
    pub fn against(mut self, opponent: String) -> Self {
        self.setting.opponent = opponent;
        self
    }

    /// Notes the name of whoever was asked outside the boxes, which is not told otherwise.
    #[must_use]
    pub fn asking(mut self, outside: String) -> Self {
        self.setting.outside = outside;
        self
    }

    /// Plays some of the runs, in step, counts what they come to, and tells how each ended.
    fn play<G: Game>(
        &mut self,
        training: &Training<G>,
        group: &mut Group<G>,
        runs: Range<u64>,
        sets: u64,
        progress: &dyn Progress,
    ) -> Vec<RunResult> {
        let many = runs.end - runs.start;
        group.begin_again(runs.clone());
        let mut played = 0;
        let mut last = Vec::new();
        let climb = || Climb::new(training.games_per_set, &self.speeds);
        let mut climbs: Vec<Climb> = runs.clone().map(|_| climb()).collect();
        for point in &mut self.points {
            let mut sums = Vec::new();
            for _ in 0..point.sets {
                group.play_set();
                played += 1;
                for (climb, record) in climbs.iter_mut().zip(group.latest()) {
                    climb.follow(record, &self.speeds);
                }
                add(&mut sums, group);
                if played + Self::LAST > sets {
                    add(&mut last, group);
                }
            }
            for sum in &sums {
                point.count(sum);
                progress.games_ended(&sum.results);
            }
            // Parts of a study would be of no use, so nothing stops it.
            let _ = progress.sets_played(many * point.sets);
        }
        for climb in climbs {
            climb.count(&mut self.speeds);
        }
        let openings = training.game.moves(&training.game.start()).count();
        let end = |(i, (run, last))| {
            let favourites = favourites(training, group, i);
            let result = RunResult {
                run,
                last,
                favourites,
            };
            self.ends.count(&result, openings);
            result
        };
        let ends = runs.zip(last).enumerate().map(end).collect();
        progress.runs_ended(many);
        ends
    }

    fn absorb(&mut self, other: Self) {
        for (point, others) in self.points.iter_mut().zip(other.points) {
            point.absorb(others);
        }
        for (speed, others) in self.speeds.iter_mut().zip(other.speeds) {
            speed.absorb(others);
        }
        self.ends.absorb(other.ends);
    }

    /// How often each opening move was a favourite; of several in one run each counts.
    #[must_use]
    pub fn favourites(&self) -> BTreeMap<Move, u64> {
        self.ends.favourites.clone()
    }

    /// Whether in no run any opening move came out on top of the others.
    #[must_use]
    pub const fn is_undecided(&self) -> bool {
        self.setting.runs > 0 && self.ends.undecided == self.setting.runs
    }

    /// The final value of a curve over all runs, over the last sets together.
    #[must_use]
    pub fn last(&self, curve: Curve) -> Spread {
        self.ends.last.get(&curve).cloned().unwrap_or_default()
    }
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
