//! The values of learners without beads, as a file stores them: the values in the place of the beads, and after
//! the kind the visits of each box, in the order of the boxes.

use serde::{Deserialize, Serialize};

use crate::error::Damage;
use crate::game::Side;
use crate::learn::{Layout, PackedBoxes, Table, ValueBox, ValueBoxes};
use crate::store::place::invalid;

/// The visits of every box of both sides.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct StoredVisits([Option<Vec<Vec<u64>>>; 2]);

impl StoredVisits {
    pub(super) fn of(tables: &[Option<Table>; 2]) -> Self {
        Self(tables.each_ref().map(|table| {
            let boxes = table.as_ref()?.values()?.values();
            Some(boxes.map(|found| found.visits.clone()).collect())
        }))
    }

    /// The table of a side whose values are in the place of the beads.
    pub(super) fn table(
        &mut self,
        side: Side,
        layout: Layout,
        stored: &PackedBoxes,
    ) -> Result<Table, Damage> {
        let visits = self.0[side.index()].take();
        let visits = visits.filter(|visits| visits.len() == stored.len());
        let visits = visits.ok_or_else(|| invalid("its visits do not match its boxes"))?;
        let (mut values, mut beads) = (ValueBoxes::new(), Vec::new());
        for (number, visits) in stored.sorted().zip(visits) {
            let (key, ply) = stored.by_number(number, &mut beads);
            let found = ValueBox {
                ply,
                values: beads.iter().copied().map(signed).collect(),
                visits,
            };
            values.insert(key, found);
        }
        Ok(Table::valued(side, layout, values))
    }

    /// Whether all of them have been used.
    pub(super) fn is_used(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }
}

/// The boxes as they are written: the numbers that stand for their values in the place of the beads.
pub(super) fn to_store(boxes: &ValueBoxes) -> PackedBoxes {
    let (mut packed, mut numbers) = (PackedBoxes::default(), Vec::new());
    for (&key, found) in boxes {
        numbers.clear();
        numbers.extend(found.values.iter().copied().map(unsigned));
        packed.put(key, found.ply, &numbers);
    }
    packed
}

/// A signed number as it is written: twice the number, or for a negative one, twice its distance from -1, plus 1.
const fn unsigned(n: i64) -> u64 {
    ((n << 1) ^ (n >> 63)).cast_unsigned()
}

const fn signed(n: u64) -> i64 {
    (n >> 1).cast_signed() ^ -((n & 1).cast_signed())
}
