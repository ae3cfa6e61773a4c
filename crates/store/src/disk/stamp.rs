//! Detects whether a file was replaced or written to.

use std::fs::{Metadata, metadata};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// The identity of a file where the system numbers files, its length, and the time it was last written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    /// The device, and the file's number on it.
    #[cfg(unix)]
    file: (u64, u64),
    length: u64,
    /// The time since the beginning of 1970; `None` for earlier times, or if the time is not known.
    modified: Option<Duration>,
}

impl Stamp {
    /// The stamp of the file that a path leads to; `None` if there is no such file.
    pub(crate) fn at(path: &Path) -> Option<Self> {
        metadata(path).ok().map(|about| Self::from_metadata(&about))
    }

    pub(crate) fn from_metadata(about: &Metadata) -> Self {
        Self {
            #[cfg(unix)]
            file: {
                use std::os::unix::fs::MetadataExt;
                (about.dev(), about.ino())
            },
            length: about.len(),
            modified: about
                .modified()
                .ok()
                .and_then(|time| time.duration_since(UNIX_EPOCH).ok()),
        }
    }
}
