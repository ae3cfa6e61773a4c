//! Where files are, and which of them can be read: the folder a file is in, the file that a link
//! stands for, and no file without an end.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// How many links are followed from one to the next.
const LINKS: usize = 40;

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
/// # Errors
///
/// [`Error::File`] when the system does not let us read, or when it is something that may have no
/// end or keep us waiting: a device, a pipe, a socket.
pub fn open(path: &Path) -> Result<File> {
    let failed = |source| failed(path, "reading", source);
    if !is_regular(path).map_err(failed)? {
        return Err(failed(io::Error::other(
            "it is no regular file; copy what it gives into one",
        )));
    }
    File::open(path).map_err(failed)
}

/// Reads a file of at most so many bytes, which are asked for before they are read.
///
/// # Errors
///
/// As [`open`]; [`Error::File`] when the file is longer.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>> {
    let failed = |source| failed(path, "reading", source);
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
    let about = fs::metadata(path)?;
    Ok(about.is_file() || about.is_dir())
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
    fs::create_dir_all(folder).map_err(|source| failed(folder, "making the folder", source))
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
pub(super) fn failed(path: &Path, action: &'static str, source: io::Error) -> Error {
    Error::File {
        path: path.to_owned(),
        action,
        source,
    }
}
