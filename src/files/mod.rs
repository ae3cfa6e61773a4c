//! Writes the files of all commands and protects existing files.
//!
//! Without `--force` an existing file is replaced only by a file of the same kind: a PNG by a PNG, an SVG by
//! an SVG, a table or a page by one that begins with the same line. Even with `--force` only a model can
//! replace a model or have its extension. Pipes and devices are written to directly.

pub(crate) mod ending;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use matchboxes::error::{Action, Existing};
use matchboxes::session::lock_to_change;
use matchboxes::store::{self, Lock, Model};
use matchboxes::text::Shown as _;
use matchboxes::{Error, Result};

use crate::messages::usage;

/// The kind of a file, which its first bytes show; decides what it may replace without `--force`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind<'a> {
    Png,
    Svg,
    Pdf,
    /// A model, which alone may replace a model or have its ending, and which has a lock of its own.
    Model,
    /// A text that begins with these bytes.
    Text(&'a [u8]),
    /// A file that cannot be recognized.
    Any,
}

impl FileKind<'_> {
    fn begins(&self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => bytes.starts_with(b"\x89PNG\r\n\x1a\n"),
            // A PDF is as likely to be somebody's paper as a picture.
            Self::Pdf => {
                let own = b"/Creator(menace)";
                bytes.starts_with(b"%PDF-") && bytes.windows(own.len()).any(|part| part == own)
            }
            Self::Svg => bytes.starts_with(b"<svg "),
            Self::Text(words) => bytes.starts_with(words),
            Self::Model | Self::Any => false,
        }
    }
}

/// Whether an existing file may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Force {
    /// Only by a file of the same kind.
    No,
    /// Only by a file of the same kind; the command has no `--force`.
    Never,
    /// By any file, except that only a model may replace a model.
    Yes,
}

impl From<bool> for Force {
    fn from(force: bool) -> Self {
        if force { Self::Yes } else { Self::No }
    }
}

/// Writes a file; an existing file with other content is replaced only with `force`.
pub(crate) fn replace(path: &Path, bytes: &[u8], force: bool) -> anyhow::Result<()> {
    Ok(put(path, bytes, FileKind::Any, force.into())?)
}

pub(crate) fn write_model(path: &Path, model: &Model, force: bool) -> anyhow::Result<()> {
    let _lock = lock_to_change(path)?;
    let bytes = store::encode_sound(path, model)?;
    Ok(put(path, &bytes, FileKind::Model, force.into())?)
}

/// Writes a file of this kind, unless it would replace a file that must stay.
pub(crate) fn put(path: &Path, bytes: &[u8], kind: FileKind<'_>, force: Force) -> Result<()> {
    put_with(path, kind, force, |file| file.write_all(bytes))
}

/// The same for a file whose content need not fit in memory: `fill`, which may be called twice, writes it.
pub(crate) fn put_with(
    path: &Path,
    kind: FileKind<'_>,
    force: Force,
    fill: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    if kind != FileKind::Model && is_stream(path) {
        return write_into(path, |file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.flush()
        });
    }
    let (mut lock, mut refused) = (None, refusal(path, kind, force)?);
    if refused.is_none() && kind != FileKind::Model && force != Force::Yes {
        // Keeps other commands from putting a file there meanwhile, but on a disk without locks.
        lock = wait_for_lock(path)?;
        refused = refusal(path, kind, force)?;
    }
    let written = match refused {
        Some(_) if store::is_filled(path, &fill) => {
            // The lock of a command that was killed right after it had put the file there. One that cannot be taken
            // belongs to another command.
            drop(Lock::take(path));
            Ok(())
        }
        Some(reason) => Err(Error::exists(path, reason)),
        None => store::replace_with(path, fill),
    };
    drop(lock);
    written
}

/// Creates a folder and checks that files can be written there, before hours of work are done.
pub(crate) fn prepare(folder: &Path) -> Result<()> {
    store::make_folder(folder)?;
    tempfile::tempfile_in(folder).map_err(failed(folder, Action::WriteInto))?;
    Ok(())
}

pub(crate) fn failed(path: &Path, action: Action) -> impl Fn(io::Error) -> Error {
    move |cause| Error::File {
        path: path.to_owned(),
        action,
        cause,
    }
}

/// Makes a text safe for file names: everything except ASCII letters and digits becomes `-`.
pub(crate) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '-' })
        .collect()
}

/// Refuses an `--out` path without the extension of a model.
pub(crate) fn model(path: &Path) -> anyhow::Result<()> {
    if store::has_model_ending(path) {
        return Ok(());
    }
    let (path, ending) = (path.shown(), store::EXTENSION);
    let what = format!("--out {path}: the name of a model must end in .{ending}");
    Err(usage(what))
}

/// Whether two paths lead to one file, which need not exist.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| {
        let in_folder = || {
            let folder = store::canonical(&store::folder_of(path))?;
            Some(folder.join(path.file_name()?))
        };
        store::canonical(path).or_else(in_folder)
    };
    match (real(one), real(other)) {
        (Some(one), Some(other)) => one == other,
        _ => one == other,
    }
}

