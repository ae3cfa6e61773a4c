//! Everything that belongs to one run.

use super::super::history::{History, Record};
use super::learner::Learner;
use super::transitions::Successor;
use crate::dice::{Dice, Purpose};

/// Everything that belongs to one run.
pub(in crate::learn) struct RunState {
    pub(in crate::learn) run: u64,
    pub(super) learners: [Learner; 2],
    pub(in crate::learn) history: History,
    pub(super) dice: Dice,
    /// How many sets have been played.
    pub(super) sets: u64,
    /// The set being played, or the last one.
    pub(in crate::learn) record: Record,
    pub(super) cursor: Cursor,
}

/// Where a run is in its present game.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) at: Successor,
    pub(super) ply: u16,
    /// Which game it is, counted from the first of the run; refused ones count.
    pub(super) game: u64,
}

impl RunState {
    /// A run that has met no position, of this number.
    pub(in crate::learn) fn new(run: u64) -> Self {
        Self {
            run,
            learners: [Learner::default(), Learner::default()],
            history: History::default(),
            dice: Dice::new(0, Purpose::Training, run, 0),
            sets: 0,
            record: Record::default(),
            cursor: Cursor {
                at: Successor::UNKNOWN,
                ply: 0,
                game: 0,
            },
        }
    }

    /// Takes up a history, and with it what a rule and an opponent carry on from set to set.
    pub(in crate::learn) fn take_up(&mut self, history: History) {
        self.cursor.game = history.records.iter().map(Record::begun).sum();
        self.sets = history.sets();
        if let Some(last) = history.records.last() {
            for (learner, snapshot) in self.learners.iter_mut().zip(&last.snapshots) {
                if let Some(snapshot) = snapshot {
                    learner.take_up(snapshot);
                }
            }
        }
        self.history = history;
    }
}
