//! An index of boxes by the hash of their key: a hash table of box numbers in lines of 64 bytes, the size of
//! a cache line. A look-up usually waits for one line, or for none if it was prefetched.
//!
//! A number is in the line given by the high bits of its hash or, if that line is full, in one of the lines
//! after it. A tag of eight other bits of the hash is stored with it, which nearly always shows without
//! reading the box whether it can be the right one. Numbers are replaced but never removed.

use prefetch_index::prefetch_index;

// A tag and a number for each, the count and the mark are the 64 bytes of a line.
const EACH: usize = 12;

#[derive(Clone, Debug, Default)]
#[repr(align(64))]
struct CacheLine {
    /// The [`tag`] of each hash; 0 where there is no number.
    tags: [u8; EACH],
    len: u8,
    /// Whether numbers that belong here are in the next line.
    has_spilt: bool,
    numbers: [u32; EACH],
}

impl CacheLine {
    /// The places that have this tag: the highest bit of each such byte is set.
    fn places(&self, tag: u8) -> u128 {
        let (low, high) = self.tags.split_at(8);
        let low = u64::from_le_bytes(low.try_into().expect("eight bytes"));
        let high = u32::from_le_bytes(high.try_into().expect("four bytes"));
        let own = u64::from_le_bytes([tag; 8]);
        u128::from(zeros(low ^ own)) | u128::from(zeros(u64::from(high) ^ own)) << 64
    }
}

const fn zeros(word: u64) -> u64 {
    // Exact for every byte. The shorter formula with a subtraction also marks some bytes after a zero, and each false mark
    // reads a box from memory.
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    !(((word & LOW) + LOW) | word | LOW)
}

#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    lines: Vec<CacheLine>,
    len: usize,
}

impl Index {
    /// Bytes per number, just after the index has grown.
    pub(super) const COST: u64 = 12;

    /// Frees an index, and then creates an empty one with twice as many lines, at least one.
    pub(super) fn doubled(self) -> Self {
        let lines = (2 * self.lines.len()).max(1);
        drop(self);
        Self {
            lines: vec![CacheLine::default(); lines],
            len: 0,
        }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Whether it must grow before a number is inserted: eight of nine places are taken.
    pub(super) const fn is_full(&self) -> bool {
        9 * self.len >= 8 * EACH * self.lines.len()
    }

    pub(super) const fn allocated(&self) -> usize {
        self.lines.capacity() * size_of::<CacheLine>()
    }

    /// The line to which a hash belongs; 0 if there are no lines.
    fn home(&self, hash: u64) -> usize {
        let scaled = u128::from(hash) * self.lines.len() as u128;
        usize::try_from(scaled >> 64).expect("one of the lines")
    }

    /// Prefetches the line of a hash that will be looked up soon.
    pub(super) fn fetch(&self, hash: u64) {
        prefetch_index(&self.lines, self.home(hash));
    }

    /// Finds the number with this hash for which `is` holds.
    pub(super) fn find(&self, hash: u64, is: impl FnMut(u32) -> bool) -> Option<u32> {
        let (line, i) = self.place(hash, is)?;
        Some(self.lines[line].numbers[i])
    }

    /// Replaces a number of the index by another.
    pub(super) fn replace(&mut self, hash: u64, old: u32, new: u32) {
        let place = self.place(hash, |n| n == old);
        let (line, i) = place.expect("the old number is in the index");
        self.lines[line].numbers[i] = new;
    }

    fn place(&self, hash: u64, mut is: impl FnMut(u32) -> bool) -> Option<(usize, usize)> {
        let (mut at, tag) = (self.home(hash), tag(hash));
        loop {
            let line = self.lines.get(at)?;
            let mut places = line.places(tag);
            while places != 0 {
                let i = places.trailing_zeros() as usize / 8;
                if is(line.numbers[i]) {
                    return Some((at, i));
                }
                places &= places - 1;
            }
            if !line.has_spilt {
                return None;
            }
            at = self.next(at);
        }
    }

    /// Inserts a number that is not in the index yet. There must be room for it.
    pub(super) fn insert(&mut self, hash: u64, number: u32) {
        debug_assert!(!self.is_full(), "an index grows before it is full");
        let mut at = self.home(hash);
        while usize::from(self.lines[at].len) == EACH {
            self.lines[at].has_spilt = true;
            at = self.next(at);
        }
        let line = &mut self.lines[at];
        let i = usize::from(line.len);
        (line.tags[i], line.numbers[i]) = (tag(hash), number);
        line.len += 1;
        self.len += 1;
    }

    const fn next(&self, line: usize) -> usize {
        if line + 1 == self.lines.len() {
            0
        } else {
            line + 1
        }
    }
}

/// The byte of a hash that is stored with the number: the lowest, or 1 if that is 0.
fn tag(hash: u64) -> u8 {
    hash.to_le_bytes()[0].max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Inserts far more numbers than a line holds, all of which belong to the last line.
    #[test]
    fn numbers_that_spill_are_found() {
        let mut index = Index::default().doubled().doubled().doubled().doubled();
        let hash = |n: u32| u64::MAX - u64::from(n % 3);
        let numbers = 0..80;
        for n in numbers.clone() {
            assert!(!index.is_full());
            assert_eq!(index.find(hash(n), |other| other == n), None);
            index.insert(hash(n), n);
        }
        assert_eq!(index.len(), 80);
        assert_eq!(index.find(0, |_| true), None);
        index.insert(0, 80);
        assert_eq!(index.find(0, |_| true), Some(80));
        for n in numbers {
            index.replace(hash(n), n, n + 100);
            assert_eq!(index.find(hash(n), |other| other == n), None);
            assert_eq!(index.find(hash(n), |other| other == n + 100), Some(n + 100));
        }
    }
}
