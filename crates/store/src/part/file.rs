//! Parts as files: written and read one run after the other, so that even a part with many runs takes little
//! memory.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::Path;

use super::begun::{self, Blob};
use super::contents::{Part, SweepGrid};
use super::course::Course;
use super::ranges::NumberedRuns;
use super::swept_run::SweptRun;
use crate::arena::{Curve, Fault, RESULTS, RunResult, Study, StudySetting, openings_by};
use crate::container::{self, ContainerKind, Contents, ReadSeek, Tag};
use crate::encoding::{Unreadable, put, value};
use crate::error::{Action, Damage, Result};
use crate::game::{Move, Side};
use crate::laws::is_chance;
use crate::learn::{Examined, Layout, Learners, Snapshot};
use crate::model::MOST;
use crate::place::invalid;
use crate::sealed::decode_by;
use crate::text::is_unprintable;

const RUNS: Tag = *b"PART";

pub(super) const PART: ContainerKind = ContainerKind {
    magic: *b"\x8DPRT\r\n\x1A\n",
    known: &[RUNS],
    foreign: Damage::NoPart,
    action: Action::Read,
};

/// What is read of a part besides itself.
pub enum PartPiece<'a> {
    /// The result of a run: the number of its list, its own, and its bytes.
    Slot(usize, u64, &'a [u8]),
    /// A run that has not ended.
    Begun(usize, u64, Blob),
}

/// Receives the pieces of a part in the order of the file.
pub type TakePiece<'a> = dyn FnMut(PartPiece<'_>) -> Result<()> + 'a;

impl Part {
    /// Reads a part and checks all of it; `take` receives its runs one after the other.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read,
    /// [`Error::Damaged`](crate::error::Error::Damaged) when it is not a part, a damaged one, or one that no program
    /// can have written; and the errors of `take`.
    pub fn read_each(path: &Path, take: &mut TakePiece<'_>) -> Result<Self> {
        let mut taken = Ok(());
        let read = PART.read_by(path, |file, there| {
            read(file, there, &mut |piece| {
                taken = take(piece);
                taken.is_ok()
            })
        });
        taken.and(read)
    }

    /// The same without its runs.
    ///
    /// # Errors
    ///
    /// As [`read_each`](Self::read_each).
    pub fn read(path: &Path) -> Result<Self> {
        Self::read_each(path, &mut |_| Ok(()))
    }

    /// Checks the bytes of a file in the same way.
    ///
    /// # Errors
    ///
    /// [`Damage`] when they are not a complete and valid part of a program with the same results.
    pub fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        decode_by(bytes, |file, there| read(file, there, &mut |_| true))
    }

    /// Writes what comes before the results: itself, and which runs are there.
    pub(super) fn put_runs(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut courses = self.courses.clone();
        if self.results == BY_SETS {
            for Course { setting, .. } in &mut courses {
                setting.window /= setting.games_per_set;
            }
        }
        let step = courses.first().and_then(|course| course.setting.step);
        let results = self.results + step.map_or(0, |_| WITH_STEP);
        put(&(results, &self.grid, courses, &self.runs), out)?;
        if let Some(step) = step {
            put(&step, out)?;
        }
        for list in &self.lists {
            let mut next = self.runs.start;
            let done = list.done.iter().map(|range| {
                let gap = range.start - next;
                next = range.end;
                (gap, range.end - range.start)
            });
            put(&done.collect::<Vec<_>>(), out)?;
            let begun = list.begun.iter();
            let begun = begun.map(|(run, (model, rest))| (run - self.runs.start, model, rest));
            put(&begun.collect::<Vec<_>>(), out)?;
        }
        Ok(())
    }

    /// Writes what the runs of a list have in common.
    pub(super) fn put_counts(&self, list: usize, out: &mut dyn Write) -> io::Result<()> {
        let study = self.studies.get(list);
        let Some(study) = study.filter(|_| self.lists[list].done.count() > 0) else {
            return Ok(());
        };
        let names: Vec<String> = study.curves().into_iter().map(Curve::name).collect();
        put(&names, out)?;
        study.put_counts(&mut |number: u64| put(&number, out))
    }

    /// Reads that again; the runs of the list are known.
    fn read_counts(&mut self, list: usize, from: &mut Contents<'_>) -> Result<(), Unreadable> {
        let runs = self.lists[list].done.count();
        if let Some(study) = self.studies.get_mut(list)
            && runs > 0
        {
            let setting = self.courses[list].setting.clone();
            let names: Vec<String> = value(from)?;
            let curves = Curve::by_names(&names, setting.learners, setting.exact.has_sets());
            let curves = curves.map_err(|name| Damage::NewerName(format!("the curve {name}")))?;
            let next = &mut || value(from);
            *study = Study::read_counts(setting, runs, &curves, next)?;
        }
        Ok(())
    }

    /// The opening moves that the results of the runs of a list may name.
    fn openings(&self, list: usize) -> Vec<Move> {
        let course = &self.courses[list];
        match course.game() {
            Ok(game) if self.grid.is_none() && course.setting.learners.learns(Side::First) => {
                openings_by(&game, Layout::from(&course.setting.rule))
            }
            _ => Vec::new(),
        }
    }

    /// Checks the result of a run, and counts it.
    fn check(
        &mut self,
        list: usize,
        run: u64,
        slot: &[u8],
        openings: &[Move],
    ) -> Result<(), Damage> {
        let Some(codec) = self.codecs.get(list) else {
            let run = SweptRun::decode(slot);
            if run.is_possible(self.setting()) && run.encode() == slot {
                return Ok(());
            }
            return Err(invalid("a run has impossible figures"));
        };
        let result = codec.decode(run, slot);
        // The favourites are some of the possible moves, in their order.
        let mut openings = openings.iter();
        let mut favourites = result.favourites.iter();
        let named = favourites.all(|m| openings.any(|known| known == m));
        let is_written = self.encode(list, run, &result) == slot;
        if !named || !is_written || !is_possible(&result, &self.courses[list].setting) {
            return Err(invalid("the result of a run is beyond its limits"));
        }
        self.studies[list].count_end(&result, codec.openings);
        Ok(())
    }

    /// Checks what the results of a list are together, after the last one.
    fn close(&self, list: usize) -> Result<(), Damage> {
        if let Some(study) = self.studies.get(list)
            && self.lists[list].done.count() > 0
            && !study.ends_agree()
        {
            let what = "its counts do not agree with the results of its runs";
            return Err(invalid(what));
        }
        Ok(())
    }
}

