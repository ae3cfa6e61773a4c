//! What tells a file from another that is put in its place, and from itself once it has been written to.

use std::fs::{Metadata, metadata};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Which file it is, as far as the system numbers files, its length and when it was last written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    /// The device and the number of the file on it.
    #[cfg(unix)]
    file: (u64, u64),
    length: u64,
    /// Since the beginning of 1970; none before it, or where it is not known.
    modified: Option<Duration>,
}

impl Stamp {
    /// That of the file a path leads to; none if there is no such file.
    pub(super) fn at(path: &Path) -> Option<Self> {
        metadata(path).ok().map(|about| Self::of(&about))
    }

    pub(super) fn of(about: &Metadata) -> Self {
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
