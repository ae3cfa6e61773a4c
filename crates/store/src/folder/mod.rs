//! The knowledge base: a folder of models, with the numbered copies of a model and the trainings that will
//! replace one.

pub(super) mod in_progress;
pub(super) mod kept;

use std::fs;
use std::path::{Path, PathBuf};

use super::disk::is_gone;
use super::file;
use super::model::Model;
use super::place::{EXTENSION, failed, has_model_ending};
use crate::error::{Action, Result};
use crate::learn::Learners;

/// All models of a folder, sorted by name. Each file is read when the iterator reaches it; one that
/// cannot be read yields its error.
///
/// Hidden files and folders are skipped, and so are files that have been removed or renamed since the
/// folder was read.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when the folder itself cannot be read.
pub fn list(folder: &Path) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    list_of(folder, has_model_ending)
}

/// As [`list`], for the files that `is_listed` selects.
fn list_of(
    folder: &Path,
    is_listed: fn(&Path) -> bool,
) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    let mut paths = paths_in(folder)?;
    paths.retain(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        is_listed(path) && !name.starts_with('.') && !path.is_dir()
    });
    paths.sort_unstable();
    Ok(paths.into_iter().filter_map(|path| {
        let model = file::read(&path);
        let is_listed = model.is_ok() || !is_gone(&path);
        is_listed.then_some((path, model))
    }))
}

fn paths_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |source| failed(folder, Action::ReadFolder, source);
    let entries = fs::read_dir(folder).map_err(failed)?;
    entries
        .map(|entry| Ok(entry.map_err(failed)?.path()))
        .collect()
}

/// The default path of a model of this game.
///
/// The file name consists of the game and the learners. Every character other than an ASCII letter, a
/// digit, a hyphen or a dot becomes a hyphen, so that the name needs no quotes anywhere.
///
/// # Examples
///
/// ```
/// # use std::path::Path;
/// use matchboxes_learn::Learners;
/// use matchboxes_store::default_path;
///
/// let path = default_path(Path::new("models"), "nim:3,4,5:misere", Learners::First);
/// assert_eq!(path, Path::new("models/nim-3-4-5-misere-first.menace"));
/// ```
pub fn default_path(folder: &Path, game: &str, learners: Learners) -> PathBuf {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let game: String = game
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .collect();
    folder.join(format!("{game}-{learners}.{EXTENSION}"))
}
