//! What tells the contents of a file from others of the same name.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::disk::open;
use super::format::{Hash, HashWriter};
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
    pub fn read(path: &str) -> Result<Self> {
        let file = Path::new(path);
        let mut hash = HashWriter(hmac_sha256::Hash::new());
        io::copy(&mut open(file)?, &mut hash)
            .map_err(|source| failed(file, Action::Read, source))?;
        Ok(Self {
            path: path.to_owned(),
            hash: hash.0.finalize(),
        })
    }

    /// One checksum of several files, in this order; 0 if there are none.
    #[must_use]
    pub fn sum(marks: &[Self]) -> u32 {
        let hashes: Vec<Hash> = marks.iter().map(|mark| mark.hash).collect();
        crc32fast::hash(&hashes.concat())
    }
}
