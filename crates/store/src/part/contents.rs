//! A part of a study or of a sweep, without the results of its runs.

use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::course::{Course, instead};
use super::ranges::{NumberedRuns, gaps, runs_in_words};
use super::run_codec::RunCodec;
use super::swept_run::SweptRun;
use crate::arena::{RESULTS, RunResult, Study, StudySetting};
use crate::error::Result;
use crate::text::{count, thousands};

/// What a part is a part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// A study: the whole results of its runs.
    Study,
    /// A sweep: a few figures of each run, since its trainings may be many.
    Sweep,
}

impl Display for PartOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Study => "study",
            Self::Sweep => "sweep",
        })
    }
}

/// What tells the trainings of a sweep apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SweepGrid {
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The value of each parameter, for each training.
    pub values: Vec<Vec<String>>,
}

/// A part of a study, or of a sweep, which is a study with a grid and a choice.
///
/// The runs of a study are numbered in each training, and a part has the same ones of all. Each training of a sweep
/// is played twice: on its own seed, by whose runs the best training is chosen, and on [another](Part::other_seed),
/// whose runs are reported. Those runs are numbered through: run k on seed s, 0 or 1, of training i has the number
/// (2i + s) times the runs of a training plus k.
#[derive(Clone, Debug)]
pub struct Part {
    /// The trainings, at least one; in a sweep on the seed that chooses.
    pub courses: Vec<Course>,
    /// The runs that this part is to have.
    pub runs: Range<u64>,
    /// The number of the results of the program that played its runs.
    pub(super) results: u32,
    /// What tells the trainings of a sweep apart; none in a study, which has instead a study, a codec and a list of runs for
    /// each training.
    pub grid: Option<SweepGrid>,
    /// What the runs of each training of a study have in common; nothing in a sweep.
    pub studies: Vec<Study>,
    /// How the results of the runs of each training of a study are encoded.
    pub(super) codecs: Vec<RunCodec>,
    /// The runs that it has: for a study, of each training; for a sweep, of all trainings together.
    pub(super) lists: Vec<NumberedRuns>,
}

/// Runs of a part that are still to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunsToPlay {
    /// The number of the list in which they are.
    pub list: usize,
    /// The number of the training; in a sweep it counts each training on each of its seeds.
    pub training: usize,
    /// The number that run 0 of the training has in the list.
    pub first: u64,
    /// Their numbers in the training.
    pub runs: Range<u64>,
}

impl Part {
    /// The seed of the runs of a sweep that are reported, which differs from the seed of the runs that choose.
    pub const fn other_seed(seed: u64) -> u64 {
        seed.wrapping_add(1)
    }

    /// A part of a study without any run yet.
    ///
    /// # Errors
    ///
    /// As [`Course::game`].
    pub fn of_study(courses: Vec<Course>, runs: Range<u64>) -> Result<Self> {
        let settings = courses.iter().map(|course| course.setting.clone());
        Ok(Self {
            results: RESULTS,
            grid: None,
            studies: settings.map(Study::empty).collect(),
            codecs: courses.iter().map(RunCodec::new).collect::<Result<_>>()?,
            lists: vec![NumberedRuns::default(); courses.len()],
            courses,
            runs,
        })
    }

    /// A part of a sweep without any run yet.
    #[must_use]
    pub fn of_sweep(grid: SweepGrid, courses: Vec<Course>, runs: Range<u64>) -> Self {
        Self {
            results: RESULTS,
            grid: Some(grid),
            studies: Vec::new(),
            codecs: Vec::new(),
            lists: vec![NumberedRuns::default()],
            courses,
            runs,
        }
    }

    /// The study or sweep that it is a part of.
    pub const fn part_of(&self) -> PartOf {
        match self.grid {
            None => PartOf::Study,
            Some(_) => PartOf::Sweep,
        }
    }

    /// The setting of the first training. The runs, sets and seed are the same in all.
    ///
    /// # Panics
    ///
    /// If there is no training.
    pub fn setting(&self) -> &StudySetting {
        &self.courses[0].setting
    }

