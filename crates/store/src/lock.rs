//! A lock on a model or a part, so that only one process writes it at a time.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use super::disk::{
    Claim, File, Stamp, clear, is_taken, length_at, process, real, rename, replace_by,
    rescue_files, tell_rescued,
};
use super::file::{check_unwritten, put, write};
use super::folder::in_progress::with_new;
use super::format;
use super::model::Model;
use super::place::{failed, rescued_path};
use crate::error::{Action, Error, Existing, Result};
use crate::locks::lock;

/// The right to write one model or one part, released when dropped.
#[derive(Debug)]
pub struct Lock {
    claim: Claim,
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
    /// If `model` is a link, the lock belongs to the file it leads to.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`], with the holder, when another process has the lock; [`Error::File`] when the
    /// lock file cannot be kept in that folder, or something else has its name; [`Error::Exists`] when the model
    /// would begin anew beside a rescue file of it.
    pub fn take(model: &Path) -> Result<Self> {
        let place = real(model).map_err(|source| failed(model, Action::Lock, source))?;
        let claim = Claim::take(&place, model)?;
        for path in [model, &place] {
            check_rescued(path)?;
        }
        clear(&place);
        clear(&with_new(&place));
        let known = Mutex::default();
        let taken = Self { claim, known };
        // Only with the lock: until then its holder may have written the file.
        taken.look_again(model);
        Ok(taken)
    }

    /// Whether it still keeps other processes from writing. If the lock file was removed, alone or with
    /// its folder, another process can take a lock of the same name.
    pub fn holds(&self) -> bool {
        self.claim.holds()
    }

    /// Takes the file of this model as it is now for known, as when the lock was taken: it will be read again.
    pub fn look_again(&self, model: &Path) {
        self.note(model, Stamp::at(model), false);
    }

    fn note(&self, path: &Path, stamp: Option<Stamp>, is_ours: bool) {
        let state = FileState { stamp, is_ours };
        self.known().insert(path.to_owned(), state);
    }

    /// Takes the lock of this model again. What was known of the files stays: one that has been replaced in between is
    /// not replaced.
    ///
    /// # Errors
    ///
    /// As [`Lock::take`].
    pub fn take_again(&mut self, model: &Path) -> Result<()> {
        let place = real(model).map_err(|source| failed(model, Action::Lock, source))?;
        self.claim = Claim::take(&place, model)?;
        Ok(())
    }

    fn known(&self) -> MutexGuard<'_, BTreeMap<PathBuf, FileState>> {
        lock(&self.known)
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
    /// may be writing the model, has replaced its file, or keeps it from being replaced.
    ///
    /// The model is checked as in [`write()`](super::write()), but replacing a file that was written under
    /// this lock does not require the full check.
    ///
    /// # Errors
    ///
    /// The errors of [`write()`](super::write()); [`Error::Lost`] when the model was written to the other file.
    pub fn write(&self, path: &Path, model: &Model) -> Result<()> {
        self.check_or_save(path, model)?;
        let is_ours = self.known().get(path).is_some_and(|known| known.is_ours);
        let replaces = is_taken(path);
        check_unwritten(path, model, replaces && !is_ours)?;
        self.replace(path, &mut |file| format::write(model, file))
    }

    /// The same for a file that is not a model, with what `fill` writes.
    ///
    /// # Errors
    ///
    /// The errors of [`replace`](super::replace); [`Error::Lost`] when it was written to the other file.
    pub fn write_with(
        &self,
        path: &Path,
        fill: &mut dyn FnMut(&mut File) -> io::Result<()>,
    ) -> Result<()> {
        self.check_or(path, &mut |saved| put(saved, &mut *fill))?;
        self.replace(path, fill)
    }

