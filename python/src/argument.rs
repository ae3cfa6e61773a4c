//! Arguments as Python gives them, and calls as Python pickles them. The error of an argument names it.

use std::path::{Path, PathBuf};

use matchboxes::learn::{Examined, Learners};
use pyo3::IntoPyObjectExt as _;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyMapping, PyString};

use crate::errors::{ENOENT, named, of_file, raised, wrong};

/// An argument that may be left out or None.
pub(crate) type Argument<'py> = Option<Bound<'py, PyAny>>;

/// Reads arguments under their own names; each line begins with the function that reads them. Of a function with many
/// arguments, they are taken from its keywords, of which none must be left ([`no_more`]).
macro_rules! read {
    ($($kind:path: $($name:ident),+;)+) => {
        $($(let $name = $kind(stringify!($name), &$name)?;)+)+
    };
    ($keywords:ident => $($kind:path: $($name:ident),+;)+) => {
        $($(
            let $name = $crate::argument::taken($keywords, stringify!($name))?;
            let $name = $kind(stringify!($name), &$name)?;
        )+)+
    };
}

pub(crate) use read;

/// Takes a keyword of a call.
pub(crate) fn taken<'py>(
    keywords: Option<&Bound<'py, PyDict>>,
    name: &str,
) -> PyResult<Argument<'py>> {
    let found = keywords.map_or(Ok(None), |all| all.get_item(name))?;
    if let (Some(all), Some(_)) = (keywords, &found) {
        all.del_item(name)?;
    }
    Ok(found.filter(|given| !given.is_none()))
}

/// Refuses keywords that a function does not have, as Python does.
pub(crate) fn no_more(function: &str, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
    match keywords.and_then(|all| all.keys().iter().next()) {
        None => Ok(()),
        Some(name) => Err(PyTypeError::new_err(format!(
            "{function}() got an unexpected keyword argument '{name}'"
        ))),
    }
}

/// What a value is called in a message: what Python prints for it, unless that is long.
pub(crate) fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 80;
    let text = value
        .repr()
        .map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// The error for a value of a wrong type.
pub(crate) fn mistyped(wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    PyTypeError::new_err(format!("give {wanted}, not {}", shown(given)))
}

/// Reads an argument; its error names it.
pub(crate) fn required<'py, T>(
    what: &str,
    argument: &Bound<'py, PyAny>,
    read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<T> {
    read(argument).map_err(|error| named(argument.py(), what, error))
}

/// The same if it is there.
pub(crate) fn given<'py, T>(
    what: &str,
    argument: &Argument<'py>,
    read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Option<T>> {
    let read = |given: &Bound<'py, PyAny>| required(what, given, read);
    argument.as_ref().map(read).transpose()
}

/// A value of a type, where `wanted` is.
pub(crate) fn of_type<'py, T: FromPyObjectOwned<'py>>(
    wanted: &str,
    given: &Bound<'py, PyAny>,
) -> PyResult<T> {
    given.extract().map_err(|_| mistyped(wanted, given))
}

/// A whole number, where `wanted` is. One out of range is a `ValueError`, as every wrong value is.
pub(crate) fn whole<'py, T: FromPyObjectOwned<'py>>(
    wanted: &str,
    given: &Bound<'py, PyAny>,
) -> PyResult<T> {
    let py = given.py();
    given.extract().map_err(|error: T::Error| {
        if !error.into().is_instance_of::<PyOverflowError>(py) {
            return mistyped(wanted, given);
        }
        match given.lt(0) {
            Ok(true) => wrong(format!("must be at least 0, not {given}")),
            _ => wrong(format!("{given} is too large")),
        }
    })
}

pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(
    what: &str,
    argument: &Argument<'py>,
) -> PyResult<Option<T>> {
    given(what, argument, |given| whole("a whole number", given))
}

/// A number of which there is one at least, such as of games.
pub(crate) fn positive<'py, T: FromPyObjectOwned<'py>>(
    what: &str,
    argument: &Argument<'py>,
) -> PyResult<Option<T>> {
    given(what, argument, |given| match given.lt(1) {
        Ok(true) => Err(wrong(format!("must be at least 1, not {given}"))),
        _ => whole("a whole number", given),
    })
}

