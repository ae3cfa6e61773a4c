//! Settings of a training other than its rule: the batch size and limits of memory.

use serde::{Deserialize, Serialize};

use super::super::learners::Learners;
use super::super::packed::PackedBoxes;
use super::super::rule::{Boxes, Rule};
use crate::error::{Error, Result};

/// Settings of a training other than its rule: the batch size and limits of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// The number of games in a batch. They are played on all cores against the unchanged tables, and then
    /// learnt from in the order of the games. With 1, every game is learnt from before the next one is
    /// played. The end of a set also ends a batch. Training a model uses batches of at most
    /// [`Self::MOST_BATCH`] games.
    pub batch: u64,
    /// The largest number of boxes of each side.
    pub max_boxes: Option<u64>,
    /// The largest number of bytes of the tables, as [`Table::footprint`](crate::Table::footprint) counts
    /// them; if both sides learn, each has half of it. A box is made while there is room; it grows later if
    /// its counts of beads outgrow a byte.
    pub max_memory: Option<u64>,
}

/// One game at a time, and no limit but memory.
impl Default for Terms {
    fn default() -> Self {
        Self {
            batch: 1,
            max_boxes: None,
            max_memory: None,
        }
    }
}

impl Terms {
    /// The largest batch: all of its games are held in memory until they are learnt from.
    pub const MOST_BATCH: u64 = 1_000_000;

    /// Refuses batches without games, and batches where one machine plays both sides.
    pub(crate) fn check(self, learners: Learners) -> Result<()> {
        let batch = self.batch;
        let reason = match (batch, learners) {
            (0, _) => "must be at least 1",
            (2.., Learners::Shared) => {
                "one machine for both sides learns from every game before the next"
            }
            _ => return Ok(()),
        };
        let reason = format!("`batch` {batch}: {reason}");
        Err(Error::fields(&["batch"], reason))
    }

    /// The largest numbers of boxes and of bytes of one side, if `sides` sides learn.
    pub fn each(self, sides: u64) -> [u64; 2] {
        let bytes = self.max_memory.map(|bytes| bytes / sides.max(1));
        [self.max_boxes, bytes].map(|most| most.unwrap_or(u64::MAX))
    }

    /// Whether a training with this rule can meet positions that get no box.
    pub fn may_lack_boxes(self, rule: &Rule) -> bool {
        self.are_limited() || rule.boxes != Boxes::Every
    }

    const fn are_limited(self) -> bool {
        self.max_boxes.is_some() || self.max_memory.is_some()
    }

    /// Whether all cores learn from a batch with this rule, because no change of a box depends on another.
    pub(crate) fn learns_in_shards(self, rule: &Rule) -> bool {
        self.batch > 1 && !self.are_limited() && rule.boxes != Boxes::SecondMeeting
    }

    /// The number of shards of the tables in a training with this rule.
    pub(crate) fn shards(self, rule: &Rule) -> usize {
        if self.learns_in_shards(rule) {
            PackedBoxes::SHARDS
        } else {
            1
        }
    }
}
