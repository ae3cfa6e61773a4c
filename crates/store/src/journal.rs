//! A file to which lines are only ever added, each with a checksum, for what happens too often to write a file anew.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::disk::{Stamp, exists, length_at, make_folder, real};
use super::file::read_head;
use super::lock::{Lock, beside};
use super::place::{failed, folder_of};
use crate::error::{Action, Error, Result};

/// A file of lines, locked against other programs while this exists. Each line is its checksum, a blank and a text
/// without line ends. The checksum also covers the checksum of the line before, so a line that is damaged, missing,
/// doubled or in another place is an error. What a killed program had not written to its end is cut off when the file is
/// opened again.
///
/// If the file is removed, moved or replaced by an older copy, it is completed from memory. If another program has changed
/// it, or has the lock, all lines are kept in a rescue file until the place is free. A change is noticed by the time and
/// the length of the file, and by [`verify`](Self::verify).
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// All lines, also those that the file lacks.
    text: String,
    /// How many bytes of them the file has.
    whole: usize,
    /// The file as it was left.
    stamp: Option<Stamp>,
    /// The checksum of the last line.
    sum: u32,
    lock: Lock,
    /// Whether the file has something else than these lines.
    is_foreign: bool,
    /// The rescue file with all lines, while there is one.
    rescue: Option<PathBuf>,
}

impl Journal {
    /// Opens the file, or makes it and its folder, for this user alone; returns the contents of its lines.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] while another program has it, [`Error::Line`] where a line is not the one that was written there,
    /// and [`Error::File`] when the system refuses something.
    pub fn open(path: &Path) -> Result<(Self, Vec<String>)> {
        let lock = Lock::take(path)?;
        let refused = |cause| failed(path, Action::Write, cause);
        let place = real(path).map_err(refused)?;
        let bytes = bytes(&place, u64::MAX)?;
        let (lines, text, sum) = lines_of(path, &bytes)?;
        // It is shorter than the lines where only the last line end is missing.
        let whole = text.len().min(bytes.len());
        let file = open_to_write(&place)?;
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(refused)?;
        }
        let journal = Self {
            stamp: Stamp::at(&place),
            path: place,
            file,
            text,
            whole,
            sum,
            lock,
            is_foreign: false,
            rescue: None,
        };
        Ok((journal, lines))
    }

    /// The contents of the lines of a file, which another program may have open. What was not written to its end is left out.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open), but for the lock.
    pub fn read(path: &Path) -> Result<Vec<String>> {
        let (lines, ..) = lines_of(path, &bytes(path, u64::MAX)?)?;
        Ok(lines)
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
        self.sum = checksum(self.sum, line);
        self.text += &format!("{} {line}\n", text_of(self.sum));
        self.settle()
    }

    /// Writes what the file lacks, also if it was moved away. What cannot take its place is kept in a rescue file.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when not all lines are written in their place.
    pub fn settle(&mut self) -> Result<()> {
        if let Err(error) = self.find() {
            self.keep_beside();
            return Err(error);
        }
        let written = self.write();
        written.map_err(|cause| failed(&self.path, Action::Write, cause))?;
        if let Some(rescue) = self.rescue.take()
            && self.file.sync_data().is_ok()
        {
            // If it cannot be removed, the next start tells of it.
            let _ = fs::remove_file(rescue);
        }
        Ok(())
    }

    /// As [`settle`](Self::settle), after comparing all that the file has, since a change can leave its time and length.
    ///
    /// # Errors
    ///
    /// As [`settle`](Self::settle).
    pub fn verify(&mut self) -> Result<()> {
        self.stamp = None;
        self.settle()
    }

    /// Whether the file has something else than these lines.
    pub const fn is_foreign(&self) -> bool {
        self.is_foreign
    }

    /// Finds the file to write to: the one at the path, if it has nothing but lines of this one, or a new one.
    fn find(&mut self) -> Result<()> {
        if !self.lock.holds() {
            // It was removed, alone or with its folder. Another program may have it now.
            let taken = self.lock.take_again(&self.path);
            taken.map_err(|error| match error {
                Error::Busy { path, holder } => {
                    let what = format!(
                        "its lock was removed, and {holder} has it now; end one of the two"
                    );
                    failed(&path, Action::Write, io::Error::other(what))
                }
                other => other,
            })?;
        }
        if self.stamp.is_some() && self.stamp == Stamp::at(&self.path) {
            return Ok(());
        }
        let bytes = bytes(&self.path, self.text.len() as u64 + 1)?;
        self.is_foreign = !self.text.as_bytes().starts_with(&bytes);
        if self.is_foreign {
            self.stamp = None;
            let what = "another program has changed it or put a different file there, which is kept; move it away";
            return Err(failed(&self.path, Action::Write, io::Error::other(what)));
        }
        make_folder(&folder_of(&self.path))?;
        self.file = open_to_write(&self.path)?;
        self.whole = bytes.len();
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if self.whole < self.text.len() {
            self.file.seek(SeekFrom::Start(self.whole as u64))?;
            // If only a part can be written, the file is found longer the next time.
            self.file.write_all(&self.text.as_bytes()[self.whole..])?;
            self.whole = self.text.len();
        }
        self.stamp = Some(Stamp::from_metadata(&self.file.metadata()?));
        Ok(())
    }

    /// Writes all lines to a rescue file, if something else keeps their place.
    pub fn keep_beside(&mut self) {
        let path = self.rescue.take().unwrap_or_else(|| beside(&self.path));
        let is_whole = length_at(&path) == Some(self.text.len() as u64);
        let write = |mut file: File| {
            let written = file.write_all(self.text.as_bytes());
            written.and_then(|()| file.sync_data()).is_ok()
        };
        if is_whole || open_to_write(&path).is_ok_and(write) {
            self.rescue = Some(path);
        } else {
            // A part of it is of no use. If it cannot be removed, it stays.
            let _ = fs::remove_file(path);
        }
    }

    /// The rescue file with all lines, while there is one.
    pub fn rescue(&self) -> Option<&Path> {
        self.rescue.as_deref()
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
        let path = self.path.clone();
        Ok(JournalSync { path, file })
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

/// The contents of lines, all of them as text, and the checksum of the last one.
fn lines_of(path: &Path, bytes: &[u8]) -> Result<(Vec<String>, String, u32)> {
    let (mut lines, mut text, mut sum) = (Vec::new(), String::new(), 0);
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        let ended = line.strip_suffix(b"\n");
        match content(ended.unwrap_or(line), sum) {
            Some((own, content)) => {
                text += &format!("{} {content}\n", text_of(own));
                lines.push(content.to_owned());
                sum = own;
            }
            None if ended.is_some() => return Err(Error::line(path, number, advice(number))),
            // The last line was not written to its end.
            None => {}
        }
    }
    Ok((lines, text, sum))
}

