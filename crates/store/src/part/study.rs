//! Parts of studies: some runs of every training, with their results and what they have in common.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::ops::Range;

use super::course::{Course, instead};
use super::file::{Form, Input, PartFile};
use super::held::Held;
use super::ranges::Runs;
use super::run_codec::RunCodec;
use crate::arena::{Curve, Fault, RunResult, Study, StudySetting, openings_by};
use crate::encoding::{Unreadable, put, value};
use crate::error::{Action, Damage, Result};
use crate::game::{Move, Side};
use crate::learn::{Layout, Snapshot};
use crate::model::{MOST, is_chance};
use crate::place::invalid;
use crate::sealed::SealedKind;
use crate::text::count;

pub(super) const PART: SealedKind = SealedKind {
    magic: *b"\x8DPRT\r\n\x1A\n",
    what: "a part of a study",
    action: Action::Read,
};

/// A part of a study.
#[derive(Clone, Debug)]
pub struct Part {
    /// The trainings of the study.
    pub courses: Vec<Course>,
    /// The runs of each training that this part is to have.
    pub runs: Range<u64>,
    /// What those that it has have in common, in the order of the trainings.
    pub studies: Vec<Study>,
    lists: Vec<Runs>,
    codec: RunCodec,
    /// The opening moves that the results of the list that is being read may name.
    openings: Vec<Move>,
}

impl Part {
    /// A part of a study without any run yet.
    ///
    /// # Errors
    ///
    /// As [`Course::game`].
    ///
    /// # Panics
    ///
    /// If there is no training.
    pub fn new(courses: Vec<Course>, runs: Range<u64>) -> Result<Self> {
        let empty = |course: &Course| Study::empty(course.setting.clone());
        Ok(Self {
            studies: courses.iter().map(empty).collect(),
            lists: courses.iter().map(|_| Runs::default()).collect(),
            codec: courses[0].codec()?,
            openings: Vec::new(),
            courses,
            runs,
        })
    }

    /// How the results of its runs are encoded.
    pub const fn codec(&self) -> &RunCodec {
        &self.codec
    }
}

impl From<Fault> for Unreadable {
    fn from(fault: Fault) -> Self {
        invalid(fault).into()
    }
}

impl Form for Part {
    fn kind() -> &'static SealedKind {
        &PART
    }

    fn put_head(&self, out: &mut dyn Write) -> io::Result<()> {
        put(&(&self.runs, &self.courses), out)
    }

    fn read_head(from: &mut Input<'_>) -> Result<Self, Unreadable> {
        let disagree = || Unreadable::from(invalid("its runs or trainings do not agree"));
        let runs: Range<u64> = value(from)?;
        let courses: Vec<Course> = value(from)?;
        let Some(first) = courses.first() else {
            return Err(disagree());
        };
        let common = |course: &Course| {
            let mut setting = course.setting.clone();
            // Only the rule and the opponent tell trainings apart.
            setting.spec.rule.clone_from(&first.setting.rule);
            setting.spec.opponent.clear();
            setting
        };
        let own = common(first);
        let is_same = courses.iter().all(|course| common(course) == own);
        let named: BTreeSet<_> = courses
            .iter()
            .map(|c| (&c.setting.rule.name, &c.setting.opponent))
            .collect();
        let of = first.setting.runs;
        let within = runs.start <= runs.end && runs.end <= of && (1..=MOST).contains(&of);
        if !is_same || named.len() < courses.len() || !within {
            return Err(disagree());
        }
        if let Some(fault) = courses.iter().find_map(Course::fault) {
            return Err(invalid(fault).into());
        }
        Self::new(courses, runs).map_err(|error| invalid(error.to_string()).into())
    }

    fn put_counts(&self, list: usize, out: &mut dyn Write) -> io::Result<()> {
        if self.lists[list].done.count() == 0 {
            return Ok(());
        }
        let study = &self.studies[list];
        let names: Vec<String> = study.curves().into_iter().map(Curve::name).collect();
        put(&names, out)?;
        study.put_counts(&mut |number: u64| put(&number, out))
    }

    fn read_counts(&mut self, list: usize, from: &mut Input<'_>) -> Result<(), Unreadable> {
        let (course, runs) = (&self.courses[list], self.lists[list].done.count());
        if runs > 0 {
            let setting = course.setting.clone();
            let names: Vec<String> = value(from)?;
            let curves = Curve::by_names(&names, setting.learners, setting.exact);
            let curves = curves.map_err(|name| Damage::NewerName(name.to_owned()))?;
            let next = &mut || value(from);
            self.studies[list] = Study::read_counts(setting, runs, &curves, next)?;
        }
        self.openings.clear();
        if course.setting.learners.learns(Side::First)
            && let Ok(game) = course.game()
        {
            self.openings = openings_by(&game, Layout::from(&course.setting.rule));
        }
        Ok(())
    }

    fn slot(&self) -> usize {
        self.codec.length()
    }

    fn check(&mut self, list: usize, run: u64, slot: &[u8]) -> Result<(), Damage> {
        let result = self.codec.decode(run, slot);
        // The favourites are some of the moves that can be, in their order.
        let mut openings = self.openings.iter();
        let named = result
            .favourites
            .iter()
            .all(|m| openings.any(|known| known == m));
        let is_written = self.codec.encode(&result) == slot;
        if !named || !is_written || !is_possible(&result, &self.courses[list].setting) {
            return Err(invalid("the result of a run is beyond its limits"));
        }
        self.studies[list].count_end(&result, self.codec.openings());
        Ok(())
    }

    fn close(&mut self, list: usize) -> Result<(), Damage> {
        if self.lists[list].done.count() > 0 && !self.studies[list].ends_agree() {
            return Err(invalid(
                "its counts do not agree with the results of its runs",
            ));
        }
        Ok(())
    }

    fn course(&self, list: usize, run: u64) -> (Course, u64) {
        (self.courses[list].clone(), run)
    }
}

