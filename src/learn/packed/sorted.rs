//! Packed boxes in the order of their keys, of which none is moved.

use super::PackedBoxes;
use crate::game::Key;

/// How many boxes an interval has, about: few enough to lie in a near cache.
const FEW: usize = 4096;
/// How many of a sample there are for each interval.
const SAMPLED: usize = 8;

/// The numbers of all boxes in the order of their keys.
///
/// Sorting them as they lie would wait for memory at each comparison. So they are first dealt out among
/// intervals of keys, chosen by a sample. Each of these is sorted, with its keys at hand, when its first
/// number is asked for: its rows are then near when they are read.
#[derive(Clone, Debug)]
pub(crate) struct Sorted<'a> {
    boxes: &'a PackedBoxes,
    numbers: Vec<u32>,
    /// Where the intervals end.
    ends: std::vec::IntoIter<usize>,
    next: usize,
    /// How many numbers are in order.
    in_order: usize,
    /// Serves one interval after the other.
    keyed: Vec<(Key, u32)>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(boxes: &'a PackedBoxes) -> Self {
        let key = |number| boxes.row(number).key().0;
        let sample = boxes.numbers().step_by(FEW / SAMPLED).map(key);
        let mut sample: Vec<u128> = sample.collect();
        sample.sort_unstable();
        // The high bits of a key tell the interval: half a key is compared in half the time.
        let length = sample.last().map_or(0, |last| 128 - last.leading_zeros());
        let high = |key: u128| u64::try_from(key >> length.saturating_sub(64)).unwrap_or(u64::MAX);
        let bounds = sample.into_iter().skip(SAMPLED).step_by(SAMPLED);
        let bounds: Vec<u64> = bounds.map(high).collect();
        let interval = |number| {
            let high = high(key(number));
            bounds.partition_point(|bound| *bound <= high)
        };
        let mut ends = vec![0; bounds.len() + 1];
        for number in boxes.numbers() {
            ends[interval(number)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // Where the interval begins, until it is filled.
            (*end, sum) = (sum, sum + *end);
        }
        let mut numbers = vec![0; boxes.len()];
        for number in boxes.numbers() {
            let place = &mut ends[interval(number)];
            numbers[*place] = number;
            *place += 1;
        }
        Self {
            boxes,
            numbers,
            ends: ends.into_iter(),
            next: 0,
            in_order: 0,
            keyed: Vec::new(),
        }
    }

    /// Sorts the next interval.
    fn sort(&mut self, end: usize) {
        let numbers = &mut self.numbers[self.in_order..end];
        // Where a row lies is read from its block, so that one is asked for before the other.
        for &number in &*numbers {
            self.boxes.fetch_block(number);
        }
        for &number in &*numbers {
            self.boxes.fetch_row(number);
        }
        let keyed = numbers.iter().map(|&n| (self.boxes.row(n).key(), n));
        self.keyed.clear();
        self.keyed.extend(keyed);
        self.keyed.sort_unstable();
        for (number, (_, sorted)) in numbers.iter_mut().zip(&self.keyed) {
            *number = *sorted;
        }
        self.in_order = end;
    }
}

impl Iterator for Sorted<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.next == self.in_order {
            let end = self.ends.next()?;
            self.sort(end);
        }
        self.next += 1;
        Some(self.numbers[self.next - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.numbers.len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Sorted<'_> {}
