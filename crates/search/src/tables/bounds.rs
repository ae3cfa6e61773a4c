//! The table of the search `best`: both bounds of each position, the move that proved the lower one,
//! and how many nodes it took.
//!
//! It begins small and grows, up to a limit, as entries displace others. Complete keys are compared, so two positions are
//! never confused. The entry with the least work of a cache line is replaced.

use super::mixed;
use crate::dice::halves;
use crate::game::Move;
use crate::insight::Bounds;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeldBounds {
    pub(crate) bounds: Bounds,
    /// The move that proved the lower bound last, or failed to.
    pub(crate) best: Option<Move>,
    /// The nodes below it.
    pub(crate) work: u64,
}

/// A cache line: four entries with keys of one word, or two with keys of two words. An entry is its key and a word with
/// the rest, which is 0 if there is no entry.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct BoundsLine([u64; WORDS]);

const WORDS: usize = 8;
/// The number of lines of a new table, as a power of two.
const FIRST: u32 = 8;
/// By how much a table grows, as a power of two.
const GROWTH: u32 = 2;
/// The most lines of a table without an option, as a power of two: 256 MB.
const MOST: u32 = 22;

/// The lowest and the highest word for a bound; what lies beyond is stored as open.
const LOWEST: i32 = i16::MIN as i32;
const HIGHEST: i32 = i16::MAX as i32;
/// No move; every game has fewer moves than this.
const NO_MOVE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub(crate) struct BoundsTable {
    lines: Vec<BoundsLine>,
    /// The words of an entry: 2, or 4 once a key of two words was stored.
    stride: usize,
    /// The most entries, as a power of two; by default the most lines are limited.
    most: Option<u8>,
    /// The entries that displaced another since the table grew.
    displaced: usize,
    /// The number of entries.
    pub(crate) held: u64,
}

impl BoundsTable {
    /// A table of at most 2 to this power entries.
    pub(crate) fn new(most: Option<u8>) -> Self {
        let mut table = Self {
            lines: Vec::new(),
            stride: 2,
            most,
            displaced: 0,
            held: 0,
        };
        let lines = FIRST.min(table.most_lines());
        table.lines = vec![BoundsLine([0; WORDS]); 1 << lines];
        table
    }

    /// The most lines, as a power of two.
    fn most_lines(&self) -> u32 {
        let in_line = (WORDS / self.stride).ilog2();
        self.most
            .map_or(MOST, |bits| u32::from(bits).saturating_sub(in_line))
    }

    #[expect(clippy::cast_possible_truncation, reason = "low bits suffice")]
    fn home(&self, key: u128) -> usize {
        mixed(key) as usize & (self.lines.len() - 1)
    }

    /// The place of an entry in a line, and whether it belongs to the key.
    fn is_of(&self, entry: &[u64], key: u128) -> bool {
        let (high, low) = halves(key);
        entry[0] == low
            && entry[self.stride - 1] != 0
            && if self.stride == 2 {
                high == 0
            } else {
                entry[1] == high
            }
    }

    pub(crate) fn look(&self, key: u128) -> Option<HeldBounds> {
        let line = &self.lines[self.home(key)].0;
        let mut entries = line.chunks_exact(self.stride);
        let entry = entries.find(|entry| self.is_of(entry, key))?;
        Some(unpacked(entry[self.stride - 1]))
    }

    /// Stores an entry in place of an older one of the same key or of the one with the least work.
    pub(crate) fn keep(&mut self, key: u128, held: HeldBounds) {
        // Most games have short keys; the first long one costs a rebuild, and half the entries of a line from then on.
        if self.stride == 2 && halves(key).0 != 0 {
            self.rebuild(self.lines.len().ilog2(), 4);
        }
        if self.put(key, packed(held)) {
            self.displaced += 1;
            let bits = self.lines.len().ilog2();
            let most = self.most_lines();
            if bits < most && self.displaced * self.stride > self.lines.len() {
                self.rebuild((bits + GROWTH).min(most), self.stride);
            }
        }
    }

    /// Stores a packed entry; whether it displaced one of another key.
    fn put(&mut self, key: u128, rest: u64) -> bool {
        let home = self.home(key);
        let places = (0..WORDS).step_by(self.stride);
        let line = &self.lines[home].0;
        let own = places
            .clone()
            .find(|&place| self.is_of(&line[place..place + self.stride], key));
        let last = self.stride - 1;
        let place = own.or_else(|| places.min_by_key(|&place| line[place + last] >> 48));
        let place = place.unwrap_or(0);
        let is_free = line[place + last] == 0;
        self.held += u64::from(is_free);
        let (high, low) = halves(key);
        let entry = &mut self.lines[home].0[place..place + self.stride];
        // In this order: with two words `entry[1]` is the rest, which `last` then overwrites.
        entry[1] = high;
        entry[0] = low;
        entry[last] = rest;
        own.is_none() && !is_free
    }

