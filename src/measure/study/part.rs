//! Parts of a study: some of its runs, kept in a file and put together later.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};

use matchboxes::Result;
use matchboxes::arena::{RunResult, StudySize};
use matchboxes::session::{RUNS, Trainings};
use matchboxes::store::{self, Part, PartFile};

use super::progress::Watch;
use crate::common::number::{MANY, count};
use crate::common::parts::{Claims, InPlay, PartOptions, check_none_missing, check_same, spanned};

/// The runs of a study: how many, or those from one number to before another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    All(u64),
    Range(Range<u64>),
}

/// Reads `1000` and `1000..5000`.
pub(super) fn runs(text: &str) -> Result<Runs, String> {
    let Some((first, end)) = text.split_once("..") else {
        return count::<MANY>(text).map(Runs::All);
    };
    let first = if first == "0" {
        0
    } else {
        count::<MANY>(first)?
    };
    let end = count::<MANY>(end)?;
    if first >= end {
        return Err(format!(
            "{first}..{end} has no runs; the first number must be the smaller one"
        ));
    }
    Ok(Runs::Range(first..end))
}

impl Runs {
    /// The number of runs of the whole study, as far as is known.
    pub(super) fn of(runs: Option<&Self>) -> u64 {
        match runs {
            Some(Self::All(n)) => *n,
            Some(Self::Range(range)) => range.end,
            None => RUNS,
        }
    }

    fn range(runs: Option<&Self>) -> Range<u64> {
        match runs {
            Some(Self::Range(range)) => range.clone(),
            all => 0..Self::of(all),
        }
    }
}

/// Plays a part of a study into a file, or what the file lacks of it.
pub(super) fn play(
    options: &PartOptions,
    trainings: &Trainings,
    runs: Option<&Runs>,
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let fresh = Part::new(trainings.courses()?, options.share(Runs::range(runs))?);
    let mut in_play = InPlay::begin(path, fresh, force)?;
    let (done, all) = in_play.part.progress();
    let left = StudySize {
        runs: all - done,
        ..trainings.size()
    };
    let watch = Watch::new(left, trainings.learners());
    for training in 0..in_play.part.courses.len() {
        let codec = in_play.part.courses[training].codec()?;
        for left in in_play.part.left(training) {
            in_play.play(&left, |part, runs| {
                let encoded = |result: &RunResult| (result.run, codec.encode(result));
                let (study, ended) = watch.play(trainings, training, runs, encoded)?;
                let share = &mut part.shares[training];
                share.study.absorb(study);
                share.runs.extend(ended);
                Ok(())
            })?;
        }
    }
    watch.clear();
    in_play.end(out)
}

/// The parts of a study as they are put together.
pub(super) struct Merge {
    pub(super) part: Part,
    /// The runs of each training so far.
    seen: Vec<Claims>,
}

impl Merge {
    /// Reads all parts in these files, one after the other, of which `head` is the first. What `keep` does with
    /// the result of a run is all that is kept of it.
    pub(super) fn read(
        files: &[PathBuf],
        head: Part,
        keep: impl Fn(&mut Part, usize, u64, Vec<u8>) -> Result<()>,
    ) -> anyhow::Result<Self> {
        let mut seen: Vec<_> = head.courses.iter().map(|_| Claims::default()).collect();
        let mut whole = Part::new(head.courses, head.runs);
        for path in files {
            let part = Part::read(path)?;
            check_same(&whole, &part, [&files[0], path])?;
            whole.runs = spanned(&whole.runs, &part.runs);
            let of = whole.of().max(part.of());
            for course in &mut whole.courses {
                course.setting.runs = of;
            }
            for (training, share) in part.shares.into_iter().enumerate() {
                for range in store::ranges(share.runs.keys().copied()) {
                    seen[training].add(Part::UNITS, range, path)?;
                }
                whole.shares[training].study.absorb(share.study);
                for (run, slot) in share.runs {
                    keep(&mut whole, training, run, slot)?;
                }
            }
        }
        Ok(Self { part: whole, seen })
    }

    /// Refuses a study that is not complete.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (course, seen) in self.part.courses.iter().zip(&self.seen) {
            let of = course.setting.runs;
            let before = format!("{}: ", course.setting.heading());
            check_none_missing::<Part>(&before, &seen.missing(of), of)?;
        }
        Ok(())
    }
}
