//! Temporary files: written next to the file that they replace, flushed to disk, renamed, and removed
//! even if their writer fails.
//!
//! A writer that fails removes its temporary file. A process that ends immediately, on Ctrl-C, calls
//! [`abandon`] first. A process that was killed leaves its temporary file behind; the next writer of the
//! same file removes it, because the file's lock is free: the system releases it with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use tempfile::NamedTempFile;

use super::super::place::{check_name, failed, folder_of};
use super::open::{files_in, is_named, make_folder, open_nonblocking, real};
use super::stamp::Stamp;
use crate::error::{Action, Result};
use crate::fork::PerProcess;
use crate::locks::lock;

/// The ending of the names of temporary files.
const TEMPORARY: &str = ".tmp";

/// The longest file name, in bytes, whose temporary files can be distinguished from the temporary files of
/// others.
const LONGEST: usize = 180;

/// How many times an operation is tried that another process may get to first.
const TRIES: u32 = 100;

/// The files that must be removed when this process ends.
static BEGUN: PerProcess<Mutex<BTreeSet<PathBuf>>> =
    PerProcess::at_first(Mutex::new(BTreeSet::new()));

/// The temporary files in each folder when this process first wrote there.
static LEFT: PerProcess<Mutex<BTreeMap<PathBuf, Vec<PathBuf>>>> =
    PerProcess::at_first(Mutex::new(BTreeMap::new()));

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    lock(BEGUN.get())
}

/// Removes this process's temporary files and locks. After that nothing more is written: any thread that
/// tries to write blocks for ever.
///
/// Call it from a separate thread, just before the program ends.
pub fn abandon() {
    let begun = begun();
    for path in &*begun {
        // A file that cannot be removed stays, and blocks no other process.
        let _ = fs::remove_file(path);
    }
    // The lock is never released, so a thread that would begin a file or rename one waits until the process
    // is gone.
    std::mem::forget(begun);
}

/// Calls `make` and, if it created the file, registers the file for removal. [`abandon`] waits meanwhile,
/// so the file never exists without being registered.
pub(super) fn note<T>(path: &Path, make: impl FnOnce() -> Result<Option<T>>) -> Result<Option<T>> {
    let mut begun = begun();
    let made = make();
    if matches!(made, Ok(Some(_))) {
        begun.insert(path.to_owned());
    }
    made
}

/// Calls `end`, which removes or renames the file, and unregisters the file.
pub(super) fn settle<T>(path: &Path, end: impl FnOnce() -> T) -> T {
    let mut begun = begun();
    let ended = end();
    begun.remove(path);
    ended
}

/// Writes a file with what `fill` writes, replacing any file at `path`, and creates its folders.
///
/// If the path is a link, its target is replaced. The new file has the permissions of the old one, or
/// else the default ones. It is renamed only if `may` then returns true; right after that, `placed`
/// receives its stamp.
pub(crate) fn replace_by(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    may: impl FnOnce() -> bool,
    placed: impl FnOnce(Stamp),
) -> Result<()> {
    let failed = |source| failed(path, Action::Write, source);
    let place = real(path).map_err(failed)?;
    check_name(&place).map_err(failed)?;
    let old = fs::metadata(&place).ok();
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        let what = "it is not a regular file, so it is not replaced";
        return Err(failed(io::Error::other(what)));
    }
    let folder = folder_of(&place);
    make_folder(&folder)?;
    clear_once(&place);
    let permissions = old
        .filter(fs::Metadata::is_file)
        .map(|old| old.permissions());
    let mut file = begin(&folder, &prefix(&place), permissions.as_ref()).map_err(failed)?;
    let begun = file.path().to_owned();
    let written = fill(file.as_file_mut())
        .and_then(|()| permissions.map_or(Ok(()), |p| file.as_file().set_permissions(p)))
        // Before it is renamed: a disk may keep the new name and lose the bytes, and after a power failure the path
        // would hold an empty file.
        .and_then(|()| file.as_file().sync_all())
        .and_then(|()| file.as_file().metadata())
        .map(|about| Stamp::from_metadata(&about));
    // Under the lock of `abandon`: after that has returned, no file of this process replaces another.
    settle(&begun, || match written {
        Ok(stamp) if may() => put_in_place(file, &place).map(|()| placed(stamp)),
        other => {
            drop(file);
            let what = "another process has put a file there";
            Err(other.err().unwrap_or_else(|| io::Error::other(what)))
        }
    })
    .and_then(|()| sync_folder(&folder))
    .map_err(failed)
}

