//! Where files are, and which of them can be read: the folder a file is in, the file that a link
//! stands for, and no file without an end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::{Action, Error, Result};

/// What the names of models end in, after a dot.
pub const EXTENSION: &str = "menace";

/// How many links are followed from one to the next.
const LINKS: usize = 40;

/// What to do about something that is not read as a file.
const COPY: &str = "copy what it gives into a file";

/// The file that a path stands for: where it is a link, what that leads to, whether or not there is
/// such a file yet; any other path as it is.
pub(super) fn real(path: &Path) -> io::Result<PathBuf> {
    let mut real = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&real) {
            Ok(about) if about.is_symlink() => {
                real = folder_of(&real).join(fs::read_link(&real)?);
            }
            _ => return Ok(real),
        }
    }
    Err(io::Error::other("its links lead nowhere"))
}

/// Opens a file to be read to its end, or says why that cannot be done.
///
/// Some files of the system are regular by what is said of them, but reading them waits for what is
/// yet to come, as that of the kernel's messages does. Reading such a file fails instead, with
/// [`io::ErrorKind::WouldBlock`].
///
/// # Errors
///
/// [`Error::File`] when the system does not let us read, or when it is something that may have no
/// end or keep us waiting: a device, a pipe, a socket.
pub fn open(path: &Path) -> Result<File> {
    open_for(path, Action::Read)
}

/// The same, with what it is opened for.
pub(super) fn open_for(path: &Path, action: Action) -> Result<File> {
    let failed = |source| failed(path, action, source);
    let other_thing = || failed(io::Error::other(format!("it is no regular file; {COPY}")));
    if !is_regular(path).map_err(failed)? {
        return Err(other_thing());
    }
    let file = open_unwaiting(path).map_err(failed)?;
    // Somebody may have put something else there meanwhile.
    if !has_end(&file.metadata().map_err(failed)?) {
        return Err(other_thing());
    }
    Ok(file)
}

/// Opens what is there without waiting for anybody, neither now nor in reading it.
pub(super) fn open_unwaiting(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK);
    options.open(path)
}

/// What a file begins with: so many bytes, or fewer if it has no more.
///
/// # Errors
///
/// As [`open`].
pub fn read_head(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut head = Vec::new();
    let read = open(path)?.take(most).read_to_end(&mut head);
    read.map_err(|source| failed(path, Action::Read, source))?;
    Ok(head)
}

/// Reads a file of at most so many bytes, which are asked for before they are read.
///
/// # Errors
///
/// As [`open`]; [`Error::File`] when the file is longer.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    let failed = |source| failed(path, Action::Read, source);
    let file = open(path)?;
    let mut bytes = Vec::new();
    let read = file.take(most.saturating_add(1)).read_to_end(&mut bytes);
    if read.map_err(failed)? as u64 > most {
        return Err(failed(io::Error::other(format!(
            "it is longer than the {most} bytes that such a file may have"
        ))));
    }
    Ok(bytes)
}

/// Whether a path leads to a file of some bytes; what cannot be opened as one may be a folder.
pub(super) fn is_regular(path: &Path) -> io::Result<bool> {
    fs::metadata(path).map(|about| has_end(&about))
}

fn has_end(about: &fs::Metadata) -> bool {
    about.is_file() || about.is_dir()
}

/// The folder a file is in, such that it can be opened.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Makes a folder and those it is in, if they are not there.
pub(super) fn make_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).map_err(|source| failed(folder, Action::MakeFolder, source))
}

/// Whether the path names the file that is open here.
#[cfg(unix)]
pub(super) fn is_named(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;

    let held = file.metadata()?;
    match fs::symlink_metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (held.dev(), held.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
pub(super) fn is_named(_file: &File, _path: &Path) -> io::Result<bool> {
    Ok(true)
}

/// The error of a file the system refused.
pub(super) fn failed(path: &Path, action: Action, source: io::Error) -> Error {
    let source = match (action, source.kind()) {
        (Action::Read | Action::ReadSolved, io::ErrorKind::WouldBlock) => io::Error::new(
            io::ErrorKind::WouldBlock,
            format!("it has no end yet: reading it would wait for more; {COPY}"),
        ),
        _ => source,
    };
    Error::File {
        path: path.to_owned(),
        action,
        source,
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::process::Command;

    use super::*;

    /// A pipe that is put where a file was just seen.
    #[test]
    fn what_would_wait_is_neither_opened_nor_read() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(
            Command::new("mkfifo")
                .arg(&pipe)
                .status()
                .unwrap()
                .success()
        );
        // Without a writer it has an end; without the flag it would not even open.
        let mut bytes = Vec::new();
        assert_eq!(
            open_unwaiting(&pipe)
                .unwrap()
                .read_to_end(&mut bytes)
                .unwrap(),
            0
        );
        // Both ends are held, so that there may be more at any time.
        let mut file = open_unwaiting(&pipe).unwrap();
        let _writer = File::options().write(true).open(&pipe).unwrap();
        let error = file.read_to_end(&mut bytes).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
        let error = failed(&pipe, Action::Read, error);
        let Error::File { source, .. } = error else {
            panic!("{error:?}");
        };
        assert_eq!(source.kind(), io::ErrorKind::WouldBlock);
        assert!(source.to_string().contains("would wait"), "{source}");
        let refused = open(&pipe).unwrap_err();
        assert!(format!("{refused:?}").contains("no regular file"));
    }
}
