//! One model as a file: read whole, and replaced whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::format::{self, HEADER, Unreadable};
use super::model::Model;
use crate::error::{Damage, Error, Mismatch, Result};
use crate::game::Game;

/// Reads a model.
///
/// # Errors
///
/// [`Error::File`] when the system does not let us read, [`Error::Damaged`] when what is read is
/// not a whole model.
pub fn read(path: &Path) -> Result<Model> {
    let failed = |source| failed(path, "reading", source);
    let damaged = |reason: Damage| Error::Damaged {
        path: path.to_owned(),
        reason,
    };
    let mut file = File::open(path).map_err(failed)?;
    let about = file.metadata().map_err(failed)?;
    if about.is_file() {
        return format::read(&mut file, about.len()).map_err(|error| match error {
            Unreadable::Damaged(damage) => damaged(damage),
            Unreadable::Failed(error) => failed(error),
        });
    }
    // A pipe for instance, which is read once and has no length.
    let mut bytes = Vec::with_capacity(HEADER);
    // What is no model is not read to its end: it may be large, or have none.
    let head = (&mut file).take(HEADER as u64).read_to_end(&mut bytes);
    head.map_err(failed)?;
    format::recognise(&bytes).map_err(damaged)?;
    file.read_to_end(&mut bytes).map_err(failed)?;
    format::decode(&bytes).map_err(damaged)
}

/// Reads a model of a game and checks every box of it against the rules.
///
/// # Errors
///
/// As [`read`]; [`Error::Mismatch`] when it has learnt another game, [`Error::Damaged`] when a box
/// does not belong to the game.
pub fn read_for<G: Game>(game: &G, path: &Path) -> Result<Model> {
    let model = read(path)?;
    match model.check_game(game, &path.display().to_string()) {
        Err(Error::Mismatch(boxes @ Mismatch::Matchbox { .. })) => Err(Error::Damaged {
            path: path.to_owned(),
            reason: Damage::Boxes(boxes.to_string()),
        }),
        checked => checked.map(|()| model),
    }
}

/// Writes a model in the place of whatever stood there.
///
/// # Errors
///
/// As [`replace`] has it.
///
/// # Panics
///
/// If the parts of the model do not agree, as [`Model::check`] has it.
pub fn write(path: &Path, model: &Model) -> Result<()> {
    replace_by(path, |file| format::write(model, file))
}

/// Whether the file is there and has exactly the bytes of this model.
///
/// # Panics
///
/// As [`write()`].
#[must_use]
pub fn holds(path: &Path, model: &Model) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    format::is_written(model, BufReader::new(file)).unwrap_or(false)
}

/// Puts a file with these bytes in the place of whatever stood there, making its folders.
///
/// Whatever interrupts it, the path names the old file or the new one, each of them whole: the
/// bytes are written beside it, brought to the disk, and renamed. The new file has the permissions
/// of any new file.
///
/// # Errors
///
/// [`Error::File`]; the old file is then as it was, and nothing is left beside it.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    replace_by(path, |file| file.write_all(bytes))
}

/// As [`replace`], with what `fill` writes.
fn replace_by(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> Result<()> {
    let failed = |source| failed(path, "writing", source);
    let folder = folder_of(path);
    make_folder(&folder)?;
    let prefix = beside(path);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(BESIDE);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(&folder).map_err(failed)?;
    fill(file.as_file_mut()).map_err(failed)?;
    file.as_file().sync_all().map_err(failed)?;
    file.persist(path).map_err(|error| failed(error.error))?;
    sync_folder(&folder).map_err(failed)
}

/// What the names of files end in that were begun beside another and not yet put in its place.
const BESIDE: &str = ".tmp";

/// The longest name whose files beside it can be told from those of others.
const LONGEST: usize = 180;

/// What the names of the files begin with that are to be put in the place of this one.
fn beside(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let end = (0..=LONGEST.min(name.len())).rev();
    let end = end.into_iter().find(|&end| name.is_char_boundary(end));
    format!(".{}.", &name[..end.unwrap_or(0)])
}

/// Removes what a writer of this file left beside it when it was killed.
///
/// Only who alone may write the file may call this. What cannot be removed stays: it holds up
/// nobody.
pub(super) fn clear_beside(path: &Path) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Ok(entries) = fs::read_dir(folder_of(path)) else {
        return;
    };
    let prefix = beside(path);
    for entry in entries.flatten() {
        let other = entry.file_name();
        let other = other.to_string_lossy();
        let middle = other
            .strip_prefix(&prefix)
            .and_then(|rest| rest.strip_suffix(BESIDE));
        if name.len() <= LONGEST && middle.is_some_and(|middle| !middle.contains('.')) {
            let _ = fs::remove_file(entry.path());
        }
    }
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

/// Brings the names in a folder to the disk: a rename is safe only then.
///
/// A file system that knows no such thing has done what it can.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported) => {
            Ok(())
        }
        result => result,
    }
}

#[cfg(not(unix))]
fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

/// The error of a file the system refused.
pub(super) fn failed(path: &Path, action: &'static str, source: io::Error) -> Error {
    Error::File {
        path: path.to_owned(),
        action,
        source,
    }
}
