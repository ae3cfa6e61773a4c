//! Tables of figures as Arrow data, which pandas, polars, pyarrow and DuckDB read by themselves.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type, UInt64Type};
use arrow_array::{Array as _, ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::Schema;
use matchboxes::{arena, interrupt};
use matchboxes_report::{Row, Table};
use numpy::PyArray1;
use pyo3::exceptions::{PyImportError, PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList, PySlice, PyString};
use pyo3::{IntoPyObjectExt as _, PyTraverseError, PyVisit};

use crate::argument::{self, Argument, mistyped};
use crate::column::{ColumnKind, FrameColumn, chosen, kind, list, of_list, real};
use crate::errors::{no_attribute, wrong};
use crate::game::PyGame;
use crate::help::help;
use crate::html;
use crate::picture::PyPicture;

/// The columns of a frame: each with its name and the kind of its figures, which no list of nothing but None tells.
type Lists<'py> = Vec<(String, ColumnKind, Bound<'py, PyList>)>;

type Pickled<'py> = (Bound<'py, PyAny>, (Lists<'py>, Option<PyGame>));

/// A table of figures: rows of whole numbers, decimal numbers and texts, in named columns.
///
/// Everything that reads Arrow data reads it: `polars.DataFrame(frame)`, `pyarrow.table(frame)`, `altair.Chart(frame)`.
/// `frame.to_pandas()` is the frame of pandas, as is `pandas.DataFrame(dict(frame))`: pandas takes columns from a dict
/// only, so that `pandas.DataFrame(frame)` has the same figures, but goes row by row and is slower. Without such a
/// package, `frame["name"]` is a column as a numpy array, or as a list of texts; `frame["a", "b"]` or
/// `frame[["a", "b"]]` is the frame of these columns, and `frame[10:20]` the frame of these rows. Whole numbers are
/// int64, or float64 with NaN where some are missing. A loop goes over the rows, each a dict, in which a missing number
/// is NaN and a missing text None; `len(frame)` is their number, `in` asks for a column, and `dict(frame)` has the
/// columns by their names. Two frames are equal if all of their columns and figures are. `figures()` says what its
/// columns mean, with their units.
///
/// >>> history = matchboxes.train(sets=3).history()
/// >>> history[["set", "first_wins"]][1:]
/// <matchboxes.Frame of 2 rows: set, first_wins>
/// >>> [row["games"] for row in history]
/// [100, 200, 300]
#[pyclass(name = "Frame", frozen, weakref, eq, module = "matchboxes")]
#[derive(PartialEq)]
pub(crate) struct PyFrame {
    pub(crate) batch: RecordBatch,
    /// The game whose positions are in the column `position`, to draw them.
    pub(crate) game: Option<PyGame>,
}

impl From<RecordBatch> for PyFrame {
    fn from(batch: RecordBatch) -> Self {
        Self { batch, game: None }
    }
}

/// A package that a method needs.
fn needed<'py>(py: Python<'py>, package: &str, method: &str) -> PyResult<Bound<'py, PyModule>> {
    py.import(package).map_err(|error| {
        let text = format!("{method} needs {package}, which is not there: {error}");
        PyImportError::new_err(text)
    })
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
        if columns.is_empty() {
            let known = table.columns().into_iter().flat_map(Row::figures);
            columns.extend(known.map(|(name, cell)| (name.to_owned(), FrameColumn::new(cell))));
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
            return Ok(RecordBatch::new_empty(Arc::new(Schema::empty())).into());
        }
        let batch = RecordBatch::try_from_iter(columns);
        batch
            .map(Self::from)
            .map_err(|error| wrong(error.to_string()))
    }

    /// The same with the game of its positions, so that they are drawn.
    pub(crate) fn drawn(mut self, game: &PyGame) -> Self {
        self.game = Some(game.clone());
        self
    }

    /// The frame with these columns of the same rows or with these rows.
    fn part(&self, batch: RecordBatch) -> Self {
        let game = self.game.clone();
        Self { batch, game }
    }

    fn rows(&self, numbers: &[usize]) -> PyResult<Self> {
        let columns = self.columns().into_iter().zip(self.batch.columns());
        let columns = columns.map(|(name, column)| (name, chosen(column, numbers)));
        Ok(self.part(Self::from_columns(columns.collect())?.batch))
    }

    fn columns_of(&self, names: &[String]) -> PyResult<Self> {
        let schema = self.batch.schema();
        let numbers = names
            .iter()
            .map(|name| schema.index_of(name).map_err(|_| self.no_column(name)));
        let batch = self.batch.project(&numbers.collect::<PyResult<Vec<_>>>()?);
        let batch = batch.map_err(|error| wrong(error.to_string()));
        Ok(self.part(batch?))
    }

    fn no_column(&self, name: &str) -> PyErr {
        let columns = self.columns().join(", ");
        PyKeyError::new_err(format!("`{name}`: the columns are {columns}"))
    }

    /// A column as Python has it: numbers as an array, texts as a list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let column = self.batch.column_by_name(name);
        let column = column.ok_or_else(|| self.no_column(name))?;
        if let Some(column) = column.as_primitive_opt::<Int64Type>() {
            if column.null_count() == 0 {
                return Ok(PyArray1::from_slice(py, column.values()).into_any());
            }
            // As pandas has them: numpy has no whole number that is missing.
            let values = column.iter().map(|n| n.map_or(f64::NAN, real));
            return Ok(PyArray1::from_iter(py, values).into_any());
        }
        if let Some(column) = column.as_primitive_opt::<UInt64Type>() {
            if column.null_count() == 0 {
                return Ok(PyArray1::from_slice(py, column.values()).into_any());
            }
            // Some seeds are no decimal numbers: these are told whole, in a list, where one is there.
            if column.null_count() == column.len() {
                return Ok(PyArray1::from_vec(py, vec![f64::NAN; column.len()]).into_any());
            }
        }
        if let Some(column) = column.as_primitive_opt::<Float64Type>() {
            let values = column.iter().map(|x| x.unwrap_or(f64::NAN));
            return Ok(PyArray1::from_iter(py, values).into_any());
        }
        Ok(list(py, column)?.into_any())
    }
}

