//! Tables of figures as Arrow data, which pandas, polars, pyarrow and DuckDB read by themselves.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{
    Array as _, ArrayRef, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{DataType, Schema};
use matchboxes::{arena, interrupt};
use matchboxes_report::{Cell, Row, Table};
use numpy::PyArray1;
use pyo3::exceptions::{PyImportError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyIterator, PyList};

use crate::errors::wrong;

/// The columns of a frame: each with its name and the kind of its figures, which no list of nothing but None tells.
type Lists<'py> = Vec<(String, ColumnKind, Bound<'py, PyList>)>;

/// The kind of a column: `i`, `f` or `s`.
type ColumnKind = char;

/// A table of figures: rows of whole numbers, decimal numbers and texts, in named columns.
///
/// Everything that reads Arrow data reads it: `pandas.DataFrame.from_arrow(frame)`, `polars.DataFrame(frame)`,
/// `pyarrow.table(frame)`; and `to_pandas()` is for any pandas. Without such a package, `frame["name"]` is a
/// column as a numpy array, or as a list of texts. Whole numbers are int64, or float64 with NaN where some are missing.
/// A loop goes over the names of the columns; `len(frame)` is the number of rows. Two frames are equal if all of their
/// columns and figures are.
#[pyclass(name = "Frame", frozen, eq, module = "matchboxes")]
#[derive(PartialEq)]
pub(crate) struct PyFrame(RecordBatch);

/// A column while it is filled; a missing number is null.
pub(crate) enum FrameColumn {
    /// Texts.
    Text(StringBuilder),
    /// Whole numbers.
    Whole(Int64Builder),
    /// Decimal numbers.
    Real(Float64Builder),
}

impl FrameColumn {
    fn new(first: &Cell) -> Self {
        match first {
            Cell::Text(_) | Cell::Words(_) => Self::Text(StringBuilder::new()),
            Cell::Whole(_) | Cell::Flag(_) => Self::Whole(Int64Builder::new()),
            Cell::Real(_) => Self::Real(Float64Builder::new()),
        }
    }

    fn add(&mut self, cell: &Cell) {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.append_option(text.as_ref()),
            (Self::Text(column), cell @ Cell::Words(_)) => column.append_value(cell.text()),
            (Self::Whole(column), Cell::Whole(n)) => column.append_option(n.map(count)),
            (Self::Whole(column), Cell::Flag(flag)) => column.append_option(flag.map(i64::from)),
            (Self::Real(column), Cell::Real(x)) => column.append_option(*x),
            _ => unreachable!("a column has figures of one kind"),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(column) => Arc::new(column.finish()),
            Self::Whole(column) => Arc::new(column.finish()),
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
const fn real(n: i64) -> f64 {
    n as f64
}

impl PyFrame {
    /// The rows of a table. Each has the same columns.
    pub(crate) fn of_table(table: &Table<'_>) -> PyResult<Self> {
        let mut columns: Vec<(String, FrameColumn)> = Vec::new();
        for (number, row) in table.rows().enumerate() {
            interrupt::every(1024, number);
            for (i, (name, cell)) in row?.figures().enumerate() {
                if columns.len() == i {
                    columns.push((name.to_owned(), FrameColumn::new(cell)));
                }
                columns[i].1.add(cell);
            }
        }
        let columns = columns.into_iter();
        Self::from_columns(
            columns
                .map(|(name, mut column)| (name, column.finish()))
                .collect(),
        )
    }

    fn from_columns(columns: Vec<(String, ArrayRef)>) -> PyResult<Self> {
        if columns.is_empty() {
            return Ok(Self(RecordBatch::new_empty(Arc::new(Schema::empty()))));
        }
        let batch = RecordBatch::try_from_iter(columns);
        batch.map(Self).map_err(|error| wrong(error.to_string()))
    }

    /// A column as a list of Python's; a missing number is None.
    fn list<'py>(py: Python<'py>, column: &ArrayRef) -> PyResult<Bound<'py, PyList>> {
        if let Some(column) = column.as_primitive_opt::<Int64Type>() {
            return PyList::new(py, column.iter().collect::<Vec<_>>());
        }
        match column.as_primitive_opt::<Float64Type>() {
            Some(column) => PyList::new(py, column.iter().collect::<Vec<_>>()),
            None => PyList::new(py, column.as_string::<i32>().iter().collect::<Vec<_>>()),
        }
    }
}

