//! Weights stored as running sums, so that a draw needs no unpredictable branch: the weight that a
//! number below the total falls on is found by counting the sums at or below the number.
//!
//! A *row* holds the weights of one box. Nearly all rows are small: at most [`LANES`] weights with a sum
//! below 2^31. A small row takes one block of 32-bit sums: lane 0 holds the total, lane `i` the sum of the
//! first `i` weights, and the lanes after the last weight hold the total again, which no draw reaches. A row
//! that is larger, or grows larger, has its own vector of 64-bit sums and keeps it; its block holds the
//! index of that vector.

use wide::i32x4;

use super::super::rule::MOST_BEADS;

/// The number of vectors in a block.
const VECTORS: usize = 3;
/// The largest number of weights in a small row: the squares of tic-tac-toe, rounded up to whole vectors.
const LANES: usize = 4 * VECTORS;

/// The largest total of a small row.
const SMALL: u64 = i32::MAX as u64;

/// The sums of a small row; all are 0 when it is empty.
///
/// The total is the largest sum, so a total of 0 next to another sum that is not 0 cannot occur in a small
/// row. Such a block, with `-1 - i` in lane 1, refers to large row `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SumBlock([i32x4; VECTORS]);

impl SumBlock {
    const EMPTY: Self = Self([i32x4::ZERO; VECTORS]);

    const fn new(lanes: [i32; LANES]) -> Self {
        let (vectors, _) = lanes.as_chunks();
        let [a, b, c] = [vectors[0], vectors[1], vectors[2]];
        Self([i32x4::new(a), i32x4::new(b), i32x4::new(c)])
    }

    #[inline]
    fn lane(&self, i: usize) -> i32 {
        self.0[i / 4].as_array()[i % 4]
    }

    #[inline]
    pub(super) fn total(&self) -> u64 {
        u64::from(self.lane(0).cast_unsigned())
    }

    /// Returns which weight a number below the total falls on.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "draws are below the total, and there are few lanes"
    )]
    pub(super) fn locate(&self, drawn: u64) -> usize {
        let above = i32x4::splat(drawn as i32 + 1);
        // Written out, like `shift`: whether `map` and `zip` are inlined depends on code elsewhere.
        let [a, b, c] = self.0;
        let (a, b, c) = (above.simd_gt(a), above.simd_gt(b), above.simd_gt(c));
        -(a + b + c).reduce_add() as usize
    }

    /// The index of the large row that this block refers to, if any.
    fn large(&self) -> Option<usize> {
        let place = self.lane(1);
        (place < 0).then(|| usize::try_from(-1 - place).expect("not negative"))
    }

    #[inline]
    fn is_ready(&self) -> bool {
        self.lane(0) != 0
    }

    /// Adds `by` to a weight: to the total and to the sums that contain the weight.
    #[inline]
    fn shift(&mut self, colour: usize, by: i32) {
        let by = i32x4::splat(by);
        let [a, b, c] = &mut self.0;
        let [in_a, in_b, in_c] = CONTAINING[colour].0;
        *a += by & in_a;
        *b += by & in_b;
        *c += by & in_c;
    }

    fn weight(&self, colour: usize) -> u64 {
        let before = if colour == 0 { 0 } else { self.lane(colour) };
        let after = self.lane((colour + 1) % LANES);
        u64::from((after - before).cast_unsigned())
    }
}

/// For each weight, a mask of the sums that contain it.
static CONTAINING: [SumBlock; LANES] = {
    let mut masks = [SumBlock::EMPTY; LANES];
    let mut colour = 0;
    while colour < LANES {
        let mut lanes = [-1; LANES];
        let mut i = 1;
        while i <= colour {
            lanes[i] = 0;
            i += 1;
        }
        masks[colour] = SumBlock::new(lanes);
        colour += 1;
    }
    masks
};

/// The sums that a row stores: the total, then the sum of the first `i` weights for each `i` from 1 up to
/// one less than their number.
fn sums(weights: &[u64]) -> impl Iterator<Item = u64> {
    let before = weights.iter().scan(0, |sum, weight| {
        *sum += weight;
        Some(*sum)
    });
    let total = weights.iter().sum();
    std::iter::once(total).chain(before).take(weights.len())
}

/// Rows of weights, numbered from 0.
#[derive(Clone, Debug, Default)]
pub(super) struct PrefixSums {
    blocks: Vec<SumBlock>,
    large: Vec<Vec<u64>>,
}

impl PrefixSums {
    pub(super) fn len(&self) -> usize {
        self.blocks.len()
    }

    /// Grows to at least `len` rows; new rows are empty.
    pub(super) fn grow_to(&mut self, len: usize) {
        if self.blocks.len() < len {
            self.blocks.resize(len, SumBlock::EMPTY);
        }
    }

    /// A row that can be drawn from directly: small and not empty.
    #[inline]
    pub(super) fn ready(&self, row: usize) -> Option<&SumBlock> {
        self.blocks.get(row).filter(|block| block.is_ready())
    }

    /// The sum of all weights; 0 if the row does not exist yet.
    pub(super) fn total(&self, row: usize) -> u64 {
        let Some(block) = self.blocks.get(row) else {
            return 0;
        };
        block
            .large()
            .map_or_else(|| block.total(), |i| self.large[i][0])
    }

    /// Returns which weight of a small or large row a number below its total falls on.
    pub(super) fn locate(&self, row: usize, drawn: u64) -> usize {
        let block = &self.blocks[row];
        match block.large() {
            None => block.locate(drawn),
            Some(i) => self.large[i].iter().filter(|&&sum| sum <= drawn).count(),
        }
    }