    /// Makes a table of 2 to the power of `bits` lines, and moves all entries there.
    fn rebuild(&mut self, bits: u32, stride: usize) {
        let old = std::mem::replace(&mut self.lines, vec![BoundsLine([0; WORDS]); 1 << bits]);
        let before = std::mem::replace(&mut self.stride, stride);
        (self.displaced, self.held) = (0, 0);
        let entries = old.iter().flat_map(|line| line.0.chunks_exact(before));
        for entry in entries.filter(|entry| entry[before - 1] != 0) {
            let high = if before == 2 { 0 } else { entry[1] };
            let key = u128::from(high) << 64 | u128::from(entry[0]);
            self.put(key, entry[before - 1]);
        }
    }
}

/// Bounds and move in 16 bits each, and the work, at least 1, above them.
fn packed(held: HeldBounds) -> u64 {
    // A bound that does not fit becomes a weaker one.
    let lower = held.bounds.lower.clamp(LOWEST, HIGHEST);
    let upper = held.bounds.upper.clamp(LOWEST + 1, HIGHEST);
    let word = |bound: i32| u64::from((bound - LOWEST).unsigned_abs());
    let best = held.best.map_or(NO_MOVE, |m| m.0);
    let work = held.work.clamp(1, u64::from(u16::MAX));
    word(lower) | word(upper) << 16 | u64::from(best) << 32 | work << 48
}

#[expect(clippy::cast_possible_truncation, reason = "16 bits of each")]
fn unpacked(word: u64) -> HeldBounds {
    let bound = |word: u64| i32::from(word as u16) + LOWEST;
    let (lower, upper) = (bound(word), bound(word >> 16));
    let open = Bounds::OPEN;
    let best = (word >> 32) as u16;
    HeldBounds {
        bounds: Bounds {
            lower: if lower == LOWEST { open.lower } else { lower },
            upper: if upper == HIGHEST { open.upper } else { upper },
        },
        best: (best != NO_MOVE).then_some(Move(best)),
        work: word >> 48,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn held(lower: i32, upper: i32, work: u64) -> HeldBounds {
        HeldBounds {
            bounds: Bounds { lower, upper },
            best: Some(Move(7)),
            work,
        }
    }

    #[test]
    fn an_entry_keeps_its_bounds_or_weaker_ones() {
        for (lower, upper) in [(-3, 4), (-20_000, 19_999), (0, Score::MOST)] {
            let kept = held(lower, upper, 9);
            assert_eq!(unpacked(packed(kept)), kept);
        }
        for (lower, upper) in [(-100_000, -70_000), (70_000, 100_000)] {
            let weaker = unpacked(packed(held(lower, upper, 1 << 40))).bounds;
            assert!(weaker.lower <= lower && upper <= weaker.upper);
        }
        assert_ne!(packed(held(0, 0, 0)), 0);
    }

    #[test]
    fn a_growing_table_keeps_what_it_held() {
        let mut table = BoundsTable::new(None);
        let key = |n: u128| (n * n) << if n < 3_000 { 0 } else { 64 };
        for n in 1..20_000 {
            table.keep(key(n), held(0, 5, 1 + u64::try_from(n).unwrap()));
        }
        let lost = (1..20_000).filter(|&n| table.look(key(n)).is_none());
        // Before each growth at most one entry of two lines, or of four, is displaced: in all 128 + 256 + 1,024 + 4,096.
        assert!(lost.count() < 5_504 && table.held > 14_000);
        assert_eq!((table.stride, table.look(key(0))), (4, None));
    }

    #[test]
    fn the_least_work_is_replaced() {
        let mut table = BoundsTable::new(Some(0));
        for (key, work) in [(1, 5), (2, 9), (3, 7), (4, 8), (5, 6)] {
            table.keep(key, held(1, 1, work));
        }
        assert_eq!(table.look(1), None);
        assert!((2..=5).all(|key| table.look(key).is_some()) && table.held == 4);
        table.keep(2, held(2, 3, 1));
        assert_eq!(table.look(2), Some(held(2, 3, 1)));
    }
}
