//! The folder of machines: their names and files. No name leads to a file outside the folder.

use std::io;
use std::path::{Path, PathBuf};

use matchboxes::error::{Action, Error, Result};
pub(crate) use matchboxes::session::is_machine_name as is_name;
use matchboxes::store;
use matchboxes::text::thousands;

/// The largest file of a machine that the page opens or takes, in bytes.
pub const LARGEST: usize = 16 << 20;

/// The most machines in a folder in which the page makes a new one.
const MOST: usize = 10_000;
/// The bytes of a model's header, and where the length and checksum of all that follows begin in it.
const HEAD: u64 = 24;
const LENGTH: usize = 12;

/// The folder of the machines of a page.
#[derive(Clone, Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// The machines of this folder, which may not exist yet.
    pub(crate) fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// The folder itself.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn at(&self) -> &Path {
        &self.0
    }

    /// The file of a machine, whose name must be valid by [`is_name`].
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(format!("{name}.{}", store::EXTENSION))
    }

    /// Whether the machine of this name has a file. A link that leads to no file is an error, because a new
    /// file would be made outside the folder.
    pub(crate) fn has(&self, name: &str) -> Result<bool> {
        let path = self.path(name);
        let exists = store::exists(&path)?;
        if store::is_taken(&path) && !exists {
            return Err(Error::File {
                path,
                action: Action::FollowLink,
                cause: io::Error::other("it leads to no file; move it away"),
            });
        }
        Ok(exists)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let extension = format!(".{}", store::EXTENSION);
        let files = store::files_in(&self.0).into_iter();
        let mut names: Vec<String> = files
            .filter_map(|path| {
                let name = path.file_name()?.to_str()?;
                let name = name.strip_suffix(&extension)?;
                is_name(name).then(|| name.to_owned())
            })
            .collect();
        names.sort_unstable();
        names
    }

    /// Refuses a new machine in a full folder.
    pub(crate) fn check_room(&self) -> Result<()> {
        if self.names().len() < MOST {
            return Ok(());
        }
        Err(Error::request(format!(
            "{} has as many machines as the page allows; move some away",
            self.0.display()
        )))
    }

    /// The file of another machine, if one of this name exists.
    pub(crate) fn other(&self, name: &str) -> Option<PathBuf> {
        let path = self.path(name);
        (is_name(name) && store::is_file(&path) == Some(true)).then_some(path)
    }
}

/// Refuses a file that is too long for the page, before it is read.
pub(crate) fn check_length(path: &Path) -> Result<()> {
    match store::length_at(path) {
        Some(length) if length > LARGEST as u64 => Err(Error::request(format!(
            "{} has {} bytes; the page allows at most {}, `menace play` any number",
            path.display(),
            thousands(length),
            thousands(LARGEST as u64)
        ))),
        // All other errors appear when the file is read.
        _ => Ok(()),
    }
}

/// The version of a machine's file: its length and checksum, which change whenever the machine learns.
pub(crate) fn version(path: &Path) -> Option<String> {
    version_of(&store::read_head(path, HEAD).ok()?)
}

/// The version of a machine's file with these bytes, of which the header is enough.
pub(crate) fn version_of(bytes: &[u8]) -> Option<String> {
    let version = bytes.get(LENGTH..usize::try_from(HEAD).ok()?)?;
    Some(version.iter().map(|byte| format!("{byte:02x}")).collect())
}
