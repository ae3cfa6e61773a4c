//! Packed boxes in the order of their keys, of which none is moved.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::PackedBoxes;
use super::rows::Block;
use crate::game::Key;

/// How many boxes an interval has, about: few enough to lie in a near cache.
const FEW: usize = 4096;
/// How many of a sample there are for each interval.
const SAMPLED: usize = 8;
/// How many intervals are written at once for each core.
const AT_ONCE: usize = 8;

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
        let bounds = Bounds::new(boxes);
        let mut ends = vec![0; bounds.between.len() + 1];
        bounds.tell_intervals(boxes, |interval| ends[interval] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // Where the interval begins, until it is filled.
            (*end, sum) = (sum, sum + *end);
        }
        let mut numbers = vec![0; boxes.len()];
        let mut each = boxes.numbers();
        bounds.tell_intervals(boxes, |interval| {
            let place = &mut ends[interval];
            numbers[*place] = each.next().expect("a number for each box");
            *place += 1;
        });
        drop(each);
        Self {
            boxes,
            numbers,
            ends: ends.into_iter(),
            next: 0,
            in_order: 0,
            keyed: Vec::new(),
        }
    }

    /// Has all boxes written one after the other, by as many cores as there are, and hands over what
    /// comes of it, portion by portion.
    ///
    /// # Errors
    ///
    /// Whatever `take` gives, with nothing handed over after it.
    pub(crate) fn write<E>(
        mut self,
        write: impl Fn(&mut Vec<u8>, Key, u16, &[u64]) + Sync,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let boxes = self.boxes;
        let written = |serving: &mut (Vec<_>, Vec<u64>), numbers: &mut [u32]| {
            let (keyed, beads) = serving;
            put_in_order(boxes, numbers, keyed);
            let mut bytes = Vec::new();
            for &mut number in numbers {
                let (key, ply) = boxes.by_number(number, beads);
                write(&mut bytes, key, ply, beads);
            }
            bytes
        };
        let mut intervals = Vec::new();
        let (mut rest, mut start) = (&mut self.numbers[..], 0);
        for end in self.ends {
            let (interval, after) = rest.split_at_mut(end - start);
            intervals.push(interval);
            (rest, start) = (after, end);
        }
        if !boxes.are_many() {
            let mut serving = Default::default();
            let mut intervals = intervals.into_iter();
            return intervals.try_for_each(|numbers| take(&written(&mut serving, numbers)));
        }
        for some in intervals.chunks_mut(AT_ONCE * rayon::current_num_threads()) {
            let written: Vec<Vec<u8>> = some
                .par_iter_mut()
                .map_init(Default::default, |serving, numbers| {
                    written(serving, numbers)
                })
                .collect();
            written.iter().try_for_each(|bytes| take(bytes))?;
        }
        Ok(())
    }
}

/// Puts the numbers of an interval in the order of their keys.
fn put_in_order(boxes: &PackedBoxes, numbers: &mut [u32], keyed: &mut Vec<(Key, u32)>) {
    // Where a row lies is read from its block, so that one is asked for before the other.
    for &number in &*numbers {
        boxes.fetch_block(number);
    }
    for &number in &*numbers {
        boxes.fetch_row(number);
    }
    keyed.clear();
    keyed.extend(numbers.iter().map(|&n| (boxes.row(n).key(), n)));
    keyed.sort_unstable();
    for (number, (_, sorted)) in numbers.iter_mut().zip(keyed) {
        *number = *sorted;
    }
}

/// The keys between which the intervals lie, by their high bits: half a key is compared in half the time.
struct Bounds {
    between: Vec<u64>,
    /// How many low bits are left out.
    low: u32,
}

impl Bounds {
    fn new(boxes: &PackedBoxes) -> Self {
        let sample = boxes.numbers().step_by(FEW / SAMPLED);
        let mut sample: Vec<Key> = sample.map(|number| boxes.row(number).key()).collect();
        sample.sort_unstable();
        let length = sample.last().map_or(0, |last| 128 - last.0.leading_zeros());
        let mut bounds = Self {
            between: Vec::new(),
            low: length.saturating_sub(64),
        };
        let between = sample.into_iter().skip(SAMPLED).step_by(SAMPLED);
        bounds.between = between.map(|key| bounds.high(key)).collect();
        bounds
    }

    fn high(&self, key: Key) -> u64 {
        u64::try_from(key.0 >> self.low).unwrap_or(u64::MAX)
    }

    /// Tells the interval of each box, in the order of [`PackedBoxes::numbers`].
    ///
    /// It is told once to count and once to deal out: to note it in between would take memory.
    fn tell_intervals(&self, boxes: &PackedBoxes, mut tell: impl FnMut(usize)) {
        let of_block = |block: &Block| {
            let keys = block.rows().map(|row| block.row(row).key());
            let interval = |key| {
                let high = self.high(key);
                self.between.partition_point(|bound| *bound <= high)
            };
            keys.map(interval).collect::<Vec<usize>>()
        };
        boxes.by_block(of_block, |intervals| {
            intervals.into_iter().for_each(&mut tell);
        });
    }
}

impl Iterator for Sorted<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.next == self.in_order {
            let end = self.ends.next()?;
            let numbers = &mut self.numbers[self.in_order..end];
            put_in_order(self.boxes, numbers, &mut self.keyed);
            self.in_order = end;
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