impl From<Fault> for Unreadable {
    fn from(fault: Fault) -> Self {
        invalid(fault).into()
    }
}

/// The end of a file whose header gave its length right.
fn short(error: io::Error) -> Unreadable {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => invalid("it has fewer results than runs").into(),
        _ => error.into(),
    }
}

/// Reads the description of a part and checks it for contradictions, before any run.
fn read_head(
    from: &mut Contents<'_>,
    (results, has_step): (u32, bool),
) -> Result<Part, Unreadable> {
    let grid: Option<SweepGrid> = value(from)?;
    let mut courses: Vec<Course> = value(from)?;
    if results == BY_SETS {
        for Course { setting, .. } in &mut courses {
            setting.window = setting.window.saturating_mul(setting.spec.games_per_set);
        }
    }
    let runs: Range<u64> = value(from)?;
    if has_step {
        let step: u64 = value(from)?;
        for course in &mut courses {
            course.setting.step = Some(step);
        }
    }
    let disagree = || Unreadable::from(invalid("its runs or trainings do not agree"));
    let first = courses.first().ok_or_else(disagree)?;
    let agree = match &grid {
        None => are_of_study(first, &courses),
        Some(grid) => are_of_sweep(first, &courses, grid),
    };
    if !agree {
        return Err(disagree());
    }
    if let Some(fault) = courses.iter().find_map(Course::fault) {
        return Err(invalid(fault).into());
    }
    let part = match grid {
        None => Part::of_study(courses, runs).map_err(|error| invalid(error.to_string()))?,
        Some(grid) => Part::of_sweep(grid, courses, runs),
    };
    let part = Part { results, ..part };
    let Range { start, end } = part.runs;
    let all = part.whole_runs();
    if (1..=MOST).contains(&all) && start <= end && end <= all {
        return Ok(part);
    }
    Err(disagree())
}

/// The results of programs that measured speed, and counted its window, in sets.
const BY_SETS: u32 = 1;
/// What is added to the number of the results where the step of the curves follows: a reader of before refuses it.
const WITH_STEP: u32 = 1 << 16;

/// Whether trainings belong to one study: only the rule and the opponent tell them apart.
fn are_of_study(first: &Course, courses: &[Course]) -> bool {
    let common = |course: &Course| {
        let mut setting = course.setting.clone();
        setting.spec.rule.clone_from(&first.setting.rule);
        setting.spec.opponent.clear();
        // Learning against oneself is compared with learning against others.
        if setting.learners == Learners::Both {
            setting.spec.learners = first.setting.learners;
        }
        setting
    };
    let own = common(first);
    let named: BTreeSet<_> = courses
        .iter()
        .map(|c| (&c.setting.rule.name, &c.setting.opponent))
        .collect();
    named.len() == courses.len() && courses.iter().all(|course| common(course) == own)
}

