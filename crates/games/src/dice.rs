//! Randomness: every generator is derived from a seed, a purpose, a run and a number, and from nothing else.
//!
//! The generator is PCG XSL-RR 128/64 (O'Neill 2014, `rand_pcg::Pcg64`), whose output is fixed by
//! its publication. Its state is mixed from (seed, purpose, run, number). The stream number of PCG
//! is never used as an index, because distant streams share outputs. [`Dice::below`] is our own, so no
//! release of a library can change a result.

use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// What a generator is used for; different purposes never share one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The games that a learner learns from.
    Training = 1,
    /// The games that only measure players.
    Match = 2,
    /// The trials of tests and benchmarks.
    Trial = 3,
    /// The seeds of the meetings of a tournament.
    Meeting = 4,
    /// The play-outs of a search.
    Search = 5,
    /// The games that a learner learns from in batches: one generator for each game.
    Batch = 6,
    /// The seeds of the games by which the tables of a study are examined.
    Examination = 7,
    /// The beads of random colours that a learner adds: one generator for each game.
    Lesson = 8,
}

/// A generator of uniformly distributed numbers.
#[derive(Clone, Debug)]
pub struct Dice(Pcg64);

impl Dice {
    /// The generator for this seed, purpose, run and number (of a set or a game).
    #[must_use]
    pub fn new(seed: u64, purpose: Purpose, run: u64, number: u64) -> Self {
        let mut state = 0;
        let mut absorb = |word: u64| {
            state = mix(state ^ word);
            state
        };
        for word in [seed, purpose as u64, run, number] {
            absorb(word);
        }
        let mut bytes = [0; 32];
        for chunk in bytes.chunks_exact_mut(8) {
            chunk.copy_from_slice(&absorb(0).to_le_bytes());
        }
        Self(Pcg64::from_seed(bytes))
    }

    /// A number drawn uniformly from `0..n` by multiplication and rejection (Lemire 2019); `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        debug_assert!(n > 0, "there is no number below 0");
        let mut product = || halves(u128::from(self.0.next_u64()) * u128::from(n));
        let (mut high, mut low) = product();
        if low < n {
            let threshold = n.wrapping_neg() % n;
            while low < threshold {
                (high, low) = product();
            }
        }
        high
    }

    /// An index drawn uniformly from `0..count` by one call of [`below`](Self::below), even if `count` is 1.
    ///
    /// # Panics
    ///
    /// In debug builds when `count` is 0.
    #[inline]
    pub fn index(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).expect("less than a count that fits")
    }

    /// Draws an index with chances proportional to `weights`; `None`, without advancing the
    /// generator, when all weights are 0. Their sum must not exceed `u64::MAX`.
    #[inline]
    pub fn draw(&mut self, weights: &[u64]) -> Option<usize> {
        let total: u64 = weights.iter().sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below(total);
        weights.iter().position(|&weight| {
            let here = rest < weight;
            rest = rest.wrapping_sub(weight);
            here
        })
    }
}

/// The high and the low half of a word.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "both halves are returned")]
pub const fn halves(word: u128) -> (u64, u64) {
    ((word >> 64) as u64, word as u64)
}

/// The finisher of splitmix64 (Steele, Lea and Flood 2014) after its golden-ratio step.
pub const fn mix(word: u64) -> u64 {
    finish(word.wrapping_add(0x9e37_79b9_7f4a_7c15))
}

/// The finisher of splitmix64.
pub const fn finish(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
