//! One game as it is played: its turns, how it ended, and what was learnt from it.

use super::seat::Thought;
use crate::arena::Ending;
use crate::dice::Dice;
use crate::game::{Key, Move, Side};
use crate::games::{AnyGame, Position};
use crate::learn::Snapshot;
use crate::store::BoxView;

/// One move that was made.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position before it.
    pub at: Position,
    /// Who made it.
    pub side: Side,
    /// The move.
    pub m: Move,
    /// What a machine made of the position; `None` of a person.
    pub thought: Option<Thought>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct End {
    /// How it ended; stopped if a learner refused to begin it, and then it does not count.
    pub ending: Ending,
    /// What lay in the box of the machine that gave it up.
    pub thought: Option<Thought>,
    /// The boxes that learners had used, in the order of the game.
    pub changes: Vec<Change>,
}

/// What a game did to a box that was used in it; it may be nothing.
#[derive(Clone, Debug)]
pub struct Change {
    /// The move that was made from it.
    pub m: Move,
    /// What lay in it before.
    pub before: BoxView<AnyGame>,
    /// What lies in it since.
    pub after: BoxView<AnyGame>,
}

/// A game with all that it takes to go back in it.
pub(super) struct Round {
    pub(super) at: Position,
    pub(super) dice: Dice,
    pub(super) turns: Vec<Turn>,
    /// The dice as they were before each turn.
    pub(super) before: Vec<Dice>,
    /// The boxes used, by side, with what lay in them before, if they had been met.
    pub(super) used: [Vec<(Key, Option<Vec<u64>>)>; 2],
    /// How the tables of learners stood before it, by side.
    pub(super) snapshots: [Option<Snapshot>; 2],
    pub(super) end: Option<End>,
    /// Whether it is over and one that learners count.
    pub(super) counts: bool,
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
        }
    }

    /// How many turns are left when what a person of these sides did last is taken back.
    pub(super) fn before_last_of(&self, is_person: impl Fn(Side) -> bool) -> Option<usize> {
        let ending = self.end.as_ref().map(|end| end.ending);
        if let Some(Ending::Resigned(side)) = ending
            && is_person(side)
        {
            return Some(self.turns.len());
        }
        self.turns.iter().rposition(|turn| is_person(turn.side))
    }
}
