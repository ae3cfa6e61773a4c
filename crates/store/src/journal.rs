//! A file to which lines are only ever added, each with a checksum, for what happens too often to write a file anew.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use super::disk::{exists, is_named, length, make_folder, open_for, real};
use super::lock::Lock;
use super::place::{failed, folder_of};
use crate::error::{Action, Error, Result};

/// A file of lines, locked against other programs while this exists. Each line is its checksum, a blank and a text
/// without line ends. The checksum also covers the checksum of the line before, so a line that is damaged, missing,
/// doubled or in another place is an error. What a killed program had not written to its end is cut off when the file is
/// opened again.
///
/// If the file is removed, moved or replaced by an older copy, it is completed from memory. If another program has put
/// something else there, or has the lock, nothing is written, and the lines wait.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    /// All lines, also those that the file lacks.
    text: String,
    /// How many bytes of them the file has.
    whole: usize,
    /// The checksum of the last line.
    sum: u32,
    lock: Lock,
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
        let file = open_to_write(&place)?;
        // It is shorter than the lines where only the last line end is missing.
        let whole = text.len().min(bytes.len());
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(refused)?;
        }
        let journal = Self {
            path: place,
            file,
            text,
            whole,
            sum,
            lock,
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
        self.sum = checksum(self.sum, line);
        self.text += &format!("{} {line}\n", text_of(self.sum));
        self.settle()
    }

    /// Writes what the file lacks, also if it was moved away.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when not all lines are written.
    pub fn settle(&mut self) -> Result<()> {
        if !self.lock.holds() {
            // It was removed, alone or with its folder. Another program may have it now.
            self.lock = Lock::take(&self.path).map_err(|error| match error {
                Error::Busy { path, holder } => {
                    let what = format!(
                        "its lock was removed, and {holder} has it now; end one of the two"
                    );
                    failed(&path, Action::Write, io::Error::other(what))
                }
                other => other,
            })?;
        }
        let same = self.is_same();
        if !same.map_err(|cause| failed(&self.path, Action::Write, cause))? {
            self.find_again()?;
        }
        let written = self.write();
        written.map_err(|cause| failed(&self.path, Action::Write, cause))
    }

    /// Whether the file is still at its path and as long as it was left.
    fn is_same(&self) -> io::Result<bool> {
        let left = self.whole as u64;
        Ok(is_named(&self.file, &self.path)? && length(&self.file)? == left)
    }

    /// Goes on in the file that is now at the path, if it has nothing but lines of this one, or in a new file.
    fn find_again(&mut self) -> Result<()> {
        let bytes = bytes(&self.path, self.text.len() as u64 + 1)?;
        if !self.text.as_bytes().starts_with(&bytes) {
            let what =
                "another program has put a different file there, which is kept; move it away";
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

/// The first bytes of a file; none if there is no file.
fn bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if exists(path)? {
        let read = open_for(path, Action::Read)?
            .take(most)
            .read_to_end(&mut bytes);
        read.map_err(|cause| failed(path, Action::Read, cause))?;
    }
    Ok(bytes)
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
            // The last line end may be missing.
            let whole = ends[1..].iter().filter(|&&end| end <= cut + 1).count();
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

    /// A journal with three lines, and its path.
    fn three(folder: &Path) -> (Journal, PathBuf) {
        let path = folder.join("new/lines.jsonl");
        let (mut journal, _) = Journal::open(&path).unwrap();
        for line in ["one", "two", "two"] {
            journal.add(line).unwrap();
        }
        (journal, path)
    }

    #[test]
    fn a_missing_doubled_or_swapped_line_is_noticed_with_its_number() {
        let folder = tempfile::tempdir().unwrap();
        let (journal, path) = three(folder.path());
        drop(journal);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        let [one, two, three] = lines[..] else {
            panic!("{text}");
        };
        for (wrong, number) in [
            (vec![two, three], 1),
            (vec![one, three], 2),
            (vec![one, one, two, three], 2),
            (vec![one, two, two, three], 3),
            (vec![one, three, two], 2),
            (vec![two, one, three], 1),
        ] {
            fs::write(&path, wrong.concat()).unwrap();
            let Err(Error::Line { line, reason, .. }) = Journal::open(&path) else {
                panic!("{wrong:?}");
            };
            assert_eq!(line, number, "{wrong:?}");
            let advises = reason.contains(&format!("everything before line {number} is good"));
            assert_eq!(advises, number > 1, "{reason}");
            // What is advised helps.
            let kept = usize::try_from(number).unwrap() - 1;
            fs::write(&path, wrong[..kept].concat()).unwrap();
            assert_eq!(Journal::open(&path).unwrap().1.len(), kept);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_was_moved_or_replaced_is_completed() {
        type Loss = fn(&Path);
        let losses: [Loss; 6] = [
            |path| fs::remove_file(path).unwrap(),
            |path| fs::rename(path.parent().unwrap(), path.with_file_name("../old")).unwrap(),
            |path| {
                let copy = path.with_file_name("copy");
                fs::copy(path, &copy).unwrap();
                fs::rename(copy, path).unwrap();
            },
            |path| fs::write(path, "").unwrap(),
            |path| fs::write(path, &fs::read(path).unwrap()[..20]).unwrap(),
            |path| fs::remove_file(path.with_file_name(".lines.jsonl.lock")).unwrap(),
        ];
        for (loss, number) in losses.iter().zip(1..) {
            for adds in [true, false] {
                let folder = tempfile::tempdir().unwrap();
                let (mut journal, path) = three(folder.path());
                loss(&path);
                let mut all = vec!["one", "two", "two"];
                if adds {
                    journal.add("four").unwrap();
                    all.push("four");
                }
                journal.settle().unwrap();
                assert!(matches!(Journal::open(&path), Err(Error::Busy { .. })));
                drop(journal);
                let mode = std::os::unix::fs::PermissionsExt::mode(
                    &fs::metadata(&path).unwrap().permissions(),
                );
                assert_eq!(mode & 0o77, 0, "{number}");
                assert_eq!(Journal::open(&path).unwrap().1, all, "{number}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_another_program_wrote_is_kept_and_the_lines_wait() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, path) = three(folder.path());
        let says = |refused: Result<()>, words: &str| {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains(words), "{refused}");
        };
        fs::remove_file(path.with_file_name(".lines.jsonl.lock")).unwrap();
        let (mut other, _) = Journal::open(&path).unwrap();
        says(journal.add("four"), "its lock was removed, and process");
        other.add("theirs").unwrap();
        drop(other);
        let theirs = fs::read(&path).unwrap();
        says(journal.add("five"), "a different file there, which is kept");
        assert_eq!(fs::read(&path).unwrap(), theirs);
        // Once it is moved away, all is written.
        fs::rename(&path, folder.path().join("theirs")).unwrap();
        journal.settle().unwrap();
        drop(journal);
        assert_eq!(
            Journal::open(&path).unwrap().1,
            ["one", "two", "two", "four", "five"]
        );
    }
}
