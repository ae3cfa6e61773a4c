//! What parts of studies and sweeps have in common: how they are written and read, one run after the other, so that
//! a part takes little memory however many runs it has.

use std::io::{self, BufReader, Read, Seek, SeekFrom, Take, Write};
use std::ops::Range;
use std::path::Path;

use super::begun::{self, Blob};
use super::course::Course;
use super::ranges::{Runs, gaps, in_words};
use crate::arena::{RESULTS, Study};
use crate::encoding::{Unreadable, put, value};
use crate::error::{Damage, Result};
use crate::format::{self, PORTION};
use crate::place::invalid;
use crate::sealed::SealedKind;
use crate::text::thousands;

/// What is read of a part besides itself.
pub enum Piece<'a> {
    /// The result of a run: the number of its list, its own, and its bytes.
    Slot(usize, u64, &'a [u8]),
    /// A run that has not ended.
    Begun(usize, u64, Blob),
}

/// Receives the pieces of a part in the order of the file.
pub type TakePiece<'a> = dyn FnMut(Piece<'_>) -> Result<()> + 'a;

/// How a part is laid out in its file.
pub trait Form: Sized {
    /// Its first bytes and its name.
    fn kind() -> &'static SealedKind;

    /// Writes what comes before all runs.
    fn put_head(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads that again, and checks it against itself; no run is there yet.
    fn read_head(from: &mut Input<'_>) -> Result<Self, Unreadable>;

    /// What comes before the results of a list.
    fn put_counts(&self, _list: usize, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Reads that again; the runs of the list are known.
    fn read_counts(&mut self, _list: usize, _from: &mut Input<'_>) -> Result<(), Unreadable> {
        Ok(())
    }

    /// The number of bytes of a result.
    fn slot(&self) -> usize;

    /// Checks the result of a run, and counts it.
    fn check(&mut self, list: usize, run: u64, slot: &[u8]) -> Result<(), Damage>;

    /// Checks what the results of a list are together, after the last one.
    fn close(&mut self, _list: usize) -> Result<(), Damage> {
        Ok(())
    }

    /// The training of a run, and the number that the run has there.
    fn course(&self, list: usize, run: u64) -> (Course, u64);
}

/// A part of something that is played in parts, as a file.
pub trait PartFile: Form {
    /// What it is a part of.
    const OF: &'static str;
    /// What is played; each has a number.
    const UNITS: &'static str;

    /// The whole, such as `tic-tac-toe, first learning, rote against random, 100 sets of 100 games, seed 1961`.
    fn what(&self) -> String;

    /// The number of units of the whole, as far as the part knows.
    fn of(&self) -> u64;

    /// The units that this part is to have.
    fn units(&self) -> &Range<u64>;

    /// Those that it has, in each of its lists.
    fn lists(&self) -> &[Runs];

    /// The same, to be changed.
    fn lists_mut(&mut self) -> &mut [Runs];

    /// Why the other is a part of something else, if it is.
    fn differs(&self, other: &Self) -> Option<String>;

    /// Takes the units of another part of the same whole, and what they have in common.
    fn join(&mut self, other: Self);

    /// Adds what more runs of a list have in common, if the part keeps that.
    fn absorb(&mut self, _list: usize, _study: Study) {}

    /// What a list is called beside others.
    fn heading(&self, _list: usize) -> Option<String> {
        None
    }

    /// Whether the other part has no run that this one lacks; both are of the same whole.
    fn contains(&self, other: &Self) -> bool {
        self.lists().iter().zip(other.lists()).all(|(own, other)| {
            let ends = other.done.iter().all(|range| own.done.contains_all(range));
            let begun = |run: &u64| own.done.contains(*run) || own.begun.contains_key(run);
            ends && other.begun.keys().all(begun)
        })
    }

    /// How many it has and how many it is to have; in a study, over all trainings.
    fn progress(&self) -> (u64, u64) {
        let lists = self.lists();
        let done = lists.iter().map(|list| list.done.count()).sum();
        let units = self.units().end - self.units().start;
        (done, units.saturating_mul(lists.len() as u64))
    }

    /// The units of this part that a list still lacks.
    fn left(&self, list: usize) -> Vec<Range<u64>> {
        gaps(self.units().clone(), self.lists()[list].done.iter())
    }

    /// `runs 0 to 124 of 1,000, 50 of 125 played: tic-tac-toe, first learning, ...`.
    fn in_words(&self) -> String {
        let units = in_words(Self::UNITS, std::slice::from_ref(self.units()));
        let progress = match self.progress() {
            (done, all) if done == all => String::new(),
            (done, all) => format!(", {} of {} played", thousands(done), thousands(all)),
        };
        format!(
            "{units} of {}{progress}: {}",
            thousands(self.of()),
            self.what()
        )
    }

    /// Reads a part and checks all of it; `take` receives its runs one after the other.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read,
    /// [`Error::Damaged`](crate::error::Error::Damaged) when it is not such a part, a damaged one, or one that no program can
    /// have written; and those of `take`.
    fn read_each(path: &Path, take: &mut TakePiece<'_>) -> Result<Self> {
        let mut taken = Ok(());
        let read = Self::kind().read_by(path, |file, there| {
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
    fn read(path: &Path) -> Result<Self> {
        Self::read_each(path, &mut |_| Ok(()))
    }

    /// Checks the bytes of a file in the same way.
    ///
    /// # Errors
    ///
    /// [`Damage`] when they are not a complete and valid part of a program with the same results.
    fn decode(bytes: &[u8]) -> Result<Self, Damage> {
        let mut file = io::Cursor::new(bytes);
        let read = read(&mut file, bytes.len() as u64, &mut |_| true);
        read.map_err(|error| Self::kind().named(error.of_bytes()))
    }
}

/// A payload that is read once more after its checksum.
pub(super) type Input<'a> = Take<&'a mut dyn Read>;

/// The end of a file whose header gave its length right.
fn short(error: io::Error) -> Unreadable {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => invalid("it has fewer results than runs").into(),
        _ => error.into(),
    }
}

/// Writes what comes before the results of a part: itself, and which runs are there.
pub(super) fn put_runs<P: PartFile>(part: &P, out: &mut dyn Write) -> io::Result<()> {
    put(&RESULTS, out)?;
    part.put_head(out)?;
    for list in part.lists() {
        let mut next = part.units().start;
        let done = list.done.iter().map(|range| {
            let gap = range.start - next;
            next = range.end;
            (gap, range.end - range.start)
        });
        put(&done.collect::<Vec<_>>(), out)?;
        let begun = list.begun.iter();
        let begun = begun.map(|(run, (model, rest))| (run - part.units().start, model, rest));
        put(&begun.collect::<Vec<_>>(), out)?;
    }
    Ok(())
}

/// Reads a part from a file of `there` bytes, until `take` refuses.
fn read<P: PartFile, R: Read + Seek>(
    file: &mut R,
    there: u64,
    take: &mut dyn FnMut(Piece<'_>) -> bool,
) -> Result<P, Unreadable> {
    let length = format::open(P::kind().magic, file, there)?;
    file.seek(SeekFrom::Start(format::HEADER as u64))?;
    let mut file = BufReader::with_capacity(PORTION, file);
    let mut from = (&mut file as &mut dyn Read).take(length);
    let results: u32 = value(&mut from)?;
    if results != RESULTS {
        let (there, known) = (results, RESULTS);
        return Err(Damage::Results { there, known }.into());
    }
    let mut part = P::read_head(&mut from)?;
    let (units, slot) = (part.units().clone(), part.slot());
    for i in 0..part.lists().len() {
        part.lists_mut()[i] = read_runs(&units, slot, &mut from)?;
    }
    let mut bytes = vec![0; slot];
    for i in 0..part.lists().len() {
        part.read_counts(i, &mut from)?;
        let done: Vec<Range<u64>> = part.lists()[i].done.iter().collect();
        for run in done.into_iter().flatten() {
            from.read_exact(&mut bytes).map_err(short)?;
            part.check(i, run, &bytes)?;
            if !take(Piece::Slot(i, run, &bytes)) {
                return Ok(part);
            }
        }
        part.close(i)?;
    }
    for i in 0..part.lists().len() {
        for (run, lengths) in part.lists()[i].begun.clone() {
            let (course, number) = part.course(i, run);
            let blob = begun::read(&course, number, lengths, &mut from)?;
            if !take(Piece::Begun(i, run, blob)) {
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
fn read_runs(units: &Range<u64>, slot: usize, from: &mut Input<'_>) -> Result<Runs, Unreadable> {
    let disorder = || Unreadable::from(invalid("its runs are not in order"));
    let (mut runs, mut next, mut played) = (Runs::default(), units.start, 0_u64);
    let ranges: u64 = value(from)?;
    for i in 0..ranges {
        let (gap, length): (u64, u64) = value(from)?;
        let first = next
            .checked_add(gap)
            .filter(|_| (gap > 0 || i == 0) && length > 0);
        let end = first.and_then(|first| first.checked_add(length));
        let (Some(first), Some(end)) = (first, end.filter(|end| *end <= units.end)) else {
            return Err(disorder());
        };
        played = played.saturating_add(length);
        if played.saturating_mul(slot as u64) > from.limit() {
            return Err(invalid("it has fewer results than runs").into());
        }
        runs.done.insert(first..end);
        next = end;
    }
    let (count, mut bytes): (u64, u64) = (value(from)?, 0);
    for _ in 0..count {
        let (offset, model, rest): (u64, u64, u64) = value(from)?;
        let run = units.start.checked_add(offset);
        let run = run.filter(|run| units.contains(run) && !runs.done.contains(*run));
        let last = runs.begun.last_key_value().map(|(last, _)| *last);
        let Some(run) = run.filter(|run| last.is_none_or(|last| last < *run)) else {
            return Err(disorder());
        };
        bytes = bytes.saturating_add(model).saturating_add(rest);
        if bytes > from.limit() || model < format::HEADER as u64 {
            return Err(invalid("a run in progress is cut off").into());
        }
        runs.begun.insert(run, (model, rest));
    }
    Ok(runs)
}
