//! The events of a learner, reported as they happen.

use crate::game::{Key, Move, Verdict};

/// The choice of a learner when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It plays this move.
    Move(Move),
    /// Its box is empty: it resigns and loses the game.
    Resign,
    /// Its first box is empty, and its rule says that the game does not count.
    Refuse,
}

/// An event of a learner or one of its boxes.
///
/// A map that stores the beads reported by [`Event::Opened`], [`Event::Changed`] and [`Event::Rescued`]
/// always equals the learner's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A box was made and filled.
    Opened {
        /// The key of the box.
        key: Key,
        /// The number of moves played before.
        ply: u16,
        /// The beads in it.
        beads: &'a [u64],
    },
    /// A bead was drawn.
    Drawn {
        /// The key of the box.
        key: Key,
        /// The colour of the bead.
        colour: usize,
        /// The move of that colour, or the one chosen of several.
        m: Move,
    },
    /// The box of the position was empty: the learner resigns.
    Resigned {
        /// The key of the box.
        key: Key,
    },
    /// The first box was empty: the game does not count.
    Refused {
        /// The key of the box.
        key: Key,
    },
    /// The game is over; the changes that the rule makes follow.
    Over(Verdict),
    /// The beads of a box that was used have been changed, or its odds multiplied.
    Changed {
        /// The key of the box.
        key: Key,
        /// The colour that had been drawn.
        colour: usize,
        /// The number of beads of that colour before.
        before: u64,
        /// The beads in it now.
        beads: &'a [u64],
    },
    /// The empty-box policy gave beads back to a box, or kept its last bead.
    Rescued {
        /// The key of the box.
        key: Key,
        /// The beads in it now.
        beads: &'a [u64],
    },
}
