//! A training that will replace a model is kept in a file next to it until it is complete:
//! `x.menace.new` next to `x.menace`.

use std::path::{Path, PathBuf};

use super::super::disk::real;
use super::super::model::Model;
use super::super::place::{failed, has_model_ending};
use super::list_of;
use crate::error::{Action, Result};

/// The ending of the names of such files, after the ending of a model and a dot.
const NEW: &str = "new";

/// The file that keeps a training until it is complete and replaces the model at `path`.
///
/// If `path` is a link, the file is in the folder of the link's target, as the lock is.
///
/// # Errors
///
/// [`Error::File`](crate::error::Error::File) when the links cannot be followed.
pub fn new_of(path: &Path) -> Result<PathBuf> {
    let place = real(path).map_err(|source| failed(path, Action::Look, source))?;
    Ok(with_new(&place))
}

/// As [`new_of`], but in the folder of `path` itself, even if `path` is a link.
pub fn with_new(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(NEW);
    path.with_file_name(name)
}

/// The model that the training in this file will replace, according to the file's name.
///
/// # Examples
///
/// ```
/// # use std::path::Path;
/// use matchboxes_store::replaced_by;
///
/// let path = Path::new("models/x.menace");
/// assert_eq!(replaced_by(Path::new("models/x.menace.new")).as_deref(), Some(path));
/// assert_eq!(replaced_by(path), None);
/// ```
pub fn replaced_by(path: &Path) -> Option<PathBuf> {
    let model = path.with_extension("");
    let is_new = path.extension().is_some_and(|end| end == NEW);
    (is_new && has_model_ending(&model)).then_some(model)
}

/// The trainings in progress that will replace models of this folder, sorted by name. Each file is read
/// when the iterator reaches it; one that cannot be read yields its error.
///
/// # Errors
///
/// As [`list`](super::list).
pub fn list_in_progress(
    folder: &Path,
) -> Result<impl Iterator<Item = (PathBuf, Result<Model>)> + use<>> {
    list_of(folder, |path| replaced_by(path).is_some())
}
