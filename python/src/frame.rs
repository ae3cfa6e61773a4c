//! Tables of figures as Arrow data, which pandas, polars, pyarrow and DuckDB read by themselves.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, StringBuilder, UInt64Builder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, UInt64Type};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::Schema;
use numpy::PyArray1;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

/// A table of figures: rows of whole numbers, decimal numbers and texts, in named columns.
///
/// Everything that reads Arrow data reads it: `pandas.DataFrame.from_arrow(frame)`, `polars.DataFrame(frame)`,
/// `pyarrow.table(frame)`. Without such a package, `frame["name"]` is a column as a numpy array, or as a list
/// of texts.
#[pyclass(frozen, module = "menace")]
pub(crate) struct Frame(RecordBatch);

/// A column while it is filled; a missing number is null.
pub(crate) enum Column {
    /// Texts.
    Text(StringBuilder),
    /// Whole numbers.
    Whole(UInt64Builder),
    /// Decimal numbers.
    Real(Float64Builder),
}

/// A figure in a row.
#[derive(Clone, Copy)]
pub(crate) enum Figure<'a> {
    /// A text.
    Text(&'a str),
    /// A whole number.
    Whole(u64),
    /// A decimal number, or none.
    Real(Option<f64>),
}

impl Column {
    fn new(first: Figure<'_>) -> Self {
        match first {
            Figure::Text(_) => Self::Text(StringBuilder::new()),
            Figure::Whole(_) => Self::Whole(UInt64Builder::new()),
            Figure::Real(_) => Self::Real(Float64Builder::new()),
        }
    }

    fn add(&mut self, figure: Figure<'_>) {
        match (self, figure) {
            (Self::Text(column), Figure::Text(text)) => column.append_value(text),
            (Self::Whole(column), Figure::Whole(n)) => column.append_value(n),
            (Self::Real(column), Figure::Real(x)) => column.append_option(x),
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

/// A frame while it is filled, row by row.
#[derive(Default)]
pub(crate) struct Rows(Vec<(String, Column)>);

impl Rows {
    /// Adds a row. Each has the same columns, which are those of the first.
    pub(crate) fn add<'a, N: AsRef<str>>(
        &mut self,
        row: impl IntoIterator<Item = (N, Figure<'a>)>,
    ) {
        for (i, (name, figure)) in row.into_iter().enumerate() {
            if self.0.len() == i {
                let name = name.as_ref().to_owned();
                self.0.push((name, Column::new(figure)));
            }
            self.0[i].1.add(figure);
        }
    }

    /// The frame.
    pub(crate) fn frame(self) -> Frame {
        let columns = self.0.into_iter();
        let columns = columns.map(|(name, mut column)| (name, column.finish()));
        let columns: Vec<(String, ArrayRef)> = columns.collect();
        if columns.is_empty() {
            return Frame(RecordBatch::new_empty(Arc::new(Schema::empty())));
        }
        let batch = RecordBatch::try_from_iter(columns);
        Frame(batch.expect("the columns are equally long"))
    }
}

#[pymethods]
impl Frame {
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
        if let Some(column) = column.as_primitive_opt::<UInt64Type>() {
            return Ok(PyArray1::from_slice(py, column.values()).into_any());
        }
        if let Some(column) = column.as_primitive_opt::<Float64Type>() {
            let values = column.iter().map(|x| x.unwrap_or(f64::NAN));
            return Ok(PyArray1::from_iter(py, values).into_any());
        }
        let column = column.as_string::<i32>();
        Ok(PyList::new(py, column.iter())?.into_any())
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
        format!("<menace.Frame of {rows} rows: {columns}>")
    }
}