    /// Writes all weights of a row; their sum must fit into 64 bits.
    pub(super) fn write(&mut self, row: usize, weights: &[u64]) {
        let block = &mut self.blocks[row];
        let total: u64 = weights.iter().sum();
        if let Some(i) = block.large() {
            self.large[i] = sums(weights).collect();
        } else if total <= SMALL && weights.len() <= LANES {
            let narrow = |sum| i32::try_from(sum).expect("no sum is above the total");
            let mut lanes = [narrow(total); LANES];
            for (lane, sum) in lanes.iter_mut().zip(sums(weights)) {
                *lane = narrow(sum);
            }
            *block = SumBlock::new(lanes);
        } else {
            // It becomes large.
            let place = i32::try_from(self.large.len()).expect("fewer than 2^31 large rows");
            self.large.push(sums(weights).collect());
            let mut lanes = [0; LANES];
            lanes[1] = -1 - place;
            *block = SumBlock::new(lanes);
        }
    }

    pub(super) fn weight(&self, row: usize, colour: usize) -> u64 {
        let block = &self.blocks[row];
        match block.large() {
            None => block.weight(colour),
            Some(i) => {
                let sums = &self.large[i];
                let before = if colour == 0 { 0 } else { sums[colour] };
                sums[(colour + 1) % sums.len()] - before
            }
        }
    }

    pub(super) fn read(&self, row: usize, count: usize, into: &mut Vec<u64>) {
        into.clear();
        into.extend((0..count).map(|colour| self.weight(row, colour)));
    }

    /// Adds `n` to one of `count` weights, up to a total of [`MOST_BEADS`], and returns how much was added.
    #[inline]
    pub(super) fn add(&mut self, row: usize, colour: usize, count: usize, n: u64) -> u64 {
        let block = &mut self.blocks[row];
        if block.is_ready() && n <= SMALL - block.total() {
            #[expect(clippy::cast_possible_truncation, reason = "not above 2^31")]
            block.shift(colour, n as i32);
            n
        } else {
            self.add_slowly(row, colour, count, n)
        }
    }

    #[cold]
    fn add_slowly(&mut self, row: usize, colour: usize, count: usize, n: u64) -> u64 {
        let added = n.min(MOST_BEADS - self.total(row));
        if let Some(i) = self.blocks[row].large() {
            let sums = &mut self.large[i];
            sums[0] += added;
            sums[colour + 1..].iter_mut().for_each(|sum| *sum += added);
        } else {
            let mut weights = Vec::new();
            self.read(row, count, &mut weights);
            weights[colour] += added;
            self.write(row, &weights);
        }
        added
    }

    /// Subtracts `n` from one weight of a row, which must be at least `n`.
    pub(super) fn take(&mut self, row: usize, colour: usize, n: u64) {
        let block = &mut self.blocks[row];
        match block.large() {
            None => {
                let n = i32::try_from(n).expect("no weight is above the total");
                block.shift(colour, -n);
            }
            Some(i) => {
                let sums = &mut self.large[i];
                sums[0] -= n;
                sums[colour + 1..].iter_mut().for_each(|sum| *sum -= n);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(weights: &[u64]) -> PrefixSums {
        let mut rows = PrefixSums::default();
        rows.grow_to(3);
        rows.write(1, weights);
        rows
    }

    fn weights(rows: &PrefixSums, count: usize) -> Vec<u64> {
        let mut weights = Vec::new();
        rows.read(1, count, &mut weights);
        weights
    }

    /// Weights around both limits of a small row: the number of weights and their total.
    fn cases() -> Vec<Vec<u64>> {
        let mut cases: Vec<Vec<u64>> = (1..=14).map(|n| (0..n).map(|i| i % 4).collect()).collect();
        for total in [SMALL - 1, SMALL, SMALL + 1, 1 << 40] {
            cases.push(vec![total]);
            cases.push(vec![0, total - 3, 0, 3]);
            cases.push([vec![total - 11], vec![1; 11]].concat());
            cases.push([vec![1; 12], vec![total - 12]].concat());
        }
        cases
    }

    #[test]
    fn what_is_written_is_read_and_drawn() {
        for case in cases() {
            let rows = row(&case);
            let total: u64 = case.iter().sum();
            assert_eq!(weights(&rows, case.len()), case);
            assert_eq!(rows.total(1), total, "{case:?}");
            assert_eq!((rows.total(0), rows.total(2), rows.total(7)), (0, 0, 0));
            let mut below = 0;
            for (colour, &weight) in case.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                assert_eq!(rows.locate(1, below), colour, "{case:?}");
                below += weight;
                assert_eq!(rows.locate(1, below - 1), colour, "{case:?}");
            }
        }
    }

    #[test]
    fn what_is_added_and_taken_moves_one_weight() {
        for case in cases() {
            for colour in 0..case.len() {
                for n in [1, SMALL - 40, SMALL, 1 << 35] {
                    let mut rows = row(&case);
                    let mut expected = case.clone();
                    assert_eq!(rows.add(1, colour, case.len(), n), n);
                    expected[colour] += n;
                    assert_eq!(weights(&rows, case.len()), expected);
                    rows.take(1, colour, n - 1);
                    expected[colour] -= n - 1;
                    assert_eq!(weights(&rows, case.len()), expected);
                    assert_eq!(rows.total(1), expected.iter().sum::<u64>());
                }
            }
        }
    }

    #[test]
    fn a_full_row_takes_no_more() {
        let mut rows = row(&[20, 20]);
        assert_eq!(rows.add(1, 0, 2, MOST_BEADS), MOST_BEADS - 40);
        assert_eq!(rows.add(1, 1, 2, 9), 0);
        assert_eq!(weights(&rows, 2), [MOST_BEADS - 20, 20]);
    }
}
