//! Parts of a study: some of its runs, kept in a file and put together later.

use std::collections::BTreeMap;
use std::env;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use menace::error::{Damage, Existing};
use menace::session::{RUNS, Trainings};
use menace::store::{self, Lock, Part, RunCodec, runs_in_words};
use menace::text::thousands;
use menace::{Error, Result};

use super::progress::Watch;
use crate::cli::common::exit::{Stopped, Usage};
use crate::cli::common::files::{self, Force};
use crate::cli::common::number::{MANY, count};
use crate::cli::common::stop;

#[derive(Debug, clap::Args)]
pub(super) struct PartOptions {
    /// Play only the I-th of N equal parts of the runs; `slurm` reads both from the variables of a job array
    #[arg(long, value_name = "I/N", value_parser = cut, requires = "out")]
    part: Option<Cut>,

    /// Write to this path; a part of the study instead of its results, for --merge: with all runs, or those of
    /// --part and --runs. A part that was stopped goes on
    #[arg(long, short, value_name = "PATH", conflicts_with = "expected")]
    pub(super) out: Option<PathBuf>,

    /// Put parts of a study together, from files and folders, and show the study; with --out, write a larger
    /// part
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with_all = [
        "game", "learner", "opponent", "rule", "runs", "sets", "games", "games_per_set", "seed", "outside",
        "exact", "expected", "part",
    ])]
    pub(super) merge: Vec<PathBuf>,
}

/// Which of equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// This part, counted from 1, of so many.
    Of(u64, u64),
    /// As the variables of Slurm say.
    Slurm,
}

fn cut(text: &str) -> Result<Cut, String> {
    if text == "slurm" {
        return Ok(Cut::Slurm);
    }
    let numbers = text.split_once('/');
    let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
    match numbers {
        Some((i, n)) if (1..=n).contains(&i) => Ok(Cut::Of(i, n)),
        _ => Err("write I/N with I from 1 to N, such as 3/100, or slurm".to_owned()),
    }
}

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

/// The share of a job array that this task is.
fn of_slurm() -> anyhow::Result<(u64, u64)> {
    let read = |name: &str| {
        let name = format!("SLURM_ARRAY_TASK_{name}");
        let value = env::var(&name)
            .ok()
            .and_then(|value| value.parse::<u64>().ok());
        value.with_context(|| {
            Usage(format!(
                "--part slurm: {name} is not set to a number, so this is not a task of a job array (sbatch \
                 --array); write --part I/N"
            ))
        })
    };
    let (id, least, step, of) = (
        read("ID")?,
        read("MIN")?,
        read("STEP")?.max(1),
        read("COUNT")?,
    );
    let i = id.saturating_sub(least) / step + 1;
    if least > id || (id - least) % step != 0 || i > of {
        let what = "--part slurm: the numbers of this job array have no common step, so they do not say which \
                    part of how many this is; write --part $SLURM_ARRAY_TASK_ID/N";
        return Err(Usage(what.to_owned()).into());
    }
    Ok((i, of))
}

impl PartOptions {
    /// The runs that are to be played.
    fn range(&self, runs: Option<&Runs>) -> anyhow::Result<Range<u64>> {
        let all = Runs::range(runs);
        let (i, n) = match self.part {
            None => return Ok(all),
            Some(Cut::Of(i, n)) => (i, n),
            Some(Cut::Slurm) => of_slurm()?,
        };
        let length = u128::from(all.end - all.start);
        let before =
            |i: u64| u64::try_from(length * u128::from(i) / u128::from(n)).unwrap_or(u64::MAX);
        Ok(all.start + before(i - 1)..all.start + before(i))
    }
}

