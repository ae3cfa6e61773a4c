//! Work that is done in parts: a share of it is played into a file, and all parts are put together later.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::env;
use std::io::{Cursor, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use matchboxes::Result;
use matchboxes::store::{self, HeldPart, Lock, Part, PartOf, gaps, runs_in_words};
use matchboxes::text::{Shown as _, thousands};

use crate::files::{self, FileKind, Force, ending};
use crate::messages::{Stopped, console, usage};
use crate::options::number::{MANY, count};
use crate::output::ResultFiles;

/// The options of studies and of sweeps that a part stores.
const SETTING: [&str; 12] = [
    "game",
    "learner",
    "opponent",
    "rule",
    "runs",
    "sets",
    "games",
    "games_per_set",
    "seed",
    "fallback",
    "exact",
    "memory",
];

#[derive(Debug, clap::Args)]
pub(crate) struct PartOptions {
    /// Play only the I-th of N equal parts
    #[arg(long, value_name = "I/N", value_parser = cut, requires = "out")]
    part: Option<(u64, u64)>,

    /// Write to this path: a part instead of the results, for --merge. The same command resumes a stopped part
    #[arg(long, short, value_name = "PATH", value_parser = ending::path(&["part"]),
          conflicts_with_all = ["csv", "json", "plots"])]
    pub(crate) out: Option<PathBuf>,

    /// Put parts together, from files and folders, and show the whole. With --out, write a larger part
    #[arg(long, value_name = "PATH", num_args = 1.., conflicts_with = "part", conflicts_with_all = SETTING)]
    pub(crate) merge: Vec<PathBuf>,

    /// Play nothing: print which of N equal parts, 1.part to N.part in the folder of --out, are still to be played
    #[arg(long, value_name = "N", value_parser = count::<MANY>, requires = "out",
          conflicts_with_all = ["part", "merge", "force"])]
    pub(crate) missing: Option<u64>,
}

fn cut(text: &str) -> Result<(u64, u64), String> {
    let numbers = text.split_once('/');
    match numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?))) {
        Some((i, n)) if (1..=n).contains(&i) => Ok((i, n)),
        _ => Err("write I/N with I from 1 to N, such as 3/100".to_owned()),
    }
}

impl PartOptions {
    pub(crate) fn share(&self, all: Range<u64>) -> Range<u64> {
        match self.part {
            None => all,
            Some((i, n)) => cut_of(&all, i, n),
        }
    }

