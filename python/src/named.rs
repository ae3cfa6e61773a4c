//! What the library finds by its name, though it was made in Python: models as players, and rules.

use std::cell::OnceCell;
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use matchboxes::{Error, store};
use pyo3::prelude::*;
use tempfile::TempDir;

use crate::errors::{raised, wrong};
use crate::game::Game;
use crate::player::Given;
use crate::rule;

/// A folder with a file of each, while the work lasts. It is made for the first of them.
pub(crate) struct Folder {
    folder: OnceCell<TempDir>,
    /// Whether the trained model is kept in a file, which cannot name those in the folder.
    is_kept: bool,
}

impl Folder {
    pub(crate) fn new(is_kept: bool) -> Self {
        let folder = OnceCell::new();
        Self { folder, is_kept }
    }

    fn path(&self) -> PyResult<&Path> {
        if let Some(folder) = self.folder.get() {
            return Ok(folder.path());
        }
        // Python knows other places where TMPDIR cannot be written.
        let place = Python::attach(|py| {
            let place = py.import("tempfile")?.call_method0("gettempdir")?;
            place.extract::<PathBuf>()
        })?;
        let made = tempfile::tempdir_in(place)?;
        Ok(self.folder.get_or_init(|| made).path())
    }

    /// The name of the player that is the argument `what`. A model must be of the game; without a game, it
    /// decides.
    pub(crate) fn player(
        &self,
        given: Option<Given>,
        what: &str,
        game: &mut Option<Game>,
    ) -> PyResult<Option<String>> {
        let model = match given {
            None => return Ok(None),
            Some(Given::Name(name)) => return Ok(Some(name.display().to_string())),
            Some(Given::Function(_)) => {
                return Err(wrong(format!(
                    "{what}: give the name of a player, a model or its file; a function has no name by which \
                     it could be found"
                )));
            }
            Some(Given::Model(_)) if self.is_kept => {
                return Err(wrong(format!(
                    "{what}: the file of out names it by its file; save the model and give its path"
                )));
            }
            Some(Given::Model(model)) => model,
        };
        model
            .game
            .check_is(game.get_or_insert_with(|| model.game.clone()), "a model")?;
        let bytes = store::encode(&model.model);
        let checksum = u32::from_le_bytes(bytes[20..24].try_into().expect("four bytes"));
        let path = self.path()?.join(format!("model-{checksum:08x}.menace"));
        std::fs::write(&path, bytes)?;
        Ok(Some(path.display().to_string()))
    }

    /// The name of a rule.
    pub(crate) fn rule(&self, given: Option<rule::Named>) -> PyResult<Option<String>> {
        let rule = match given {
            None => return Ok(None),
            Some(rule::Named::Name(name)) => return Ok(Some(name.display().to_string())),
            Some(rule::Named::Rule(rule)) => rule,
        };
        let rule = &rule.get().0;
        let path = self.path()?.join(format!("{}.toml", rule.name));
        std::fs::write(&path, rule.to_toml())?;
        Ok(Some(path.display().to_string()))
    }

    /// Names a file of the folder by its name alone, which is the same whenever the work is done.
    pub(crate) fn shorten(&self, name: &mut String) {
        if let Some(folder) = self.folder.get() {
            *name = name.replace(&format!("{}{MAIN_SEPARATOR}", folder.path().display()), "");
        }
    }

    /// The exception for an error, which does not name the folder.
    pub(crate) fn raised(&self, error: Error) -> PyErr {
        let error = raised(error);
        Python::attach(|py| {
            let mut text = error.value(py).to_string();
            self.shorten(&mut text);
            PyErr::from_type(error.get_type(py), text)
        })
    }
}
