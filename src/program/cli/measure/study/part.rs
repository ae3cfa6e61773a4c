//! Parts of a study: some of its runs, kept in a file and put together later.

use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::bail;
use menace::session::{RUNS, Trainings};
use menace::store::{self, Part, PartFile, RunCodec, in_words};
use menace::text::thousands;
use menace::{Error, Result};

use super::progress::Watch;
use crate::cli::common::number::{MANY, count};
use crate::cli::common::parts::{Claims, InPlay, PartOptions, check_same, files_of};

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
    (trainings, runs): (&Trainings, Option<&Runs>),
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let fresh = Part::new(trainings.courses()?, options.share(Runs::range(runs))?);
    let mut in_play = InPlay::begin(path, fresh, force)?;
    let (done, all) = in_play.part.progress();
    let (_, sets, games) = trainings.size();
    let watch = Watch::new((all - done, sets, games), trainings.learners());
    for training in 0..in_play.part.courses.len() {
        let codec = in_play.part.courses[training].codec()?;
        for left in in_play.part.left(training) {
            in_play.play(&left, |part, runs| {
                add(part, training, runs, (trainings, &codec), &watch)
            })?;
        }
    }
    watch.clear();
    in_play.end(out)
}

/// Plays runs of a training and adds those that ended to the part.
fn add(
    part: &mut Part,
    training: usize,
    runs: Range<u64>,
    (trainings, codec): (&Trainings, &RunCodec),
    watch: &Watch,
) -> Result<()> {
    let ended = Mutex::new(Vec::new());
    let study = trainings.play_runs(training, runs, watch, &|result| {
        let encoded = (result.run, codec.encode(&result));
        ended
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(encoded);
        Ok::<_, Error>(())
    })?;
    let share = &mut part.shares[training];
    share.study.absorb(study);
    share
        .runs
        .extend(ended.into_inner().unwrap_or_else(PoisonError::into_inner));
    Ok(())
}

/// The parts of a study as they are put together.
pub(super) struct Merge {
    pub(super) part: Part,
    /// The runs of each training so far.
    seen: Vec<Claims>,
}

impl Merge {
    /// Reads all parts in these files and folders, one after the other. What `keep` does with the result of
    /// a run is all that is kept of it; `begin` sees the first part before.
    pub(super) fn read<T>(
        paths: &[PathBuf],
        begin: impl FnOnce(&Part) -> anyhow::Result<T>,
        keep: impl Fn(&mut Part, &T, usize, u64, Vec<u8>) -> Result<()>,
    ) -> anyhow::Result<(Self, T)> {
        let files = files_of::<Part>(paths)?;
        let head = Part::read(&files[0])?;
        let kept = begin(&head)?;
        let mut merge = Self {
            seen: head.courses.iter().map(|_| Claims::default()).collect(),
            part: Part::new(head.courses, head.runs),
        };
        for path in &files {
            let part = Part::read(path)?;
            check_same(&merge.part, &part, [&files[0], path])?;
            merge.add(part, path, |whole, i, run, slot| {
                keep(whole, &kept, i, run, slot)
            })?;
        }
        Ok((merge, kept))
    }

    fn add(
        &mut self,
        part: Part,
        path: &Path,
        mut keep: impl FnMut(&mut Part, usize, u64, Vec<u8>) -> Result<()>,
    ) -> anyhow::Result<()> {
        let whole = &mut self.part;
        whole.runs = whole.runs.start.min(part.runs.start)..whole.runs.end.max(part.runs.end);
        let of = whole.of().max(part.of());
        for course in &mut whole.courses {
            course.setting.runs = of;
        }
        for (training, share) in part.shares.into_iter().enumerate() {
            for range in store::ranges(share.runs.keys().copied()) {
                self.seen[training].add("runs", range, path)?;
            }
            self.part.shares[training].study.absorb(share.study);
            for (run, slot) in share.runs {
                keep(&mut self.part, training, run, slot)?;
            }
        }
        Ok(())
    }

    /// Refuses a study that is not complete.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (course, seen) in self.part.courses.iter().zip(&self.seen) {
            let of = course.setting.runs;
            let missing = seen.missing(of);
            if !missing.is_empty() {
                let (heading, of) = (course.setting.heading(), thousands(of));
                let runs = in_words("runs", &missing);
                bail!(
                    "{heading}: {runs} of {of} are missing; --out FILE makes a larger part of these"
                );
            }
        }
        Ok(())
    }
}
