//! Numbers and lists as Python gives them, and calls as Python pickles them.

use pyo3::IntoPyObjectExt as _;
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::errors::wrong;

/// A number, or an optional one. One out of range is a `ValueError`, as every wrong value is.
pub(crate) fn number<'py, T: FromPyObjectOwned<'py>>(given: &Bound<'py, PyAny>) -> PyResult<T> {
    let py = given.py();
    given.extract().map_err(|error: T::Error| {
        let error = error.into();
        if !error.is_instance_of::<PyOverflowError>(py) {
            return error;
        }
        match given.lt(0) {
            Ok(true) => wrong(format!("{given}: must be at least 0")),
            _ => wrong(format!("{given}: is too large")),
        }
    })
}

/// Reads the items of a list. The error of one names its place.
pub(crate) fn each<'py, T>(
    what: &str,
    list: &Bound<'py, PyAny>,
    mut read: impl FnMut(Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let py = list.py();
    if list.is_instance_of::<PyString>() {
        let text = format!("{what}: give a list, not the text {}", list.repr()?);
        return Err(PyTypeError::new_err(text));
    }
    let items = list.try_iter()?.enumerate();
    let items = items.map(|(place, item)| {
        breathe(py, place)?;
        read(item?).map_err(|error| {
            let kind = error.get_type(py);
            if kind.is(py.get_type::<PyValueError>()) || kind.is(py.get_type::<PyTypeError>()) {
                let text = format!("{what}[{place}]: {}", error.value(py));
                return PyErr::from_type(kind, text);
            }
            error
        })
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

/// Reads the items of a list, or what is given alone in place of one.
pub(crate) fn one_or_more<'py, T: FromPyObjectOwned<'py>>(
    what: &str,
    given: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<T>> {
    let read = |item: Bound<'py, PyAny>| item.extract().map_err(Into::into);
    match given {
        None => Ok(Vec::new()),
        Some(list) if !list.is_instance_of::<PyString>() && list.try_iter().is_ok() => {
            each(what, list, read)
        }
        Some(one) => Ok(vec![read(one.clone())?]),
    }
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
