//! The number of boxes in a history and in a table: they are equal in every sound model, and can be made
//! equal in a model where nothing else is wrong.

use std::path::{Path, PathBuf};

use super::file::{free, holds, read, verified, write};
use super::model::Model;
use crate::error::{Damage, Result};
use crate::game::Side;

/// A table whose number of boxes differs from that in the last record of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Miscount {
    /// The side of the table.
    pub side: Side,
    /// The number of boxes that the history counts.
    pub counted: u64,
    /// The number of boxes in the table.
    pub met: u64,
}

impl Model {
    /// The tables whose number of boxes differs from that in the history.
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

    /// The same model, with the boxes of its tables counted again in the last record of its history.
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

    /// Checks that the history counts the boxes that the tables have.
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

/// A sound copy of a model that was not sound.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// The file of the copy.
    pub path: PathBuf,
    /// The copy.
    pub model: Model,
    /// What was wrong with the model.
    pub miscounts: Vec<Miscount>,
}

/// Writes a sound copy of a model next to it, `x-repaired.menace` for `x.menace`, if its only fault is that
/// the history counts other boxes than a table has; otherwise returns `None`. The model itself is not
/// changed.
///
/// Programs up to version 0.1.0 of November 2026 left such models when a finished game was taken back
/// while the next had begun. The copy keeps all boxes: a box that was opened in a game that does not
/// count has its starting beads, and so plays like a position without a box. The last record of the
/// copy's history counts all boxes.
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
