//! A training that is to replace a model is kept beside it until it is complete: `x.menace.new` beside
//! `x.menace`.

use std::path::{Path, PathBuf};

use super::folder::list_of;
use super::model::Model;
use super::place::EXTENSION;
use super::place::{failed, real};
use crate::error::{Action, Result};

/// What the names of such files end in, after the ending of a model and a dot.
const NEW: &str = "new";

/// Where a training is kept that is to replace the model at `path` when it is complete.
///
/// Where `path` is a link, the file is beside what that leads to, as the lock is.
///
/// # Errors
///
/// [`Error::File`](crate::Error::File) when links lead nowhere.
pub fn new_of(path: &Path) -> Result<PathBuf> {
    let place = real(path).map_err(|source| failed(path, Action::Look, source))?;
    Ok(with_new(&place))
}

/// The same name for a file in the same folder, whatever it leads to.
#[must_use]
pub fn with_new(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(NEW);
    path.with_file_name(name)
}

/// The model that the training in this file is to replace, as far as its name says so.
///
/// # Examples
///
/// ```
/// # use std::path::Path;
/// use menace::store::replaced_by;
///
/// let path = Path::new("models/x.menace");
/// assert_eq!(replaced_by(Path::new("models/x.menace.new")).as_deref(), Some(path));
/// assert_eq!(replaced_by(path), None);
/// ```
#[must_use]
pub fn replaced_by(path: &Path) -> Option<PathBuf> {
    let model = path.with_extension("");
    let is_new = path.extension().is_some_and(|end| end == NEW);
    let is_model = model.extension().is_some_and(|end| end == EXTENSION);
    (is_new && is_model).then_some(model)
}

/// The trainings that are to replace models of this folder, sorted by name, each read when it comes to
/// that, or with the reason why not.
///
/// # Errors
///
/// As [`list`](super::list).
pub fn list_under_way(
    folder: &Path,
) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    list_of(folder, |path| replaced_by(path).is_some())
}
