//! The folder of machines: their names, and the files behind them, which no name leads out of.

use std::fs;
use std::path::{Path, PathBuf};

use menace::error::{Action, Error, Result};
use menace::store;

/// The longest name of a machine.
const LONGEST: usize = 40;
/// The most machines that the page makes in a folder.
const MOST: usize = 10_000;

/// Where the machines are kept.
#[derive(Clone, Debug)]
pub(super) struct Folder(PathBuf);

/// Whether this may be the name of a machine: lower-case letters, digits and hyphens, which no file
/// system takes for anything else.
pub(super) fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(plain) && !name.starts_with('-')
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The file of a machine; the name is one by [`is_name`].
    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{}", store::EXTENSION))
    }

    /// The names of the machines that are kept, in order.
    pub(super) fn names(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let ending = format!(".{}", store::EXTENSION);
        let name = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let name = name.strip_suffix(&ending)?;
            is_name(name).then(|| name.to_owned())
        };
        let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
        names.sort_unstable();
        names
    }

    /// Refuses one machine more than a folder is to have.
    pub(super) fn check_room(&self) -> Result<()> {
        if self.names().len() < MOST {
            return Ok(());
        }
        Err(Error::Request(format!(
            "{} has as many machines as the page makes; move some away",
            self.0.display()
        )))
    }

    /// The file of another machine, if there is one of this name.
    pub(super) fn other(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        (is_name(name) && path.is_file()).then_some(path)
    }
}

/// Makes way for a new machine in the place of an old one: the file is moved aside while `make` is at
/// work, and comes back if that fails.
pub(super) fn anew<T>(path: &Path, make: impl FnOnce() -> Result<T>) -> Result<T> {
    let failed = |action, source| Error::File {
        path: path.to_owned(),
        action,
        source,
    };
    if !path.exists() {
        return make();
    }
    // Whoever writes it now keeps it.
    let lock = store::Lock::take(path)?;
    let aside = path.with_extension("aside");
    fs::rename(path, &aside).map_err(|source| failed(Action::Rename, source))?;
    drop(lock);
    match make() {
        Ok(made) => {
            fs::remove_file(&aside).map_err(|source| failed(Action::Remove, source))?;
            Ok(made)
        }
        Err(error) => {
            fs::rename(&aside, path).map_err(|source| failed(Action::Rename, source))?;
            Err(error)
        }
    }
}