pub(crate) fn flag(what: &str, argument: &Argument<'_>) -> PyResult<bool> {
    choice(what, argument).map(Option::unwrap_or_default)
}

/// When tables are evaluated: True for every set, or a time by its name.
pub(crate) fn exact(what: &str, argument: &Argument<'_>) -> PyResult<Examined> {
    let when = given(what, argument, |given| match given.extract::<String>() {
        Ok(name) => name.parse().map_err(raised),
        Err(_) => of_type("True, False or 'end'", given).map(bool::into),
    })?;
    Ok(when.unwrap_or_default())
}

/// True, False, or neither.
pub(crate) fn choice(what: &str, argument: &Argument<'_>) -> PyResult<Option<bool>> {
    given(what, argument, |given| of_type("True or False", given))
}

pub(crate) fn text(what: &str, argument: &Argument<'_>) -> PyResult<Option<String>> {
    given(what, argument, |given| of_type("a text", given))
}

/// The path that is the argument `path`.
pub(crate) fn required_path(path: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    required("path", path, |given| of_type(FILE, given))
}

/// Refuses to write into a folder that is not there, which may be a mistyped one.
pub(crate) fn check_folder(path: &Path) -> PyResult<()> {
    match path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        Some(folder) if !folder.is_dir() => Err(of_file(
            ENOENT,
            "there is no such folder; make it first",
            folder,
        )),
        _ => Ok(()),
    }
}

const FILE: &str = "the path of a file";

pub(crate) fn path(what: &str, argument: &Argument<'_>) -> PyResult<Option<PathBuf>> {
    given(what, argument, |given| of_type(FILE, given))
}

/// The sides that learn, as Python names them.
pub(crate) fn learners(what: &str, argument: &Argument<'_>) -> PyResult<Option<Learners>> {
    given(what, argument, learner)
}

pub(crate) fn learner(given: &Bound<'_, PyAny>) -> PyResult<Learners> {
    match given.cast::<PyString>() {
        Ok(name) => name.to_str()?.parse().map_err(raised),
        Err(_) => Err(mistyped("first, second, both or shared", given)),
    }
}

/// Reads the items of a list. The error of one names its place.
pub(crate) fn each<'py, T>(
    what: &str,
    list: &Bound<'py, PyAny>,
    mut read: impl FnMut(Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let py = list.py();
    let items = match list.try_iter() {
        Ok(items) if !list.is_instance_of::<PyString>() => items.enumerate(),
        _ => return Err(named(py, what, mistyped("a list", list))),
    };
    let items = items.map(|(place, item)| {
        breathe(py, place)?;
        read(item?).map_err(|error| named(py, &format!("{what}[{place}]"), error))
    });
    items.collect()
}

/// Lets other threads and signal handlers run at some of the items of what only the lock gives access to.
pub(crate) fn breathe(py: Python<'_>, place: usize) -> PyResult<()> {
    if !place.is_multiple_of(1024) {
        return Ok(());
    }
    py.detach(|| ());
    py.check_signals()
}

/// Reads the items of a list, or what is given alone in place of one, which may be a mapping.
pub(crate) fn one_or_more<'py, T>(
    what: &str,
    argument: &Argument<'py>,
    mut read: impl FnMut(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    match argument {
        None => Ok(Vec::new()),
        Some(list) if is_list(list) => {
            let items = each(what, list, |item| read(&item))?;
            if items.is_empty() {
                return Err(wrong(format!(
                    "{what}: give one or more, not an empty list"
                )));
            }
            Ok(items)
        }
        Some(_) => Ok(given(what, argument, read)?.into_iter().collect()),
    }
}

pub(crate) fn is_list(given: &Bound<'_, PyAny>) -> bool {
    !given.is_instance_of::<PyString>()
        && !given.is_instance_of::<PyMapping>()
        && given.try_iter().is_ok()
}

/// What pickle and copy make an object of again: a call with keywords.
pub(crate) fn again<'py>(
    make: &Bound<'py, PyAny>,
    given: impl IntoPyObject<'py, Error = PyErr>,
    keywords: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = make.py();
    let partial = py.import("functools")?.getattr("partial")?;
    let make = partial.call((make,), Some(keywords))?;
    (make, given).into_bound_py_any(py)
}
