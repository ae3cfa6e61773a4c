//! Pictures, which a notebook shows by itself.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::hash::{Hash, Hasher};

use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, Position};
use matchboxes::store::{self, BoxView, Model};
use matchboxes_pictures::plot::{self, Look};
use matchboxes_pictures::print;
use pyo3::IntoPyObjectExt as _;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict as _, PyBytes, PyDict};

use crate::argument;
use crate::errors::{Error, raised, wrong};
use crate::help::help;

/// A finished drawing. Two are equal if they look the same.
#[pyclass(name = "Picture", frozen, weakref, eq, hash, module = "matchboxes")]
pub(crate) struct PyPicture {
    about: String,
    svg: String,
    png: Png,
}

pub(crate) type SizedPng<'py> = (Bound<'py, PyBytes>, Bound<'py, PyDict>);

/// A drawing as PNG, made at its first use; a pickled drawing already has it.
enum Png {
    Drawing(plot::Picture),
    Made(Vec<u8>),
}

impl PyPicture {
    /// The board of a position.
    pub(crate) fn of_position(game: &AnyGame, at: &Position) -> Self {
        let about = format!("{}, {}", game.name(), game.write_position(at));
        Self::new(about, print::position(game, at))
    }

    pub(crate) fn new(about: String, drawing: plot::Picture) -> Self {
        Self {
            about,
            svg: drawing.svg(),
            png: Png::Drawing(drawing),
        }
    }
}

/// The pictures of a result by their names.
pub(crate) fn pictures(
    what: &str,
    drawn: Vec<(String, plot::Picture)>,
) -> BTreeMap<String, PyPicture> {
    let named = drawn.into_iter().map(|(name, drawing)| {
        let about = format!("{what}, {name}");
        (name, PyPicture::new(about, drawing))
    });
    named.collect()
}

impl PartialEq for PyPicture {
    fn eq(&self, other: &Self) -> bool {
        self.svg == other.svg
    }
}

impl Hash for PyPicture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.svg.hash(state);
    }
}

#[pymethods]
impl PyPicture {
    /// The drawing as SVG.
    #[doc = help!([] "str\n    SVG.")]
    pub(crate) fn svg(&self) -> &str {
        &self.svg
    }

    /// The same drawing as PNG.
    #[doc = help!([] "bytes\n    PNG, two pixels for each unit of the SVG.")]
    fn png<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(match &self.png {
            Png::Made(png) => PyBytes::new(py, png),
            Png::Drawing(drawing) => {
                let png = py.detach(|| drawing.png());
                let png = png.map_err(|error| Error::new_err(error.to_string()))?;
                PyBytes::new(py, &png)
            }
        })
    }

    /// The drawing in both forms.
    #[staticmethod]
    fn _of(about: String, svg: String, png: Vec<u8>) -> Self {
        let png = Png::Made(png);
        Self { about, svg, png }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, picture) = (slf.py(), slf.get());
        let forms = (&picture.about, picture.svg(), picture.png(py)?);
        (slf.get_type().getattr("_of")?, forms).into_bound_py_any(py)
    }

    fn __repr__(&self) -> String {
        format!("<matchboxes.Picture {}>", self.about)
    }

    /// Writes the drawing into a file. Its format follows from the ending of the name, `.png` or `.svg`.
    #[doc = help!([path] "None" checked)]
    fn save(&self, py: Python<'_>, path: &Bound<'_, PyAny>) -> PyResult<()> {
        let path = argument::required_path(path)?;
        argument::check_folder(&path)?;
        let ending = path.extension().and_then(OsStr::to_str);
        let is_png = match ending.map(str::to_ascii_lowercase).as_deref() {
            Some("png") => true,
            Some("svg") => false,
            _ => {
                let path = path.display();
                let what = format!("{path}: a picture is written as .png or .svg");
                return Err(wrong(what));
            }
        };
        let png = is_png.then(|| self.png(py)).transpose()?;
        let bytes = png
            .as_ref()
            .map_or(self.svg.as_bytes(), |png| png.as_bytes());
        store::replace(&path, bytes).map_err(raised)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    /// What a notebook shows of a file that it does not trust: the PNG, and its size in the units of the SVG.
    #[pyo3(name = "_repr_png_")]
    pub(crate) fn sized_png<'py>(&self, py: Python<'py>) -> PyResult<SizedPng<'py>> {
        let png = self.png(py)?;
        // A PNG begins with its size.
        let number = |at: usize| {
            png.as_bytes()[at..at + 4]
                .iter()
                .fold(0, |n, &byte| n << 8 | u32::from(byte))
        };
        let size = [("width", number(16) / 2), ("height", number(20) / 2)];
        let size = size.into_py_dict(py)?;
        Ok((png, size))
    }
}

/// A picture of a model; `at` is the position whose box is shown.
pub(crate) fn picture_of(
    rules: &AnyGame,
    model: &Model,
    kind: &str,
    at: Option<Position>,
) -> PyResult<PyPicture> {
    let about = format!("{kind}, {}", model.game());
    if kind == "beads" {
        let mut sides = model.learners().sides();
        let view = match at {
            Some(at) => BoxView::at(rules, model, &at),
            None => sides
                .find_map(|side| BoxView::landmark(rules, model, side))
                .map_or_else(|| BoxView::at(rules, model, &rules.start()), Ok),
        };
        let view = view.map_err(raised)?;
        let picture = plot::model_box(rules, model, &view, Look::default());
        return Ok(PyPicture::new(about, picture));
    }
    let all = plot::model(rules, model, Look::default());
    if let Some((_, draw)) = all.iter().find(|(name, _)| name == kind) {
        return Ok(PyPicture::new(about, draw()));
    }
    let names: Vec<&str> = all.iter().map(|(name, _)| &**name).collect();
    let names = names.join(", ");
    Err(wrong(format!(
        "kind: `{kind}` is not a picture; there are {names}"
    )))
}
