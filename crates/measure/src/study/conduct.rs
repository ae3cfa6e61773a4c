//! Many runs of one training at once.
//!
//! Run `k` of a study is run `k` of its training, so each can be repeated alone. The runs are played in
//! groups, several in step on each core. The number of threads does not change the result, because a study only
//! counts. The result of each run is passed on soon after the run has ended.

use std::mem::replace;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rayon::prelude::*;

use super::followed::Followed;
use super::keep::{Begun, Keep, Whole};
use super::pace::Pace;
use super::run_result::{RunResult, evaluated, favourites, openings, sampled};
use super::setting::{StudySetting, StudySize};
use super::total::Study;
use crate::error;
use crate::game::{Game, Side};
use crate::learn::{Evaluator, Examined, Group, Progress, Reading, Training, TrainingSpec};
use crate::locks::unpoisoned;

/// How long results wait before they are handed over, and how many at most.
const WAIT: Duration = Duration::from_secs(1);
const MOST_WAITING: usize = 256;
/// After this time the state of an unfinished run is saved, if that takes less than a tenth of the time.
const STANDS: Duration = Duration::from_secs(5);
const TENTH: u32 = 10;

/// The size of a study, and how its tables are evaluated.
pub struct StudyPlan<'a> {
    /// The numbers of the runs.
    pub runs: Range<u64>,
    /// The number of sets of each run.
    pub sets: u64,
    /// The number of last games of which few must be lost, for [`Speed`](super::Speed); without it the usual number
    /// ([`StudySetting::window`]).
    pub window: Option<u64>,
    /// The number of sets that make a point of the curves; without it the usual number.
    pub step: Option<u64>,
    /// Evaluates the tables, if given: after every set, unless the training says at its end. Without it they are never
    /// evaluated, or in sampled games where the training says so.
    pub evaluator: Option<&'a Arc<dyn Evaluator>>,
    /// The bytes that the study holds besides its runs, such as the game of the evaluator.
    pub taken: u64,
}

impl StudyPlan<'_> {
    /// What all its runs have in common, apart from their number.
    fn setting<G: Game>(&self, training: &Training<G>) -> StudySetting {
        let exact = match (self.evaluator, training.spec.exact) {
            (None, Examined::Sampled) => Examined::Sampled,
            (None, _) => Examined::Never,
            (Some(_), Examined::AtEnd) => Examined::AtEnd,
            (Some(_), _) => Examined::EachSet,
        };
        let spec = TrainingSpec {
            exact,
            ..training.spec.clone()
        };
        let size = StudySize {
            runs: 0,
            sets: self.sets,
            games_per_set: spec.games_per_set,
        };
        StudySetting {
            spec,
            runs: 0,
            sets: self.sets,
            window: StudySetting::window(size, self.window),
            step: self.step,
        }
    }

    /// A group of runs that is evaluated by this plan.
    fn equip<G: Game>(&self, training: &Training<G>, group: Group<G>) -> Group<G> {
        match self.evaluator {
            Some(by) if training.exact != Examined::AtEnd => group.with_evaluator(by.clone()),
            _ => group,
        }
    }
}

impl Study {
    /// Plays `runs` runs of a training, each over `sets` sets, on all threads of rayon's pool.
    ///
    /// The training's own run number is ignored; runs are numbered from 0. With an evaluator, every table is
    /// also evaluated exactly after every set. `progress` is called from all threads; when it stops the
    /// study, the runs that have not ended are dropped.
    ///
    /// # Errors
    ///
    /// The errors of [`Training::check`].
    pub fn conduct<G: Game>(
        training: &Training<G>,
        runs: u64,
        sets: u64,
        evaluator: Option<&Arc<dyn Evaluator>>,
        progress: &dyn Progress,
    ) -> error::Result<Self> {
        let course = StudyPlan {
            runs: 0..runs,
            sets,
            window: None,
            step: None,
            evaluator,
            taken: 0,
        };
        Self::over(training, &course, progress)
    }

