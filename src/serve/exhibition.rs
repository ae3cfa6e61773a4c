//! The folder of an exhibition, which is gone with it; that of one that was killed goes with the next.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

/// What the names of these folders begin with.
const PREFIX: &str = "menace-exhibition-";
/// The file in each of them whose lock its owner holds, which the system gives back with the process.
const LOCK: &str = ".lock";

/// A folder of machines for as long as this lives.
pub(crate) struct Exhibition {
    folder: TempDir,
    _lock: File,
}

impl Exhibition {
    /// Makes a folder where the system keeps what is soon gone, and removes those there that have no
    /// owner any more.
    pub(crate) fn begin() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create(folder.path().join(LOCK))?;
        lock.try_lock()?;
        clear(folder.path());
        Ok(Self {
            folder,
            _lock: lock,
        })
    }

    /// The folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the folders like ours, and beside it, that have been left. What cannot be removed stays.
fn clear(own: &Path) {
    let entries = own.parent().map(fs::read_dir);
    for entry in entries.into_iter().flatten().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_named && path != own && is_left(&path, own) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Whether it is a folder of the same user whose lock is held by no process.
fn is_left(path: &Path, own: &Path) -> bool {
    let lock = path.join(LOCK);
    let folder = fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
    let file = fs::symlink_metadata(&lock).is_ok_and(|about| about.is_file());
    let left = || File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok());
    folder && file && is_same_user(path, own) && left()
}

#[cfg(unix)]
fn is_same_user(path: &Path, own: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let user = |path: &Path| fs::symlink_metadata(path).map(|about| about.uid()).ok();
    user(path).is_some() && user(path) == user(own)
}

#[cfg(not(unix))]
fn is_same_user(_path: &Path, _own: &Path) -> bool {
    true
}
