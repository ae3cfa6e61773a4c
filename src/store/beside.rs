//! Files begun beside the place they are for: brought to the disk, renamed into it, and cleared away
//! whatever becomes of their writer.
//!
//! A writer that fails removes what it has begun. One that ends at once, on Ctrl-C, calls
//! [`abandon`] first. One that was killed leaves its file behind, which the next writer of the same
//! file removes: it can tell by the file's lock, which the system gives back with the process.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use super::place::{failed, folder_of, is_named, make_folder, open_unwaiting, real};
use super::stamp::Stamp;
use crate::error::{Action, Result};

/// What the names of files end in that were begun beside another and not yet put in its place.
const BESIDE: &str = ".tmp";

/// The longest name whose files beside it can be told from those of others.
const LONGEST: usize = 180;

/// How often somebody else may be faster.
const TRIES: u32 = 100;

/// The files of this process that are not to outlive it.
static BEGUN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The files begun by others, by their folder, as they were when this process first wrote there.
static LEFT: Mutex<BTreeMap<PathBuf, Vec<PathBuf>>> = Mutex::new(BTreeMap::new());

fn begun() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    BEGUN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes whatever this process has begun and not yet put in its place, and its locks; from then on
/// nothing more is written: whoever tries waits for ever.
///
/// For a program that is about to end at once, from a thread of its own.
pub fn abandon() {
    let begun = begun();
    for path in &*begun {
        // What cannot be removed stays, and holds up nobody.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(begun);
}

/// Notes a file that is not to outlive this process, once `make` has made it ours. Meanwhile nothing is
/// abandoned: it is never there without [`abandon`] knowing of it.
pub(super) fn note<T>(path: &Path, make: impl FnOnce() -> Result<Option<T>>) -> Result<Option<T>> {
    let mut begun = begun();
    let made = make();
    if matches!(made, Ok(Some(_))) {
        begun.insert(path.to_owned());
    }
    made
}

/// Forgets a file that is gone, or in its place; `end` does that.
pub(super) fn settle<T>(path: &Path, end: impl FnOnce() -> T) -> T {
    let mut begun = begun();
    let ended = end();
    begun.remove(path);
    ended
}

/// Puts a file with what `fill` writes in the place of whatever stood there, making its folders.
///
/// Where the path is a link, what it leads to is replaced. The new file has the permissions of the
/// old one, or else those of any new file. Just before it is put there `may` is asked
/// whether it may be, and right after that `placed` hears what it is.
pub(super) fn replace_by(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    may: impl FnOnce() -> bool,
    placed: impl FnOnce(Stamp),
) -> Result<()> {
    let failed = |source| failed(path, Action::Write, source);
    let place = real(path).map_err(failed)?;
    let old = fs::metadata(&place).ok();
    if old
        .as_ref()
        .is_some_and(|old| !old.is_file() && !old.is_dir())
    {
        let what = "it is no regular file, and nothing takes its place";
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
        .and_then(|()| file.as_file().sync_all())
        .and_then(|()| file.as_file().metadata())
        .map(|about| Stamp::of(&about));
    settle(&begun, || match written {
        Ok(stamp) if may() => match file.persist(&place) {
            Ok(_) => {
                placed(stamp);
                Ok(())
            }
            Err(error) => Err(error.error),
        },
        Ok(_) => {
            drop(file);
            Err(io::Error::other("somebody else has put a file there"))
        }
        Err(error) => {
            drop(file);
            Err(error)
        }
    })
    .and_then(|()| sync_folder(&folder))
    .map_err(failed)
}

/// Begins a file in this folder and holds its lock, by which others see that its writer lives.
fn begin(
    folder: &Path,
    prefix: &str,
    permissions: Option<&fs::Permissions>,
) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(BESIDE);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = permissions.map_or(0o666, |p| p.mode() & 0o666 | 0o600);
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = permissions;
    let file = retry(|| -> io::Result<_> {
        let mut begun = begun();
        let file = builder.tempfile_in(folder)?;
        // Where there are no locks others may clear it away, which is told then. Somebody who has this
        // one already is just doing that.
        let is_ours = !matches!(file.as_file().try_lock(), Err(TryLockError::WouldBlock));
        let is_ours = is_ours && is_named(file.as_file(), file.path())?;
        if is_ours {
            begun.insert(file.path().to_owned());
        }
        Ok(is_ours.then_some(file))
    })?;
    file.ok_or_else(|| io::Error::other("whatever is begun there is taken or removed by others"))
}

/// Tries again what somebody else was faster at, but not for ever: who is too late so often is so for
/// another reason, such as a file system whose locks are always taken.
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

/// What the names of the files begin with that are to be put in the place of this one.
fn prefix(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=LONGEST.min(name.len())).rev();
    let end = end.into_iter().find(|&end| name.is_char_boundary(end));
    format!(".{}.", &name[..end.unwrap_or(0)])
}

/// Removes what a writer of this file left beside it when it was killed.
///
/// What is being written by somebody who lives stays, and so does what cannot be removed.
pub(super) fn clear(path: &Path) {
    clear_among(path, &files_beside(&folder_of(path)));
}

/// The same, with one look at the folder for all the files this process writes there.
fn clear_once(path: &Path) {
    let folder = folder_of(path);
    let mut left = LEFT.lock().unwrap_or_else(PoisonError::into_inner);
    let left = left
        .entry(folder)
        .or_insert_with_key(|folder| files_beside(folder));
    clear_among(path, left);
}

fn files_beside(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_beside = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with('.') && name.ends_with(BESIDE)
    };
    paths.filter(is_beside).collect()
}

fn clear_among(path: &Path, files: &[PathBuf]) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let prefix = prefix(path);
    for file in files {
        let other = file.file_name().unwrap_or_default().to_string_lossy();
        let middle = other
            .strip_prefix(&prefix)
            .and_then(|rest| rest.strip_suffix(BESIDE));
        let is_its = name.len() <= LONGEST && middle.is_some_and(|middle| !middle.contains('.'));
        if is_its && fs::symlink_metadata(file).is_ok_and(|about| about.is_file()) {
            let left = open_unwaiting(file);
            if left.is_ok_and(|left| left.try_lock().is_ok()) {
                let _ = fs::remove_file(file);
            }
        }
    }
}

/// Brings the names in a folder to the disk: a rename is safe only then.
///
/// A file system that knows no such thing has done what it can.
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
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_always_too_late_gives_up() {
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
