//! The content of a kit's boxes: the beads of a new machine or of a trained one.

use super::bead::Bead;
use super::boxes::Kit;
use crate::learn::Table;

/// The beads in every box of a [`Kit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitBeads {
    /// The beads of each choice, box by box.
    pub beads: Vec<Vec<u64>>,
    /// How many of the boxes have been met; the others have their starting beads.
    pub met: usize,
}

impl KitBeads {
    /// The starting beads of all boxes.
    #[must_use]
    pub fn new(kit: &Kit) -> Self {
        let boxes = kit.boxes.iter();
        Self {
            beads: boxes
                .map(|b| b.choices.iter().map(|choice| choice.start).collect())
                .collect(),
            met: 0,
        }
    }

    /// The beads of a table of the same game, rule and side; boxes that it has not met have their starting
    /// beads.
    #[must_use]
    pub fn from_table(kit: &Kit, table: &Table) -> Self {
        let mut content = Self::new(kit);
        for (beads, b) in content.beads.iter_mut().zip(&kit.boxes) {
            if let Some(learnt) = table.get(b.key) {
                beads.clone_from(&learnt.beads);
                content.met += 1;
            }
        }
        content
    }

    /// The same in boxes with room for this many beads: the beads of a fuller box are scaled, in proportion as
    /// nearly as whole beads can be. A colour without beads gets none, and one with beads keeps at least one, even
    /// if that makes more than `most`.
    #[must_use]
    pub fn scaled(&self, most: u64) -> Self {
        let beads = self.beads.iter().map(|beads| scaled(beads, most));
        Self {
            beads: beads.collect(),
            met: self.met,
        }
    }

    /// The number of beads of a kind in the boxes of each stage.
    pub fn by_stage(&self, kit: &Kit, bead: Bead) -> Vec<u64> {
        let mut counts = vec![0_u64; kit.stages()];
        for (beads, b) in self.beads.iter().zip(&kit.boxes) {
            for (n, choice) in beads.iter().zip(&b.choices) {
                if choice.bead == bead {
                    counts[b.stage] = counts[b.stage].saturating_add(*n);
                }
            }
        }
        counts
    }

    /// The number of beads in all boxes.
    pub fn total(&self) -> u64 {
        let beads = self.beads.iter().flatten();
        beads.fold(0, |sum, &n| sum.saturating_add(n))
    }
}

/// The beads of a box, scaled to a sum of at most `most` where each colour can keep a bead.
fn scaled(beads: &[u64], most: u64) -> Vec<u64> {
    let total: u128 = beads.iter().map(|&n| u128::from(n)).sum();
    let most = u128::from(most);
    if total <= most {
        return beads.to_vec();
    }
    // In units of one bead times `total`, so that every share is a whole number.
    let share = |n: u64| u128::from(n) * most;
    let mut kept: Vec<u128> = beads
        .iter()
        .map(|&n| (share(n) / total).max(u128::from(n > 0)))
        .collect();
    let sum = |kept: &[u128]| kept.iter().sum::<u128>();
    // What is left goes where most is missing; what is too much goes where least is missing.
    let missing = |kept: &[u128], i: usize| share(beads[i]).saturating_sub(kept[i] * total);
    let excess = |kept: &[u128], i: usize| (kept[i] * total).saturating_sub(share(beads[i]));
    while sum(&kept) < most {
        let colours = 0..kept.len();
        let Some(i) = colours.max_by_key(|&i| (missing(&kept, i), beads[i])) else {
            break;
        };
        kept[i] += 1;
    }
    while sum(&kept) > most {
        let colours = (0..kept.len()).filter(|&i| kept[i] > 1);
        let Some(i) = colours.min_by_key(|&i| (missing(&kept, i), u128::MAX - excess(&kept, i)))
        else {
            break;
        };
        kept[i] -= 1;
    }
    kept.iter()
        .map(|&n| u64::try_from(n).unwrap_or(u64::MAX))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scaled_boxes_keep_colours_and_zeroes() {
        assert_eq!(scaled(&[4, 4, 4], 20), [4, 4, 4]);
        assert_eq!(scaled(&[300, 100, 0], 20), [15, 5, 0]);
        assert_eq!(scaled(&[1_000, 1, 1], 20), [18, 1, 1]);
        assert_eq!(scaled(&[1, 2, 3, 0], 2), [1, 1, 1, 0]);
        assert_eq!(scaled(&[u64::MAX, u64::MAX], 7).iter().sum::<u64>(), 7);
        // Laws over many boxes.
        let mut state = 7_u64;
        let mut next = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..20_000 {
            let colours = 1 + next(9);
            let large = 1 + next(2_000);
            let beads: Vec<u64> = (0..colours).map(|_| next(3).min(1) * next(large)).collect();
            let most = 1 + next(40);
            let kept = scaled(&beads, most);
            let (sum, held) = (
                beads.iter().sum::<u64>(),
                beads.iter().filter(|n| **n > 0).count(),
            );
            assert_eq!(
                kept.iter().sum::<u64>(),
                sum.min(most.max(held as u64)),
                "{beads:?} {most}"
            );
            for (i, (&before, &after)) in beads.iter().zip(&kept).enumerate() {
                assert_eq!(before == 0, after == 0, "{beads:?} {most}: {kept:?}");
                assert!(after <= before);
                for (&other, &other_after) in beads[..i].iter().zip(&kept) {
                    let in_order = before == other
                        || (before > other) == (after > other_after)
                        || after == other_after;
                    assert!(in_order, "{beads:?} {most}: {kept:?}");
                }
            }
        }
    }
}
