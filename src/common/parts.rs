//! Work that is done in parts: a share of it is played into a file, and all parts are put together later.

use std::collections::BTreeMap;
use std::env;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use matchboxes::error::{Damage, Existing};
use matchboxes::store::{self, Lock, PartFile, gaps, in_words};
use matchboxes::text::thousands;
use matchboxes::{Error, Result};

use super::exit::{Stopped, Usage, usage};
use super::files::{self, Force};
use super::stop;

#[derive(Debug, clap::Args)]
pub(crate) struct PartOptions {
    /// Play only the I-th of N equal parts; `slurm` reads both from the variables of a job array
    #[arg(long, value_name = "I/N", value_parser = cut, requires = "out")]
    part: Option<Cut>,

    /// Write to this path; a part instead of the results, for --merge. A part that was stopped goes on
    #[arg(long, short, value_name = "PATH", conflicts_with_all = ["csv", "json", "plots"])]
    pub(crate) out: Option<PathBuf>,

    /// Put parts together, from files and folders, and show the whole; with --out, write a larger part
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "part")]
    pub(crate) merge: Vec<PathBuf>,
}

/// Which of equal parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cut {
    /// This part, counted from 1, of a number of parts.
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
        return Err(usage(what));
    }
    Ok((i, of))
}

impl PartOptions {
    /// The share of all that is to be played.
    pub(crate) fn share(&self, all: Range<u64>) -> anyhow::Result<Range<u64>> {
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

/// How often a part is saved, and how long it is played before it is asked whether that is due.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// A part that is being played, with its file.
pub(crate) struct InPlay<'a, P> {
    pub(crate) part: P,
    path: &'a Path,
    saved: Instant,
    is_saved: bool,
    _lock: Lock,
}

impl<'a, P: PartFile> InPlay<'a, P> {
    /// The part in this file, if it is the one that is to be played, or else the fresh one.
    pub(crate) fn begin(path: &'a Path, fresh: P, force: bool) -> anyhow::Result<Self> {
        files::check_ending(path)?;
        let lock = Lock::take(path)?;
        let part = begun(path, fresh, force)?;
        stop::search_begins();
        Ok(Self {
            is_saved: part.progress().0 > 0,
            part,
            path,
            saved: Instant::now(),
            _lock: lock,
        })
    }

    /// Plays these units in blocks, and saves the part from time to time; ends early when the program is asked
    /// to stop.
    pub(crate) fn play(
        &mut self,
        left: &Range<u64>,
        play: impl Fn(&mut P, Range<u64>) -> Result<()>,
    ) -> Result<()> {
        // Threads wait for one another at the end of a block, so blocks take a while.
        let (mut first, mut block) = (left.start, 64);
        while first < left.end && !stop::is_asked() {
            let began = Instant::now();
            let units = first..left.end.min(first.saturating_add(block));
            first = units.end;
            play(&mut self.part, units)?;
            self.is_saved = false;
            if began.elapsed() < SAVED_EVERY / 4 {
                block = block.saturating_mul(2);
            }
            if self.saved.elapsed() >= SAVED_EVERY {
                self.save()?;
            }
        }
        Ok(())
    }

    fn save(&mut self) -> Result<()> {
        store::replace(self.path, &self.part.encode())?;
        (self.saved, self.is_saved) = (Instant::now(), true);
        Ok(())
    }