/// What the columns of all frames mean: a row for each figure, with its `name`, where `SIDE_` stands for `first_` and
/// `second_`, its `label` in texts and pictures, its `unit` or range, and its `meaning`.
///
/// >>> figures = matchboxes.figures()
/// >>> dict(zip(figures["name"], figures["unit"]))["deviation"]
/// 'unit of the figure'
#[pyfunction]
pub(crate) fn figures() -> PyResult<PyFrame> {
    let rows = arena::figures().map(|figure| {
        Row::default()
            .with("name", figure.name)
            .with("label", figure.label)
            .with("unit", figure.unit)
            .with("meaning", figure.meaning)
    });
    PyFrame::of_table(&Table::known("figures", rows.collect()))
}

#[pymethods]
impl PyFrame {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = self.0.schema();
        schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    pub(crate) fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let Some(column) = self.0.column_by_name(name) else {
            let columns = self.columns().join(", ");
            return Err(PyKeyError::new_err(format!(
                "`{name}`: the columns are {columns}"
            )));
        };
        if let Some(column) = column.as_primitive_opt::<Int64Type>() {
            if column.null_count() == 0 {
                return Ok(PyArray1::from_slice(py, column.values()).into_any());
            }
            // As pandas has them: numpy has no whole number that is missing.
            let values = column.iter().map(|n| n.map_or(f64::NAN, real));
            return Ok(PyArray1::from_iter(py, values).into_any());
        }
        if let Some(column) = column.as_primitive_opt::<Float64Type>() {
            let values = column.iter().map(|x| x.unwrap_or(f64::NAN));
            return Ok(PyArray1::from_iter(py, values).into_any());
        }
        Ok(Self::list(py, column)?.into_any())
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.0.column_by_name(&name).is_some())
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    /// The frame as a `pandas.DataFrame`. That needs pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pandas = py.import("pandas").map_err(|error| {
            PyImportError::new_err(format!(
                "to_pandas needs pandas, which is not there: {error}"
            ))
        })?;
        let columns = PyDict::new(py);
        for name in self.columns() {
            columns.set_item(&name, self.__getitem__(py, &name)?)?;
        }
        pandas.getattr("DataFrame")?.call1((columns,))
    }

    /// The frame with these columns.
    #[staticmethod]
    fn _of(columns: Lists<'_>) -> PyResult<Self> {
        let columns = columns.into_iter().map(|(name, kind, figures)| {
            let column: ArrayRef = match kind {
                'i' => Arc::new(Int64Array::from(figures.extract::<Vec<Option<i64>>>()?)),
                'f' => Arc::new(Float64Array::from(figures.extract::<Vec<Option<f64>>>()?)),
                _ => Arc::new(StringArray::from(figures.extract::<Vec<Option<String>>>()?)),
            };
            Ok((name, column))
        });
        Self::from_columns(columns.collect::<PyResult<_>>()?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Lists<'py>,))> {
        let frame = slf.get();
        let columns = frame.columns().into_iter().zip(frame.0.columns());
        let lists = columns.map(|(name, column)| {
            let kind = match column.data_type() {
                DataType::Int64 => 'i',
                DataType::Float64 => 'f',
                _ => 's',
            };
            Ok((name, kind, Self::list(slf.py(), column)?))
        });
        let make = slf.get_type().getattr("_of")?;
        Ok((make, (lists.collect::<PyResult<_>>()?,)))
    }

    /// The data in Arrow's C stream interface. The schema asked for is not used: the data has one.
    #[pyo3(signature = (requested_schema=None))]
    pub(crate) fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.0.num_rows(), self.columns().join(", "));
        format!("<matchboxes.Frame of {rows} rows: {columns}>")
    }
}
