//! The columns of frames, as Arrow has them.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, Float64Array, Int64Array, StringArray, UInt64Array};
use arrow_schema::DataType;
use matchboxes_report::Cell;
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The kind of a column in a pickle: `i`, `u`, `f` or `s`.
pub(crate) type ColumnKind = char;

/// A column while it is filled; a missing number is null.
pub(crate) enum FrameColumn {
    Text(StringBuilder),
    Whole(Int64Builder),
    /// Seeds and the like.
    Label(UInt64Builder),
    Real(Float64Builder),
}

impl FrameColumn {
    pub(crate) fn new(first: &Cell) -> Self {
        match first {
            Cell::Text(_) | Cell::Words(_) => Self::Text(StringBuilder::new()),
            Cell::Whole(_) | Cell::Flag(_) => Self::Whole(Int64Builder::new()),
            Cell::Label(_) => Self::Label(UInt64Builder::new()),
            Cell::Real(_) => Self::Real(Float64Builder::new()),
        }
    }

    pub(crate) fn add(&mut self, cell: &Cell) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_option(text.as_ref()),
            (Self::Text(column), cell @ Cell::Words(_)) => column.append_value(cell.text()),
            (Self::Whole(column), Cell::Whole(n)) => column.append_option(n.map(count)),
            (Self::Whole(column), Cell::Flag(flag)) => column.append_option(flag.map(i64::from)),
            (Self::Label(column), Cell::Label(n)) => column.append_option(*n),
            (Self::Real(column), Cell::Real(x)) => column.append_option(*x),
            _ => unreachable!("a column has figures of one kind"),
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Whole(column) => Arc::new(column.finish()),
            Self::Label(column) => Arc::new(column.finish()),
            Self::Real(column) => Arc::new(column.finish()),
        }
    }
}

/// A count as Python has them, so that differences may be negative. The library's are below 2^63.
pub(crate) fn count(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A count for numpy's decimal numbers.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2^53")]
pub(crate) const fn real(n: i64) -> f64 {
    n as f64
}

pub(crate) fn chosen(column: &ArrayRef, rows: &[usize]) -> ArrayRef {
    let rows = rows.iter();
    if let Some(column) = column.as_primitive_opt::<Int64Type>() {
        let all = rows.map(|&i| column.is_valid(i).then(|| column.value(i)));
        return Arc::new(all.collect::<Int64Array>());
    }
    if let Some(column) = column.as_primitive_opt::<UInt64Type>() {
        let all = rows.map(|&i| column.is_valid(i).then(|| column.value(i)));
        return Arc::new(all.collect::<UInt64Array>());
    }
    if let Some(column) = column.as_primitive_opt::<Float64Type>() {
        let all = rows.map(|&i| column.is_valid(i).then(|| column.value(i)));
        return Arc::new(all.collect::<Float64Array>());
    }
    let column = column.as_string::<i32>();
    let all = rows.map(|&i| column.is_valid(i).then(|| column.value(i)));
    Arc::new(all.collect::<StringArray>())
}

/// A column as a list of Python's; a missing number is None.
pub(crate) fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
    if let Some(column) = column.as_primitive_opt::<Int64Type>() {
        return PyList::new(py, column.iter().collect::<Vec<_>>());
    }
    if let Some(column) = column.as_primitive_opt::<UInt64Type>() {
        return PyList::new(py, column.iter().collect::<Vec<_>>());
    }
    match column.as_primitive_opt::<Float64Type>() {
        Some(column) => PyList::new(py, column.iter().collect::<Vec<_>>()),
        None => PyList::new(py, column.as_string::<i32>().iter().collect::<Vec<_>>()),
    }
}

pub(crate) fn kind(column: &ArrayRef) -> ColumnKind {
    match column.data_type() {
        DataType::Int64 => 'i',
        DataType::UInt64 => 'u',
        DataType::Float64 => 'f',
        _ => 's',
    }
}

/// A column from the list of its figures; None is a missing number.
pub(crate) fn of_list(kind: ColumnKind, figures: &Bound<'_, PyList>) -> PyResult<ArrayRef> {
    Ok(match kind {
        'i' => Arc::new(Int64Array::from(figures.extract::<Vec<Option<i64>>>()?)),
        'u' => Arc::new(UInt64Array::from(figures.extract::<Vec<Option<u64>>>()?)),
        'f' => Arc::new(Float64Array::from(figures.extract::<Vec<Option<f64>>>()?)),
        _ => Arc::new(StringArray::from(figures.extract::<Vec<Option<String>>>()?)),
    })
}