    fn replace(
        &self,
        path: &Path,
        fill: &mut dyn FnMut(&mut File) -> io::Result<()>,
    ) -> Result<()> {
        // Filling may take minutes, so the file is checked again right before it is replaced.
        let written = replace_by(
            path,
            &mut *fill,
            || self.is_unchanged(path),
            |stamp| self.note(path, Some(stamp), true),
        );
        written.or_else(|error| {
            // The folder, and the lock with it, may have been removed in the meantime.
            let mut save = |saved: &Path| put(saved, &mut *fill);
            self.check_or(path, &mut save)?;
            Err(aside(path, &mut save, error))
        })
    }

    /// Writes the model to another file in the folder of `path`, if another process may be writing the
    /// model or has replaced its file. Otherwise does nothing.
    ///
    /// # Errors
    ///
    /// [`Error::Lost`] when it wrote the other file, and the errors of [`write()`](super::write()).
    pub fn check_or_save(&self, path: &Path, model: &Model) -> Result<()> {
        self.check_or(path, &mut |saved| write(saved, model))
    }

    fn check_or(&self, path: &Path, save: &mut dyn FnMut(&Path) -> Result<()>) -> Result<()> {
        let reason = match (self.holds(), self.is_unchanged(path)) {
            (true, true) => return Ok(()),
            (true, false) => "another process has put a different file there, which is kept",
            (false, _) => "its lock was removed, so another process may be writing it",
        };
        let saved = beside(path);
        save(&saved)?;
        Err(lost(path, reason, saved))
    }
}

/// Why the system does not let a file be replaced.
const HELD: &str =
    "it cannot be replaced; another program may have it open, or it may belong to someone else";

fn lost(path: &Path, reason: &'static str, saved: PathBuf) -> Error {
    Error::Lost {
        path: path.to_owned(),
        reason,
        saved,
    }
}

/// Writes what could not replace a file to another file next to it, so that it is not lost. If that fails
/// too, the file is not the cause, and the first error is returned.
fn aside(path: &Path, save: &mut dyn FnMut(&Path) -> Result<()>, error: Error) -> Error {
    let saved = beside(path);
    if matches!(error, Error::File { .. }) && is_taken(path) && save(&saved).is_ok() {
        return lost(path, HELD, saved);
    }
    error
}

/// Tells of the rescue files of a path, or refuses to begin anew beside them.
///
/// # Errors
///
/// [`Error::Exists`] with the rescue files, if nothing is at the path.
pub fn check_rescued(path: &Path) -> Result<()> {
    if length_at(path).is_some_and(|length| length > 0) {
        tell_rescued(path);
        return Ok(());
    }
    let kept = rescue_files(path);
    if kept.is_empty() {
        return Ok(());
    }
    Err(Error::exists(path, Existing::Rescued(kept)))
}

/// Puts a rescue file in the place for which it was kept, where nothing may be; returns that path. The file is not
/// checked.
///
/// # Errors
///
/// [`Error::Exists`] when it is no rescue file, or its place is taken; [`Error::Busy`] when another process has the lock
/// of that place; [`Error::File`] when the system refuses something.
pub fn put_back(saved: &Path) -> Result<PathBuf> {
    let stays = |path: &Path, why: &str| Err(Error::exists(path, Existing::Stays(why.to_owned())));
    let Some(path) = rescued_path(saved) else {
        let what = "is no rescue file: these have names like x-saved-42-1.menace";
        return stays(saved, what);
    };
    let _claim = Claim::take(&path, &path)?;
    if is_taken(&path) {
        return stays(&path, "is there, and is not replaced; move it away");
    }
    rename(saved, &path)?;
    Ok(path)
}

/// A free path next to a model: `x-saved-42-1.menace` for `x.menace` in the process 42.
pub(super) fn beside(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().display();
    let ending = path
        .extension()
        .map_or_else(String::new, |ending| format!(".{}", ending.display()));
    let process = process();
    let named = |n: u64| path.with_file_name(format!("{stem}-saved-{process}-{n}{ending}"));
    let free = (1..u64::MAX).map(named).find(|path| !is_taken(path));
    free.unwrap_or_else(|| named(u64::MAX))
}
