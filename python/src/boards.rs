//! Tables of other programs, as Python holds them: boards and the numbers of their moves.

use matchboxes::Error;
use matchboxes::exchange::{BoardReading, Boards, Gaps, Numbers, SheetContent, TableEntry};
use matchboxes::learn::preset;
use matchboxes::session::GAME;
use matchboxes::store;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::argument::{self, Argument, breathe, mistyped, read, required, whole};
use crate::errors::{raised, wrong};
use crate::game::{self, PyGame};
use crate::policy::{self, Missing};
use crate::work;

/// The arguments of a description that are texts.
const TEXTS: [&str; 5] = ["form", "cells", "marks", "own", "view"];

/// The model that plays by a table, described by keywords; `content` is the meaning of its numbers.
pub(crate) fn model(
    function: &str,
    table: &Bound<'_, PyAny>,
    keywords: Option<&Bound<'_, PyDict>>,
    content: SheetContent,
) -> PyResult<(store::Model, PyGame)> {
    read! { keywords =>
        game::game: game;
        argument::number: cells_from;
        argument::choice: mirrors;
    }
    let gaps = gaps(content, &argument::taken(keywords, "missing")?)?;
    let mut described = toml::Table::new();
    for name in TEXTS {
        let one = argument::given(name, &argument::taken(keywords, name)?, |text| {
            let text = argument::of_type::<String>("a text", text)?;
            let one = toml::Table::from_iter([(name.to_owned(), text.into())]);
            let read: Result<BoardReading, _> = one.clone().try_into();
            read.map(|_| one).map_err(|error| wrong(error.message()))
        })?;
        described.extend(one.into_iter().flatten());
    }
    argument::no_more(function, keywords)?;
    let described: BoardReading = described
        .try_into()
        .map_err(|error| wrong(error.message()))?;
    let reading = BoardReading {
        content: Some(content),
        cells_from,
        mirrors,
        ..described
    };
    let game = game.map_or_else(|| PyGame::parse(GAME), Ok)?;
    let table = required("table", table, |table| {
        let wanted = "a dict from boards to the numbers of their moves";
        table
            .cast::<PyDict>()
            .cloned()
            .map_err(|_| mistyped(wanted, table))
    })?;
    let py = table.py();
    let entries = table.iter().enumerate().map(|(place, (board, own))| {
        breathe(py, place)?;
        let numbers = required("table", &own, numbers)?;
        Ok(TableEntry::of(None, key(&board)?, numbers))
    });
    let boards = Boards {
        entries: entries.collect::<PyResult<_>>()?,
    };
    work::here(py, || {
        let rule = match content {
            SheetContent::Values => preset("q-learning"),
            SheetContent::Policy | SheetContent::Boxes => preset("rote"),
        };
        let rule = rule.map_err(raised)?;
        let sheet = boards.sheet(&game.rules, TABLE, &reading);
        let sheet = sheet.map_err(refused)?.sheet;
        let model = sheet.model(&game.rules, &rule, gaps).map_err(refused)?;
        Ok((model, game))
    })?
}

/// What becomes of the positions that the table lacks. Values are learnt where play went, seldom everywhere.
fn gaps(content: SheetContent, missing: &Argument<'_>) -> PyResult<Gaps> {
    if content == SheetContent::Values && missing.is_none() {
        return Ok(Gaps::Random);
    }
    match (policy::missing("missing", missing)?, content) {
        (Missing::Error, _) => Ok(Gaps::RefuseAll),
        (Missing::Random, _) => Ok(Gaps::Random),
        (Missing::Resign, SheetContent::Policy) => Ok(Gaps::Resign),
        (Missing::Resign, _) => Err(wrong(
            "missing: a player by values never resigns; give random or error",
        )),
    }
}

/// What the history of the model calls the table.
const TABLE: &str = "the table";

/// The exception for an error of the table: it is about the argument, which has no lines.
fn refused(error: impl Into<Error>) -> PyErr {
    let error = raised(error);
    let text = Python::attach(|py| error.value(py).to_string());
    let reason = text
        .strip_prefix(TABLE)
        .and_then(|rest| rest.split_once(": "));
    reason.map_or(error, |(_, reason)| wrong(format!("table: {reason}")))
}

/// How deep lists may be nested.
const DEEPEST: usize = 4;

/// The text of a board or of a move: marks that are not one text are listed.
fn text(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut all = Vec::new();
    leaves(given, DEEPEST, &mut all)?;
    let all: Vec<String> = all
        .iter()
        .map(|one| Ok(one.str()?.to_string()))
        .collect::<PyResult<_>>()?;
    Ok(match &all[..] {
        [one] => one.clone(),
        // In quotes, a mark may be a blank.
        all if all.iter().any(|one| one.trim().is_empty()) => all
            .iter()
            .map(|one| format!("'{one}'"))
            .collect::<Vec<_>>()
            .join(","),
        all => all.join(","),
    })
}

/// The text of a key: of a board, or of the pair of a board and a move.
fn key(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let is_board = |one: &Bound<'_, PyAny>| {
        let text = one.cast::<PyString>();
        text.map_or_else(
            |_| one.try_iter().is_ok(),
            |text| text.len().is_ok_and(|n| n > 1),
        )
    };
    match given.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>() {
        Ok((board, m)) if is_board(&board) => {
            let part = |text: String, quote| {
                if text.contains([',', '\'']) {
                    format!("({text})")
                } else {
                    format!("{quote}{text}{quote}")
                }
            };
            let (board, m) = (part(text(&board)?, "'"), part(text(&m)?, ""));
            Ok(format!("({board}, {m})"))
        }
        _ => text(given),
    }
}

fn numbers(given: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    if let Ok(map) = given.cast::<PyDict>() {
        let own = |(m, own): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok(TableEntry::number(None, text(&m)?, number(&own)?))
        };
        return Ok(Numbers::Map(map.iter().map(own).collect::<PyResult<_>>()?));
    }
    if given.is_none() || given.try_iter().is_err() {
        return Ok(Numbers::One(number(given)?));
    }
    let mut all = Vec::new();
    leaves(given, DEEPEST, &mut all)?;
    Ok(Numbers::List(
        all.iter().map(number).collect::<PyResult<_>>()?,
    ))
}

/// A number; `None` for any other entry, as other programs write for illegal moves. An infinite number or NaN
/// is refused where the move is legal.
fn number(given: &Bound<'_, PyAny>) -> PyResult<Option<f64>> {
    if given.is_none() {
        return Ok(None);
    }
    whole("a number", given).map(Some)
}

/// The items of nested lists, tuples and arrays, in order.
fn leaves<'py>(
    given: &Bound<'py, PyAny>,
    depth: usize,
    into: &mut Vec<Bound<'py, PyAny>>,
) -> PyResult<()> {
    match given.try_iter() {
        Ok(items) if depth > 0 && !given.is_instance_of::<PyString>() => {
            for item in items {
                leaves(&item?, depth - 1, into)?;
            }
        }
        _ => into.push(given.clone()),
    }
    Ok(())
}
