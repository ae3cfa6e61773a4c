//! Rules from keywords.

use std::path::PathBuf;

use matchboxes::learn::{self, Learners};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString};

use crate::errors::{raised, wrong};
use crate::game::hash;

/// A rule: what a result does to the beads drawn.
///
/// Every keyword is a field of a rule's file, with the same words; those not given have the file's defaults.
///
/// >>> import matchboxes
/// >>> rule = matchboxes.Rule(name="mine", start=[4, 2, 1], win="+3 all", loss="-1 all")
/// >>> rule.name
/// 'mine'
/// >>> matchboxes.Rule(name="mine", start=[4], loss="wipe")
/// Traceback (most recent call last):
///     ...
/// ValueError: rule `mine`: line 3: `loss` cannot be `"wipe"`: write ...
#[pyclass(name = "Rule", frozen, eq, module = "matchboxes")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyRule(pub(crate) learn::Rule);

#[pymethods]
impl PyRule {
    #[new]
    #[pyo3(signature = (*, name, start, **fields))]
    fn new(
        name: &str,
        start: &Bound<'_, PyAny>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut text = format!("name = {}\nstart = {}\n", written(name), toml_of(start)?);
        let mut tables = String::new();
        for (key, value) in fields.into_iter().flatten() {
            let key: String = key.extract()?;
            if let Ok(table) = value.cast::<PyDict>() {
                tables += &format!("[{key}]\n");
                for (key, value) in table {
                    tables += &format!("{} = {}\n", key.extract::<String>()?, toml_of(&value)?);
                }
            } else if !value.is_none() {
                text += &format!("{} = {}\n", key, toml_of(&value)?);
            }
        }
        Self::from_toml(&(text + &tables), Some(name))
    }

    /// The rule with this name, or that in the TOML file of this path.
    ///
    /// >>> matchboxes.Rule.named("michie-304").opponent
    #[staticmethod]
    fn named(name: &str) -> PyResult<Self> {
        matchboxes::roster::rule(name).map(Self).map_err(raised)
    }

    /// Reads a rule from the text of its file; `origin` names it in errors.
    #[staticmethod]
    #[pyo3(signature = (text, origin=None))]
    fn from_toml(text: &str, origin: Option<&str>) -> PyResult<Self> {
        let rule = learn::Rule::from_toml(text, origin.unwrap_or("text"));
        rule.map(Self).map_err(raised)
    }

    /// The rule as the text of its file.
    fn to_toml(&self) -> String {
        self.0.to_toml()
    }

    /// The name.
    #[getter]
    fn name(&self) -> &str {
        &self.0.name
    }

    /// Where it comes from, in one line.
    #[getter]
    fn source(&self) -> &str {
        &self.0.source
    }

    /// The opponent with which the machine was described, if any.
    #[getter]
    fn opponent(&self) -> Option<&str> {
        self.0.opponent.as_deref()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let make = slf.get_type().getattr("from_toml")?;
        Ok((make, (slf.get().to_toml(),)))
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0.name)
    }

    fn __repr__(&self) -> String {
        format!("<matchboxes.Rule {}>", self.0.name)
    }
}

/// A text as TOML.
fn written(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A text, a number, a truth value or a list of these as TOML.
fn toml_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(written(text.to_str()?));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(value.is_truthy()?.to_string());
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_string());
    }
    let items = value.try_iter().map_err(|_| {
        wrong(format!(
            "a field of a rule is a text, a number or a list of these, not {value}"
        ))
    })?;
    let items = items.map(|item| toml_of(&item?));
    Ok(format!(
        "[{}]",
        items.collect::<PyResult<Vec<_>>>()?.join(", ")
    ))
}

/// The names of all published rules.
///
/// >>> "rote" in matchboxes.rules()
/// True
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    learn::names()
}

/// The sides that learn, as Python names them.
pub(crate) fn learners(name: Option<&str>) -> PyResult<Option<Learners>> {
    name.map(str::parse).transpose().map_err(raised)
}

/// A rule, or the name of one.
#[derive(FromPyObject)]
pub(crate) enum RuleOrName {
    /// A rule made in Python.
    Rule(Py<PyRule>),
    /// The name of a rule or of its file.
    Name(PathBuf),
}
