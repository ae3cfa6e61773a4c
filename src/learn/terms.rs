//! How a training is played besides its rule: how many games at a time, and how large it may grow.

use super::packed::PackedBoxes;
use super::rule::{Boxes, Rule};
use crate::dice::{Dice, Purpose};

/// How a training is played besides its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How many games are played against the tables as they stood before the first of them, on all
    /// cores; their results are then learnt from in the order of the games. With 1, every game is
    /// played with all that was learnt before it. A set ends a batch. A model is trained by
    /// [`Self::MOST_BATCH`] at a time at most.
    pub batch: u64,
    /// The most boxes that each side makes.
    pub most_boxes: Option<u64>,
    /// The most bytes that the tables take, as [`Table::footprint`](super::Table::footprint) counts
    /// them; of two that learn each has half of it. A box is made while it fits; counts of beads that
    /// outgrow a byte make it larger afterwards.
    pub most_bytes: Option<u64>,
}

/// One game at a time, and no limit but memory.
impl Default for Terms {
    fn default() -> Self {
        Self {
            batch: 1,
            most_boxes: None,
            most_bytes: None,
        }
    }
}

impl Terms {
    /// The most games of a batch: all of them are held in memory until they are learnt from.
    pub const MOST_BATCH: u64 = 1_000_000;

    /// The most boxes of one side, and the most bytes, where so many sides learn.
    #[must_use]
    pub fn each(self, sides: u64) -> [u64; 2] {
        let bytes = self.most_bytes.map(|bytes| bytes / sides.max(1));
        [self.most_boxes, bytes].map(|most| most.unwrap_or(u64::MAX))
    }

    /// Whether a training by this rule can meet positions that get no box.
    #[must_use]
    pub fn leave_out(self, rule: &Rule) -> bool {
        let limited = self.most_boxes.is_some() || self.most_bytes.is_some();
        limited || rule.boxes != Boxes::Every
    }

    /// Whether the games of a batch are learnt from on all cores by this rule: whether what becomes of a
    /// box depends on no other box.
    pub(super) fn divide(self, rule: &Rule) -> bool {
        let limited = self.most_boxes.is_some() || self.most_bytes.is_some();
        self.batch > 1 && !limited && rule.boxes != Boxes::SecondMeeting
    }

    /// In how many shards the tables of such a training lie.
    pub(super) fn shards(self, rule: &Rule) -> usize {
        if self.divide(rule) {
            PackedBoxes::SHARDS
        } else {
            1
        }
    }

    /// The generator of one game of a batch, by the number of the game in its run.
    pub(super) fn dice(seed: u64, run: u64, game: u64) -> Dice {
        Dice::new(seed, Purpose::Batch, run, game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::preset;

    #[test]
    fn positions_are_left_out_by_a_limit_or_by_the_rule() {
        let usual = Terms::default();
        let mut rule = preset("rote").unwrap();
        assert!(!usual.leave_out(&rule));
        let limited = Terms {
            most_boxes: Some(7),
            ..usual
        };
        assert!(limited.leave_out(&rule));
        let limited = Terms {
            most_bytes: Some(7),
            ..usual
        };
        assert!(limited.leave_out(&rule));
        for boxes in [Boxes::Choice, Boxes::Hopeful, Boxes::SecondMeeting] {
            rule.boxes = boxes;
            assert!(usual.leave_out(&rule));
        }
    }
}