/// The first bytes of a file; none if there is no file.
fn bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    if exists(path)? {
        return read_head(path, most);
    }
    Ok(Vec::new())
}

/// Opens or makes a file for this user alone.
fn open_to_write(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(path);
    opened.map_err(|cause| failed(path, Action::Write, cause))
}

/// What is wrong with the line of this number, and what helps.
fn advice(number: u64) -> String {
    let helps = if number == 1 {
        "put back a copy of the file".to_owned()
    } else {
        format!(
            "everything before line {number} is good; to keep that, copy the file, and then remove line {number} and \
             all after it"
        )
    };
    format!(
        "its checksum does not match its text and the line before it, so it is damaged, or a line is missing, doubled \
         or in another place; {helps}"
    )
}

/// The checksum of a line after the line with the checksum `before`, which is 0 for the first.
fn checksum(before: u32, text: &str) -> u32 {
    crc32fast::hash(format!("{} {text}", text_of(before)).as_bytes())
}

fn text_of(sum: u32) -> String {
    format!("{sum:08x}")
}

/// The checksum and the contents of a line, if the checksum is right.
fn content(line: &[u8], before: u32) -> Option<(u32, &str)> {
    let (sum, text) = str::from_utf8(line).ok()?.split_at_checked(9)?;
    let right = checksum(before, text);
    // Byte for byte, since it is written again if the file is lost.
    (sum.strip_suffix(' ')? == text_of(right)).then_some((right, text))
}
