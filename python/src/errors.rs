//! The library's errors as Python's, and the errors that unwind through the library.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;

use matchboxes::Error as Failure;
use matchboxes::error::{Damage, Existing};
use matchboxes::games;
use pyo3::create_exception;
use pyo3::exceptions::{
    PyAttributeError, PyException, PyOSError, PyTypeError, PyUnicodeEncodeError, PyValueError,
};
use pyo3::prelude::*;

create_exception!(
    matchboxes,
    Error,
    PyException,
    "What went wrong outside the caller's own arguments: a damaged model, a file in use, a file that would be lost."
);

/// The exception for an error. What a caller can correct in the call is a `ValueError`, what the operating
/// system refused an `OSError`, and all else an [`Error`].
pub(crate) fn raised(error: impl Into<Failure>) -> PyErr {
    let error = error.into();
    let text = error.worded(argument) + &listed(&error);
    match error {
        Failure::Input(_) | Failure::NoBox { .. } | Failure::Mismatch(_) => {
            PyValueError::new_err(text)
        }
        Failure::File { cause, path, .. } => {
            let number = cause.raw_os_error().unwrap_or(match cause.kind() {
                io::ErrorKind::NotFound => ENOENT,
                io::ErrorKind::PermissionDenied => EACCES,
                _ => EIO,
            });
            of_file(number, &text, &path)
        }
        Failure::Exists { reason, path } => {
            let is_missing = matches!(reason, Existing::Nothing);
            of_file(if is_missing { ENOENT } else { EEXIST }, &text, &path)
        }
        _ => Error::new_err(text),
    }
}

/// The numbers of errors, by which Python chooses the class of an `OSError`.
pub(crate) const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;
pub(crate) const EEXIST: i32 = 17;

/// The exception for what the operating system refused about a file, with the attributes that Python's own have.
pub(crate) fn of_file(number: i32, text: &str, path: &Path) -> PyErr {
    let begins = format!("{}: ", path.display());
    let text = text.strip_prefix(&begins).unwrap_or(text);
    let text = text.replace(&format!(" (os error {number})"), "");
    PyOSError::new_err((number, text, path.as_os_str().to_owned()))
}

/// What to do about a file of a game that has no name here.
pub(crate) const OF_YOUR_OWN: &str =
    "; a file of a game of your own is read by matchboxes.load(path, game=game)";

/// Where to find the names that there are, for one that is like none of them.
fn listed(error: &Failure) -> String {
    if let Failure::Damaged {
        reason: Damage::UnknownGame(_),
        ..
    } = error
    {
        return OF_YOUR_OWN.to_owned();
    }
    match error.input() {
        Some(games::Error::Name { kind, nearest, .. }) if nearest.is_empty() => {
            let lists = [
                ("game", "games"),
                ("player", "players"),
                ("rule", "rules"),
                ("search", "searches"),
            ];
            let list = lists.into_iter().find(|(one, _)| one == kind);
            list.map_or_else(String::new, |(_, all)| {
                format!("; matchboxes.{all}() lists them")
            })
        }
        _ => String::new(),
    }
}

/// The same error, where it is about a value, with the name of what has the value.
pub(crate) fn named(py: Python<'_>, what: &str, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyUnicodeEncodeError>(py) {
        return wrong(format!(
            "{what}: half of a character, such as '\\ud800', is no text"
        ));
    }
    let kind = error.get_type(py);
    if !kind.is(py.get_type::<PyValueError>()) && !kind.is(py.get_type::<PyTypeError>()) {
        return error;
    }
    let text = error.value(py).to_string();
    match text.strip_prefix(what) {
        Some(rest) if rest.starts_with([':', ' ']) => error,
        _ => PyErr::from_type(kind, format!("{what}: {text}")),
    }
}

/// The exception for an error that is about the argument `what`.
pub(crate) fn raised_for(what: &str, error: impl Into<Failure>) -> PyErr {
    let error = raised(error);
    Python::attach(|py| named(py, what, error))
}

/// The argument of Python that fills a field of a request.
fn argument(field: &str) -> String {
    match field {
        "from" => "from_",
        "no_mirrors" => "mirrors=False",
        "partial" => "missing='random'",
        field => field,
    }
    .to_owned()
}

/// What others call something, as an attribute of a class, and what it is here.
const OTHERS: &[(&str, &str, &str)] = &[
    ("Frame", "plot", "frame.to_pandas().plot()"),
    ("Model", "evaluate", "matchboxes.evaluate(model)"),
    ("Model", "exploitability", "matchboxes.prove(model)"),
    ("Model", "plot", "model.picture()"),
    ("Model", "predict", "model.policy(position)"),
    ("Model", "train", "matchboxes.train(from_=model)"),
    ("Position", "is_terminal", "position.is_over"),
    ("Position", "legal_moves", "position.moves()"),
    ("Position", "winner", "position.outcome"),
];

/// The error for an attribute that an object does not have.
pub(crate) fn no_attribute(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = object.get_type().name();
    let class = class.map_or_else(|_| String::new(), |class| class.to_string());
    let mut others = OTHERS.iter();
    let other = others.find(|(of, other, _)| *of == class && *other == name);
    let hint = other.map_or_else(String::new, |(.., here)| format!("; write {here}"));
    PyAttributeError::new_err(format!("`{class}` has no `{name}`{hint}"))
}

/// The error for an argument that is wrong in a way that only Python can be.
pub(crate) fn wrong(text: impl Into<String>) -> PyErr {
    PyValueError::new_err(text.into())
}

/// Runs a function that may call Python rules; an exception of theirs, or the law that they broke, is returned.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(exception)
}

/// The exception that unwound a thread; any other panic is resumed.
pub(crate) fn exception(panic: Box<dyn Any + Send>) -> PyErr {
    match panic.downcast::<PyErr>() {
        Ok(error) => *error,
        Err(panic) => match panic.downcast::<games::Error>() {
            Ok(error) => raised(*error),
            Err(panic) => resume_unwind(panic),
        },
    }
}
