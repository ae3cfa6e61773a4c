//! The contents of a box: beads, or the values of a learner that keeps values.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::rule::{Rule, Values};
use crate::game::Key;

/// The beads of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchbox {
    /// The number of moves that had been played when the box was first met.
    pub ply: u16,
    /// The beads of each colour; [`Layout::place`](super::Layout::place) gives the moves of a colour.
    pub beads: Vec<u64>,
}

impl Matchbox {
    /// Whether some move has lost all its beads.
    pub fn lacks_colour(&self) -> bool {
        self.beads.contains(&0)
    }

    /// Whether all beads are gone.
    pub fn is_empty(&self) -> bool {
        self.beads.iter().all(|&n| n == 0)
    }
}

/// The values of one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueBox {
    /// The number of moves that had been played when the box was first met.
    pub ply: u16,
    /// The value of each colour, in units of 2^-32.
    pub values: Vec<i64>,
    /// How often each colour has been learnt from.
    pub visits: Vec<u64>,
}

/// All boxes of one side of a learner that keeps values, by key.
pub type ValueBoxes = BTreeMap<Key, ValueBox>;

impl ValueBox {
    /// A box of as many colours, each with this value.
    pub(super) fn new(ply: u16, value: i64, colours: usize) -> Self {
        Self {
            ply,
            values: vec![value; colours],
            visits: vec![0; colours],
        }
    }

    /// The greatest value; 0 without colours.
    pub(super) fn greatest(&self) -> i64 {
        self.values.iter().copied().max().unwrap_or_default()
    }

    /// How often it has been learnt from.
    pub(super) fn all_visits(&self) -> u64 {
        self.visits.iter().copied().fold(0, u64::saturating_add)
    }

    /// The greedy policy as beads: one for each colour of the greatest value, none for the others.
    pub(crate) fn greedy(&self, beads: &mut Vec<u64>) {
        let greatest = self.greatest();
        beads.clear();
        let values = self.values.iter();
        beads.extend(values.map(|&value| u64::from(value == greatest)));
    }

    /// Whether a training can lead to these values and visits.
    pub fn is_sound(&self) -> bool {
        const MOST: i64 = Values::MOST << 32;
        let mut visits = self.visits.iter();
        let sum = visits.try_fold(0_u64, |sum, &n| sum.checked_add(n));
        self.visits.len() == self.values.len()
            && sum.is_some()
            && self.values.iter().all(|n| (-MOST..=MOST).contains(n))
    }

    /// Whether greedy play never plays some colour.
    pub(super) fn is_decided(&self) -> bool {
        let greatest = self.greatest();
        self.values.iter().any(|&value| value != greatest)
    }
}

/// The contents of a box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxContent {
    /// Beads.
    Beads(Matchbox),
    /// Values of moves.
    Values(ValueBox),
}

impl BoxContent {
    /// The content of a new box of as many colours, met after `ply` moves.
    pub fn new(rule: &Rule, ply: u16, colours: usize) -> Self {
        if let Some(values) = rule.values() {
            return Self::Values(ValueBox::new(ply, values.initial.units(), colours));
        }
        let beads = vec![rule.start_beads(ply, colours); colours];
        Self::Beads(Matchbox { ply, beads })
    }

    /// The number of moves that had been played when the box was first met.
    pub const fn ply(&self) -> u16 {
        match self {
            Self::Beads(found) => found.ply,
            Self::Values(found) => found.ply,
        }
    }

    /// Its beads, and its values if it has some; then the beads are the greedy policy.
    pub fn into_parts(self) -> (Vec<u64>, Option<ValueBox>) {
        match self {
            Self::Beads(found) => (found.beads, None),
            Self::Values(found) => {
                let mut beads = Vec::new();
                found.greedy(&mut beads);
                (beads, Some(found))
            }
        }
    }
}
