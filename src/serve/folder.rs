//! The folder of machines: their names, and the files behind them, which no name leads out of.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use menace::error::{Action, Error, Result};
use menace::store;
use menace::text::thousands;

use super::limits::LARGEST;

/// The longest name of a machine.
const LONGEST: usize = 40;
/// The most machines that the page makes in a folder.
const MOST: usize = 10_000;
/// What the header of a model has in bytes, and where in it the length and the checksum of all that
/// follows begin.
const HEAD: u64 = 24;
const LENGTH: usize = 12;
/// What the name of a machine ended in that earlier servers moved aside while they made another.
const ASIDE: &str = "aside";

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

    /// Whether the machine of this name has a file.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when a link leads to where there is nothing: what is made there would lie outside.
    pub(super) fn has(&self, name: &str) -> Result<bool> {
        let path = self.path(name);
        let is_link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
        let there = path.exists();
        if is_link && !there {
            return Err(Error::File {
                path,
                action: Action::FollowLink,
                source: io::Error::other("it leads to no file; move it away"),
            });
        }
        Ok(there)
    }

    /// The names of the machines that are kept, in order.
    pub(super) fn names(&self) -> Vec<String> {
        self.names_ending(store::EXTENSION)
    }

    /// The names of all files that end so, without the ending.
    fn names_ending(&self, ending: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let ending = format!(".{ending}");
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

    /// Puts back the machines that a server had moved aside when it was killed, wherever their place is
    /// free; what it did, line by line.
    pub(super) fn recover(&self) -> Vec<String> {
        let names = self.names_ending(ASIDE);
        names
            .iter()
            .filter_map(|name| self.put_back(name))
            .collect()
    }

    fn put_back(&self, name: &str) -> Option<String> {
        let path = self.path(name);
        let aside = path.with_extension(ASIDE);
        let is_file = fs::symlink_metadata(&aside).is_ok_and(|about| about.is_file());
        let is_free = || fs::symlink_metadata(&path).is_err();
        if !is_file || !is_free() || check_length(&aside).is_err() || store::verify(&aside).is_err()
        {
            return None;
        }
        let _lock = store::Lock::take(&path).ok()?;
        let (old, new) = (aside.display(), path.display());
        match is_free().then(|| fs::rename(&aside, &path))? {
            Ok(()) => Some(format!(
                "{old}: a machine that was moved aside, now {new} again"
            )),
            Err(error) => Some(format!(
                "{old}: a machine that cannot become {new} again: {error}"
            )),
        }
    }

    /// The file of another machine, if there is one of this name.
    pub(super) fn other(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        (is_name(name) && path.is_file()).then_some(path)
    }
}

/// Refuses a file that is too long for the page, before it is read.
pub(super) fn check_length(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(about) if about.len() > LARGEST as u64 => Err(Error::Request(format!(
            "{} has {} bytes, and the page takes {} at most; `menace play` takes any number",
            path.display(),
            thousands(about.len()),
            thousands(LARGEST as u64)
        ))),
        // What else may be wrong shows when it is read.
        _ => Ok(()),
    }
}

/// What the file of a machine holds, as a word: another one whenever the machine has learnt something, none
/// where there is no file.
pub(super) fn version(path: &Path) -> Option<String> {
    let head = store::read_head(path, HEAD).ok()?;
    let told = head.get(LENGTH..)?;
    Some(told.iter().map(|byte| format!("{byte:02x}")).collect())
}
