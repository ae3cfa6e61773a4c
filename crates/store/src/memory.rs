//! Files in memory, for a program without a file system, such as one inside a web page.
//!
//! The host program [`put`]s the files there when it begins, and takes the [`changes`] to keep them. All
//! files are in one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use super::place::failed;
use crate::error::{Action, Error, Result};
use crate::locks::lock;

/// A file opened or being written.
pub(super) type File = Cursor<Vec<u8>>;

/// The version of a file: different after each replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp(u64);

#[derive(Default)]
struct Files {
    by_path: BTreeMap<PathBuf, (Vec<u8>, Stamp)>,
    changed: BTreeSet<PathBuf>,
    locked: BTreeSet<PathBuf>,
    writes: u64,
}

static FILES: Mutex<Option<Files>> = Mutex::new(None);

fn with<T>(work: impl FnOnce(&mut Files) -> T) -> T {
    let mut files: MutexGuard<'_, Option<Files>> = lock(&FILES);
    work(files.get_or_insert_default())
}

impl Files {
    fn put(&mut self, path: &Path, bytes: Vec<u8>) -> Stamp {
        self.writes += 1;
        let stamp = Stamp(self.writes);
        self.by_path.insert(path.to_owned(), (bytes, stamp));
        stamp
    }
}

/// Puts a file there, in place of any other, which is no change.
pub fn put(path: &Path, bytes: Vec<u8>) {
    with(|files| files.put(path, bytes));
}

/// Takes a file away, which is no change.
pub fn take_away(path: &Path) {
    with(|files| files.by_path.remove(path));
}

/// The files written or removed since the last call, with their bytes if they are there.
pub fn changes() -> Vec<(PathBuf, Option<Vec<u8>>)> {
    with(|files| {
        let bytes = |path: &PathBuf| files.by_path.get(path).map(|(bytes, _)| bytes.clone());
        let changes = std::mem::take(&mut files.changed).into_iter();
        changes.map(|path| (path.clone(), bytes(&path))).collect()
    })
}

/// A file without a name.
pub(super) type Scratch = Cursor<Vec<u8>>;

pub(super) fn scratch(_folder: &Path) -> Scratch {
    Scratch::default()
}

/// Opens a file.
///
/// # Errors
///
/// [`Error::File`] when there is no such file.
pub fn open(path: &Path) -> Result<File> {
    open_for(path, Action::Read)
}

pub(super) fn open_for(path: &Path, action: Action) -> Result<File> {
    let bytes = with(|files| files.by_path.get(path).map(|(bytes, _)| bytes.clone()));
    bytes
        .map(Cursor::new)
        .ok_or_else(|| failed(path, action, io::ErrorKind::NotFound.into()))
}

pub(super) fn open_once(path: &Path) -> Result<File> {
    open(path)
}

/// There are no pipes.
pub const fn is_pipe(_path: &Path) -> bool {
    false
}

/// The number of bytes of an open file.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the size of a file on disk may be unknown"
)]
pub(super) fn length(file: &File) -> io::Result<u64> {
    Ok(file.get_ref().len() as u64)
}

/// Whether there is no such file.
pub fn is_gone(path: &Path) -> bool {
    !is_taken(path)
}

/// Whether there is a file.
pub fn is_taken(path: &Path) -> bool {
    with(|files| files.by_path.contains_key(path))
}

/// Whether there is a file.
///
/// # Errors
///
/// None: only a disk fails.
#[expect(clippy::unnecessary_wraps, reason = "a disk may fail")]
pub fn exists(path: &Path) -> Result<bool> {
    Ok(is_taken(path))
}

/// The paths of all files; there is one folder.
pub fn files_in(_folder: &Path) -> Vec<PathBuf> {
    with(|files| files.by_path.keys().cloned().collect())
}

/// There is nothing but files.
#[expect(clippy::unnecessary_wraps, reason = "a disk may fail")]
pub(super) fn is_regular(_path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Whether there is a file, if there is anything.
pub fn is_file(path: &Path) -> Option<bool> {
    is_taken(path).then_some(true)
}

/// The number of bytes of a file.
pub fn length_at(path: &Path) -> Option<u64> {
    with(|files| Some(files.by_path.get(path)?.0.len() as u64))
}

/// A path is in one form already, as there are no links.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    is_taken(path).then(|| path.to_owned())
}

/// A path leads to itself, as there are no links.
#[expect(
    clippy::unnecessary_wraps,
    reason = "links on a disk may form a circle"
)]
pub(super) fn real(path: &Path) -> io::Result<PathBuf> {
    Ok(path.to_owned())
}

/// Removes a file.
///
/// # Errors
///
/// [`Error::File`] when there is no such file.
pub fn remove(path: &Path) -> Result<()> {
    let removed = with(|files| {
        files.changed.insert(path.to_owned());
        files.by_path.remove(path)
    });
    removed
        .map(|_| ())
        .ok_or_else(|| failed(path, Action::Remove, io::ErrorKind::NotFound.into()))
}

/// Gives a file another name.
///
/// # Errors
///
/// [`Error::File`] when there is no such file.
pub fn rename(path: &Path, to: &Path) -> Result<()> {
    let renamed = with(|files| {
        let file = files.by_path.remove(path)?;
        files.changed.extend([path.to_owned(), to.to_owned()]);
        files.by_path.insert(to.to_owned(), file);
        Some(())
    });
    renamed.ok_or_else(|| failed(path, Action::Rename, io::ErrorKind::NotFound.into()))
}

/// Writes a file with what `fill` writes, replacing any file at `path`, if `may` then returns true; right
/// after that, `placed` receives its stamp.
pub(super) fn replace_by(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
    may: impl FnOnce() -> bool,
    placed: impl FnOnce(Stamp),
) -> Result<()> {
    let mut file = File::default();
    fill(&mut file).map_err(|source| failed(path, Action::Write, source))?;
    if !may() {
        let source = io::Error::other("something else has put a file there");
        return Err(failed(path, Action::Write, source));
    }
    placed(with(|files| {
        files.changed.insert(path.to_owned());
        files.put(path, file.into_inner())
    }));
    Ok(())
}

/// There is no process, and no number of one.
pub(super) const fn process() -> u32 {
    0
}

/// There are no temporary files.
pub(super) fn clear(_path: &Path) {}

impl Stamp {
    pub(super) fn at(path: &Path) -> Option<Self> {
        with(|files| files.by_path.get(path).map(|(_, stamp)| *stamp))
    }
}

/// No rescue file is looked for, since no command of a page could put it back.
pub(super) const fn rescue_files(_path: &Path) -> Vec<PathBuf> {
    Vec::new()
}

/// As [`rescue_files`].
pub(super) const fn tell_rescued(_path: &Path) {}

/// The lock of one model, released when dropped.
#[derive(Debug)]
pub(super) struct Claim(PathBuf);

impl Claim {
    pub(super) fn take(place: &Path, model: &Path) -> Result<Self> {
        if with(|files| files.locked.insert(place.to_owned())) {
            return Ok(Self(place.to_owned()));
        }
        Err(Error::Busy {
            path: model.to_owned(),
            holder: "another board of this page".to_owned(),
        })
    }

    pub(super) fn holds(&self) -> bool {
        with(|files| files.locked.contains(&self.0))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        with(|files| files.locked.remove(&self.0));
    }
}
