//! In what two tables differ: boxes that only one of them has, and boxes from which moves are drawn
//! with other chances.

use std::collections::BTreeSet;

use crate::game::{Key, Side};
use crate::learn::{Matchbox, Table};

/// In what two tables of one side and layout differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The side they play.
    pub side: Side,
    /// How many boxes each of them has.
    pub boxes: [u64; 2],
    /// How many boxes only one of them has, by which of the two.
    pub only: [u64; 2],
    /// How many boxes of both have the same beads.
    pub same_beads: u64,
    /// How many have other beads and yet the same chances.
    pub same_chances: u64,
    /// Those with other chances, the largest change first; of equal ones, the box met after fewer
    /// moves, then the smaller key.
    pub changes: Vec<Change>,
}

/// A box that plays otherwise in one table than in the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The key of the box.
    pub key: Key,
    /// After how many moves it was first met in either.
    pub ply: u16,
    /// The chance that what is drawn is not the same, at best: half the sum of what the chances of
    /// all colours, and that of resigning, differ by. 0 to 1.
    pub distance: f64,
    /// The beads of each colour, in each of the two.
    pub beads: [Vec<u64>; 2],
    /// The chances of each colour, in each of the two; all 0 where the box is empty.
    pub chances: [Vec<f64>; 2],
}

impl Difference {
    /// Compares two tables; `None` when they are of two sides or laid out differently, so that their
    /// boxes do not correspond.
    #[must_use]
    pub fn between(one: &Table, other: &Table) -> Option<Self> {
        if (one.side(), one.layout()) != (other.side(), other.layout()) {
            return None;
        }
        let mut difference = Self {
            side: one.side(),
            boxes: [one, other].map(|table| table.len() as u64),
            only: [0; 2],
            same_beads: 0,
            same_chances: 0,
            changes: Vec::new(),
        };
        let keys = one.iter().chain(other).map(|(key, _)| key);
        for key in keys.collect::<BTreeSet<Key>>() {
            match (one.get(key), other.get(key)) {
                (Some(a), Some(b)) if a.beads == b.beads => difference.same_beads += 1,
                (Some(a), Some(b)) if is_alike(&a, &b) => difference.same_chances += 1,
                (Some(a), Some(b)) => difference.changes.push(Change::between(key, [&a, &b])),
                (Some(_), None) => difference.only[0] += 1,
                (None, _) => difference.only[1] += 1,
            }
        }
        difference.changes.sort_by(|a, b| {
            let larger = b.distance.total_cmp(&a.distance);
            larger.then((a.ply, a.key).cmp(&(b.ply, b.key)))
        });
        Some(difference)
    }
}

impl Change {
    fn between(key: Key, boxes: [&Matchbox; 2]) -> Self {
        let chances = boxes.map(chances);
        let resigns = boxes.map(|b| f64::from(u8::from(b.is_empty())));
        let colours = chances[0].iter().zip(&chances[1]);
        let apart: f64 = colours.map(|(a, b)| (a - b).abs()).sum();
        Self {
            key,
            ply: boxes[0].ply.min(boxes[1].ply),
            distance: f64::midpoint(apart, (resigns[0] - resigns[1]).abs()),
            beads: boxes.map(|b| b.beads.clone()),
            chances,
        }
    }
}

/// Whether two boxes of one position are drawn from with the same chances, exactly.
fn is_alike(one: &Matchbox, other: &Matchbox) -> bool {
    let sum = |matchbox: &Matchbox| matchbox.beads.iter().copied().map(u128::from).sum::<u128>();
    let (one_sum, other_sum) = (sum(one), sum(other));
    let mut beads = one.beads.iter().zip(&other.beads);
    one.is_empty() == other.is_empty()
        && beads.all(|(&a, &b)| u128::from(a) * other_sum == u128::from(b) * one_sum)
}

#[expect(clippy::cast_precision_loss, reason = "a chance is for people to read")]
fn chances(matchbox: &Matchbox) -> Vec<f64> {
    let sum: u64 = matchbox.beads.iter().sum();
    let share = |&n: &u64| if sum == 0 { 0.0 } else { n as f64 / sum as f64 };
    matchbox.beads.iter().map(share).collect()
}
