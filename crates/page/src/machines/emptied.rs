//! Which games of a training took the last bead of a colour out of a box, for the history of the box.

use std::collections::HashMap;

use matchboxes::game::{Key, Side};
use matchboxes::store::Model;
use serde::{Deserialize, Serialize};

/// The most boxes of a machine, and the most sets of a training, whose sets are compared one by one.
const BOXES: usize = 400;
const SETS: u64 = 1_000;

/// A colour that a training took out of a box.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Emptied {
    pub(crate) key: Key,
    /// The first and the last game of the set in which that was, counted from the beginning of the training.
    pub(crate) games: [u64; 2],
    pub(crate) colour: usize,
}

/// What was in the boxes before a set, to be compared with what is in them after it.
#[derive(Debug)]
pub(crate) struct Emptying {
    side: Side,
    games: u64,
    boxes: HashMap<Key, Vec<u64>>,
}

impl Emptying {
    /// Begins with a machine before its training of this many sets; `None` if there are too many sets or
    /// boxes, or if it has values.
    pub(crate) fn new(model: &Model, side: Side, sets: u64) -> Option<Self> {
        let table = model.table(side)?;
        let is_small = sets <= SETS && table.len() <= BOXES && model.rule().values().is_none();
        is_small.then(|| Self {
            side,
            games: 0,
            boxes: table
                .into_iter()
                .map(|(key, matchbox)| (key, matchbox.beads.clone()))
                .collect(),
        })
    }

    /// The colours that have gone since the last call, for a machine that has now played this many games of
    /// its training; `None` if it now has too many boxes.
    pub(crate) fn compare(&mut self, model: &Model, games: u64) -> Option<Vec<Emptied>> {
        let table = model.table(self.side)?;
        let mut found = Vec::new();
        if table.len() > BOXES {
            return None;
        }
        for (key, matchbox) in table {
            let before = self.boxes.entry(key).or_insert_with(|| {
                let colours = matchbox.beads.len();
                vec![model.rule().start_beads(matchbox.ply, colours); colours]
            });
            for (colour, (old, &new)) in before.iter_mut().zip(&*matchbox.beads).enumerate() {
                if *old > 0 && new == 0 {
                    let games = [self.games + 1, games];
                    found.push(Emptied { key, games, colour });
                }
                *old = new;
            }
        }
        self.games = games;
        Some(found)
    }
}