    /// The whole that the parts make together; none if they were put into a larger part.
    pub(crate) fn merged(
        &self,
        of: PartOf,
        force: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<Option<Merged>> {
        if let Some(path) = &self.out {
            write_merged(of, &self.merge, path, force, out)?;
            return Ok(None);
        }
        let merged = Merged::read(of, &self.merge, None)?;
        merged.check()?;
        Ok(Some(merged))
    }
}

/// The I-th of N equal parts.
fn cut_of(all: &Range<u64>, i: u64, n: u64) -> Range<u64> {
    let length = u128::from(all.end - all.start);
    let before = |i: u64| u64::try_from(length * u128::from(i) / u128::from(n)).unwrap_or(u64::MAX);
    all.start + before(i - 1)..all.start + before(i)
}

/// Prints the numbers of the parts that are not in this folder or not complete, one a line. `part` is the part of
/// these units without any run; a file that is not that part is an error, and so is a part under any other name,
/// since a merge of the folder would take it too.
pub(crate) fn print_missing(
    folder: &Path,
    n: u64,
    all: &Range<u64>,
    part: impl Fn(Range<u64>) -> Result<Part>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if folder.exists() && !folder.is_dir() {
        return Err(usage(format!("--out {} is not a folder", folder.shown())));
    }
    // All is checked before a number is printed, since other commands read them.
    let (mut names, mut missing) = (HashSet::new(), Vec::new());
    for i in 1..=n {
        let path = folder.join(format!("{i}.part"));
        let wanted = part(cut_of(all, i, n))?;
        let is_complete = path.exists() && {
            let found = Part::read(&path)?;
            check_of(wanted.part_of(), &path, &found)?;
            if let Some(what) = difference(&wanted, &found) {
                let path = path.shown();
                let hint = match another_cut(all, i, &wanted, &found) {
                    Some(n) => format!("; it is part {i} of {n}, so ask for {n} parts"),
                    None => String::new(),
                };
                bail!(
                    "{path} is not part {i} of {n} of this {}: {what}{hint}",
                    wanted.part_of()
                );
            }
            let (done, all) = found.progress();
            done == all
        };
        if !is_complete {
            missing.push(i);
        }
        names.insert(path);
    }
    let found = folder.exists().then(|| store::parts_in(folder));
    let mut found = found.transpose()?.into_iter().flatten();
    if let Some(path) = found.find(|path| !names.contains(path)) {
        let path = path.shown();
        bail!("{path} is none of 1.part to {n}.part, and a merge of the folder would take it too");
    }
    for i in missing {
        writeln!(out, "{i}")?;
    }
    Ok(())
}

/// The number of parts whose I-th is the part that was found, if only the cut is another one than wanted.
fn another_cut(all: &Range<u64>, i: u64, wanted: &Part, found: &Part) -> Option<u64> {
    if wanted.differs(found).is_some() || wanted.whole_runs() != found.whole_runs() {
        return None;
    }
    (i..=MANY)
        .take(100_000)
        .find(|&n| cut_of(all, i, n) == found.runs)
}

/// Refuses a part of the other kind of whole.
fn check_of(of: PartOf, path: &Path, part: &Part) -> anyhow::Result<()> {
    let (path, found) = (path.shown(), part.part_of());
    ensure!(
        found == of,
        "{path}: not a part of a {of}; it is a part of a {found}: `menace {found} --merge` takes it"
    );
    Ok(())
}

/// What a part has instead of what is wanted, if it is not that part.
pub(crate) fn difference(wanted: &Part, found: &Part) -> Option<String> {
    wanted.differs(found).or_else(|| {
        let (own, other) = (wanted.runs_in_words(), found.runs_in_words());
        (own != other).then(|| format!("{other} instead of {own}"))
    })
}

/// The files named, and the parts in the folders named; at least one.
fn files_of(of: PartOf, paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
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
        bail!("no parts of a {of} in {}", folders.join(", "));
    }
    Ok(files)
}

/// The most parts that a merge of folders names.
const SHOWN: usize = 20;

/// Parts that were put together; the larger part need not be whole.
pub(crate) struct Merged {
    /// Their common options; the runs themselves are in the files.
    pub(crate) whole: Part,
    files: Vec<PathBuf>,
}

impl Merged {
    /// Reads the parts in these files and folders, one after the other, and checks them. Of the part that is to be
    /// written and the others, one is left out if the other has all of it, as after the same merge before.
    fn read(of: PartOf, paths: &[PathBuf], written: Option<&Path>) -> anyhow::Result<Self> {
        let is_written = |file: &Path| written.is_some_and(|path| files::is_same(file, path));
        let mut files = files_of(of, paths)?;
        files.sort_by_cached_key(|file| is_written(file));
        let mut left_out = 0;
        let mut taken = Vec::new();
        let mut merged: Option<Part> = None;
        let mut claims: Vec<Claims<'_>> = Vec::new();
        for path in &files {
            let part = Part::read(path)?;
            check_of(of, path, &part)?;
            let others = merged.as_ref().filter(|_| is_written(path));
            if others.is_some_and(|others| has_all(others, &part)) {
                left_out += 1;
                continue;
            }
            if others.is_some_and(|others| has_all(&part, others)) {
                let (whole, files) = (part, vec![path.clone()]);
                return Ok(Self { whole, files });
            }
            if let Some(what) = merged.as_ref().and_then(|whole| whole.differs(&part)) {
                let [first, path] = [&files[0], path].map(|path| path.shown());
                bail!("{path} is of another {of} than {first}: {what}");
            }
            let of_each = part
                .lists()
                .iter()
                .map(|list| runs_in_words(&list.done.iter().collect::<Vec<_>>()));
            let of_each: BTreeSet<String> = of_each.collect();
            let of_each = of_each.into_iter().collect::<Vec<_>>().join("; ");
            taken.push(format!("{}: {of_each}", path.shown()));
            claims.resize_with(part.lists().len(), Claims::new);
            for (claims, list) in claims.iter_mut().zip(part.lists()) {
                for range in list.done.iter() {
                    claim(claims, range, path)?;
                }
            }
            match &mut merged {
                Some(whole) => whole.join(part),
                none => *none = Some(part),
            }
        }
        // A user who names a folder does not see which files it has.
        if paths.iter().any(|path| path.is_dir()) {
            for line in taken.iter().take(SHOWN) {
                console::note(line)?;
            }
            if let more @ 1.. = taken.len().saturating_sub(SHOWN) {
                console::note(&format!("and {} more parts", thousands(more as u64)))?;
            }
        }
        files.truncate(files.len() - left_out);
        let whole = merged.context("there is a file")?;
        Ok(Self { whole, files })
    }

