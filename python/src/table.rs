//! The boxes of a table as columns of numbers.

use matchboxes::game::Game as _;
use matchboxes::games::AnyGame;
use matchboxes::interrupt;
use matchboxes::learn::{Duplicates, Table};
use matchboxes::store::MoveValue;
use numpy::IntoPyArray;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::column::count;

/// The columns of a table, box after box by ascending key.
pub(crate) struct BoxColumns {
    keys: [Vec<u64>; 2],
    plies: Vec<i64>,
    /// Where the colours of each box begin in `moves` and `beads`, and at last where they end.
    offsets: Vec<i64>,
    moves: Vec<i64>,
    beads: Vec<i64>,
    /// What each colour is worth and how often that was learnt from, of a rule that keeps values.
    values: Option<(Vec<f64>, Vec<i64>)>,
    /// The texts of the positions, each filled with zeros to `width` bytes.
    texts: Option<Vec<u8>>,
    width: usize,
}

impl BoxColumns {
    /// Reads the boxes; with the texts of their positions if `texts`.
    pub(crate) fn new(table: &Table, game: &AnyGame, texts: bool) -> Self {
        let boxes = table.len();
        let mut keys = [Vec::with_capacity(boxes), Vec::with_capacity(boxes)];
        let mut plies = Vec::with_capacity(boxes);
        let mut offsets = Vec::with_capacity(boxes + 1);
        let (mut moves, mut beads, mut written) = (Vec::new(), Vec::new(), Vec::new());
        let mut values: Option<(Vec<f64>, Vec<i64>)> = None;
        offsets.push(0);
        let layout = table.layout();
        let merges = layout.duplicates == Duplicates::Merge;
        for (number, (key, matchbox)) in table.into_iter().enumerate() {
            interrupt::every(1024, number);
            let at = game.position(key).expect("the table belongs to the game");
            keys[0].push(low(key.0 >> 64));
            keys[1].push(low(key.0));
            plies.push(matchbox.ply.into());
            beads.extend(matchbox.beads.iter().map(|&n| count(n)));
            offsets.push(count(beads.len() as u64));
            if let Some((units, visits)) = table.values_of(key) {
                let (worth, counts) = values.get_or_insert_default();
                let value = |&units: &_| f64::from(MoveValue { units, visits: 0 });
                worth.extend(units.iter().map(value));
                counts.extend(visits.iter().map(|&n| count(n)));
            }
            if merges {
                let colours = layout.place(game, &at).colours;
                moves.extend(colours.iter().map(|moves| i64::from(moves[0].0)));
            } else {
                moves.extend(game.moves(&at).map(|m| i64::from(m.0)));
            }
            if texts {
                written.push(game.write_position(&at));
            }
        }
        let width = written.iter().map(String::len).max().unwrap_or(1);
        let mut bytes = vec![0; width * written.len()];
        for (place, text) in bytes.chunks_exact_mut(width).zip(&written) {
            place[..text.len()].copy_from_slice(text.as_bytes());
        }
        Self {
            keys,
            plies,
            offsets,
            moves,
            beads,
            values,
            texts: texts.then_some(bytes),
            width,
        }
    }

    /// The columns as numpy arrays, which take over the memory.
    pub(crate) fn into_arrays(self, py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let arrays = PyDict::new(py);
        let [high, key] = self.keys;
        arrays.set_item("key", key.into_pyarray(py))?;
        arrays.set_item("key_high", high.into_pyarray(py))?;
        arrays.set_item("ply", self.plies.into_pyarray(py))?;
        arrays.set_item("offset", self.offsets.into_pyarray(py))?;
        arrays.set_item("move", self.moves.into_pyarray(py))?;
        arrays.set_item("beads", self.beads.into_pyarray(py))?;
        if let Some((values, visits)) = self.values {
            arrays.set_item("value", values.into_pyarray(py))?;
            arrays.set_item("visits", visits.into_pyarray(py))?;
        }
        if let Some(bytes) = self.texts {
            let texts = bytes.into_pyarray(py);
            let texts = texts.call_method1("view", (format!("S{}", self.width),))?;
            arrays.set_item("position", texts)?;
        }
        Ok(arrays)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "these bits are asked for")]
const fn low(bits: u128) -> u64 {
    bits as u64
}