    /// The same by a plan of runs, sets and curves. It holds the results of all runs, some 700 bytes each; [`keep`](Self::keep)
    /// takes them as they come.
    ///
    /// # Errors
    ///
    /// The errors of [`Training::check`].
    #[inline(never)]
    pub fn over<G: Game>(
        training: &Training<G>,
        course: &StudyPlan<'_>,
        progress: &dyn Progress,
    ) -> error::Result<Self> {
        let whole = Whole(Mutex::new(Self::empty(course.setting(training))));
        Self::keep(training, course, &whole, progress)?;
        let mut study = unpoisoned(whole.0.into_inner());
        study.results.sort_by_key(|result| result.run);
        Ok(study)
    }

    /// The same, and `keep` receives all that is played; where it keeps runs that have not ended, they go on from
    /// there another time with the same results.
    ///
    /// # Errors
    ///
    /// The errors of `keep` and of [`Training::check`].
    pub fn keep<G: Game, K: Keep>(
        training: &Training<G>,
        course: &StudyPlan<'_>,
        keep: &K,
        progress: &dyn Progress,
    ) -> Result<(), K::Error> {
        training.check()?;
        let all = &course.runs;
        let left = all.end - all.start;
        let games = course.sets.saturating_mul(training.games_per_set);
        let bytes = [keep.memory(), course.taken];
        // To be examined in games, a table is copied as it is to be noted.
        let is_copied = keep.keeps_begun() || training.exact == Examined::Sampled;
        let pace = Pace::new(training, [left, games], bytes, is_copied);
        keep.begins(&pace);
        let groups = left.div_ceil(pace.in_step);
        let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        // Every thread lays out the game once and takes group after group, so that none is idle while groups
        // are left. Which thread takes which group does not change the sums.
        let work = |_| {
            let mut hand = Hand {
                training,
                course,
                keep,
                progress,
                failed: &failed,
                openings: openings(&training.game),
                study: Study::empty(course.setting(training)),
                results: Vec::new(),
                handed: keep.now(),
            };
            let mut group = course.equip(training, training.clone().begin_group(0..0)?);
            loop {
                let taken = next.fetch_add(1, Ordering::Relaxed);
                if taken >= groups {
                    return hand.hand_over();
                }
                let first = all.start + taken * pace.in_step;
                let runs = first..(first + pace.in_step).min(all.end);
                let played = hand.take(&mut group, runs);
                if !matches!(played, Ok(ControlFlow::Continue(()))) {
                    // The study ends, so the other threads need not begin further groups.
                    next.fetch_max(groups, Ordering::Relaxed);
                    failed.fetch_or(played.is_err(), Ordering::Relaxed);
                    return played.and_then(|_| hand.hand_over());
                }
            }
        };
        (0..pace.threads.min(groups))
            .into_par_iter()
            .map(work)
            .collect()
    }
}

/// A thread that plays runs of a study.
struct Hand<'a, G: Game, K: Keep> {
    training: &'a Training<G>,
    course: &'a StudyPlan<'a>,
    keep: &'a K,
    progress: &'a dyn Progress,
    /// Whether another thread could not keep something; then the study ends.
    failed: &'a AtomicBool,
    openings: usize,
    /// The counts that it has not handed over yet.
    study: Study,
    results: Vec<RunResult>,
    /// When it handed over last.
    handed: Duration,
}

