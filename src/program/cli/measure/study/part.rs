//! Parts of a study: some of its runs, kept in a file and put together later.

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use menace::arena::StudySize;
use menace::session::{RUNS, Trainings};
use menace::store::{Part, PartFile};

use super::progress::Watch;
use crate::cli::common::in_play::InPlay;
use crate::cli::common::number::{MANY, count};
use crate::cli::common::parts::{PartOptions, print_missing};
use crate::cli::common::stop;

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

/// Plays a part of a study into a file, or what the file lacks of it; or says which parts of it are missing.
pub(super) fn play(
    options: &PartOptions,
    trainings: &Trainings,
    runs: Option<&Runs>,
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let all = Runs::range(runs);
    let courses = trainings.courses()?;
    if let Some(n) = options.missing {
        let part = |runs| Part::new(courses.clone(), runs);
        return print_missing(path, n, &all, part, out);
    }
    let in_play = InPlay::begin(path, Part::new(courses, options.share(all))?, force)?;
    let (done, all) = in_play.with(|held| held.part.progress());
    let left = StudySize {
        runs: all - done,
        ..trainings.size()
    };
    let watch = Watch::new(left, trainings.learners());
    let codec = in_play.with(|held| held.part.codec().clone());
    for training in 0..trainings.count() {
        let hand = in_play.hand(training, 0, |result| codec.encode(result));
        for runs in in_play.with(|held| held.part.left(training)) {
            if !stop::is_asked() {
                trainings.keep_runs(training, runs, &watch, &hand)?;
            }
        }
    }
    watch.clear();
    in_play.end(out)
}
