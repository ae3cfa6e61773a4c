//! A file to which lines are only ever added, each with a checksum, for what happens too often to write a file anew.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::disk::{exists, open_for};
use super::lock::Lock;
use super::place::failed;
use crate::error::{Action, Error, Result};

/// A file of lines, locked against other programs while this exists. Each line is its checksum, a blank and a text
/// without line ends. What a killed program had not written to its end is cut off when the file is opened again; a line
/// that is damaged is an error.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// The length up to which all lines are whole.
    whole: u64,
    /// What is to be written after that.
    waiting: String,
    _lock: Lock,
}

impl Journal {
    /// Opens the file, or makes it and its folder, for this user alone; returns the contents of its lines.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] while another program has it, [`Error::Line`] where a line is damaged, and
    /// [`Error::File`] when the system refuses something.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>)> {
        let lock = Lock::take(path)?;
        let mut text = Vec::new();
        if exists(path)? {
            let read = open_for(path, Action::Read)?.read_to_end(&mut text);
            read.map_err(|cause| failed(path, Action::Read, cause))?;
        }
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let lines = text[..whole]
            .split_inclusive(|&byte| byte == b'\n')
            .zip(1..);
        let lines = lines.map(|(line, number)| {
            content(&line[..line.len() - 1]).ok_or_else(|| Error::Line {
                path: path.to_owned(),
                line: number,
                reason: "its checksum does not match its text; put back a copy of the file, or cut it off before \
                         that line"
                    .to_owned(),
            })
        });
        let lines = lines.collect::<Result<_>>()?;
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options
            .open(path)
            .map_err(|cause| failed(path, Action::Write, cause))?;
        let journal = Self {
            path: path.to_owned(),
            file,
            whole: whole as u64,
            waiting: String::new(),
            _lock: lock,
        };
        Ok((journal, lines))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a line, which must have no line ends. If it cannot be written, it waits for the next one, or for
    /// [`settle`](Self::settle).
    ///
    /// # Errors
    ///
    /// [`Error::File`] when not all lines are written.
    pub fn add(&mut self, line: &str) -> Result<()> {
        let sum = crc32fast::hash(line.as_bytes());
        self.waiting += &format!("{sum:08x} {line}\n");
        self.settle()
    }

    /// Writes what waits.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when not all lines are written.
    pub fn settle(&mut self) -> Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let written = self.write();
        written.map_err(|cause| failed(&self.path, Action::Write, cause))
    }

    fn write(&mut self) -> io::Result<()> {
        // A line of which only a part could be written is written again from its beginning.
        self.file.set_len(self.whole)?;
        self.file.seek(SeekFrom::Start(self.whole))?;
        self.file.write_all(self.waiting.as_bytes())?;
        self.whole += self.waiting.len() as u64;
        self.waiting.clear();
        Ok(())
    }

    /// What waits until the disk has all that was written so far, so that it survives a loss of power too. Lines can
    /// be added without waiting for it.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the system has no room for it.
    pub fn syncing(&self) -> Result<JournalSync> {
        let file = self.file.try_clone();
        let file = file.map_err(|cause| failed(&self.path, Action::Write, cause))?;
        Ok(JournalSync {
            path: self.path.clone(),
            file,
        })
    }
}

/// Waits until the disk has what was written to a [`Journal`].
#[derive(Debug)]
pub struct JournalSync {
    path: PathBuf,
    file: File,
}

impl JournalSync {
    /// Waits.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the system cannot confirm that the disk has it.
    pub fn wait(self) -> Result<()> {
        let synced = self.file.sync_data();
        synced.map_err(|cause| failed(&self.path, Action::Write, cause))
    }
}

/// The contents of a line, if its checksum is right.
fn content(line: &[u8]) -> Option<String> {
    let (sum, text) = str::from_utf8(line).ok()?.split_at_checked(9)?;
    let sum = u32::from_str_radix(sum.strip_suffix(' ')?, 16).ok()?;
    (sum == crc32fast::hash(text.as_bytes())).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn lines_are_read_as_they_were_added_and_what_was_cut_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/lines.jsonl");
        let read = || {
            let (_, lines) = Journal::open(&path).unwrap();
            lines
        };
        let (mut journal, lines) = Journal::open(&path).unwrap();
        assert!(lines.is_empty());
        assert!(matches!(Journal::open(&path), Err(Error::Busy { .. })));
        journal.add("one").unwrap();
        journal.add("").unwrap();
        drop(journal);
        assert_eq!(read(), ["one", ""]);
        let (mut journal, _) = Journal::open(&path).unwrap();
        journal.add("three").unwrap();
        journal.syncing().unwrap().wait().unwrap();
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        let ends: Vec<usize> = (0..=bytes.len())
            .filter(|&at| at == 0 || bytes[at - 1] == b'\n')
            .collect();
        for cut in 0..=bytes.len() {
            fs::write(&path, &bytes[..cut]).unwrap();
            let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
            assert_eq!(read(), ["one", "", "three"][..whole], "{cut}");
            // What is added next begins a line.
            let (mut journal, _) = Journal::open(&path).unwrap();
            journal.add("next").unwrap();
            drop(journal);
            assert_eq!(read().last().unwrap(), "next", "{cut}");
        }
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        let (mut journal, _) = Journal::open(&path).unwrap();
        journal.add("a line").unwrap();
        journal.add("another").unwrap();
        drop(journal);
        let bytes = fs::read(&path).unwrap();
        // The last line end marks the line as whole.
        for at in 0..bytes.len() - 1 {
            let mut changed = bytes.clone();
            changed[at] ^= 4;
            fs::write(&path, changed).unwrap();
            assert!(
                matches!(Journal::open(&path), Err(Error::Line { .. })),
                "{at}"
            );
        }
    }
}