/// Whether trainings belong to one sweep: one side learns in each, or both against each other, for as long.
fn are_of_sweep(first: &Course, courses: &[Course], grid: &SweepGrid) -> bool {
    let size = |setting: &StudySetting| (setting.size(), setting.seed, setting.exact);
    let own = size(&first.setting);
    let mut values = grid.values.iter();
    let mut names = grid.values.iter().flatten().chain(&grid.parameters);
    courses
        .iter()
        .all(|course| course.setting.learners != Learners::Shared && size(&course.setting) == own)
        && first.setting.exact != Examined::Sampled
        && grid.values.len() == courses.len()
        && values.all(|values| values.len() == grid.parameters.len())
        && !names.any(|name| is_unprintable(name))
}

/// Reads a part from a file of `there` bytes, until `take` refuses.
fn read(
    file: &mut dyn ReadSeek,
    there: u64,
    take: &mut dyn FnMut(PartPiece<'_>) -> bool,
) -> Result<Part, Unreadable> {
    let mut from = PART.only(file, there)?;
    let results: u32 = value(&mut from)?;
    let has_step = results / WITH_STEP == 1;
    let results = results - if has_step { WITH_STEP } else { 0 };
    if ![BY_SETS, RESULTS].contains(&results) {
        let (there, known) = (results, RESULTS);
        return Err(Damage::Results { there, known }.into());
    }
    let mut part = read_head(&mut from, (results, has_step))?;
    let (runs, slot) = (part.runs.clone(), part.slot());
    for i in 0..part.lists.len() {
        part.lists[i] = read_runs(&runs, slot, &mut from)?;
    }
    let mut bytes = vec![0; slot];
    for i in 0..part.lists.len() {
        part.read_counts(i, &mut from)?;
        let openings = part.openings(i);
        let done: Vec<Range<u64>> = part.lists[i].done.iter().collect();
        for run in done.into_iter().flatten() {
            from.read_exact(&mut bytes).map_err(short)?;
            part.check(i, run, &bytes, &openings)?;
            if !take(PartPiece::Slot(i, run, &bytes)) {
                return Ok(part);
            }
        }
        part.close(i)?;
    }
    for i in 0..part.lists.len() {
        for (run, lengths) in part.lists[i].begun.clone() {
            let (course, number) = part.course(i, run);
            let blob = begun::read(&course, (number, results == RESULTS), lengths, &mut from)?;
            if !take(PartPiece::Begun(i, run, blob)) {
                return Ok(part);
            }
        }
    }
    if from.limit() > 0 {
        return Err(invalid("it has more results than runs").into());
    }
    Ok(part)
}

/// Reads which runs of a list are there.
fn read_runs(
    runs: &Range<u64>,
    slot: usize,
    from: &mut Contents<'_>,
) -> Result<NumberedRuns, Unreadable> {
    let disorder = || Unreadable::from(invalid("its runs are not in order"));
    let (mut there, mut next, mut played) = (NumberedRuns::default(), runs.start, 0_u64);
    let ranges: u64 = value(from)?;
    for i in 0..ranges {
        let (gap, length): (u64, u64) = value(from)?;
        let first = next
            .checked_add(gap)
            .filter(|_| (gap > 0 || i == 0) && length > 0);
        let end = first.and_then(|first| first.checked_add(length));
        let (Some(first), Some(end)) = (first, end.filter(|end| *end <= runs.end)) else {
            return Err(disorder());
        };
        played = played.saturating_add(length);
        if played.saturating_mul(slot as u64) > from.limit() {
            return Err(invalid("it has fewer results than runs").into());
        }
        there.done.insert(first..end);
        next = end;
    }
    let (count, mut bytes): (u64, u64) = (value(from)?, 0);
    for _ in 0..count {
        let (offset, model, rest): (u64, u64, u64) = value(from)?;
        let run = runs.start.checked_add(offset);
        let run = run.filter(|run| runs.contains(run) && !there.done.contains(*run));
        let last = there.begun.last_key_value().map(|(last, _)| *last);
        let Some(run) = run.filter(|run| last.is_none_or(|last| last < *run)) else {
            return Err(disorder());
        };
        bytes = bytes.saturating_add(model).saturating_add(rest);
        if bytes > from.limit() || model < container::HEADER as u64 {
            return Err(invalid("a run in progress is cut off").into());
        }
        there.begun.insert(run, (model, rest));
    }
    Ok(there)
}

/// Whether the counts of a run are possible in this training.
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
    let (window, length) = (setting.window, setting.size().games_per_run());
    last.sets == Study::LAST.min(setting.sets)
        && games + refused == all
        && result
            .reached
            .iter()
            .flatten()
            .all(|games| (window..=length).contains(games))
        && last.resigned[0] <= results.second_wins
        && last.resigned[1] <= results.first_wins
        && result.greedy.iter().flatten().all(is_chance)
        && snapshots.all(|s| {
            s.missing_colour_total() <= s.boxes
                && [s.boxes, s.rescued, s.saturated].iter().all(|n| *n <= MOST)
                && s.exact.as_ref().is_none_or(is_chance)
        })
}
