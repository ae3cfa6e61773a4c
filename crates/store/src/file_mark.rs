//! What tells the contents of a file from others of the same name.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::container::{Hash, hash_of};
use super::disk::open;
use super::place::failed;
use crate::error::{Action, Result};

/// What a file held when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileMark {
    /// The path as it was given.
    pub path: String,
    /// The SHA-256 of its bytes.
    pub hash: Hash,
}

impl FileMark {
    /// The mark of the file at this path.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read.
    pub fn read(path: &Path) -> Result<Self> {
        let mut file = open(path)?;
        let hash = hash_of(|out| io::copy(&mut file, out).map(drop));
        Ok(Self {
            path: path.display().to_string(),
            hash: hash.map_err(|source| failed(path, Action::Read, source))?,
        })
    }
}
