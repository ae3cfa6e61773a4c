//! Boxes counted by a history and boxes that a table has: they are the same in every sound model, and can
//! be made the same where nothing else is wrong.

use std::path::{Path, PathBuf};

use super::file::{free, holds, read, verified, write};
use super::model::Model;
use crate::error::{Damage, Result};
use crate::game::Side;

/// A table with other boxes than the last record of its history counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miscount {
    /// The side of the table.
    pub side: Side,
    /// How many boxes the history counts.
    pub counted: u64,
    /// How many the table has.
    pub met: u64,
}

impl Model {
    /// The tables whose boxes are not as many as the history counts.
    #[must_use]
    pub fn miscounts(&self) -> Vec<Miscount> {
        let last = self.history.records.last();
        let tables = self.tables.iter().flatten();
        let found = tables.filter_map(|table| {
            let side = table.side();
            let snapshot = last?.snapshots[side.index()].as_ref()?;
            let (counted, met) = (snapshot.boxes, table.len() as u64);
            (counted != met).then_some(Miscount { side, counted, met })
        });
        found.collect()
    }

    /// The same model with a history whose last record counts the boxes that its tables have.
    #[must_use]
    pub fn recounted(mut self) -> Self {
        if let Some(last) = self.history.records.last_mut() {
            for table in self.tables.iter().flatten() {
                if let Some(snapshot) = &mut last.snapshots[table.side().index()] {
                    snapshot.boxes = table.len() as u64;
                    snapshot.zeroed = table.zeroed();
                }
            }
        }
        self
    }

    /// Checks that the history counts as many boxes as the tables have.
    pub(super) fn check_boxes(&self) -> Result<(), Damage> {
        match self.miscounts().first() {
            None => Ok(()),
            Some(Miscount { side, counted, met }) => Err(Damage::Boxes(format!(
                "the history counts {counted} boxes of the {} side, the table has {met}",
                side.name()
            ))),
        }
    }
}

/// A sound copy of a model that was not.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Its file.
    pub path: PathBuf,
    /// What it holds.
    pub model: Model,
    /// What was wrong.
    pub miscounts: Vec<Miscount>,
}

/// Writes a sound copy of a model beside it, `x-repaired.menace` of `x.menace`, where the history
/// counts other boxes than a table has and nothing else is wrong; `None` where that is not so. The model
/// itself stays as it is.
///
/// Programs up to version 0.1.0 of November 2026 left such models where a finished game was taken back
/// while the next had begun. The copy keeps all boxes: one that was opened in a game that does not
/// count has the beads it began with, and plays as no box does. Its history ends with their number.
///
/// # Errors
///
/// Those of [`write()`](super::write()).
pub fn repair(path: &Path) -> Result<Option<Repaired>> {
    let Ok(model) = read(path) else {
        return Ok(None);
    };
    let miscounts = model.miscounts();
    if miscounts.is_empty() {
        return Ok(None);
    }
    let Ok(model) = verified(path, model.recounted()) else {
        return Ok(None);
    };
    let word = |n| match n {
        1 => "repaired".to_owned(),
        n => format!("repaired-{n}"),
    };
    let copy = free(path, word, |copy| holds(copy, &model));
    if !holds(&copy, &model) {
        write(&copy, &model)?;
    }
    Ok(Some(Repaired {
        path: copy,
        model,
        miscounts,
    }))
}
