//! The folder of machines: their names and files. No name leads to a file outside the folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use menace::error::{Action, Error, Result};
use menace::store;
use menace::text::thousands;

use crate::serve::limits::LARGEST;

const LONGEST: usize = 40;
/// The most machines in a folder in which the page makes a new one.
const MOST: usize = 10_000;
/// The bytes of a model's header, and where the length and checksum of all that follows begin in it.
const HEAD: u64 = 24;
const LENGTH: usize = 12;
/// The file extension that earlier servers gave a machine while they replaced it.
const RENAMED: &str = "aside";

#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

/// Whether this is a valid name of a machine: 1 to 40 lower-case letters, digits and hyphens, which have no
/// special meaning in any file system, not beginning with a hyphen.
pub(crate) fn is_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(plain) && !name.starts_with('-')
}

impl Folder {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The file of a machine, whose name must be valid by [`is_name`].
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{}", store::EXTENSION))
    }

    /// Whether the machine of this name has a file. A link that leads to no file is an error, because a new
    /// file would be made outside the folder.
    pub(crate) fn has(&self, name: &str) -> Result<bool> {
        let path = self.path(name);
        let is_link = fs::symlink_metadata(&path).is_ok_and(|about| about.is_symlink());
        let exists = path.exists();
        if is_link && !exists {
            return Err(Error::File {
                path,
                action: Action::FollowLink,
                source: io::Error::other("it leads to no file; move it away"),
            });
        }
        Ok(exists)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.names_with(store::EXTENSION)
    }

    /// The names of all files with this extension, without the extension.
    fn names_with(&self, extension: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(&self.0) else {
            return Vec::new();
        };
        let extension = format!(".{extension}");
        let name = |entry: fs::DirEntry| {
            let name = entry.file_name().into_string().ok()?;
            let name = name.strip_suffix(&extension)?;
            is_name(name).then(|| name.to_owned())
        };
        let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
        names.sort_unstable();
        names
    }

    /// Refuses a new machine in a full folder.
    pub(crate) fn check_room(&self) -> Result<()> {
        if self.names().len() < MOST {
            return Ok(());
        }
        Err(Error::Request(format!(
            "{} has as many machines as the page allows; move some away",
            self.0.display()
        )))
    }

    /// Restores machines that an earlier server had renamed when it was killed; returns a message for each.
    pub(crate) fn recover(&self) -> Vec<String> {
        let names = self.names_with(RENAMED);
        names.iter().filter_map(|name| self.restore(name)).collect()
    }

    fn restore(&self, name: &str) -> Option<String> {
        let path = self.path(name);
        let renamed = path.with_extension(RENAMED);
        let is_file = fs::symlink_metadata(&renamed).is_ok_and(|about| about.is_file());
        let is_free = || fs::symlink_metadata(&path).is_err();
        if !is_file
            || !is_free()
            || check_length(&renamed).is_err()
            || store::verify(&renamed).is_err()
        {
            return None;
        }
        let _lock = store::Lock::take(&path).ok()?;
        let (old, new) = (renamed.display(), path.display());
        match is_free().then(|| fs::rename(&renamed, &path))? {
            Ok(()) => Some(format!("{old}: renamed back to {new}")),
            Err(error) => Some(format!("{old}: renaming it back to {new} failed: {error}")),
        }
    }

    /// The file of another machine, if one of this name exists.
    pub(crate) fn other(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        (is_name(name) && path.is_file()).then_some(path)
    }
}

/// Refuses a file that is too long for the page, before it is read.
pub(crate) fn check_length(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(about) if about.len() > LARGEST as u64 => Err(Error::Request(format!(
            "{} has {} bytes; the page allows at most {}, `menace play` any number",
            path.display(),
            thousands(about.len()),
            thousands(LARGEST as u64)
        ))),
        // All other errors appear when the file is read.
        _ => Ok(()),
    }
}

/// The version of a machine's file: its length and checksum, which change whenever the machine learns.
pub(crate) fn version(path: &Path) -> Option<String> {
    let head = store::read_head(path, HEAD).ok()?;
    let version = head.get(LENGTH..)?;
    Some(version.iter().map(|byte| format!("{byte:02x}")).collect())
}
