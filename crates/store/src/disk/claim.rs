//! The hidden file that carries the lock of a model.
//!
//! The model file itself cannot carry the lock, because writing the model replaces that file. The
//! operating system releases the lock when the process ends, however it ends, so a lock file that was
//! left behind blocks no other process.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Once, OnceLock};

use super::super::place::{check_name, failed, folder_of};
use super::open::{is_named, make_folder};
use super::temporary::{note, retry, settle};
use crate::error::{Action, Error, Result};

/// The word that a lock file begins with; a file with other contents is not a lock file.
const SIGNED: &str = "process ";

/// The lock of one model, released when dropped.
#[derive(Debug)]
pub(crate) struct Claim {
    path: PathBuf,
    file: File,
    /// Whether the file is locked; if not, the disk has no locks.
    is_locked: bool,
}

/// Hears of the first file that cannot be locked.
static HEARS: OnceLock<fn(&Path)> = OnceLock::new();

/// Sets the function that is called, once in a process, with a model or part that is written without a lock
/// because its disk has none, as some network disks do. Without such a function there is no message.
pub fn when_unlocked(tell: fn(&Path)) {
    // The first function stays.
    let _ = HEARS.set(tell);
}

fn tell_unlocked(model: &Path) {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        if let Some(tell) = HEARS.get() {
            tell(model);
        }
    });
}

impl Claim {
    /// Takes the lock of the model at `place`, which is no link, and creates its folder. `model` is the
    /// path that errors name.
    pub(crate) fn take(place: &Path, model: &Path) -> Result<Self> {
        check_name(place).map_err(|source| failed(model, Action::Lock, source))?;
        let folder = folder_of(place);
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
        let Some((file, is_locked)) = claimed else {
            let source = io::Error::other("another process keeps removing it");
            return Err(failed(&path, Action::Lock, source));
        };
        // From here on, dropping the lock removes the file, even if signing it fails.
        let mut lock = Self {
            path,
            file,
            is_locked,
        };
        sign(&mut lock.file).map_err(|source| failed(&lock.path, Action::Lock, source))?;
        if !is_locked {
            tell_unlocked(model);
        }
        Ok(lock)
    }

    /// Whether it still keeps other processes from writing. If the lock file was removed, alone or with
    /// its folder, another process can take a lock of the same name. Where there are no locks, nothing keeps
    /// others from writing, and nothing is lost with the file.
    pub(crate) fn holds(&self) -> bool {
        !self.is_locked || self.is_ours()
    }

    fn is_ours(&self) -> bool {
        is_named(&self.file, &self.path).unwrap_or(false)
    }
}

impl Drop for Claim {
    /// Removes the file while the lock is held. Where a file in use cannot be removed, it stays.
    fn drop(&mut self) {
        settle(&self.path, || {
            // A file of the same name that is not ours carries the lock of another process.
            if cfg!(unix) && self.is_ours() {
                // A leftover lock file blocks no other process.
                let _ = fs::remove_file(&self.path);
            }
        });
    }
}

/// The file at `path` with our lock on it, and whether the disk has locks at all; `None` if its previous holder
/// has removed it.
fn claim(path: &Path, model: &Path) -> Result<Option<(File, bool)>> {
    let failed = |source| failed(path, Action::Lock, source);
    let mut file = open(path).map_err(failed)?;
    let is_locked = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => {
            return Err(Error::Busy {
                path: model.to_owned(),
                holder: holder(&mut file),
            });
        }
        Err(TryLockError::Error(source)) if is_without_locks(&source) => false,
        Err(TryLockError::Error(source)) => return Err(failed(source)),
    };
    // The previous holder may have removed the file after we opened it. Other processes then lock a new
    // file of that name, and our lock has no effect.
    if !is_named(&file, path).map_err(failed)? {
        return Ok(None);
    }
    is_lock(&mut file).map_err(failed)?;
    Ok(Some((file, is_locked)))
}

/// Whether a file could not be locked because its disk has no locks: ENOSYS and EOPNOTSUPP are of the kind
/// [`io::ErrorKind::Unsupported`], and ENOLCK has no kind.
fn is_without_locks(error: &io::Error) -> bool {
    #[cfg(unix)]
    if error.raw_os_error() == Some(libc::ENOLCK) {
        return true;
    }
    error.kind() == io::ErrorKind::Unsupported
}

/// Opens the file without following links, because the target of a link must not be written.
fn open(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(other_thing());
    }
    let mut options = File::options();
    // Until the lock is ours, the file names its holder.
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NOFOLLOW);
    // The file remains, so it is hidden (FILE_ATTRIBUTE_HIDDEN), as its dot hides it elsewhere.
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::attributes(&mut options, 2);
    options.open(path)
}

/// Refuses a file that does not hold a lock's contents, such as a hard link to another file.
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

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_disk_without_locks_is_told_from_one_that_fails() {
        for code in [libc::ENOSYS, libc::EOPNOTSUPP, libc::ENOLCK] {
            assert!(
                is_without_locks(&io::Error::from_raw_os_error(code)),
                "{code}"
            );
        }
        for code in [libc::EIO, libc::EACCES, libc::EBADF, libc::EINTR] {
            assert!(
                !is_without_locks(&io::Error::from_raw_os_error(code)),
                "{code}"
            );
        }
    }

    /// Two processes on a disk without locks share the file; the first that ends removes it.
    #[test]
    fn without_locks_nothing_is_lost_with_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let model = folder.path().join("x.menace");
        let mut claims = [1, 2].map(|_| {
            let mut claim = Claim::take(&model, &model).expect("a free model");
            claim.file.unlock().expect("a lock");
            claim.is_locked = false;
            claim
        });
        let [first, second] = &mut claims;
        assert!(first.holds() && second.holds());
        fs::remove_file(&first.path).expect("a file");
        assert!(first.holds() && second.holds());
    }
}