/// How often a part is saved, and how long runs are played before it is asked whether that is due.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// Plays a part of a study into a file, or what the file lacks of it.
pub(super) fn play(
    options: &PartOptions,
    (trainings, runs): (&Trainings, Option<&Runs>),
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let fresh = Part::new(trainings.courses()?, options.range(runs)?);
    files::check_ending(path)?;
    let _lock = Lock::take(path)?;
    let mut part = begun(path, fresh, force)?;
    stop::search_begins();
    let (done, all) = part.progress();
    let (_, sets, games) = trainings.size();
    let watch = Watch::new((all - done, sets, games), trainings.learners());
    let mut is_saved = done > 0;
    let mut saved = Instant::now();
    for training in 0..part.courses.len() {
        let codec = part.courses[training].codec()?;
        for left in part.left(training) {
            // Threads wait for one another at the end of a block, so blocks take a while.
            let (mut first, mut block) = (left.start, 64);
            while first < left.end && !stop::is_asked() {
                let began = Instant::now();
                let runs = first..left.end.min(first.saturating_add(block));
                first = runs.end;
                add(&mut part, training, runs, (trainings, &codec), &watch)?;
                is_saved = false;
                if began.elapsed() < SAVED_EVERY / 4 {
                    block = block.saturating_mul(2);
                }
                if saved.elapsed() >= SAVED_EVERY {
                    store::replace(path, &store::encode_part(&part))?;
                    (saved, is_saved) = (Instant::now(), true);
                }
            }
        }
    }
    watch.clear();
    if !is_saved {
        store::replace(path, &store::encode_part(&part))?;
    }
    let path = path.display();
    let (done, all) = part.progress();
    if done < all {
        let (done, all) = (thousands(done), thousands(all));
        let what = format!("stopped; {path} keeps {done} of {all} runs, the same command goes on");
        return Err(Stopped(what).into());
    }
    Ok(writeln!(out, "{path}: {}", part.in_words())?)
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

/// The part at this path, if it is the one that is to be played, or else the fresh one.
fn begun(path: &Path, fresh: Part, force: bool) -> anyhow::Result<Part> {
    let exists = |reason| Error::Exists {
        path: path.to_owned(),
        reason,
    };
    match path.exists().then(|| store::read_part(path)) {
        None => {}
        Some(Ok(part)) if part.differs(&fresh).is_none() && part.runs == fresh.runs => {
            return Ok(part);
        }
        Some(_) if force => files::check(path, files::Kind::Any, Force::Yes)?,
        Some(Ok(part)) => return Err(exists(Existing::Part(part.in_words())).into()),
        Some(Err(Error::Damaged {
            reason: Damage::Kind(_),
            ..
        })) => {
            return Err(exists(Existing::Kind).into());
        }
        Some(Err(error)) => return Err(error.into()),
    }
    Ok(fresh)
}

/// The parts of a study as they are put together.
pub(super) struct Merge {
    pub(super) part: Part,
    /// For each training, the runs so far: the end of each range and its file, by its start.
    seen: Vec<BTreeMap<u64, (u64, PathBuf)>>,
}

impl Merge {
    /// Reads all parts in these files and folders, one after the other. What `keep` does with the result of
    /// a run is all that is kept of it; `begin` sees the first part before.
    pub(super) fn read<T>(
        paths: &[PathBuf],
        begin: impl FnOnce(&Part) -> anyhow::Result<T>,
        keep: impl Fn(&mut Part, &T, usize, u64, Vec<u8>) -> Result<()>,
    ) -> anyhow::Result<(Self, T)> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                files.extend(store::parts_in(path)?);
            } else {
                files.push(path.clone());
            }
        }
        let Some(first) = files.first() else {
            let folders: Vec<_> = paths
                .iter()
                .map(|path| path.display().to_string())
                .collect();
            bail!("no parts of a study in {}", folders.join(", "));
        };
        let head = store::read_part(first)?;
        let kept = begin(&head)?;
        let mut merge = Self {
            seen: vec![BTreeMap::new(); head.courses.len()],
            part: Part::new(head.courses, head.runs),
        };
        for path in &files {
            merge.add(
                store::read_part(path)?,
                path,
                first,
                |whole, i, run, slot| keep(whole, &kept, i, run, slot),
            )?;
        }
        Ok((merge, kept))
    }

    fn add(
        &mut self,
        part: Part,
        path: &Path,
        first: &Path,
        mut keep: impl FnMut(&mut Part, usize, u64, Vec<u8>) -> Result<()>,
    ) -> anyhow::Result<()> {
        if let Some(what) = self.part.differs(&part) {
            let [path, first] = [path, first].map(Path::display);
            bail!("{path} is of another study than {first}: {what}");
        }
        let whole = &mut self.part;
        whole.runs = whole.runs.start.min(part.runs.start)..whole.runs.end.max(part.runs.end);
        let of = whole.of().max(part.of());
        for course in &mut whole.courses {
            course.setting.runs = of;
        }
        for (training, share) in part.shares.into_iter().enumerate() {
            for range in store::ranges(share.runs.keys().copied()) {
                self.claim(training, range, path)?;
            }
            self.part.shares[training].study.absorb(share.study);
            for (run, slot) in share.runs {
                keep(&mut self.part, training, run, slot)?;
            }
        }
        Ok(())
    }

    /// Notes that these runs of a training are in a file; an error if they are in another one too.
    fn claim(&mut self, training: usize, range: Range<u64>, path: &Path) -> anyhow::Result<()> {
        let seen = &mut self.seen[training];
        if let Some((&start, (end, other))) = seen.range(..range.end).next_back()
            && *end > range.start
        {
            let twice = range.start.max(start)..range.end.min(*end);
            let (runs, other) = (runs_in_words(&[twice]), other.display());
            bail!("{runs} are in {other} and again in {}", path.display());
        }
        seen.insert(range.start, (range.end, path.to_owned()));
        Ok(())
    }

    /// Refuses a study that is not complete.
    pub(super) fn check(&self) -> anyhow::Result<()> {
        for (course, seen) in self.part.courses.iter().zip(&self.seen) {
            let of = course.setting.runs;
            let missing = store::gaps(0..of, seen.iter().map(|(&start, (end, _))| start..*end));
            if !missing.is_empty() {
                let (heading, of) = (course.setting.heading(), thousands(of));
                let runs = runs_in_words(&missing);
                bail!(
                    "{heading}: {runs} of {of} are missing; --out FILE makes a larger part of these"
                );
            }
        }
        Ok(())
    }
}
