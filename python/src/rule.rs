//! Rules from keywords.

use std::path::PathBuf;

use matchboxes::learn;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyMapping, PyString};

use crate::argument::{self, Argument, given, mistyped, one_or_more, read, required};
use crate::errors::{raised, wrong};
use crate::game::hash;
use crate::help::help;

/// A rule: what a result does to the beads drawn.
///
/// Every keyword is a field of a rule's file, with the same words; fields not given have the file's defaults. A field with
/// a hyphen is given by `**{"draw-second": "+2 all"}`, and the fields of `[odds]` and `[values]` as a dict.
#[doc = help!([rule_name, start, fields] "Rule\n    The rule." checked)]
///
/// Notes
/// -----
/// All fields, as in a file:
///
#[doc = include_str!("../../crates/learn/src/rule/explained.txt")]
///
/// Examples
/// --------
/// >>> import matchboxes
/// >>> rule = matchboxes.Rule(name="mine", start=[4, 2, 1], win="+3 all", loss="-1 all")
/// >>> rule.name
/// 'mine'
/// >>> matchboxes.Rule(name="mine", start=[4], loss="wipe")
/// Traceback (most recent call last):
/// ...
/// ValueError: rule `mine`: `loss` cannot be `"wipe"`: write ...
#[pyclass(name = "Rule", frozen, weakref, eq, module = "matchboxes")]
#[derive(PartialEq, Eq)]
pub(crate) struct PyRule(pub(crate) learn::Rule);

#[pymethods]
impl PyRule {
    #[new]
    #[pyo3(signature = (*, name, start, **fields))]
    fn new(
        name: &Bound<'_, PyAny>,
        start: &Bound<'_, PyAny>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let start = required("start", start, toml_of)?;
        let name: String = required("name", name, |name| argument::of_type("a text", name))?;
        let mut text = format!("name = {}\nstart = {start}\n", written(&name));
        let mut tables = String::new();
        for (key, value) in fields.into_iter().flatten() {
            let key: String = key.extract()?;
            if let Ok(table) = value.cast::<PyDict>() {
                tables += &format!("[{key}]\n");
                for (field, value) in table {
                    let value = required(&key, &value, toml_of)?;
                    tables += &format!("{} = {value}\n", field.extract::<String>()?);
                }
            } else if !value.is_none() {
                text += &format!("{key} = {}\n", required(&key, &value, toml_of)?);
            }
        }
        let rule = learn::Rule::from_fields(&(text + &tables), &name);
        rule.map(Self).map_err(raised)
    }

    /// The rule with this name, or that in the TOML file of this path.
    #[doc = help!([rule_or_file] "Rule\n    The rule." checked)]
    ///
    /// Examples
    /// --------
    /// >>> matchboxes.Rule.named("michie-304").opponent
    #[staticmethod]
    fn named(name: &Bound<'_, PyAny>) -> PyResult<Self> {
        required("name", name, one).map(Self)
    }

    /// Reads a rule from the text of its file; `origin` names it in errors.
    #[doc = help!([text, origin] "Rule\n    The rule." checked)]
    #[staticmethod]
    #[pyo3(signature = (text, origin=None))]
    fn from_toml(text: Argument<'_>, origin: Argument<'_>) -> PyResult<Self> {
        read! { argument::text: text, origin; }
        let origin = origin.as_deref().unwrap_or("text");
        let rule = learn::Rule::from_toml(&text.unwrap_or_default(), origin);
        rule.map(Self).map_err(raised)
    }

    /// The rule as the text of its file.
    #[doc = help!([] "str\n    TOML.")]
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

pub(crate) fn written(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// A text, a number, a truth value or a list of these as TOML.
pub(crate) fn toml_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(written(text.to_str()?));
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(value.is_truthy()?.to_string());
    }
    let is_whole = value.is_instance_of::<PyInt>() || value.extract::<i64>().is_ok();
    if is_whole || value.is_instance_of::<PyFloat>() {
        return Ok(value.str()?.to_string());
    }
    let items = value.try_iter();
    let items = items.map_err(|_| mistyped("a text, a number or a list of these", value))?;
    let items = items.map(|item| toml_of(&item?));
    Ok(format!(
        "[{}]",
        items.collect::<PyResult<Vec<_>>>()?.join(", ")
    ))
}

/// The names of all published rules.
#[doc = help!([] "list of str\n    Their names.")]
///
/// Examples
/// --------
/// >>> "rote" in matchboxes.rules()
/// True
#[pyfunction]
pub(crate) fn rules() -> Vec<String> {
    learn::names()
}

pub(crate) fn rule(what: &str, argument: &Argument<'_>) -> PyResult<Option<learn::Rule>> {
    given(what, argument, one)
}

/// The rules that are an argument: one, or a list of several.
pub(crate) fn several(what: &str, argument: &Argument<'_>) -> PyResult<Vec<learn::Rule>> {
    one_or_more(what, argument, one)
}

/// A rule, the name of one or of its file, or a mapping of its fields.
fn one(given: &Bound<'_, PyAny>) -> PyResult<learn::Rule> {
    let py = given.py();
    if let Ok(rule) = given.cast::<PyRule>() {
        return Ok(rule.get().0.clone());
    }
    if let Ok(name) = given.extract::<PathBuf>() {
        return matchboxes::roster::rule(&name.display().to_string()).map_err(raised);
    }
    let Ok(fields) = given.cast::<PyMapping>() else {
        return Err(mistyped(
            "a Rule, the name of one or of its file, or a mapping of its fields",
            given,
        ));
    };
    if let Some(field) = ["name", "start"]
        .into_iter()
        .find(|field| matches!(fields.contains(field), Ok(false)))
    {
        return Err(wrong(format!("the mapping has no field `{field}`")));
    }
    let keywords = py.get_type::<PyDict>().call1((fields,))?;
    let made = py.get_type::<PyRule>().call((), Some(keywords.cast()?))?;
    Ok(made.cast::<PyRule>()?.get().0.clone())
}