/// Refuses an `--out` path that leads to a file which the command reads.
pub(crate) fn check_not_read<'a>(
    out: &Path,
    mut read: impl Iterator<Item = &'a Path>,
) -> anyhow::Result<()> {
    let Some(input) = read.find(|input| is_same(input, out)) else {
        return Ok(());
    };
    let (out, input) = (out.shown(), input.shown());
    Err(usage(format!(
        "--out {out}: this is {input}, which the command reads; name another file"
    )))
}

/// Refuses a path whose existing file must not be replaced by one of this kind, before anything is computed.
pub(crate) fn check(path: &Path, kind: FileKind<'_>, force: Force) -> Result<()> {
    if is_stream(path) {
        return Ok(());
    }
    let refusal = refusal(path, kind, force)?;
    refusal.map_or(Ok(()), |reason| Err(Error::exists(path, reason)))
}

pub(crate) const OTHER_KIND: &str = "holds something of another kind";

/// The reason not to replace an existing file by one of this kind, if there is one. For any other kind, a model or a
/// path with the extension of a model is an error.
fn refusal(path: &Path, kind: FileKind<'_>, force: Force) -> Result<Option<Existing>> {
    let head = look(path, kind)?;
    let stays = head.is_some_and(|head| force != Force::Yes && !kind.begins(&head));
    Ok(stays.then_some(match (kind, force) {
        (FileKind::Any | FileKind::Model, _) => Existing::Other("holds something else".to_owned()),
        (_, Force::No) => Existing::Other(OTHER_KIND.to_owned()),
        _ => Existing::Stays(format!(
            "{OTHER_KIND} and is not replaced; move it away, or name another place"
        )),
    }))
}

/// The lock of a path, if it can have one; waits for a command that is just writing.
pub(crate) fn wait_for_lock(path: &Path) -> Result<Option<Lock>> {
    let last = Instant::now() + Duration::from_secs(10);
    loop {
        match Lock::take(path) {
            Err(busy @ Error::Busy { .. }) if Instant::now() > last => return Err(busy),
            Err(Error::Busy { .. }) => thread::sleep(Duration::from_millis(20)),
            // Writing gives the error of a folder that nothing can be written to.
            taken => return Ok(taken.ok()),
        }
    }
}

/// The number of bytes at the start of a file that are enough to recognize it.
const HEAD: u64 = 4096;

/// Reads the first bytes of an existing file, if there is one; see [`refusal`].
fn look(path: &Path, kind: FileKind<'_>) -> Result<Option<Vec<u8>>> {
    if kind != FileKind::Model {
        check_ending(path)?;
    }
    match path.try_exists() {
        Ok(false) => {
            store::check_rescued(path)?;
            return Ok(None);
        }
        Ok(true) => {}
        // A file is where a folder should be; creating the folder reports the error.
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => return Ok(None),
        Err(source) => return Err(failed(path, Action::Look)(source)),
    }
    // A file that cannot be read has no known kind, so it is not replaced without `--force`.
    let head = store::read_head(path, HEAD).unwrap_or_default();
    if kind != FileKind::Model && store::is_model(&head) {
        let reason = "is a model, which only a model replaces; name another file".to_owned();
        return Err(Error::exists(path, Existing::Stays(reason)));
    }
    Ok(Some(head))
}

/// Refuses the extension of a model for any other file.
pub(crate) fn check_ending(path: &Path) -> Result<()> {
    if store::has_model_ending(path) {
        return Err(Error::exists(path, Existing::Ending));
    }
    Ok(())
}

/// Whether a path is a pipe or a device, which is written to and not replaced.
pub(crate) fn is_stream(path: &Path) -> bool {
    let named = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    let is_named = named.iter().any(|name| path.starts_with(name));
    // Windows has this device in every folder.
    let is_null = cfg!(windows) && path.as_os_str().eq_ignore_ascii_case("nul");
    is_named || is_null || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// Opens a pipe without blocking until it has a reader; opening a pipe that has none is an error. Both
/// programs may have been started together, so this retries for a second.
#[cfg(unix)]
fn when_read(open: impl Fn() -> io::Result<File>) -> io::Result<File> {
    let last = Instant::now() + Duration::from_secs(1);
    loop {
        match open() {
            Err(error) if error.raw_os_error() != Some(libc::ENXIO) => return Err(error),
            Err(_) if Instant::now() > last => return Err(io::Error::other("no program reads it")),
            Err(_) => thread::sleep(Duration::from_millis(20)),
            opened => return opened,
        }
    }
}

/// Writes to an existing pipe or device.
fn write_into(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    let failed = failed(path, Action::Write);
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
        let about = fs::metadata(path).map_err(&failed)?;
        if about.file_type().is_block_device() {
            return Err(failed(io::Error::other("it is a block device")));
        }
    }
    #[cfg(unix)]
    let _reader = when_read(|| open(libc::O_NONBLOCK)).map_err(&failed)?;
    open(0).and_then(|mut file| fill(&mut file)).map_err(failed)
}
