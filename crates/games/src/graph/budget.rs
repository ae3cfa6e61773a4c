//! How large a game may be if all its positions are needed, and a check before anything is built.

use std::collections::HashSet;

use foldhash::fast::FixedState;

use super::mirror::Merging;
use crate::error::Error;
use crate::game::{Game, Key};
use crate::interrupt;

/// The most positions and moves that a game may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most different positions, with the start and finished ones; merged mirror images count once.
    pub positions: usize,
    /// The most legal moves in all these positions together; merged moves count as one.
    pub moves: usize,
}

impl Budget {
    /// For exact results that the user requests: they take up to a few seconds, and less than 512 MB with all
    /// that a command holds besides.
    pub const EXACT: Self = Self::new(3_000_000);

    /// For exact results that are shown without being requested, where they cost almost no time: a count
    /// within this budget takes well under a tenth of a second.
    pub const OFFERED: Self = Self::new(50_000);

    /// This many positions and ten times as many moves.
    #[must_use]
    pub const fn new(positions: usize) -> Self {
        let moves = positions.saturating_mul(10);
        Self { positions, moves }
    }

    /// The most bytes that a game may take within [`Budget::EXACT`].
    const BYTES: usize = 480_000_000;

    /// Whether this many positions and moves are within the budget. Within [`Budget::EXACT`] they must also fit
    /// into memory together.
    pub const fn covers(self, positions: usize, moves: usize) -> bool {
        let is_more = self.positions > Self::EXACT.positions || self.moves > Self::EXACT.moves;
        positions <= self.positions
            && moves <= self.moves
            && (is_more || Self::solved_bytes(positions, moves) <= Self::BYTES)
    }

    /// About the bytes of a solved game of this size.
    pub(super) const fn solved_bytes(positions: usize, moves: usize) -> usize {
        positions
            .saturating_mul(100)
            .saturating_add(moves.saturating_mul(12))
    }

    /// Whether exact results of a solved game of this size fit into memory with the game itself.
    pub(super) const fn covers_results(positions: usize, moves: usize) -> bool {
        Self::bytes_with_results(positions, moves) <= Self::BYTES
    }

    /// About the bytes of a solved game of this size with exact results of it.
    pub const fn bytes_with_results(positions: usize, moves: usize) -> usize {
        let results = positions
            .saturating_mul(110)
            .saturating_add(moves.saturating_mul(6));
        Self::solved_bytes(positions, moves).saturating_add(results)
    }

    /// Whether the budget is too small according to the lower bound in the rules, without playing. Merging
    /// divides the number of positions and moves by at most the number of symmetries.
    pub(super) fn is_exceeded<G: Game>(self, game: &G, merging: Merging) -> bool {
        let images = u128::from(merging.symmetries(game).max(1));
        let least = game.at_least();
        let more = |least: u128, most: usize| least.div_ceil(images) > most as u128;
        more(least.positions, self.positions) || more(least.moves, self.moves)
    }

    /// The error for a game of at least this many positions and moves, all of which do not fit.
    pub(super) fn refusal_at<G: Game>(
        self,
        game: &G,
        purpose: &'static str,
        [positions, moves]: [usize; 2],
    ) -> Error {
        if positions > self.positions || moves > self.moves {
            return self.refusal(game, purpose);
        }
        let below = |n: usize| n.saturating_sub(1) / 1_000 * 1_000;
        let (positions, moves) = (below(positions), below(moves));
        Self { positions, moves }.refusal(game, purpose)
    }

    pub(super) fn refusal<G: Game>(self, game: &G, purpose: &'static str) -> Error {
        Error::TooLarge {
            game: game.name(),
            positions: self.positions,
            moves: self.moves,
            purpose,
        }
    }

    /// Counts the positions that play can reach, breadth first, until all are counted or the budget is
    /// exceeded. Nothing is built, and mirror images are not merged.
    #[inline(never)]
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
            for (number, at) in ply.iter().enumerate() {
                interrupt::every(1024, number);
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

/// The result of a count within a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The number of different positions met.
    pub positions: usize,
    /// The number of moves followed.
    pub moves: usize,
    /// Whether the count is complete; otherwise it stopped at the first position or move over the budget.
    pub whole: bool,
}
