//! Errors from outside the program: files, the operating system, and, as [`games::Error`], names, texts,
//! rules and requests.
//!
//! Messages are in lower case; they describe the problem and, if possible, what to do about it.

mod action;
mod reason;

use std::borrow::Cow;
use std::io;
use std::path::PathBuf;

use crate::games;

pub use action::Action;
pub use reason::{Damage, Existing, Mismatch};

/// The result of functions that read or write files.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// An error; each kind has the text or path at fault.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[expect(
    missing_docs,
    reason = "the messages say what the fields are; `path` is the file"
)]
pub enum Error {
    /// A name, a text, a rule or a request that is wrong, independent of the disk.
    #[error(transparent)]
    Input(#[from] games::Error),
    /// A position for which a model has no matchbox.
    #[error("no box for `{text}` in this model: {reason}")]
    NoBox { text: String, reason: String },
    /// Two things that do not match, such as a model of one game and a training of another.
    #[error("{0}")]
    Mismatch(Mismatch),
    /// A file that is not what it should be.
    #[error("{}: {reason}", path.display())]
    Damaged { path: PathBuf, reason: Damage },
    /// A line of a file that is not what it should be.
    #[error("{} line {line}: {reason}", path.display())]
    Line {
        path: PathBuf,
        /// The line, from 1.
        line: u64,
        reason: String,
    },
    /// A file that another process is writing.
    #[error("{}: in use by {holder}; wait until that ends, or end it", path.display())]
    Busy {
        path: PathBuf,
        /// The process that holds its lock, if known.
        holder: String,
    },
    /// A file that is no longer replaced, because another process may have written it or has it open.
    #[error(
        "{}: {reason}; what was learnt is kept in {}, and nothing more is learnt",
        path.display(), saved.display()
    )]
    Lost {
        path: PathBuf,
        reason: &'static str,
        /// The file next to it that was written instead.
        saved: PathBuf,
    },
    /// A model that was not written, because it could not be read again: a bug of this program.
    #[error(
        "{}: not written, because it could not be read again: {reason}; any existing file is \
         unchanged. Please report this",
        path.display()
    )]
    Unsound { path: PathBuf, reason: Damage },
    /// An existing file that would be replaced by something else, or a file that should exist and does
    /// not.
    #[error("{}: {reason}", path.display())]
    Exists { path: PathBuf, reason: Existing },
    /// A file that is not replaced, because it may belong to another training.
    #[error("{cause}, so it is not replaced")]
    Stays {
        path: PathBuf,
        /// Why its contents are not known. The message includes it.
        cause: Box<Self>,
    },
    /// The operating system refused an action on a file.
    #[error("{}: {}", path.display(), action.failed(.cause))]
    File {
        path: PathBuf,
        action: Action,
        /// The error of the system. The message includes it, so it is not also the source of this error.
        cause: io::Error,
    },
}

impl Error {
    /// What is wrong with the input, if it is not a matter of files.
    pub fn input(&self) -> Option<&games::Error> {
        match self {
            Self::Input(input) => Some(input),
            _ => None,
        }
    }

    /// Whether the system forbids to write there.
    pub fn is_denied(&self) -> bool {
        use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
        matches!(self, Self::File { action, cause, .. }
            if action.writes() && matches!(cause.kind(), PermissionDenied | ReadOnlyFilesystem))
    }

    /// The message, with the fields of a request by other names; see [`games::Error::worded`].
    pub fn worded(&self, field: impl Fn(&str) -> String) -> String {
        self.input()
            .map_or_else(|| self.to_string(), |input| input.worded(field))
    }

    /// As [`games::Error::request`].
    pub fn request(reason: impl Into<String>) -> Self {
        games::Error::request(reason).into()
    }

    /// As [`games::Error::fields`].
    pub fn fields(
        fields: impl Into<Cow<'static, [&'static str]>>,
        reason: impl Into<String>,
    ) -> Self {
        games::Error::fields(fields, reason).into()
    }

    /// As [`games::Error::parameter`].
    pub fn parameter(name: impl Into<String>, reason: impl Into<String>) -> Self {
        games::Error::parameter(name, reason).into()
    }

    /// As [`games::Error::rule`].
    pub fn rule(rule: impl Into<String>, reason: impl Into<String>) -> Self {
        games::Error::rule(rule, reason).into()
    }

    /// The error for a line of a text that makes no sense.
    pub fn line(path: impl Into<PathBuf>, line: u64, reason: impl Into<String>) -> Self {
        let (path, reason) = (path.into(), reason.into());
        Self::Line { path, line, reason }
    }

    /// The error for a file that is in the way, or missing.
    pub fn exists(path: impl Into<PathBuf>, reason: Existing) -> Self {
        let path = path.into();
        Self::Exists { path, reason }
    }
}
