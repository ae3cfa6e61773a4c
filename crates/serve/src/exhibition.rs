//! The temporary folder of an exhibition. If the server is killed, the next exhibition removes its folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::TempDir;

const PREFIX: &str = "menace-exhibition-";
/// The file in each folder that its owner keeps locked; the system releases the lock when the process ends.
const LOCK: &str = ".lock";

/// A folder of machines that is removed when this is dropped.
pub struct Exhibition {
    // Dropped before the folder: if a file in use cannot be removed, neither can the folder.
    _lock: File,
    folder: TempDir,
}

impl Exhibition {
    /// Makes a folder among the temporary files of the system and removes abandoned ones there.
    ///
    /// # Errors
    ///
    /// When the folder cannot be made or locked.
    pub fn begin() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = File::create(folder.path().join(LOCK))?;
        lock.try_lock()?;
        remove_abandoned(folder.path());
        Ok(Self {
            _lock: lock,
            folder,
        })
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Removes the abandoned folders next to ours. Folders that cannot be removed stay.
fn remove_abandoned(own: &Path) {
    let entries = own.parent().map(fs::read_dir);
    for entry in entries.into_iter().flatten().flatten().flatten() {
        let path = entry.path();
        let is_named = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if is_named && path != own && is_abandoned(&path, own) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

/// Whether it is a folder of the same user whose lock no process holds.
fn is_abandoned(path: &Path, own: &Path) -> bool {
    let lock = path.join(LOCK);
    let folder = fs::symlink_metadata(path).is_ok_and(|about| about.is_dir());
    let file = fs::symlink_metadata(&lock).is_ok_and(|about| about.is_file());
    let is_unlocked = || File::open(&lock).is_ok_and(|lock| lock.try_lock().is_ok());
    folder && file && is_same_user(path, own) && is_unlocked()
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
