//! The order of packed boxes by key, without moving any of them.

use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

use super::PackedBoxes;
use super::rows::Block;
use crate::game::Key;

/// The approximate number of boxes in an interval: few enough to fit into a fast cache.
const FEW: usize = 4096;
const SAMPLED: usize = 8;
/// The number of intervals per core that are written at the same time.
const AT_ONCE: usize = 8;

/// The numbers of all boxes in the order of their keys.
///
/// Sorting the numbers directly would wait for memory at each comparison. So they are first distributed
/// over intervals of keys, which are chosen by a sample. Each interval is sorted, with a copy of its keys,
/// when its first number is needed; its rows are then in the cache when they are read.
pub struct Sorted<'a> {
    boxes: &'a PackedBoxes,
    numbers: Vec<u32>,
    ends: std::vec::IntoIter<usize>,
    next: usize,
    /// The count of numbers that are in order.
    in_order: usize,
    keyed: Vec<(Key, u32)>,
}

impl<'a> Sorted<'a> {
    pub(super) fn new(boxes: &'a PackedBoxes) -> Self {
        let bounds = KeyBounds::new(boxes);
        let mut ends = vec![0; bounds.between.len() + 1];
        bounds.for_each_interval(boxes, |interval| ends[interval] += 1);
        let mut sum = 0;
        for end in &mut ends {
            // The start of the interval; filling it turns this into its end.
            (*end, sum) = (sum, sum + *end);
        }
        let mut numbers = vec![0; boxes.len()];
        let mut each = boxes.numbers();
        bounds.for_each_interval(boxes, |interval| {
            numbers[ends[interval]] = each.next().expect("a number for each box");
            ends[interval] += 1;
        });
        Self {
            boxes,
            numbers,
            ends: ends.into_iter(),
            next: 0,
            in_order: 0,
            keyed: Vec::new(),
        }
    }

    /// Writes all boxes in order of their keys, each as the step from the key before, on all cores, and passes the bytes
    /// to `take` piece by piece. After an error `take` gets nothing more.
    pub fn write<E>(
        mut self,
        write: impl Fn(&mut Vec<u8>, u128, u16, &[u64]) + Sync,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let boxes = self.boxes;
        // All boxes of an interval but the first, whose step depends on the interval before; and the last key.
        let written = |buffers: &mut (Vec<_>, Vec<u64>), numbers: &mut [u32]| {
            let (keyed, beads) = buffers;
            put_in_order(boxes, numbers, keyed);
            let (&mut first, rest) = numbers.split_first_mut()?;
            let (mut bytes, mut last) = (Vec::new(), boxes.row(first).key().0);
            for &mut number in rest {
                let (Key(key), ply) = boxes.by_number(number, beads);
                write(&mut bytes, key - last, ply, beads);
                last = key;
            }
            Some((first, bytes, last))
        };
        let (mut before, mut beads) = (0, Vec::new());
        let mut take = |interval: Option<(u32, Vec<u8>, u128)>| {
            let Some((first, bytes, last)) = interval else {
                return Ok(());
            };
            let ((Key(key), ply), mut head) = (boxes.by_number(first, &mut beads), Vec::new());
            write(&mut head, key - before, ply, &beads);
            before = last;
            take(&head)?;
            take(&bytes)
        };
        let mut intervals = Vec::new();
        let (mut rest, mut start) = (&mut self.numbers[..], 0);
        for end in self.ends {
            let (interval, after) = rest.split_at_mut(end - start);
            intervals.push(interval);
            (rest, start) = (after, end);
        }
        if !boxes.are_many() {
            let mut buffers = Default::default();
            let mut intervals = intervals.into_iter();
            return intervals.try_for_each(|numbers| take(written(&mut buffers, numbers)));
        }
        for some in intervals.chunks_mut(AT_ONCE * rayon::current_num_threads()) {
            let written: Vec<_> = some
                .par_iter_mut()
                .map_init(Default::default, |buffers, numbers| {
                    written(buffers, numbers)
                })
                .collect();
            written.into_iter().try_for_each(&mut take)?;
        }
        Ok(())
    }
}

/// Puts the numbers of an interval in the order of their keys.
fn put_in_order(boxes: &PackedBoxes, numbers: &mut [u32], keyed: &mut Vec<(Key, u32)>) {
    // The address of a row is read from its block, so the blocks are prefetched first.
    for (shard, number) in numbers.iter().map(|&number| boxes.split(number)) {
        shard.fetch_block(number);
    }
    for (shard, number) in numbers.iter().map(|&number| boxes.split(number)) {
        shard.fetch_row(number);
    }
    keyed.clear();
    keyed.extend(numbers.iter().map(|&n| (boxes.row(n).key(), n)));
    keyed.sort_unstable();
    for (number, (_, sorted)) in numbers.iter_mut().zip(keyed) {
        *number = *sorted;
    }
}

/// The keys that separate the intervals, by their high bits: comparing half a key takes half the time.
struct KeyBounds {
    between: Vec<u64>,
    /// The number of low bits that are left out.
    low: u32,
}

impl KeyBounds {
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

    /// Passes the interval of each box to `take`, in the order of [`PackedBoxes::numbers`].
    ///
    /// It is called once to count and once to distribute: storing the intervals would take memory.
    fn for_each_interval(&self, boxes: &PackedBoxes, mut take: impl FnMut(usize)) {
        boxes.by_block(
            |block: &Block| {
                let keys = block.rows().map(|row| block.row(row).key());
                keys.map(|key| {
                    let high = self.high(key);
                    self.between.partition_point(|bound| *bound <= high)
                })
                .collect::<Vec<usize>>()
            },
            |intervals| {
                intervals.into_iter().for_each(&mut take);
            },
        );
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
}
