//! How large a game may be for what is wanted of all its positions, and whether it is, found out
//! before anything is built.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::mirror::Merging;
use crate::error::Error;
use crate::game::{Game, Key};

/// The most positions and moves that may be met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most different positions, finished ones and the start among them; where mirror images are
    /// merged they count as one.
    pub positions: usize,
    /// The most legal moves in all those positions together; moves that are merged count as one.
    pub moves: usize,
}

impl Budget {
    /// For whoever asks for exact results: up to a few seconds, and 1 GB, are spent on them.
    pub const EXACT: Self = Self::of(3_000_000);

    /// For exact results that nobody asked for, offered where they cost no time: a count within this
    /// budget takes well under a tenth of a second.
    pub const OFFERED: Self = Self::of(50_000);

    /// This many positions, and ten times as many moves.
    #[must_use]
    pub const fn of(positions: usize) -> Self {
        Self {
            positions,
            moves: positions.saturating_mul(10),
        }
    }

    /// Whether so much was provided for.
    #[must_use]
    pub const fn covers(self, positions: usize, moves: usize) -> bool {
        positions <= self.positions && moves <= self.moves
    }

    /// Whether the rules tell, without any playing, that there is more: of what has so many images at
    /// the most, as many stand for all.
    pub(super) fn is_exceeded<G: Game>(self, game: &G, merging: Merging) -> bool {
        let images = u128::from(merging.symmetries(game).max(1));
        let least = game.at_least();
        let more = |there: u128, most: usize| there.div_ceil(images) > most as u128;
        more(least.positions, self.positions) || more(least.moves, self.moves)
    }

    /// That a game is too large.
    pub(super) fn refusal<G: Game>(self, game: &G, purpose: &'static str) -> Error {
        Error::TooLarge {
            game: game.name(),
            positions: self.positions,
            moves: self.moves,
            purpose,
        }
    }

    /// Counts the positions that play can lead to, breadth first, until there are no more or there
    /// are more than this budget covers. Nothing is built, and mirror images are not merged.
    pub fn count<G: Game>(self, game: &G) -> Count {
        let start = game.start();
        let mut met: HashSet<Key, FixedState> = HashSet::default();
        met.insert(game.key(&start));
        let mut count = Count {
            positions: 1,
            moves: 0,
            whole: true,
        };
        let mut ply = vec![start];
        while !ply.is_empty() {
            let mut next = Vec::new();
            for at in &ply {
                for m in game.moves(at) {
                    let after = game.play(at, m);
                    count.moves += 1;
                    if met.insert(game.key(&after)) {
                        count.positions += 1;
                        next.push(after);
                    }
                    if !self.covers(count.positions, count.moves) {
                        count.whole = false;
                        return count;
                    }
                }
            }
            ply = next;
        }
        count
    }
}

impl From<usize> for Budget {
    /// As [`Budget::of`].
    fn from(positions: usize) -> Self {
        Self::of(positions)
    }
}

/// What a count within a [`Budget`] came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// How many different positions were met.
    pub positions: usize,
    /// How many moves were followed.
    pub moves: usize,
    /// Whether these are all there are; otherwise the count ended at the first one too many.
    pub whole: bool,
}
