//! A lock on a model, so that only one process writes it at a time, kept in a hidden file next to it.
//!
//! The model file itself cannot carry the lock, because writing the model replaces that file. The
//! operating system releases the lock when the process ends, however it ends, so a lock file that was
//! left behind blocks no other process.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::file::{check_unwritten, free, put, write};
use super::in_progress::with_new;
use super::model::Model;
use super::place::{failed, folder_of, is_named, make_folder, real};
use super::stamp::Stamp;
use super::temporary::{clear, note, retry, settle};
use crate::error::{Action, Error, Loss, Result};

/// The word that a lock file begins with; a file with other contents is not a lock file.
const SIGNED: &str = "process ";

/// The right to write one model, released when dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
    /// The last known state of the files that are written under this lock.
    known: Mutex<BTreeMap<PathBuf, FileState>>,
}

/// The last known state of a file.
#[derive(Clone, Copy, Debug)]
struct FileState {
    /// `None` if there was no file.
    stamp: Option<Stamp>,
    /// Whether it was written under this lock.
    is_ours: bool,
}

impl Lock {
    /// Takes the lock of the model at `model`, whether or not the model exists yet, and creates its
    /// folder. Read the model only after taking the lock.
    ///
    /// If `model` is a link, the lock is that of the file it leads to.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], with the holder, when another process has the lock; [`Error::File`] when the
    /// lock file cannot be kept in that folder, or something else has its name.
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
            let source = io::Error::other("another process keeps removing it");
            return Err(failed(&path, Action::Lock, source));
        };
        // From here on, dropping the lock removes the file, also when signing it fails.
        let mut lock = Self {
            path,
            file,
            known: Mutex::default(),
        };
        let state = FileState {
            stamp: Stamp::at(model),
            is_ours: false,
        };
        lock.known().insert(model.to_owned(), state);
        sign(&mut lock.file).map_err(|source| failed(&lock.path, Action::Lock, source))?;
        clear(&place);
        clear(&with_new(&place));
        Ok(lock)
    }

    /// Whether it still keeps other processes from writing. If the lock file was removed, alone or with
    /// its folder, another process can take a lock of the same name.
    #[must_use]
    pub fn holds(&self) -> bool {
        is_named(&self.file, &self.path).unwrap_or(false)
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<PathBuf, FileState>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the file at `path` is as it was when the lock was taken, or as it was last written under
    /// this lock. A file that no longer exists counts as unchanged, and so does one that was never
    /// written under this lock.
    fn is_unchanged(&self, path: &Path) -> bool {
        let known = self.known().get(path).copied();
        let now = Stamp::at(path);
        known.is_none_or(|known| now.is_none() || now == known.stamp)
    }

    /// Writes the model of this lock to `path`; or to another file in the same folder, if another process
    /// may be writing the model or has replaced its file.
    ///
    /// The model is checked as in [`write()`](super::write()), but replacing a file that was written under
    /// this lock does not require the full check.
    ///
    /// # Errors
    ///
    /// Those of [`write()`](super::write()); [`Error::Lost`] when the model was written to the other file.
    pub fn write(&self, path: &Path, model: &Model) -> Result<()> {
        self.check_or_save(path, model)?;
        let is_ours = self.known().get(path).is_some_and(|known| known.is_ours);
        let replaces = path.symlink_metadata().is_ok();
        check_unwritten(path, model, replaces && !is_ours)?;
        let placed = |stamp| {
            let written = FileState {
                stamp: Some(stamp),
                is_ours: true,
            };
            self.known().insert(path.to_owned(), written);
        };
        put(path, model, || self.is_unchanged(path), placed).or_else(|error| {
            // The folder, and the lock with it, may have been removed in the meantime.
            self.check_or_save(path, model)?;
            Err(error)
        })
    }

    /// Writes the model to another file in the folder of `path`, if another process may be writing the
    /// model or has replaced its file. Otherwise does nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Lost`] when it wrote the other file, and those of [`write()`](super::write()).
    pub fn check_or_save(&self, path: &Path, model: &Model) -> Result<()> {
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
    /// Removes the file while the lock is held. Where a file in use cannot be removed, it stays.
    fn drop(&mut self) {
        settle(&self.path, || {
            if cfg!(unix) && self.holds() {
                // A leftover lock file blocks no other process.
                let _ = fs::remove_file(&self.path);
            }
        });
    }
}

/// The file at `path` with our lock on it; `None` if its previous holder has removed it.
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
    // The previous holder may have removed the file after we opened it. Other processes then lock a new
    // file of that name, and our lock has no effect.
    if !is_named(&file, path).map_err(failed)? {
        return Ok(None);
    }
    is_lock(&mut file).map_err(failed)?;
    Ok(Some(file))
}

/// Opens the file without following links, because the target of a link must not be written.
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

/// Refuses a file whose contents are not those of a lock, such as a hard link to another file.
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
    io::Error::other("it is not a lock file of this program; move it away")
}

/// Writes the holder into the lock file.
fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    let process = std::process::id();
    let version = env!("CARGO_PKG_VERSION");
    writeln!(file, "{SIGNED}{process} (menace {version})")
}

/// The holder of a lock, if its file names one.
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
