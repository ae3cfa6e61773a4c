//! One writer at a time: a lock on a model, kept in a hidden file beside it.
//!
//! The model itself cannot carry the lock, since writing it puts another file in its place. The
//! system gives the lock back when the process ends in whatever way, so a lock file that was left
//! behind holds up nobody.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::beside::{clear, note, retry, settle};
use super::file::{check_unwritten, free, put, write};
use super::model::Model;
use super::place::{failed, folder_of, is_named, make_folder, real};
use super::stamp::Stamp;
use super::underway::with_new;
use crate::error::{Action, Error, Loss, Result};

/// The word that a lock file begins with; a file with anything else in it is none.
const SIGNED: &str = "process ";

/// The right to write one model, given back when dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
    /// The files that are written under this lock, as they are known to be.
    known: Mutex<BTreeMap<PathBuf, Known>>,
}

/// A file as its writer knows it.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// None if there was no file.
    stamp: Option<Stamp>,
    /// Whether it was written under this lock.
    is_ours: bool,
}

impl Lock {
    /// Takes the lock of the model at `model`, whether or not there is one yet, making its folder. Whatever
    /// is read of the model is to be read after that.
    ///
    /// Where `model` is a link, the lock is that of what it leads to.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] with the holder, when somebody has it; [`Error::File`] when the system does
    /// not let us keep a file in that folder, or something else has the name of that file.
    pub fn take(model: &Path) -> Result<Self> {
        let place = real(model).map_err(|source| failed(model, Action::Lock, source))?;
        let folder = folder_of(&place);
        make_folder(&folder)?;
        let Some(name) = place.file_name() else {
            let source =
                io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file");
            return Err(failed(model, Action::Lock, source));
        };
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(".lock");
        let path = folder.join(hidden);
        let claimed = retry(|| note(&path, || claim(&path, model)))?;
        let Some(file) = claimed else {
            let source = io::Error::other("it is removed again and again");
            return Err(failed(&path, Action::Lock, source));
        };
        // From here on the file goes when the lock does, also when it cannot be signed.
        let mut lock = Self {
            path,
            file,
            known: Mutex::default(),
        };
        let there = Known {
            stamp: Stamp::at(model),
            is_ours: false,
        };
        lock.known().insert(model.to_owned(), there);
        sign(&mut lock.file).map_err(|source| failed(&lock.path, Action::Lock, source))?;
        clear(&place);
        clear(&with_new(&place));
        Ok(lock)
    }

    /// Whether it still keeps others from writing: its file may have been removed, by itself or with
    /// its folder, and then others can take another lock of that name.
    #[must_use]
    pub fn holds(&self) -> bool {
        is_named(&self.file, &self.path).unwrap_or(false)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Known>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the file at `path` is as it was when the lock was taken, or as it was last written under
    /// it. One that is not there any more is nobody's, and one that was never written under this
    /// lock is not known.
    fn is_unchanged(&self, path: &Path) -> bool {
        let known = self.known().get(path).copied();
        let now = Stamp::at(path);
        known.is_none_or(|known| now.is_none() || now == known.stamp)
    }

    /// Writes the model of this lock, at `path`; beside it where that may be somebody else's by now, or
    /// somebody else has put another file there.
    ///
    /// It is checked as [`write()`](super::write()) has it; as a whole unless it replaces what was written
    /// under this lock.
    ///
    /// # Errors
    ///
    /// Those of [`write()`](super::write()); [`Error::Lost`] when it stands beside.
    pub fn write(&self, path: &Path, model: &Model) -> Result<()> {
        self.or_beside(path, model)?;
        let is_ours = self.known().get(path).is_some_and(|known| known.is_ours);
        let replaces = path.symlink_metadata().is_ok();
        check_unwritten(path, model, replaces && !is_ours)?;
        let placed = |stamp| {
            let written = Known {
                stamp: Some(stamp),
                is_ours: true,
            };
            self.known().insert(path.to_owned(), written);
        };
        put(path, model, || self.is_unchanged(path), placed).or_else(|error| {
            // The folder may have been removed just then, and the lock with it.
            self.or_beside(path, model)?;
            Err(error)
        })
    }

    /// Writes the model beside `path` when that may be somebody else's by now, or somebody else has put
    /// another file there, and nothing before.
    ///
    /// # Errors
    ///
    /// [`Error::Lost`] then, and those of [`write()`](super::write()).
    pub fn or_beside(&self, path: &Path, model: &Model) -> Result<()> {
        let reason = match (self.holds(), self.is_unchanged(path)) {
            (true, true) => return Ok(()),
            (true, false) => Loss::Replaced,
            (false, _) => Loss::Lock,
        };
        let process = std::process::id();
        let saved = free(path, |n| format!("saved-{process}-{n}"), |_| false);
        write(&saved, model)?;
        Err(Error::Lost {
            path: path.to_owned(),
            reason,
            saved,
        })
    }
}

impl Drop for Lock {
    /// Removes the file while the lock is held; where a file in use cannot be removed it stays.
    fn drop(&mut self) {
        settle(&self.path, || {
            if cfg!(unix) && self.holds() {
                // A file that stays holds up nobody.
                let _ = fs::remove_file(&self.path);
            }
        });
    }
}

/// The file at `path` with our lock on it; none if it was removed by the one who had it before us.
fn claim(path: &Path, model: &Path) -> Result<Option<File>> {
    let failed = |source| failed(path, Action::Lock, source);
    let mut file = open(path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            return Err(Error::Busy {
                path: model.to_owned(),
                holder: holder(&mut file),
            });
        }
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    }
    // Whoever had it may have removed the file after we opened it; then others lock another file of
    // that name, and this lock is worth nothing.
    if !is_named(&file, path).map_err(failed)? {
        return Ok(None);
    }
    is_lock(&mut file).map_err(failed)?;
    Ok(Some(file))
}

/// Opens the file, but follows no link: what that leads to is not ours to write.
fn open(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(other_thing());
    }
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
    options.open(path)
}

/// Refuses a file that holds what no lock does, such as another name of somebody's file.
fn is_lock(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    let mut begin = Vec::new();
    file.rewind()?;
    file.take(SIGNED.len() as u64).read_to_end(&mut begin)?;
    if SIGNED.as_bytes().starts_with(&begin) {
        Ok(())
    } else {
        Err(other_thing())
    }
}

fn other_thing() -> io::Error {
    io::Error::other("it is no lock of this program; move it away")
}

/// Writes into the file who holds it.
fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let process = std::process::id();
    let version = env!("CARGO_PKG_VERSION");
    writeln!(file, "{SIGNED}{process} (menace {version})")
}

/// Who holds a file, as far as it says so.
fn holder(file: &mut File) -> String {
    let mut text = String::new();
    let read = file
        .rewind()
        .and_then(|()| file.take(200).read_to_string(&mut text));
    match text.lines().next() {
        Some(line) if read.is_ok() && !line.is_empty() => line.to_owned(),
        _ => "another process".to_owned(),
    }
}