impl<G: Game, K: Keep> Hand<'_, G, K> {
    /// Plays these runs: in step, or, for runs that were begun before, alone.
    fn take(
        &mut self,
        group: &mut Group<G>,
        runs: Range<u64>,
    ) -> Result<ControlFlow<()>, K::Error> {
        let mut fresh = Vec::new();
        for run in runs {
            let Some(begun) = self.keep.resume(run)? else {
                fresh.push(run);
                continue;
            };
            let training = self.training.clone().numbered(run);
            let tables = begun.tables.each_ref().map(Option::as_ref);
            // A run that does not belong to the training is played from its beginning.
            let Ok(resumed) = training.resume(tables, begun.followed.history()) else {
                fresh.push(run);
                continue;
            };
            drop(begun.tables);
            let mut resumed = self.course.equip(self.training, resumed);
            let followed = vec![begun.followed];
            if self.play(&mut resumed, &[run], followed)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let (Some(&first), Some(&last)) = (fresh.first(), fresh.last()) else {
            return Ok(ControlFlow::Continue(()));
        };
        // At most two, so no run that was begun before is between them.
        group.begin_again(first..last + 1);
        let followed = fresh.iter().map(|_| Followed::new(&self.study.setting));
        let followed = followed.collect();
        self.play(group, &fresh, followed)
    }

    /// Plays a group to the end of its runs, unless it is stopped.
    fn play(
        &mut self,
        group: &mut Group<G>,
        runs: &[u64],
        mut followed: Vec<Followed>,
    ) -> Result<ControlFlow<()>, K::Error> {
        let sets = self.course.sets;
        let (mut noted, mut took) = (self.keep.now(), Duration::ZERO);
        let played = followed.first().map_or(0, |run| run.sets);
        let mut flow = ControlFlow::Continue(());
        for set in played..sets {
            for (i, run) in followed.iter().enumerate() {
                group.log_games(i, run.meter.is_open(&self.study.setting));
            }
            group.play_set();
            let latest = group.latest().zip(group.latest_games());
            for (run, (record, games)) in followed.iter_mut().zip(latest) {
                run.follow(record, games, &self.study.setting, &self.study.speeds);
                self.progress.games_ended(&record.results);
            }
            flow = self.progress.sets_played(runs.len() as u64);
            if self.failed.load(Ordering::Relaxed) {
                flow = ControlFlow::Break(());
            }
            if flow.is_break() && set + 1 < sets {
                self.note(group, runs, &followed)?;
                return Ok(flow);
            }
            let now = self.keep.now();
            if now.saturating_sub(self.handed) >= WAIT {
                self.hand_over()?;
            }
            if now.saturating_sub(noted) >= STANDS.max(took * TENTH) {
                self.note(group, runs, &followed)?;
                noted = self.keep.now();
                took = noted.saturating_sub(now);
            }
        }
        for (i, (&run, mut ended)) in runs.iter().zip(followed).enumerate() {
            let setting = &self.study.setting;
            let examine = |how| match self.course.evaluator {
                Some(by) => evaluated(setting.learners, group, i, by.as_ref(), how),
                None if setting.exact == Examined::Sampled => {
                    sampled(self.training, setting, group, (i, run), how)
                }
                None => [None, None],
            };
            let greedy = examine(Reading::Greedy);
            let mut last = ended.last.take().unwrap_or_default();
            if setting.exact.has_end() && !setting.exact.has_sets() {
                // Value learners are evaluated in greedy play anyway.
                let own = if setting.explores() {
                    greedy
                } else {
                    examine(Reading::Draw)
                };
                for (snapshot, own) in last.snapshots.iter_mut().zip(own) {
                    if let Some(snapshot) = snapshot {
                        snapshot.exact = own;
                    }
                }
            }
            let result = RunResult {
                run,
                greedy,
                last,
                favourites: favourites(self.training, group, i),
                reached: self.study.count(ended),
            };
            self.study.count_end(&result, self.openings);
            self.results.push(result);
        }
        self.progress.runs_ended(runs.len() as u64);
        let is_due = self.keep.now().saturating_sub(self.handed) >= WAIT;
        if is_due || self.results.len() >= MOST_WAITING {
            self.hand_over()?;
        }
        Ok(flow)
    }

    /// Hands over what has ended.
    fn hand_over(&mut self) -> Result<(), K::Error> {
        self.handed = self.keep.now();
        if self.results.is_empty() {
            return Ok(());
        }
        let fresh = Study::empty(self.study.setting.clone());
        let results = std::mem::take(&mut self.results);
        self.keep.ended(replace(&mut self.study, fresh), results)
    }

    /// Passes on the states of the runs of a group, if they are to be saved.
    fn note(&self, group: &Group<G>, runs: &[u64], followed: &[Followed]) -> Result<(), K::Error> {
        if !self.keep.keeps_begun() || followed.iter().any(|run| run.sets >= self.course.sets) {
            return Ok(());
        }
        let [first, second] = Side::BOTH.map(|side| group.tables(side));
        let tables = first.zip(second).map(|(first, second)| [first, second]);
        let begun = runs.iter().zip(followed).zip(tables);
        let begun = begun.map(|((&run, followed), tables)| Begun {
            run,
            tables,
            followed: followed.clone(),
        });
        self.keep.begun(begun.collect())
    }
}
