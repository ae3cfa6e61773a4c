//! The one door for the files that commands write.
//!
//! What is there stays unless it is of the very kind that is written, or `--force` says otherwise: a
//! PNG takes the place of a PNG, an SVG of an SVG, a table or a page of one that begins with the same
//! line. Nothing but a model takes the place of a model or has its ending, whatever is said. Pipes and
//! devices are written into.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use menace::error::{Action, Existing};
use menace::{Error, store};

use super::exit::Usage;

/// What a file that may be replaced unasked begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind<'a> {
    /// A PNG picture.
    Png,
    /// An SVG picture.
    Svg,
    /// A text that begins with these words.
    Text(&'a [u8]),
    /// Nothing by which it could be recognized.
    Any,
}

impl Kind<'_> {
    fn begins(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            Self::Svg => bytes.starts_with(b"<svg "),
            Self::Text(words) => bytes.starts_with(words),
            Self::Any => false,
        }
    }

    /// Why a file of another kind stays.
    fn stays(&self, can_force: bool) -> Existing {
        match self {
            Self::Any => Existing::Other,
            _ if can_force => Existing::Kind,
            _ => Existing::Stays,
        }
    }
}

/// Whether a file that is there may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Force {
    /// Only by one of its kind.
    No,
    /// Only by one of its kind; the command has no `--force`.
    Never,
    /// By anything but a model by something else.
    Yes,
}

impl From<bool> for Force {
    fn from(force: bool) -> Self {
        if force { Self::Yes } else { Self::No }
    }
}

/// Writes a file; one that holds something else is replaced only by force.
pub(super) fn replace(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    Ok(put(path, bytes, Kind::Any, force.into())?)
}

/// Writes a file of this kind, if it may stand there.
pub(super) fn put(path: &Path, bytes: &[u8], kind: Kind<'_>, force: Force) -> menace::Result<()> {
    let is_model = store::is_model(bytes);
    if !is_model && is_stream(path) {
        return write_into(path, |file| file.write_all(bytes));
    }
    match (look(path, is_model)?, force) {
        (Some(head), Force::No | Force::Never) if !kind.begins(&head) => {
            if store::read_at_most(path, bytes.len() as u64).is_ok_and(|old| old == bytes) {
                return Ok(());
            }
            Err(stays(path, kind.stays(force == Force::No)))
        }
        _ => store::replace(path, bytes),
    }
}

/// Writes a file of this kind that is no model, if it may stand there, with what `fill` writes, which need
/// not be in memory all at once.
pub(super) fn put_with(
    path: &Path,
    kind: Kind<'_>,
    force: Force,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> menace::Result<()> {
    if is_stream(path) {
        return write_into(path, |file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.flush()
        });
    }
    check(path, kind, force)?;
    store::replace_with(path, fill)
}

/// Makes a folder, and makes sure that files can be written there before hours of work are done.
pub(super) fn prepare(folder: &Path) -> menace::Result<()> {
    let failed = |action| {
        move |source| Error::File {
            path: folder.to_owned(),
            action,
            source,
        }
    };
    fs::create_dir_all(folder).map_err(failed(Action::MakeFolder))?;
    tempfile::tempfile_in(folder).map_err(failed(Action::WriteInto))?;
    Ok(())
}

/// A text with nothing in it that a file name may not hold.
pub(super) fn plain(text: &str) -> String {
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    text.chars().map(fits).collect()
}

/// Refuses a name that no model has for the model that `--out` is to be.
pub(super) fn model(path: &Path) -> anyhow::Result<()> {
    if path.extension().is_some_and(|end| end == store::EXTENSION) {
        return Ok(());
    }
    let (path, ending) = (path.display(), store::EXTENSION);
    Err(Usage(format!("--out {path}: a model's name ends in .{ending}")).into())
}

/// Refuses a file that may not be replaced by one of this kind, before there is anything to write.
pub(super) fn check(path: &Path, kind: Kind<'_>, force: Force) -> menace::Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    match (look(path, false)?, force) {
        (Some(head), Force::No | Force::Never) if !kind.begins(&head) => {
            Err(stays(path, kind.stays(force == Force::No)))
        }
        _ => Ok(()),
    }
}

fn stays(path: &Path, reason: Existing) -> Error {
    Error::Exists {
        path: path.to_owned(),
        reason,
    }
}

/// How many bytes at the start of a file tell what it is.
const HEAD: u64 = 4096;

/// What the file that is there begins with, if there is one; no model is looked at but to be replaced
/// by a model.
fn look(path: &Path, by_model: bool) -> menace::Result<Option<Vec<u8>>> {
    if !by_model {
        check_ending(path)?;
    }
    match path.try_exists() {
        Ok(false) => return Ok(None),
        Ok(true) => {}
        // A file has the place of a folder, which becomes an error when the folder is made.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(source) => {
            return Err(Error::File {
                path: path.to_owned(),
                action: Action::Look,
                source,
            });
        }
    }
    // What cannot be read is nothing that may be replaced unasked.
    let head = store::read_head(path, HEAD).unwrap_or_default();
    if !by_model && store::is_model(&head) {
        return Err(stays(path, Existing::Model));
    }
    Ok(Some(head))
}

/// Refuses the name of a model for anything else.
pub(super) fn check_ending(path: &Path) -> menace::Result<()> {
    if path.extension().is_some_and(|end| end == store::EXTENSION) {
        return Err(stays(path, Existing::Ending));
    }
    Ok(())
}

/// Whether a path is written into, as it is no file that another could take the place of.
fn is_stream(path: &Path) -> bool {
    let named = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    let is_named = named.iter().any(|name| path.starts_with(name));
    is_named || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Writes into a pipe or a device that is there.
fn write_into(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> menace::Result<()> {
    let failed = |source| Error::File {
        path: path.to_owned(),
        action: Action::Write,
        source,
    };
    let open = |flags: i32| {
        let mut options = File::options();
        options.append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
        #[cfg(not(unix))]
        let _ = flags;
        options.open(path)
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        let about = fs::metadata(path).map_err(failed)?;
        if about.file_type().is_block_device() {
            return Err(failed(io::Error::other("it is a disk")));
        }
    }
    // A pipe without a reader would keep us waiting; opened like this it is an error.
    #[cfg(unix)]
    let _reader = open(libc::O_NONBLOCK).map_err(|error| match error.raw_os_error() {
        Some(libc::ENXIO) => failed(io::Error::other("no program reads it")),
        _ => failed(error),
    })?;
    open(0).and_then(|mut file| fill(&mut file)).map_err(failed)
}