    /// Refuses a whole of which some runs are missing.
    fn check(&self) -> anyhow::Result<()> {
        let of = self.whole.whole_runs();
        for (i, list) in self.whole.lists().iter().enumerate() {
            let missing = gaps(0..of, list.done.iter());
            if !missing.is_empty() {
                let before = self.whole.heading(i);
                let before = before.map_or(String::new(), |heading| format!("{heading}: "));
                let (missing, of) = (runs_in_words(&missing), thousands(of));
                bail!(
                    "{before}{missing} of {of} are missing; --out FILE makes a larger part of these"
                );
            }
        }
        Ok(())
    }

    /// The whole with its runs, read again, in memory and in temporary files in this folder; without a
    /// folder, only what they have in common.
    pub(crate) fn held(self, folder: Option<&Path>) -> Result<HeldPart> {
        let mut held = HeldPart::new(self.whole, folder.unwrap_or(Path::new("")));
        for path in self.files.iter().filter(|_| folder.is_some()) {
            held.take_from(path)?;
        }
        Ok(held)
    }
}

/// The end of a study or a sweep without a file, of whose units the first were shown; an error if it was stopped.
pub(crate) fn end(
    [done, all]: [u64; 2],
    units: &str,
    files: &ResultFiles<'_>,
) -> anyhow::Result<()> {
    let shown = match done {
        _ if done == all => return Ok(()),
        0 => "none is whole".to_owned(),
        done => format!("these are the first {}, without pictures", thousands(done)),
    };
    files.leave();
    let what = format!("stopped; of {} {units} {shown}", thousands(all));
    Err(Stopped(what + "; with --out FILE.part the same command goes on after a stop").into())
}

/// The runs of a list so far: the end of each range and its file, by its start.
type Claims<'a> = BTreeMap<u64, (u64, &'a Path)>;

/// Notes that these runs are in a file; an error if some are in another one too.
fn claim<'a>(claims: &mut Claims<'a>, range: Range<u64>, path: &'a Path) -> anyhow::Result<()> {
    if let Some((&start, (end, other))) = claims.range(..range.end).next_back()
        && *end > range.start
    {
        let twice = range.start.max(start)..range.end.min(*end);
        let (units, other) = (runs_in_words(&[twice]), other.shown());
        bail!("{units} are in {other} and again in {}", path.shown());
    }
    claims.insert(range.start, (range.end, path));
    Ok(())
}

/// Whether a part has all runs of another one of the same whole.
fn has_all(part: &Part, other: &Part) -> bool {
    part.differs(other).is_none() && part.contains(other)
}

/// Puts parts together to a larger one, which replaces another only with `force`, or if that has nothing more.
fn write_merged(
    of: PartOf,
    paths: &[PathBuf],
    path: &Path,
    force: bool,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    files::check_ending(path)?;
    if files::is_stream(path) {
        let mut held = Merged::read(of, paths, None)?.held(Some(&env::temp_dir()))?;
        let mut bytes = Cursor::new(Vec::new());
        held.write(&mut bytes)?;
        files::put(path, &bytes.into_inner(), FileKind::Any, Force::Yes)?;
        return Ok(());
    }
    let lock = Lock::take(path)?;
    let merged = Merged::read(of, paths, Some(path))?;
    let old = path.exists().then(|| Part::read(path));
    let is_contained = old.is_some_and(|old| old.is_ok_and(|old| has_all(&merged.whole, &old)));
    if !is_contained {
        files::check(path, FileKind::Any, force.into())?;
    }
    let mut held = merged.held(Some(&store::folder_of(path)))?;
    lock.write_with(path, &mut |file| held.write(file))?;
    Ok(writeln!(out, "{}: {}", path.shown(), held.part.in_words())?)
}
