//! The state of one run.

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
    /// The number of sets played.
    pub(super) sets: u64,
    /// The set being played, or the last one.
    pub(in crate::learn) record: Record,
    pub(super) cursor: Cursor,
}

/// The position of a run in its current game.
#[derive(Clone, Copy)]
pub(super) struct Cursor {
    pub(super) at: Successor,
    pub(super) ply: u16,
    /// The number of the game in the run, from 0; refused games count.
    pub(super) game: u64,
}

impl RunState {
    /// Creates the run with this number, which has met no position.
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

    /// Continues from a history, including what the rule and the opponent carry over from set to set.
    pub(in crate::learn) fn resume_from(&mut self, history: History) {
        self.cursor.game = history.records.iter().map(Record::begun).sum();
        self.sets = history.sets();
        if let Some(last) = history.records.last() {
            for (learner, snapshot) in self.learners.iter_mut().zip(&last.snapshots) {
                if let Some(snapshot) = snapshot {
                    learner.snapshot.origin = snapshot.origin;
                }
            }
        }
        self.history = history;
    }
}
