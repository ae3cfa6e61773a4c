//! The content of a kit's boxes: the beads of a new machine or of a trained one.

use super::bead::Bead;
use super::boxes::Kit;
use crate::learn::Table;

/// The beads in every box of a [`Kit`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// The beads of each choice, box by box.
    pub beads: Vec<Vec<u64>>,
    /// How many of the boxes have been met; the others have their starting beads.
    pub met: usize,
}

impl Content {
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
    pub fn of(kit: &Kit, table: &Table) -> Self {
        let mut content = Self::new(kit);
        for (beads, b) in content.beads.iter_mut().zip(&kit.boxes) {
            if let Some(learnt) = table.get(b.key) {
                beads.clone_from(&learnt.beads);
                content.met += 1;
            }
        }
        content
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