/// What the columns of all frames mean: a row for each figure, with its `name`, where `SIDE_` stands for `first_` and
/// `second_`, its `label` in texts and pictures, its `unit` or range, and its `meaning`.
#[doc = help!([] "Frame\n    A row for each figure, or column.")]
///
/// Examples
/// --------
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
    fn __getattr__(slf: &Bound<'_, Self>, name: &str) -> PyResult<Py<PyAny>> {
        Err(no_attribute(slf, name))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.game
            .as_ref()
            .map_or(Ok(()), |game| game.traverse(&visit))
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        let schema = self.batch.schema();
        schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    }

    pub(crate) fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    /// A column by its name, the frame of several by a list of names, or the frame of the rows of a slice.
    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(name) = key.cast::<PyString>() {
            return self.column(py, &name.to_string_lossy());
        }
        if let Ok(slice) = key.cast::<PySlice>() {
            let all = slice.indices(isize::try_from(self.__len__())?)?;
            let places = (0..).take(all.slicelength);
            let numbers = places.map(|place: isize| (all.start + place * all.step).unsigned_abs());
            return self
                .rows(&numbers.collect::<Vec<_>>())?
                .into_bound_py_any(py);
        }
        let names = key.extract::<Vec<String>>();
        let names =
            names.map_err(|_| mistyped("the name of a column, a list of names or a slice", key));
        self.columns_of(&names?)?.into_bound_py_any(py)
    }

    /// The first rows.
    #[doc = help!([rows] "Frame\n    These rows." checked)]
    ///
    /// Examples
    /// --------
    /// >>> len(history.head(2))
    /// 2
    #[pyo3(signature = (rows=None), text_signature = "($self, rows=5)")]
    fn head(&self, rows: Argument<'_>) -> PyResult<Self> {
        let rows = argument::number("rows", &rows)?.unwrap_or(5);
        Ok(self.part(self.batch.slice(0, self.__len__().min(rows))))
    }

    /// The names of the columns, as `columns`; with them `dict(frame)` has the columns.
    #[doc = help!([] "list of str\n    The names.")]
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    /// What its columns mean: a row for each with its `name`, `unit` or range, and `meaning`, from the list of all
    /// figures.
    #[doc = help!([] "Frame\n    A row for each column.")]
    /// Examples
    /// --------
    /// >>> figures = history.figures()
    /// >>> dict(zip(figures["name"], figures["unit"]))["first_wins"]
    /// 'games'
    fn figures(&self) -> PyResult<Self> {
        let rows = self.columns().into_iter().map(|name| {
            let known = arena::figure(&name);
            Row::default()
                .with("name", name)
                .with("unit", known.map(|figure| figure.unit))
                .with("meaning", known.map(|figure| figure.meaning))
        });
        Self::of_table(&Table::known("figures", rows.collect()))
    }

    /// The picture of the position in a row, of a frame that has a game's positions.
    #[doc = help!([row] "Picture\n    The drawing." checked)]
    #[pyo3(signature = (row=None), text_signature = "($self, row=0)")]
    fn picture(&self, row: Argument<'_>) -> PyResult<PyPicture> {
        let row = argument::number("row", &row)?.unwrap_or(0);
        if row >= self.__len__() {
            let rows = self.__len__();
            return Err(PyIndexError::new_err(format!("row: {row} of {rows} rows")));
        }
        let text = self
            .batch
            .column_by_name("position")
            .map(AsArray::as_string::<i32>);
        match (&self.game, text.filter(|text| text.is_valid(row))) {
            (Some(game), Some(text)) => Ok(PyPicture::of_position(
                &game.rules,
                &game.read(text.value(row))?,
            )),
            _ => Err(wrong("this frame has no positions to draw")),
        }
    }

    fn _repr_html_(&self) -> PyResult<String> {
        html::of(&self.batch, self.game.as_ref())
    }
    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.batch.column_by_name(&name).is_some())
    }

    /// The rows, each a dict, which is made when a loop comes to it.
    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("matchboxes._interchange")?;
        module.call_method1("rows", (slf,))
    }

    /// The frame as a `pandas.DataFrame`. That needs pandas.
    #[doc = help!([] "pandas.DataFrame\n    The same columns." raises "ImportError\n    There is no pandas.")]
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let pandas = needed(py, "pandas", "to_pandas")?;
        let columns = PyDict::new(py);
        for name in self.columns() {
            columns.set_item(&name, self.column(py, &name)?)?;
        }
        pandas.getattr("DataFrame")?.call1((columns,))
    }

    /// The frame as a `polars.DataFrame`. That needs polars.
    #[doc = help!([] "polars.DataFrame\n    The same columns." raises "ImportError\n    There is no polars.")]
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let polars = needed(slf.py(), "polars", "to_polars")?;
        polars.getattr("DataFrame")?.call1((slf,))
    }

    /// The frame as a `pyarrow.Table`. That needs pyarrow.
    #[doc = help!([] "pyarrow.Table\n    The same columns." raises "ImportError\n    There is no pyarrow.")]
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = needed(slf.py(), "pyarrow", "to_arrow")?;
        pyarrow.getattr("table")?.call1((slf,))
    }

    /// The frame as narwhals reads it, through which altair does.
    fn __narwhals_dataframe__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let module = slf.py().import("matchboxes._interchange")?;
        module.call_method1("narwhals_frame", (slf,))
    }

    #[staticmethod]
    #[pyo3(signature = (columns, game=None))]
    fn _of(columns: Lists<'_>, game: Option<PyGame>) -> PyResult<Self> {
        let columns = columns.into_iter().map(|(name, kind, figures)| {
            let column = of_list(kind, &figures)?;
            Ok((name, column))
        });
        let frame = Self::from_columns(columns.collect::<PyResult<_>>()?)?;
        Ok(Self { game, ..frame })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let frame = slf.get();
        let columns = frame.columns().into_iter().zip(frame.batch.columns());
        let lists = columns.map(|(name, column)| Ok((name, kind(column), list(slf.py(), column)?)));
        let make = slf.get_type().getattr("_of")?;
        Ok((make, (lists.collect::<PyResult<_>>()?, frame.game.clone())))
    }

    /// The data in Arrow's C stream interface. The schema asked for is not used: the data has one.
    #[pyo3(signature = (requested_schema=None))]
    pub(crate) fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.columns().join(", "));
        format!("<matchboxes.Frame of {rows} rows: {columns}>")
    }
}
