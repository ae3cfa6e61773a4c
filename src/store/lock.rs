//! One writer at a time: a lock on a model, kept in a hidden file beside it.
//!
//! The model itself cannot carry the lock, since writing it puts another file in its place. The
//! system gives the lock back when the process ends in whatever way, so a lock file that was left
//! behind holds up nobody.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::file::{clear_beside, failed, folder_of, make_folder};
use crate::error::{Error, Result};

/// What is tried, in errors.
const LOCKING: &str = "locking";

/// The right to write one model, given back when dropped.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    file: File,
}

impl Lock {
    /// Takes the lock of the model at `model`, whether or not there is one yet, making its folder.
    ///
    /// # Errors
    ///
    /// [`Error::Busy`] with the holder, when somebody has it; [`Error::File`] when the system does
    /// not let us keep a file in that folder.
    pub fn take(model: &Path) -> Result<Self> {
        let folder = folder_of(model);
        make_folder(&folder)?;
        let Some(name) = model.file_name() else {
            let source =
                io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file");
            return Err(failed(model, LOCKING, source));
        };
        let mut hidden = OsString::from(".");
        hidden.push(name);
        hidden.push(".lock");
        let path = folder.join(hidden);
        loop {
            let mut file = open(&path).map_err(|source| failed(&path, LOCKING, source))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(Error::Busy {
                        path: model.to_owned(),
                        holder: holder(&mut file),
                    });
                }
                Err(TryLockError::Error(source)) => return Err(failed(&path, LOCKING, source)),
            }
            // Whoever had it may have removed the file after we opened it; then others lock
            // another file of that name, and this lock is worth nothing.
            if is_named(&file, &path).map_err(|source| failed(&path, LOCKING, source))? {
                sign(&mut file).map_err(|source| failed(&path, LOCKING, source))?;
                clear_beside(model);
                return Ok(Self { path, file });
            }
        }
    }
}

impl Drop for Lock {
    /// Removes the file while the lock is held; where a file in use cannot be removed it stays.
    fn drop(&mut self) {
        if cfg!(unix) && is_named(&self.file, &self.path).unwrap_or(false) {
            // A file that stays holds up nobody.
            let _ = fs::remove_file(&self.path);
        }
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
}

/// Writes into the file who holds it.
fn sign(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    let process = std::process::id();
    let version = env!("CARGO_PKG_VERSION");
    writeln!(file, "process {process} (menace {version})")
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

/// Whether the path names the file that is open here.
#[cfg(unix)]
fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let held = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (held.dev(), held.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_named(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}
