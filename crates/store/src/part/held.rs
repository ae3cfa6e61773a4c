//! A part that is being played or put together: its runs outside of memory, written and read one after the other.

use std::collections::BTreeMap;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::begun::Blob;
use super::contents::Part;
use super::course::Course;
use super::file::{PART, PartPiece};
use super::swept_run::SweptRun;
use crate::arena::{Begun, RunResult};
use crate::disk::{Scratch, scratch};
use crate::encoding::Unreadable;
use crate::error::{Action, Result};
use crate::place::{damaged, failed};

/// Records of a fixed length by number, in a temporary file. Runs may end in any order, and each has its place.
struct RecordSlots {
    file: Scratch,
    folder: PathBuf,
    /// The number that comes first.
    first: u64,
    length: usize,
}

impl RecordSlots {
    /// No record yet; the file is in this folder once it is large.
    fn new(folder: &Path, first: u64, length: usize) -> Self {
        Self {
            file: scratch(folder),
            folder: folder.to_owned(),
            first,
            length,
        }
    }

    /// Stores the record of this number.
    fn put(&mut self, number: u64, bytes: &[u8]) -> Result<()> {
        let sought = self.seek(number);
        let written = sought.and_then(|()| self.file.write_all(bytes));
        written.map_err(|source| failed(&self.folder, Action::WriteTemporary, source))
    }

    /// The records of these numbers, one after the other; each must have been stored.
    fn read(&mut self, numbers: Range<u64>) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let copied = self.copy(numbers, &mut bytes);
        copied.map_err(|source| failed(&self.folder, Action::ReadTemporary, source))?;
        Ok(bytes)
    }

    fn copy(&mut self, numbers: Range<u64>, mut out: &mut dyn Write) -> io::Result<()> {
        self.seek(numbers.start)?;
        let whole = (numbers.end - numbers.start) * self.length as u64;
        let copied = io::copy(&mut (&mut self.file).take(whole), &mut out)?;
        if copied < whole {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    fn seek(&mut self, number: u64) -> io::Result<()> {
        let place = number
            .checked_sub(self.first)
            .and_then(|place| place.checked_mul(self.length as u64));
        let place = place.ok_or(io::ErrorKind::InvalidInput)?;
        self.file.seek(SeekFrom::Start(place)).map(drop)
    }
}

/// A part with the results of its runs and its runs in progress.
pub struct HeldPart {
    /// The other contents of the file.
    pub part: Part,
    slots: Vec<RecordSlots>,
    begun: BTreeMap<(usize, u64), Blob>,
    folder: PathBuf,
}

impl HeldPart {
    /// A part that has no runs yet, even if `part` lists some. Large temporary files are in this folder.
    #[must_use]
    pub fn new(part: Part, folder: &Path) -> Self {
        let slots = |_| RecordSlots::new(folder, part.runs.start, part.slot());
        Self {
            slots: (0..part.lists.len()).map(slots).collect(),
            begun: BTreeMap::new(),
            folder: folder.to_owned(),
            part,
        }
    }

    /// Takes the runs of the part in this file, which is the part that this one is.
    ///
    /// # Errors
    ///
    /// The errors of [`Part::read_each`], and of storing the runs.
    pub fn take_from(&mut self, path: &Path) -> Result<Part> {
        Part::read_each(path, &mut |piece| match piece {
            PartPiece::Slot(list, run, slot) => self.slots[list].put(run, slot),
            PartPiece::Begun(list, run, blob) => {
                self.begun.insert((list, run), blob);
                Ok(())
            }
        })
    }

    /// The result of a run that has ended.
    ///
    /// # Errors
    ///
    /// The errors of storing it.
    pub fn put(&mut self, list: usize, run: u64, result: &RunResult) -> Result<()> {
        let slot = self.part.encode(list, run, result);
        self.slots[list].put(run, &slot)?;
        let runs = &mut self.part.lists[list];
        runs.done.insert(run..run + 1);
        runs.begun.remove(&run);
        self.begun.remove(&(list, run));
        Ok(())
    }

    /// The results of these runs of a training of a study; none in a sweep.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when they cannot be read.
    pub fn ended(&mut self, training: usize, runs: Range<u64>) -> Result<Vec<RunResult>> {
        let Some(codec) = self.part.codecs.get(training) else {
            return Ok(Vec::new());
        };
        let bytes = self.slots[training].read(runs.clone())?;
        let slots = runs.zip(bytes.chunks_exact(self.part.slot()));
        Ok(slots.map(|(run, slot)| codec.decode(run, slot)).collect())
    }

    /// The figures of these runs of a sweep; none in a study.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when they cannot be read.
    pub fn swept(&mut self, runs: Range<u64>) -> Result<Vec<SweptRun>> {
        if self.part.grid.is_none() {
            return Ok(Vec::new());
        }
        let (length, bytes) = (self.part.slot(), self.slots[0].read(runs)?);
        Ok(bytes.chunks_exact(length).map(SweptRun::decode).collect())
    }

    /// The training of a run, and the folder of temporary files, for [`Blob::new`].
    pub fn course(&self, list: usize, run: u64) -> (Course, PathBuf) {
        let course = self.part.course(list, run).0;
        (course.into_owned(), self.folder.clone())
    }

    /// Saves the state of a run that has not ended.
    pub fn note(&mut self, list: usize, run: u64, blob: Blob) {
        self.part.lists[list].begun.insert(run, blob.lengths);
        self.begun.insert((list, run), blob);
    }

    /// The saved state of a run; `None` if none was saved.
    ///
    /// # Errors
    ///
    /// The errors of reading it.
    pub fn resume(&mut self, list: usize, run: u64) -> Result<Option<Begun>> {
        let Some(blob) = self.begun.get_mut(&(list, run)) else {
            return Ok(None);
        };
        let (course, number) = self.part.course(list, run);
        match blob.begun(&course, number) {
            Ok(begun) => Ok(Some(begun)),
            Err(Unreadable::Damaged(reason)) => Err(damaged(&self.folder, reason)),
            Err(Unreadable::Failed(source)) => {
                Err(failed(&self.folder, Action::ReadTemporary, source))
            }
        }
    }

    /// Writes all of it from the start of a file; equal parts have equal bytes.
    ///
    /// # Errors
    ///
    /// The errors of the file and of the temporary files.
    pub fn write(&mut self, out: &mut (impl Write + Seek)) -> io::Result<()> {
        let Self {
            part, slots, begun, ..
        } = self;
        PART.seal_into(out, |out| {
            part.put_runs(out)?;
            for (i, list) in part.lists.iter().enumerate() {
                part.put_counts(i, out)?;
                for range in list.done.iter() {
                    slots[i].copy(range, out)?;
                }
            }
            for (i, list) in part.lists.iter().enumerate() {
                for &run in list.begun.keys() {
                    let blob = begun.get_mut(&(i, run));
                    blob.ok_or_else(|| io::Error::other("a run in progress is missing"))?
                        .copy(out)?;
                }
            }
            Ok(())
        })
    }
}