    /// Saves the part and says what it holds; an error if it was stopped.
    pub(crate) fn end(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        if !self.is_saved {
            self.save()?;
        }
        let path = self.path.display();
        let (done, all) = self.part.progress();
        if done < all {
            let (done, all, units) = (thousands(done), thousands(all), P::UNITS);
            let what =
                format!("stopped; {path} keeps {done} of {all} {units}, the same command goes on");
            return Err(Stopped(what).into());
        }
        Ok(writeln!(out, "{path}: {}", self.part.in_words())?)
    }
}

fn begun<P: PartFile>(path: &Path, fresh: P, force: bool) -> anyhow::Result<P> {
    let exists = |reason| Error::Exists {
        path: path.to_owned(),
        reason,
    };
    match path.exists().then(|| P::read(path)) {
        None => {}
        Some(Ok(part)) if part.differs(&fresh).is_none() && part.units() == fresh.units() => {
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

/// The files named, and the parts in the folders named; at least one.
pub(crate) fn files_of<P: PartFile>(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(store::parts_in(path)?);
        } else {
            files.push(path.clone());
        }
    }
    if files.is_empty() {
        let folders: Vec<_> = paths.iter().map(|p| p.display().to_string()).collect();
        bail!("no parts of a {} in {}", P::OF, folders.join(", "));
    }
    Ok(files)
}

/// A part whose units are kept by their numbers.
pub(crate) trait Joined: PartFile {
    /// The units that it has.
    fn played(&self) -> Vec<Range<u64>>;

    /// Adds the units of another part of the same whole.
    fn join(&mut self, other: Self);
}

/// Puts parts together; the larger part need not be whole.
pub(crate) fn merge<P: Joined>(paths: &[PathBuf]) -> anyhow::Result<P> {
    let files = files_of::<P>(paths)?;
    let mut whole: Option<P> = None;
    let mut claims = Claims::default();
    for path in &files {
        let part = P::read(path)?;
        for range in part.played() {
            claims.add(P::UNITS, range, path)?;
        }
        match &mut whole {
            None => whole = Some(part),
            Some(whole) => {
                check_same(whole, &part, [&files[0], path])?;
                whole.join(part);
            }
        }
    }
    Ok(whole.expect("there is a file"))
}

/// Writes a larger part.
pub(crate) fn write<P: PartFile>(
    part: &P,
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    files::check_ending(path)?;
    files::replace(path, &part.encode(), force)?;
    Ok(writeln!(out, "{}: {}", path.display(), part.in_words())?)
}

/// Refuses a whole of which some units are missing.
pub(crate) fn check_whole<P: Joined>(part: &P) -> anyhow::Result<()> {
    check_none_missing::<P>("", &gaps(0..part.of(), part.played()), part.of())
}

/// Refuses units that are missing, of this many; `before` begins the message.
pub(crate) fn check_none_missing<P: PartFile>(
    before: &str,
    missing: &[Range<u64>],
    of: u64,
) -> anyhow::Result<()> {
    if missing.is_empty() {
        return Ok(());
    }
    let (missing, of) = (in_words(P::UNITS, missing), thousands(of));
    bail!("{before}{missing} of {of} are missing; --out FILE makes a larger part of these")
}

/// The least range that contains two others.
pub(crate) fn spanned(one: &Range<u64>, other: &Range<u64>) -> Range<u64> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// Refuses a part of something else than the first one.
pub(crate) fn check_same<P: PartFile>(
    whole: &P,
    part: &P,
    [first, path]: [&Path; 2],
) -> anyhow::Result<()> {
    if let Some(what) = whole.differs(part) {
        let [first, path] = [first, path].map(Path::display);
        bail!("{path} is of another {} than {first}: {what}", P::OF);
    }
    Ok(())
}

/// The units that have been put together: the end of each range and its file, by its start.
#[derive(Default)]
pub(crate) struct Claims(BTreeMap<u64, (u64, PathBuf)>);

impl Claims {
    /// Notes that these units are in a file; an error if some are in another one too.
    pub(crate) fn add(&mut self, what: &str, range: Range<u64>, path: &Path) -> anyhow::Result<()> {
        if let Some((&start, (end, other))) = self.0.range(..range.end).next_back()
            && *end > range.start
        {
            let twice = range.start.max(start)..range.end.min(*end);
            let (units, other) = (in_words(what, &[twice]), other.display());
            bail!("{units} are in {other} and again in {}", path.display());
        }
        self.0.insert(range.start, (range.end, path.to_owned()));
        Ok(())
    }

    /// The units from 0 to before this number that are in no file.
    pub(crate) fn missing(&self, of: u64) -> Vec<Range<u64>> {
        let claimed = self.0.iter().map(|(&start, (end, _))| start..*end);
        gaps(0..of, claimed)
    }
}