impl Held<Part> {
    /// The results of these runs of a training.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when they cannot be read.
    pub fn ended(&mut self, training: usize, runs: Range<u64>) -> Result<Vec<RunResult>> {
        let (codec, bytes) = (
            self.part.codec.clone(),
            self.results(training, runs.clone())?,
        );
        let slots = runs.zip(bytes.chunks_exact(codec.length()));
        Ok(slots.map(|(run, slot)| codec.decode(run, slot)).collect())
    }
}

impl PartFile for Part {
    const OF: &'static str = "study";
    const UNITS: &'static str = "runs";

    fn what(&self) -> String {
        match &self.courses[..] {
            [course] => course.in_words(),
            courses => count(courses.len() as u64, "training", "trainings"),
        }
    }

    fn of(&self) -> u64 {
        let runs = self.courses.iter().map(|course| course.setting.runs);
        runs.max().unwrap_or_default()
    }

    fn units(&self) -> &Range<u64> {
        &self.runs
    }

    fn lists(&self) -> &[Runs] {
        &self.lists
    }

    fn lists_mut(&mut self) -> &mut [Runs] {
        &mut self.lists
    }

    fn differs(&self, other: &Self) -> Option<String> {
        let trainings = |part: &Self| count(part.courses.len() as u64, "training", "trainings");
        let mut pairs = self.courses.iter().zip(&other.courses);
        instead(&trainings(self), &trainings(other))
            .or_else(|| pairs.find_map(|(one, other)| one.differs(other)))
    }

    fn absorb(&mut self, list: usize, study: Study) {
        self.studies[list].absorb(study);
    }

    fn heading(&self, list: usize) -> Option<String> {
        Some(self.courses[list].setting.heading())
    }

    fn join(&mut self, other: Self) {
        let of = self.of().max(other.of());
        for course in &mut self.courses {
            course.setting.runs = of;
        }
        self.runs = self.runs.start.min(other.runs.start)..self.runs.end.max(other.runs.end);
        for (own, other) in self.lists.iter_mut().zip(other.lists) {
            own.join(other);
        }
        for (own, other) in self.studies.iter_mut().zip(other.studies) {
            own.absorb(other);
        }
    }
}

/// Whether the counts of a run can be those of this training.
fn is_possible(result: &RunResult, setting: &StudySetting) -> bool {
    let last = &result.last;
    let results = &last.results;
    let snapshots = Side::BOTH.map(|side| last.snapshots[side.index()].as_ref());
    let refused = |s: &Snapshot| u128::from(s.refused);
    let refused: u128 = snapshots.into_iter().flatten().map(refused).sum();
    let counts = [results.first_wins, results.draws, results.second_wins];
    let games: u128 = counts.into_iter().map(u128::from).sum();
    let all = u128::from(last.sets) * u128::from(setting.games_per_set);
    let mut snapshots = snapshots.into_iter().flatten();
    last.sets == Study::LAST.min(setting.sets)
        && games + refused == all
        && last.resigned[0] <= results.second_wins
        && last.resigned[1] <= results.first_wins
        && result.greedy.iter().flatten().all(is_chance)
        && snapshots.all(|s| {
            s.missing_colour_total() <= s.boxes
                && [s.boxes, s.rescued, s.saturated].iter().all(|n| *n <= MOST)
                && s.exact.as_ref().is_none_or(is_chance)
        })
}
