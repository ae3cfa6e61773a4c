//! The positions that have been met once, in three bytes each: a filter, which may report a new position as
//! met, but never a met position as new.
//!
//! A key is hashed to a fingerprint (print) of 40 bits. The first 16 bits choose one of 65,536 parts, and
//! the other 24 bits are stored there, in order. With n positions stored, a new one is mistaken for one
//! of them with a chance of n / 2^40: one in 10,000 at 100 million. A position that is met again is removed,
//! so no position with a box is stored here. The contents depend only on the positions and the order in
//! which they were met.

use crate::dice::{finish, halves};
use crate::game::Key;

const BITS: u32 = 40;
/// Bits of a print that are stored in its part.
const KEPT: u32 = 24;
/// The number of parts, once any position is stored.
const PARTS: usize = 1 << (BITS - KEPT);

/// The last bits of a print, the highest byte first.
type Rest = [u8; 3];

/// The positions that have been met once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstMeetings {
    /// [`PARTS`] sorted lists without repetition, or none.
    parts: Vec<Vec<Rest>>,
    count: u64,
}

impl FirstMeetings {
    /// Bytes per stored position.
    pub(crate) const COST: u64 = size_of::<Rest>() as u64;

    /// The number of positions.
    pub const fn len(&self) -> u64 {
        self.count
    }

    /// Whether no position is stored.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(crate) fn allocated(&self) -> u64 {
        let lists: usize = self.parts.iter().map(Vec::capacity).sum();
        let parts = self.parts.capacity() * size_of::<Vec<Rest>>();
        (lists * size_of::<Rest>() + parts) as u64
    }

    /// Removes a position, if it is stored, and returns whether it was.
    pub fn take(&mut self, key: Key) -> bool {
        let found = self.find(key);
        if let Some((part, at)) = found {
            self.parts[part].remove(at);
            self.count -= 1;
        }
        found.is_some()
    }

    /// The part of a stored position, and its place there.
    fn find(&self, key: Key) -> Option<(usize, usize)> {
        let (part, rest) = place(print(key));
        let at = self.parts.get(part)?.binary_search(&rest).ok()?;
        Some((part, at))
    }

    /// Whether this position was met once.
    pub fn has(&self, key: Key) -> bool {
        self.find(key).is_some()
    }

    /// Stores a position.
    pub fn remember(&mut self, key: Key) {
        self.add(print(key));
    }

    /// Stores the position of a print. Returns whether the print is valid and was not stored before.
    pub fn add(&mut self, print: u64) -> bool {
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
            // Grow by an eighth: doubling would leave a third of the memory unused.
            list.reserve_exact(4 + list.len() / 8);
        }
        list.insert(at, rest);
        self.count += 1;
        true
    }

    /// The prints of all positions, ascending.
    pub fn prints(&self) -> impl Iterator<Item = u64> {
        (0_u64..).zip(&self.parts).flat_map(|(part, list)| {
            list.iter().map(move |&[a, b, c]| {
                let rest = u32::from_be_bytes([0, a, b, c]);
                part << KEPT | u64::from(rest)
            })
        })
    }
}

/// The part of a print, and the bytes of it that are stored there.
fn place(print: u64) -> (usize, Rest) {
    let bytes = print.to_be_bytes();
    let part = u16::from_be_bytes([bytes[3], bytes[4]]);
    (usize::from(part), [bytes[5], bytes[6], bytes[7]])
}

/// The fingerprint of a key. Files contain it, so it must never change.
fn print(key: Key) -> u64 {
    let (high, low) = halves(key.0);
    let mixed = finish(low ^ finish(high ^ 0x9E37_79B9_7F4A_7C15));
    mixed >> (u64::BITS - BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_position_is_found_once() {
        let mut first = FirstMeetings::default();
        let keys = || (0..20_000_u128).map(|n| Key((n << 64) | (n * n)));
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
    fn prints_never_change() {
        let parts = |key| place(print(Key(key)));
        assert_eq!(parts(0), (18465, [130, 38, 255]));
        assert_eq!(parts((1 << 100) + 12_345), (11797, [245, 247, 150]));
        let mut first = FirstMeetings::default();
        assert!(first.add((1 << BITS) - 1) && !first.add((1 << BITS) - 1));
        assert!(!first.add(1 << BITS));
    }
}
