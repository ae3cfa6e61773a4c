//! The names of models, the folder of a file, and the errors about a file and its contents.

use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Action, Damage, Error};

/// The extension of the file names of models, without the dot.
pub const EXTENSION: &str = "menace";

/// The advice for something that cannot be read as a file.
pub(super) const COPY: &str = "copy its contents into a file";

/// The folder of a file, as a path that can be opened.
pub(super) fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The error for a failed action on a file.
pub(super) fn failed(path: &Path, action: Action, source: io::Error) -> Error {
    let source = match (action, source.kind()) {
        (Action::Read | Action::ReadSolved, io::ErrorKind::WouldBlock) => io::Error::new(
            io::ErrorKind::WouldBlock,
            format!("it has no end yet: reading it would wait for more; {COPY}"),
        ),
        _ => source,
    };
    Error::File {
        path: path.to_owned(),
        action,
        source,
    }
}

/// The error for a file that is not what it should be.
pub(super) fn damaged(path: &Path, reason: Damage) -> Error {
    let path = path.to_owned();
    Error::Damaged { path, reason }
}

/// The damage of contents that make no sense, for this reason.
pub(super) fn invalid(what: impl Into<String>) -> Damage {
    Damage::Contents(what.into())
}
