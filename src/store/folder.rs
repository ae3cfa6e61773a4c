//! The knowledge base: a folder of models.

use std::fs;
use std::path::{Path, PathBuf};

use super::file;
use super::model::Model;
use super::place::{EXTENSION, failed};
use crate::error::{Action, Result};
use crate::learn::Learners;

/// All models of a folder, sorted by name, each of them read when it comes to that, or with the reason
/// why not.
///
/// Hidden files and folders are passed over.
///
/// # Errors
///
/// [`Error::File`](crate::Error::File) when the folder itself cannot be read.
pub fn list(folder: &Path) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    list_of(folder, |path| {
        path.extension().is_some_and(|end| end == EXTENSION)
    })
}

/// The same of the files whose names are of this kind.
pub(super) fn list_of(
    folder: &Path,
    is_listed: fn(&Path) -> bool,
) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    let failed = |source| failed(folder, Action::ReadFolder, source);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_listed(&path) && !name.starts_with('.') && !path.is_dir() {
            paths.push(path);
        }
    }
    paths.sort_unstable();
    Ok(paths.into_iter().map(|path| {
        let model = file::read(&path);
        (path, model)
    }))
}

/// Where a model of this game is kept unless another place is asked for.
///
/// The name is made of the game and who learns; what is not an ASCII letter, digit, hyphen or dot
/// becomes a hyphen, so that it needs no quotes anywhere.
///
/// # Examples
///
/// ```
/// # use std::path::Path;
/// use menace::learn::Learners;
/// use menace::store::default_path;
///
/// let path = default_path(Path::new("models"), "nim:3,4,5:misere", Learners::First);
/// assert_eq!(path, Path::new("models/nim-3-4-5-misere-first.menace"));
/// ```
#[must_use]
pub fn default_path(folder: &Path, game: &str, learners: Learners) -> PathBuf {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    let game: String = game
        .chars()
        .map(|c| if plain(c) { c } else { '-' })
        .collect();
    folder.join(format!("{game}-{learners}.{EXTENSION}"))
}
