//! What a learner does, told as it happens.

use crate::game::{Key, Move, Verdict};

/// What a learner chooses when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This move.
    Move(Move),
    /// Its box is empty: it gives the game up, and has lost.
    Resign,
    /// Its first box is empty, and its rule says that the game does not count.
    Refuse,
}

/// Something that happened to a learner and its boxes.
///
/// Whoever puts into a map what [`Event::Opened`], [`Event::Changed`] and [`Event::Rescued`] say lies
/// in a box has the learner's table at any time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// A box was met for the first time, and filled.
    Opened {
        /// Which box.
        key: Key,
        /// How many moves had been played.
        ply: u16,
        /// What lies in it.
        beads: &'a [u64],
    },
    /// A bead was drawn.
    Drawn {
        /// From which box.
        key: Key,
        /// Of which colour.
        colour: usize,
        /// The move it stands for, or the one chosen of several.
        m: Move,
    },
    /// A box that was to move was empty: the game is given up.
    Resigned {
        /// Which box.
        key: Key,
    },
    /// The first box was empty: the game does not count.
    Refused {
        /// Which box.
        key: Key,
    },
    /// The game is over; what follows is what the rule makes of it.
    Over(Verdict),
    /// Beads were put into a box that was used, or taken out, or its odds multiplied.
    Changed {
        /// Which box.
        key: Key,
        /// The colour that had been drawn.
        colour: usize,
        /// How many beads of that colour there were before.
        before: u64,
        /// What lies in it now.
        beads: &'a [u64],
    },
    /// The policy for empty boxes gave a box beads back, or kept its last.
    Rescued {
        /// Which box.
        key: Key,
        /// What lies in it now.
        beads: &'a [u64],
    },
}
