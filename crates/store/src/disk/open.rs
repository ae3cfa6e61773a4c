//! The target of a link, and opening only files that can be read to an end.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::mpsc;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use super::super::place::{COPY, check_name, failed, folder_of};
use super::rescue::tell_rescued;
use crate::error::{Action, Result};

/// The most links that are followed from one to the next.
const LINKS: usize = 40;

/// The file that a path leads to: the target of a link, whether or not it exists; any other path unchanged.
pub(crate) fn real(path: &Path) -> io::Result<PathBuf> {
    let mut real = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&real) {
            Ok(about) if about.is_symlink() => {
                real = folder_of(&real).join(fs::read_link(&real)?);
            }
            _ => return Ok(real),
        }
    }
    Err(io::Error::other("too many links"))
}

/// Opens a file to read it to its end.
///
/// The metadata of some system files, such as the kernel's messages, calls them regular files, but reading
/// them blocks until more data arrives. Reading such a file fails with [`io::ErrorKind::WouldBlock`] instead.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when the file cannot be read, or when it is a device, a pipe or a
/// socket, which may have no end or block the reader.
pub fn open(path: &Path) -> Result<File> {
    open_for(path, Action::Read)
}

/// As [`open`]; errors name the given action.
pub(crate) fn open_for(path: &Path, action: Action) -> Result<File> {
    tell_rescued(path);
    let failed = |source| failed(path, action, source);
    let other_thing = || {
        let what = if is_pipe(path) {
            "it is a pipe, which can be read only once and not from its middle"
        } else {
            "it is not a regular file"
        };
        failed(io::Error::other(format!("{what}; {COPY}")))
    };
    if !is_regular(path).map_err(failed)? {
        return Err(other_thing());
    }
    let file = open_nonblocking(path).map_err(failed)?;
    // Another process may have replaced it in the meantime.
    if !has_end(&file.metadata().map_err(failed)?) {
        return Err(other_thing());
    }
    Ok(file)
}

/// Opens a file or a pipe that a command reads once and from its beginning. A pipe without a writer gets a
/// second to find one, since both programs may have been started together; after that, reading it blocks
/// until the writer has finished.
pub(crate) fn open_once(path: &Path) -> Result<File> {
    #[cfg(unix)]
    if is_pipe(path) {
        return pipe(path).map_err(|source| failed(path, Action::Read, source));
    }
    open(path)
}

/// Whether a path leads to a pipe, such as `<(...)` in a shell.
#[cfg(unix)]
pub fn is_pipe(path: &Path) -> bool {
    fs::metadata(path)
        .is_ok_and(|about| std::os::unix::fs::FileTypeExt::is_fifo(&about.file_type()))
}

/// No path leads to a pipe here.
#[cfg(not(unix))]
pub const fn is_pipe(_path: &Path) -> bool {
    false
}

#[cfg(unix)]
fn pipe(path: &Path) -> io::Result<File> {
    const PATIENCE: Duration = Duration::from_secs(1);
    let (opened, is_open) = mpsc::channel();
    let own = path.to_owned();
    // Opening blocks until there is a writer. If none comes, the thread remains blocked and ends with the
    // program.
    thread::Builder::new().spawn(move || opened.send(File::open(own)))?;
    let none = || io::Error::other(format!("it is a pipe that no program writes to; {COPY}"));
    is_open.recv_timeout(PATIENCE).map_err(|_| none())?
}

/// Opens a file so that neither opening nor reading it blocks.
pub(super) fn open_nonblocking(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// Whether nothing is at this path any more, not even a link that leads nowhere.
pub fn is_gone(path: &Path) -> bool {
    path.symlink_metadata()
        .is_err_and(|error| error.kind() == io::ErrorKind::NotFound)
}

/// Whether a path leads to a regular file or to a folder, which cannot be read as a file either but
/// does not block the reader.
pub(crate) fn is_regular(path: &Path) -> io::Result<bool> {
    fs::metadata(path).map(|about| has_end(&about))
}

fn has_end(about: &fs::Metadata) -> bool {
    about.is_file() || about.is_dir()
}

/// Creates a folder and its parent folders where they do not exist.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when that fails, or one of them would have the name of a device on Windows.
pub fn make_folder(folder: &Path) -> Result<()> {
    let mut new = folder.ancestors().filter(|part| !part.exists());
    new.try_for_each(check_name)
        .and_then(|()| fs::create_dir_all(folder))
        .map_err(|source| failed(folder, Action::MakeFolder, source))
}

/// Whether the path names this open file.
#[cfg(unix)]
pub(crate) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let held = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (held.dev(), held.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
pub(crate) fn is_named(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// Whether something is at this path, even a link that leads nowhere.
pub fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Whether something is at the place that a path leads to.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when the system does not report it.
pub fn exists(path: &Path) -> Result<bool> {
    let there = path.try_exists();
    there.map_err(|source| failed(path, Action::Look, source))
}

/// The paths in a folder; none if it cannot be read.
pub fn files_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Whether a regular file is at the place that a path leads to; `None` if there is nothing.
pub fn is_file(path: &Path) -> Option<bool> {
    fs::metadata(path).ok().map(|about| about.is_file())
}

/// The number of bytes of the file that a path leads to.
pub fn length_at(path: &Path) -> Option<u64> {
    fs::metadata(path).ok().map(|about| about.len())
}

/// The path in the one form that all paths to the same file have; `None` if there is no such file.
pub fn canonical(path: &Path) -> Option<PathBuf> {
    fs::canonicalize(path).ok()
}

/// Removes a file.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when it cannot be removed.
pub fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|source| failed(path, Action::Remove, source))
}

/// Gives a file another name in its folder, which needs no room on the disk. Any file of that name is replaced.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when it cannot be renamed.
pub fn rename(path: &Path, to: &Path) -> Result<()> {
    fs::rename(path, to).map_err(|source| failed(path, Action::Rename, source))
}

/// The number of bytes of an open file.
pub(crate) fn length(file: &File) -> io::Result<u64> {
    file.metadata().map(|about| about.len())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::Read as _;
    use std::process::Command;

    use super::*;
    use crate::error::Error;

    /// A pipe may take the place of a file just after that was checked.
    #[test]
    fn opening_and_reading_a_pipe_do_not_block() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        // Without a writer the pipe has an end; without the flag, opening it would block.
        let mut bytes = Vec::new();
        assert_eq!(
            open_nonblocking(&pipe)
                .unwrap()
                .read_to_end(&mut bytes)
                .unwrap(),
            0
        );
        // Both ends are open, so more data may come at any time.
        let mut file = open_nonblocking(&pipe).unwrap();
        let _writer = File::options().write(true).open(&pipe).unwrap();
        let error = file.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        let error = failed(&pipe, Action::Read, error);
        let Error::File { cause, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(cause.kind(), io::ErrorKind::WouldBlock);
        assert!(cause.to_string().contains("would wait"), "{cause}");
        let refused = open(&pipe).unwrap_err();
        assert!(format!("{refused:?}").contains("it is a pipe"));
    }
}