    /// What the whole is, such as `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    pub fn what(&self) -> String {
        let trainings = count(self.courses.len() as u64, "training", "trainings");
        match (self.part_of(), &self.courses[..]) {
            (PartOf::Study, [course]) => course.in_words(),
            (PartOf::Study, _) => trainings,
            (PartOf::Sweep, _) => {
                let (setting, seed) = (self.setting(), self.setting().seed);
                format!(
                    "{trainings}, {} of {} each on seed {seed} and on seed {}",
                    count(setting.runs, "run", "runs"),
                    setting.length(),
                    Self::other_seed(seed)
                )
            }
        }
    }

    /// The number of runs of the whole, as far as the part has it: for a study, of each training; for a
    /// sweep, of all.
    pub fn whole_runs(&self) -> u64 {
        let runs = self.courses.iter().map(|course| course.setting.runs);
        let runs = runs.max().unwrap_or_default();
        match self.part_of() {
            PartOf::Study => runs,
            PartOf::Sweep => (self.courses.len() as u64 * 2).saturating_mul(runs),
        }
    }

    /// How many of the first trainings of a sweep have all their runs.
    pub fn whole_trainings(&self) -> usize {
        let first = self.lists[0].done.iter().next();
        let runs = first.map_or(0, |first| if first.start == 0 { first.end } else { 0 });
        self.training_of(runs).0 / 2
    }

    /// The runs that it has, in each of its lists.
    pub fn lists(&self) -> &[NumberedRuns] {
        &self.lists
    }

    /// What a list is called beside others.
    pub fn heading(&self, list: usize) -> Option<String> {
        let course = self.courses.get(list);
        let course = course.filter(|_| self.part_of() == PartOf::Study);
        course.map(|course| course.setting.heading())
    }

    /// The training of a run, and the number that the run has there.
    pub fn course(&self, list: usize, run: u64) -> (Cow<'_, Course>, u64) {
        if self.part_of() == PartOf::Study {
            return (Cow::Borrowed(&self.courses[list]), run);
        }
        let (training, run) = self.training_of(run);
        let course = &self.courses[training / 2];
        if training.is_multiple_of(2) {
            return (Cow::Borrowed(course), run);
        }
        let mut course = course.clone();
        course.setting.spec.seed = Self::other_seed(course.setting.seed);
        (Cow::Owned(course), run)
    }

    /// The training, on one of its seeds, of a run of a sweep, and the number that the run has there.
    fn training_of(&self, run: u64) -> (usize, u64) {
        let runs = self.setting().runs;
        let training = usize::try_from(run / runs).expect("as many as there are in memory");
        (training, run % runs)
    }

    /// How many runs it has and how many it is to have; in a study, over all trainings.
    pub fn progress(&self) -> (u64, u64) {
        let done = self.lists.iter().map(|list| list.done.count()).sum();
        let each = self.runs.end - self.runs.start;
        (done, each.saturating_mul(self.lists.len() as u64))
    }

    /// The runs that it still lacks, by training.
    pub fn left(&self) -> Vec<RunsToPlay> {
        let lists = self.lists.iter().enumerate();
        let left = lists.flat_map(|(list, runs)| {
            let gaps = gaps(self.runs.clone(), runs.done.iter());
            gaps.into_iter().map(move |gap| (list, gap))
        });
        let mut all = Vec::new();
        for (list, mut gap) in left {
            while !gap.is_empty() {
                let (training, run, most) = match self.part_of() {
                    PartOf::Study => (list, gap.start, u64::MAX),
                    PartOf::Sweep => {
                        let (training, run) = self.training_of(gap.start);
                        (training, run, self.setting().runs)
                    }
                };
                let first = gap.start - run;
                let end = gap.end.min(first.saturating_add(most));
                all.push(RunsToPlay {
                    list,
                    training,
                    first,
                    runs: run..end - first,
                });
                gap.start = end;
            }
        }
        all
    }

    /// `runs 0 to 124 of 1,000, 50 of 125 played: tic-tac-toe, first learning, ...`.
    pub fn in_words(&self) -> String {
        let progress = match self.progress() {
            (done, all) if done == all => String::new(),
            (done, all) => format!(", {} of {} played", thousands(done), thousands(all)),
        };
        format!("{}{progress}: {}", self.runs_in_words(), self.what())
    }

    /// `runs 0 to 124 of 1,000`.
    pub fn runs_in_words(&self) -> String {
        let runs = runs_in_words(std::slice::from_ref(&self.runs));
        format!("{runs} of {}", thousands(self.whole_runs()))
    }

    /// Why no program could read it as a part, if none could.
    pub fn fault(&self) -> Option<&'static str> {
        self.courses.iter().find_map(Course::fault)
    }

    /// Why the other is a part of something else, if it is.
    pub fn differs(&self, other: &Self) -> Option<String> {
        let what = |part: &Self| match part.part_of() {
            PartOf::Study => count(part.courses.len() as u64, "training", "trainings"),
            PartOf::Sweep => part.what(),
        };
        let of = |part: &Self| format!("a part of a {}", part.part_of());
        let results = |part: &Self| format!("results of the kind {}", part.results);
        let differs = instead(&of(self), &of(other))
            .or_else(|| instead(&what(self), &what(other)))
            .or_else(|| instead(&results(self), &results(other)));
        if differs.is_some() {
            return differs;
        }
        let (Some(own), Some(others)) = (&self.grid, &other.grid) else {
            let mut pairs = self.courses.iter().zip(&other.courses);
            return pairs.find_map(|(one, other)| one.differs(other));
        };
        let names = |grid: &SweepGrid| format!("the parameters {}", grid.parameters.join(", "));
        if let Some(what) = instead(&names(own), &names(others)) {
            return Some(what);
        }
        let values = own.values.iter().zip(&others.values);
        let courses = self.courses.iter().zip(&other.courses);
        values
            .zip(courses)
            .find_map(|((values, others), (one, two))| {
                let mut values = own.parameters.iter().zip(values.iter().zip(others));
                let other = values.find(|(_, (one, two))| one != two);
                let other =
                    other.map(|(name, (one, two))| format!("{name} {two} instead of {one}"));
                other.or_else(|| one.differs(two))
            })
    }

    /// Whether the other part has no run that this one lacks; both are of the same whole.
    pub fn contains(&self, other: &Self) -> bool {
        self.lists.iter().zip(&other.lists).all(|(own, other)| {
            let ends = other.done.iter().all(|range| own.done.contains_all(range));
            ends && other
                .begun
                .keys()
                .all(|run| own.done.contains(*run) || own.begun.contains_key(run))
        })
    }

    /// Takes the runs of another part of the same whole, and what they have in common.
    pub fn join(&mut self, other: Self) {
        let runs = self.setting().runs.max(other.setting().runs);
        for course in &mut self.courses {
            course.setting.runs = runs;
        }
        self.runs = self.runs.start.min(other.runs.start)..self.runs.end.max(other.runs.end);
        for (own, other) in self.lists.iter_mut().zip(other.lists) {
            own.join(other);
        }
        for (own, other) in self.studies.iter_mut().zip(other.studies) {
            own.absorb(other);
        }
    }

    /// The number of bytes of the result of a run: the longest of all trainings.
    pub(super) fn slot(&self) -> usize {
        let longest = self.codecs.iter().map(RunCodec::length).max();
        longest.unwrap_or_else(|| SweptRun::length(self.setting().exact.has_end()))
    }

    /// The bytes of the result of a run, which has this number in this list.
    pub(super) fn encode(&self, list: usize, run: u64, result: &RunResult) -> Vec<u8> {
        let Some(codec) = self.codecs.get(list) else {
            let (training, _) = self.training_of(run);
            let learners = self.courses[training / 2].setting.learners;
            return SweptRun::new(result, learners).encode();
        };
        let mut slot = codec.encode(result);
        slot.resize(self.slot(), 0);
        slot
    }
}