/// Renames a temporary file. Where another program has the old file open, as scanners and synchronizers do for a
/// moment, Windows refuses that, so it is tried for a second.
fn put_in_place(mut file: NamedTempFile, place: &Path) -> io::Result<()> {
    const PAUSE: Duration = Duration::from_millis(50);
    // ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION
    let is_held =
        |error: &io::Error| cfg!(windows) && matches!(error.raw_os_error(), Some(5 | 32 | 33));
    let mut tries = 0;
    loop {
        match file.persist(place) {
            Ok(_) => return Ok(()),
            Err(refused) if is_held(&refused.error) && tries < 20 => {
                file = refused.file;
                tries += 1;
                thread::sleep(PAUSE);
            }
            Err(refused) => return Err(refused.error),
        }
    }
}

/// Creates a temporary file in this folder and locks it, so that other processes see that its writer is
/// still running.
fn begin(
    folder: &Path,
    prefix: &str,
    permissions: Option<&fs::Permissions>,
) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(TEMPORARY);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Its writer must be able to fill it even if the old file is read-only; it gets the permissions of
        // the old file afterwards.
        let mode = permissions.map_or(0o666, |p| p.mode() & 0o666 | 0o600);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = permissions;
    let file = retry(|| -> io::Result<_> {
        let mut begun = begun();
        let file = builder.tempfile_in(folder).map_err(|error| {
            // Its name says nothing to users.
            let text = error.to_string();
            io::Error::new(
                error.kind(),
                text.split(" at path ").next().unwrap_or_default(),
            )
        })?;
        // Without file locks, another process may remove the file; renaming it then fails. A process that
        // already holds this lock is just removing the file.
        let is_ours = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        let is_ours = is_ours && is_named(file.as_file(), file.path())?;
        if is_ours {
            begun.insert(file.path().to_owned());
        }
        Ok(is_ours.then_some(file))
    })?;
    file.ok_or_else(|| io::Error::other("other processes keep removing its temporary file"))
}

/// Repeats an attempt that another process got to first, at most [`TRIES`] times in all: after that, the
/// cause is another one, such as a file system whose locks are always taken.
pub(super) fn retry<T, E>(
    mut attempt: impl FnMut() -> std::result::Result<Option<T>, E>,
) -> std::result::Result<Option<T>, E> {
    for _ in 0..TRIES {
        let made = attempt()?;
        if made.is_some() {
            return Ok(made);
        }
    }
    Ok(None)
}

/// The prefix of the names of the temporary files that replace this file.
fn prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=LONGEST.min(name.len())).rev();
    let end = end.into_iter().find(|&end| name.is_char_boundary(end));
    format!(".{}.", &name[..end.unwrap_or(0)])
}

/// Removes the temporary files that killed writers of this file left.
///
/// Files of running writers stay, and so do files that cannot be removed.
pub(crate) fn clear(path: &Path) {
    clear_among(path, &temporary_files(&folder_of(path)));
}

/// As [`clear`], but lists each folder only once in the life of this process.
fn clear_once(path: &Path) {
    let folder = folder_of(path);
    let mut left = lock(LEFT.get());
    let left = left
        .entry(folder)
        .or_insert_with_key(|folder| temporary_files(folder));
    clear_among(path, left);
}

fn temporary_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths = files_in(folder);
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') && name.ends_with(TEMPORARY)
    });
    paths
}

fn clear_among(path: &Path, files: &[PathBuf]) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = prefix(path);
    for file in files {
        let other = file.file_name().unwrap_or_default().to_string_lossy();
        let middle = other
            .strip_prefix(&prefix)
            .and_then(|rest| rest.strip_suffix(TEMPORARY));
        // The temporary files of `x.menace.new` begin with the prefix of `x.menace` too; only they have a dot in between.
        let is_its = name.len() <= LONGEST && middle.is_some_and(|middle| !middle.contains('.'));
        if is_its && fs::symlink_metadata(file).is_ok_and(|about| about.is_file()) {
            // A running writer holds the lock of its own file.
            let left = open_nonblocking(file);
            if left.is_ok_and(|left| left.try_lock().is_ok()) {
                let _ = fs::remove_file(file);
            }
        }
    }
}

/// Flushes the names in a folder to disk; only then is a rename durable.
///
/// It is not an error if the file system does not support this.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retrying_ends_after_the_last_try() {
        let mut tries = 0;
        let late = || -> io::Result<Option<()>> {
            tries += 1;
            Ok(None)
        };
        assert!(retry(late).unwrap().is_none());
        assert_eq!(tries, TRIES);
        let mut tries = 0;
        let third = || -> io::Result<Option<u32>> {
            tries += 1;
            Ok((tries == 3).then_some(tries))
        };
        assert_eq!(retry(third).unwrap(), Some(3));
        let failing = || -> io::Result<Option<()>> { Err(io::Error::other("a disk")) };
        assert!(retry(failing).is_err());
    }
}
