//! One game as it is played: its turns, how it ended, and what was learnt from it.

use super::seat::{Pupil, Thought, Used};
use crate::arena::Ending;
use crate::dice::Dice;
use crate::game::{Move, Side};
use crate::games::{AnyGame, Position};
use crate::learn::{Record, Snapshot};
use crate::store::BoxView;

/// One move that was made.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position before it.
    pub at: Position,
    /// The side that made it.
    pub side: Side,
    /// The move.
    pub m: Move,
    /// What a machine's choice was based on; `None` for a person.
    pub thought: Option<Thought>,
    /// Whether somebody chose it: a person, or the hand that drew a machine's bead.
    pub chosen: bool,
}

/// The end of a game.
#[derive(Clone, Debug)]
pub struct GameEnd {
    /// How it ended: stopped if a learner refused to begin it, and then it does not count.
    pub ending: Ending,
    /// What the choice of a machine that resigned or refused was based on.
    pub thought: Option<Thought>,
    /// The changes of the boxes that learners had used, in the order of the game.
    pub changes: Vec<BoxChange>,
}

/// How a game changed a box that was used in it, if at all.
#[derive(Clone, Debug)]
pub struct BoxChange {
    /// The move that was drawn from it.
    pub m: Move,
    /// The box before learning.
    pub before: BoxView<AnyGame>,
    /// The box after learning.
    pub after: BoxView<AnyGame>,
}

/// A game, with the data needed to take turns back.
pub(in crate::session) struct Round {
    pub(in crate::session) at: Position,
    pub(super) dice: Dice,
    pub(in crate::session) turns: Vec<Turn>,
    pub(super) before: Vec<Dice>,
    /// The boxes used, by side.
    pub(in crate::session) used: [Vec<Used>; 2],
    /// The snapshots of the learners' tables before the game, by side.
    pub(super) snapshots: [Option<Snapshot>; 2],
    pub(in crate::session) end: Option<GameEnd>,
    /// Whether the game is over and counts for the learners.
    pub(super) counts: bool,
    /// Whether the sides are changed: the player set up for the first side has the second.
    pub(super) changed: bool,
}

impl Round {
    pub(super) fn new(at: Position, dice: Dice, snapshots: [Option<Snapshot>; 2]) -> Self {
        Self {
            at,
            dice,
            turns: Vec::new(),
            before: Vec::new(),
            used: [Vec::new(), Vec::new()],
            snapshots,
            end: None,
            counts: false,
            changed: false,
        }
    }

    /// Whether a side has moved, resigned or refused to play.
    pub(super) fn has_begun(&self) -> bool {
        !self.turns.is_empty() || self.end.is_some()
    }
}

/// Ends a game for those that learn, and returns its record. Without an outcome, or if it does not count, nothing is learnt
/// from it.
pub(super) fn conclude(pupils: [Option<&mut Pupil>; 2], ending: Ending, counts: bool) -> Record {
    let outcome = ending.outcome().filter(|_| counts);
    let mut record = Record {
        sets: 1,
        ..Record::default()
    };
    if let Some(outcome) = outcome {
        record.results.count(outcome);
    }
    if let Ending::Resigned(side) = ending {
        record.resigned[side.index()] += 1;
    }
    for (side, pupil) in Side::BOTH.into_iter().zip(pupils) {
        let verdict = outcome.map(|outcome| outcome.verdict(side));
        record.snapshots[side.index()] = pupil.map(|pupil| pupil.conclude(verdict));
    }
    record
}
