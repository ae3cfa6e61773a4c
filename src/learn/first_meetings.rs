//! The positions that have been met once, in three bytes each: a filter, which may mistake a new one
//! for one of them, and never the other way round.
//!
//! A key is mixed to a print of 40 bits. The first 16 say in which of 65,536 parts it is kept, the
//! other 24 are what is kept there, in order. With n positions remembered, a new one is taken for one
//! of them with a chance of n / 2^40: one in 10,000 at 100 million. What is met again is taken out, so
//! that a position that has a box is not in here. What is remembered follows from the positions and the
//! order in which they were met, and from nothing else.

use crate::game::Key;

/// Bits of a print.
const BITS: u32 = 40;
/// Bits of a print that are kept in its part.
const KEPT: u32 = 24;
/// How many parts there are, once anything is remembered.
const PARTS: usize = 1 << (BITS - KEPT);

/// The last bits of a print, the highest byte first.
type Rest = [u8; 3];

/// Positions met once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FirstMeetings {
    /// [`PARTS`] lists in order without repetition, or none.
    parts: Vec<Vec<Rest>>,
    count: u64,
}

impl FirstMeetings {
    /// Bytes for each position that is remembered.
    pub(crate) const COST: u64 = size_of::<Rest>() as u64;

    /// How many positions are remembered.
    pub(crate) const fn len(&self) -> u64 {
        self.count
    }

    /// Bytes taken from the system.
    pub(crate) fn allocated(&self) -> u64 {
        let lists: usize = self.parts.iter().map(Vec::capacity).sum();
        let parts = self.parts.capacity() * size_of::<Vec<Rest>>();
        (lists * size_of::<Rest>() + parts) as u64
    }

    /// Forgets a position, if it is remembered, and says whether it was.
    pub(crate) fn take(&mut self, key: Key) -> bool {
        let (part, rest) = place(print(key));
        let Some(list) = self.parts.get_mut(part) else {
            return false;
        };
        let found = list.binary_search(&rest);
        if let Ok(at) = found {
            list.remove(at);
            self.count -= 1;
        }
        found.is_ok()
    }

    /// Whether a position is remembered.
    pub(crate) fn has(&self, key: Key) -> bool {
        let (part, rest) = place(print(key));
        let list = self.parts.get(part);
        list.is_some_and(|list| list.binary_search(&rest).is_ok())
    }

    /// Remembers a position.
    pub(crate) fn remember(&mut self, key: Key) {
        self.add(print(key));
    }

    /// Remembers the position of a print; says whether the print can be one and was not there.
    pub(crate) fn add(&mut self, print: u64) -> bool {
        if print >> BITS != 0 {
            return false;
        }
        if self.parts.is_empty() {
            self.parts = vec![Vec::new(); PARTS];
        }
        let (part, rest) = place(print);
        let list = &mut self.parts[part];
        let Err(at) = list.binary_search(&rest) else {
            return false;
        };
        if list.len() == list.capacity() {
            // Doubling would leave a third of the memory unused.
            list.reserve_exact(4 + list.len() / 8);
        }
        list.insert(at, rest);
        self.count += 1;
        true
    }

    /// The prints of all positions, ascending.
    pub(crate) fn prints(&self) -> impl Iterator<Item = u64> {
        let parts = (0_u64..).zip(&self.parts);
        parts.flat_map(|(part, list)| {
            list.iter()
                .map(move |&[a, b, c]| part << KEPT | u64::from(u32::from_be_bytes([0, a, b, c])))
        })
    }
}

/// The part a print is kept in, and what is kept of it there.
fn place(print: u64) -> (usize, Rest) {
    let [.., a, b, c, d, e] = print.to_be_bytes();
    (usize::from(u16::from_be_bytes([a, b])), [c, d, e])
}

/// What is remembered of a key. Files depend on it: it is the same for ever.
fn print(key: Key) -> u64 {
    let [low, high] = [key.0, key.0 >> 64].map(|half| half & u128::from(u64::MAX));
    let half = |half: u128| u64::try_from(half).expect("64 bits are left");
    let mixed = finish(half(low) ^ finish(half(high) ^ 0x9E37_79B9_7F4A_7C15));
    mixed >> (u64::BITS - BITS)
}

/// The finisher of splitmix64 (Steele, Lea and Flood 2014).
fn finish(mut n: u64) -> u64 {
    n = (n ^ n >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    n = (n ^ n >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    n ^ n >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_remembered_is_found_once() {
        let mut first = FirstMeetings::default();
        let keys = || (0..20_000_u128).map(|n| Key(n << 64 | n * n));
        assert!(!first.take(Key(0)));
        keys().for_each(|key| first.remember(key));
        // Two of 20,000 share a print with a chance of 20,000^2 / 2^41, one in 5,000.
        assert_eq!(first.len(), 20_000);
        assert!(first.prints().is_sorted_by(|a, b| a < b));
        let mut again = FirstMeetings::default();
        assert!(first.prints().all(|print| again.add(print)));
        assert_eq!(again, first);
        let strange = (0..100_000_u128).filter(|n| first.has(Key(n << 80 | 1)));
        assert_eq!(strange.count(), 0);
        assert!(keys().all(|key| first.take(key)));
        assert!(!keys().any(|key| first.take(key)));
        assert_eq!(first.len(), 0);
    }

    #[test]
    fn prints_are_the_same_for_ever() {
        let parts = |key| place(print(Key(key)));
        assert_eq!(parts(0), (18465, [130, 38, 255]));
        assert_eq!(parts((1 << 100) + 12_345), (11797, [245, 247, 150]));
        let mut first = FirstMeetings::default();
        assert!(first.add((1 << BITS) - 1) && !first.add((1 << BITS) - 1));
        assert!(!first.add(1 << BITS));
    }
}
