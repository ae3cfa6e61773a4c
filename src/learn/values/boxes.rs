//! The boxes of one side of a learner that keeps values.

use std::collections::BTreeMap;

use crate::game::Key;

/// The values of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValueBox {
    /// The number of moves that had been played when the box was first met.
    pub(crate) ply: u16,
    /// The value of each colour, in units of 2^-32.
    pub(crate) values: Vec<i64>,
    /// How often each colour has been learnt from.
    pub(crate) visits: Vec<u64>,
}

/// All boxes of one side, by key.
pub(crate) type ValueBoxes = BTreeMap<Key, ValueBox>;

impl ValueBox {
    /// The greedy policy as beads: one for each move of the greatest value, none for the others.
    pub(crate) fn greedy(&self, beads: &mut Vec<u64>) {
        let best = self.values.iter().max();
        let best = self
            .values
            .iter()
            .map(|value| u64::from(Some(value) == best));
        beads.clear();
        beads.extend(best);
    }
}
