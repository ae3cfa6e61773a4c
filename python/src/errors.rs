//! The library's errors as Python's.

use std::error::Error as _;
use std::io;

use menace::Error;
use menace::error::Existing;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyException, PyFileExistsError, PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError,
};
use pyo3::prelude::*;

create_exception!(
    menace,
    MenaceError,
    PyException,
    "What went wrong outside the caller's own arguments: a damaged model, a file in use, a file that would be lost."
);

/// The exception for an error. What a caller can correct in the call is a `ValueError`, what the operating
/// system refused an `OSError`, and all else a [`MenaceError`].
pub(crate) fn raised(error: Error) -> PyErr {
    let text = in_python(&with_cause(&error));
    match error {
        Error::Name { .. }
        | Error::Parameter { .. }
        | Error::Player { .. }
        | Error::Move { .. }
        | Error::Position { .. }
        | Error::NoBox { .. }
        | Error::Rule { .. }
        | Error::Request(_)
        | Error::Mismatch(_)
        | Error::TooLarge { .. } => PyValueError::new_err(text),
        Error::File { source, .. } => match source.kind() {
            io::ErrorKind::NotFound => PyFileNotFoundError::new_err(text),
            io::ErrorKind::PermissionDenied => PyPermissionError::new_err(text),
            _ => PyOSError::new_err(text),
        },
        Error::Exists {
            reason: Existing::Nothing,
            ..
        } => PyFileNotFoundError::new_err(text),
        Error::Exists { .. } => PyFileExistsError::new_err(text),
        _ => MenaceError::new_err(text),
    }
}

/// An error and its causes in one line.
fn with_cause(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}

/// The text with the options of the command line as the arguments of the same name: `--max-boxes` as
/// `max_boxes`.
fn in_python(text: &str) -> String {
    let mut parts = text.split("--");
    let mut result = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_name = |c: char| c.is_ascii_lowercase() || c == '-';
        let end = part.find(|c| !is_name(c)).unwrap_or(part.len());
        match &part[..end] {
            "" => result += "--",
            word @ ("continue" | "from") => result.extend([word, "_"]),
            name => result += &name.replace('-', "_"),
        }
        result += &part[end..];
    }
    result
}

/// The error for an argument that is wrong in a way that only Python can be.
pub(crate) fn wrong(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}
