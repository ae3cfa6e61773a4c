//! Many matchboxes in little memory: a hash table of 32-bit numbers over rows of bytes.
//!
//! A row is a key, the ply and the beads of one box, nothing between them; rows of one form (bytes of
//! the key, colours, bytes of a count) lie together in blocks, which are filled one after the other
//! and never moved, so that growing copies nothing but the index. A box takes the narrowest form that
//! holds it: one whose counts outgrow a byte moves to another row and leaves its own to the next that
//! needs one. What a table takes therefore follows from what it holds and the order in which it came
//! there, and what it answers from what it holds alone.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::game::Key;

/// Rows of a block, as a power of two: the low bits of a box's number say which row it is.
const ROW_BITS: u32 = 8;
/// Rows of a block.
const ROWS: usize = 1 << ROW_BITS;
/// Bytes of the ply.
const PLY: usize = 2;

/// How the rows of a block are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Form {
    /// Bytes of a key: 4, 8, 12 or 16.
    key: u8,
    /// Bytes of a count: 1, 2, 4 or 8.
    width: u8,
    colours: u32,
}

impl Form {
    /// How many forms boxes of one number of colours can have.
    const EACH: usize = 16;

    fn of(key: Key, beads: &[u64]) -> Self {
        let bits = beads.iter().fold(0, |bits, n| bits | n);
        let width = match bits {
            0..0x100 => 1,
            0x100..0x1_0000 => 2,
            0x1_0000..0x1_0000_0000 => 4,
            _ => 8,
        };
        let words = (128 - key.0.leading_zeros()).div_ceil(32).max(1);
        Self {
            key: (4 * words).to_le_bytes()[0],
            width,
            colours: u32::try_from(beads.len()).expect("a box has few colours"),
        }
    }

    /// Bytes of a row.
    const fn stride(self) -> usize {
        self.key as usize + PLY + self.colours as usize * self.width as usize
    }

    /// A number for each form of one number of colours, below [`Form::EACH`].
    const fn slot(self) -> usize {
        (self.key as usize / 4 - 1) * 4 + self.width.trailing_zeros() as usize
    }
}

/// All rows of one form.
#[derive(Clone, Debug)]
struct Slab {
    form: Form,
    /// The block that is being filled.
    filling: usize,
    /// The numbers of rows that boxes have left.
    free: Vec<u32>,
}

/// Up to [`ROWS`] rows of one form.
#[derive(Clone, Debug)]
struct Block {
    form: Form,
    rows: Vec<u8>,
    /// Whether the box of each row has been met again.
    again: [u64; ROWS / 64],
}

/// Matchboxes by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct PackedBoxes {
    index: HashTable<u32>,
    hasher: FixedState,
    blocks: Vec<Block>,
    slabs: Vec<Slab>,
    /// For each number of colours where its slabs stand, plus one; 0 where there is none.
    places: Vec<[u32; Form::EACH]>,
    /// Bytes of all rows in use.
    used: u64,
}

impl PackedBoxes {
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Bytes that its boxes take: their rows, and the index at its emptiest. They follow from the
    /// boxes alone, whatever they have been before.
    pub(crate) fn footprint(&self) -> u64 {
        self.used + self.len() as u64 * INDEX
    }

    /// Bytes that a box more would add to [`PackedBoxes::footprint`].
    pub(crate) fn cost(key: Key, beads: &[u64]) -> u64 {
        Form::of(key, beads).stride() as u64 + INDEX
    }

    /// Bytes taken from the system: rows, blocks and index with all that is held in reserve.
    pub(crate) fn allocated(&self) -> u64 {
        let rows: usize = self.blocks.iter().map(|block| block.rows.capacity()).sum();
        let free: usize = self.slabs.iter().map(|slab| slab.free.capacity()).sum();
        let rest = self.blocks.capacity() * size_of::<Block>()
            + self.slabs.capacity() * size_of::<Slab>()
            + self.places.capacity() * size_of::<[u32; Form::EACH]>()
            + free * size_of::<u32>();
        (rows + rest + self.index.allocation_size()) as u64
    }

    /// Reads the box with this key: its beads into `beads`, its ply handed back.
    pub(crate) fn read(&self, key: Key, beads: &mut Vec<u64>) -> Option<u16> {
        let number = self.find(key)?;
        Some(self.row(number).read(beads))
    }

    /// Reads the box with this key as [`PackedBoxes::read`] does, and says besides whether this is the
    /// first time so since it was put here: it has been met again.
    pub(crate) fn meet(&mut self, key: Key, beads: &mut Vec<u64>) -> Option<(u16, bool)> {
        let number = self.find(key)?;
        let ply = self.row(number).read(beads);
        let is_first = !self.again(number);
        self.set_again(number, true);
        Some((ply, is_first))
    }

    fn again(&self, number: u32) -> bool {
        let (block, row) = (number as usize >> ROW_BITS, number as usize % ROWS);
        self.blocks[block].again[row / 64] >> (row % 64) & 1 == 1
    }

    fn set_again(&mut self, number: u32, again: bool) {
        let (block, row) = (number as usize >> ROW_BITS, number as usize % ROWS);
        let word = &mut self.blocks[block].again[row / 64];
        *word = *word & !(1 << (row % 64)) | u64::from(again) << (row % 64);
    }

    /// Puts a box in its place, whatever stood there.
    ///
    /// # Panics
    ///
    /// Past 2^32 boxes, or colours.
    pub(crate) fn put(&mut self, key: Key, ply: u16, beads: &[u64]) {
        match self.find(key) {
            Some(number) => self.rewrite(number, key, ply, beads),
            None => self.add(key, ply, beads),
        }
    }

    /// Puts a box where there is none with this key.
    ///
    /// # Panics
    ///
    /// As [`PackedBoxes::put`].
    pub(crate) fn add(&mut self, key: Key, ply: u16, beads: &[u64]) {
        let number = self.take_row(Form::of(key, beads));
        self.write(number, key, ply, beads);
        let (blocks, hasher) = (&self.blocks, &self.hasher);
        let hash = hasher.hash_one(key.0);
        self.index.insert_unique(hash, number, |&n| {
            hasher.hash_one(row_of(blocks, n).key().0)
        });
    }

    /// Reads the beads of a box into `beads`, has them changed by somebody who is told its ply, and
    /// writes them back; what he says is handed on, if there is such a box.
    pub(crate) fn change<T>(
        &mut self,
        key: Key,
        beads: &mut Vec<u64>,
        change: impl FnOnce(u16, &mut [u64]) -> T,
    ) -> Option<T> {
        let number = self.find(key)?;
        let ply = self.row(number).read(beads);
        let told = change(ply, beads);
        self.rewrite(number, key, ply, beads);
        Some(told)
    }

    /// Writes a box anew, in a wider row where it takes one.
    fn rewrite(&mut self, old: u32, key: Key, ply: u16, beads: &[u64]) {
        let (form, left) = (Form::of(key, beads), self.row(old).form);
        if form == left {
            return self.write(old, key, ply, beads);
        }
        let number = self.take_row(form);
        self.write(number, key, ply, beads);
        let hash = self.hasher.hash_one(key.0);
        let slot = self.index.find_mut(hash, |&n| n == old);
        *slot.expect("it has been found") = number;
        self.set_again(number, self.again(old));
        self.set_again(old, false);
        self.used -= left.stride() as u64;
        let slab = self.slab(left);
        self.slabs[slab].free.push(old);
    }

    /// Shows each box in any order: its key, ply and beads.
    pub(crate) fn each(&self, mut show: impl FnMut(Key, u16, &[u64])) {
        let mut beads = Vec::new();
        for &number in &self.index {
            let row = self.row(number);
            let ply = row.read(&mut beads);
            show(row.key(), ply, &beads);
        }
    }

    /// The numbers of all boxes in the order of their keys.
    ///
    /// Sorting them as they are would wait for memory at each comparison. So they are first dealt out
    /// among intervals of keys, chosen by a sample, each of which is then sorted with its keys at hand.
    pub(crate) fn sorted(&self) -> Vec<u32> {
        /// How many boxes an interval has, about.
        const FEW: usize = 2048;
        let by_key = |numbers: &mut [u32]| {
            let keyed = numbers.iter().map(|&n| (self.row(n).key(), n));
            let mut keyed: Vec<(Key, u32)> = keyed.collect();
            keyed.sort_unstable();
            for (number, (_, sorted)) in numbers.iter_mut().zip(keyed) {
                *number = sorted;
            }
        };
        let all = || self.index.iter().copied();
        if self.len() <= FEW {
            let mut numbers: Vec<u32> = all().collect();
            by_key(&mut numbers);
            return numbers;
        }
        let sample = all().step_by(FEW / 8).map(|n| self.row(n).key());
        let mut sample: Vec<Key> = sample.collect();
        sample.sort_unstable();
        let bounds: Vec<Key> = sample.into_iter().skip(8).step_by(8).collect();
        let interval = |n: u32| bounds.partition_point(|bound| *bound <= self.row(n).key());
        let mut ends = vec![0; bounds.len() + 1];
        for number in all() {
            ends[interval(number)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            // Where the interval begins, until it is filled.
            (*end, sum) = (sum, sum + *end);
        }
        let mut numbers = vec![0; self.len()];
        for number in all() {
            let place = &mut ends[interval(number)];
            numbers[*place] = number;
            *place += 1;
        }
        let mut start = 0;
        for end in ends {
            by_key(&mut numbers[start..end]);
            start = end;
        }
        numbers
    }

    /// The box of this number, which [`PackedBoxes::sorted`] gave: its beads into `beads`.
    pub(crate) fn by_number(&self, number: u32, beads: &mut Vec<u64>) -> (Key, u16) {
        let row = self.row(number);
        (row.key(), row.read(beads))
    }

    fn find(&self, key: Key) -> Option<u32> {
        let hash = self.hasher.hash_one(key.0);
        let found = self.index.find(hash, |&n| self.row(n).key() == key);
        found.copied()
    }

    fn row(&self, number: u32) -> Row<'_> {
        row_of(&self.blocks, number)
    }

    /// The place of the slab of a form, made if there is none.
    fn slab(&mut self, form: Form) -> usize {
        let colours = form.colours as usize;
        if self.places.len() <= colours {
            self.places.resize(colours + 1, [0; Form::EACH]);
        }
        let place = self.places[colours][form.slot()] as usize;
        if place > 0 {
            return place - 1;
        }
        let filling = self.blocks.len();
        // The first rows of a form are few in small tables: they grow as they come.
        self.blocks.push(Block {
            form,
            rows: Vec::new(),
            again: [0; ROWS / 64],
        });
        self.slabs.push(Slab {
            form,
            filling,
            free: Vec::new(),
        });
        let number = u32::try_from(self.slabs.len()).expect("few forms");
        self.places[colours][form.slot()] = number;
        self.slabs.len() - 1
    }

    /// A row for one box more of this form; what stands in it is to be overwritten.
    fn take_row(&mut self, form: Form) -> u32 {
        let slab = self.slab(form);
        let slab = &mut self.slabs[slab];
        self.used += form.stride() as u64;
        if let Some(number) = slab.free.pop() {
            return number;
        }
        let stride = slab.form.stride();
        if self.blocks[slab.filling].rows.len() == ROWS * stride {
            slab.filling = self.blocks.len();
            self.blocks.push(Block {
                form,
                rows: Vec::with_capacity(ROWS * stride),
                again: [0; ROWS / 64],
            });
        }
        let rows = &mut self.blocks[slab.filling].rows;
        let row = rows.len() / stride;
        rows.resize(rows.len() + stride, 0);
        let number = u32::try_from(slab.filling << ROW_BITS | row);
        number.expect("a table holds fewer than 2^32 boxes")
    }

    fn write(&mut self, number: u32, key: Key, ply: u16, beads: &[u64]) {
        let Block { form, rows, .. } = &mut self.blocks[number as usize >> ROW_BITS];
        let (stride, row) = (form.stride(), number as usize % ROWS);
        let bytes = &mut rows[row * stride..][..stride];
        let (head, counts) = bytes.split_at_mut(usize::from(form.key) + PLY);
        let (first, last) = head.split_at_mut(usize::from(form.key));
        // A few words and single bytes: copying lengths that are not known beforehand takes longer.
        let whole = key.0.to_le_bytes();
        for (word, part) in first
            .as_chunks_mut::<4>()
            .0
            .iter_mut()
            .zip(whole.as_chunks().0)
        {
            *word = *part;
        }
        last.copy_from_slice(&ply.to_le_bytes());
        let width = usize::from(form.width);
        if width == 1 {
            for (count, n) in counts.iter_mut().zip(beads) {
                [*count, ..] = n.to_le_bytes();
            }
            return;
        }
        for (count, n) in counts.chunks_exact_mut(width).zip(beads) {
            count.copy_from_slice(&n.to_le_bytes()[..width]);
        }
    }
}

/// Bytes of the index a box: a number and a control byte, of buckets that are seven sixteenths full
/// just after growing.
const INDEX: u64 = 12;

fn row_of(blocks: &[Block], number: u32) -> Row<'_> {
    let Block { form, rows, .. } = &blocks[number as usize >> ROW_BITS];
    let stride = form.stride();
    Row {
        form: *form,
        bytes: &rows[number as usize % ROWS * stride..][..stride],
    }
}

/// One box as it lies there.
struct Row<'a> {
    form: Form,
    bytes: &'a [u8],
}

impl Row<'_> {
    fn key(&self) -> Key {
        let mut key = [0; 16];
        let words = self.bytes[..usize::from(self.form.key)].as_chunks::<4>().0;
        for (part, word) in key.as_chunks_mut().0.iter_mut().zip(words) {
            *part = *word;
        }
        Key(u128::from_le_bytes(key))
    }

    fn read(&self, beads: &mut Vec<u64>) -> u16 {
        let rest = &self.bytes[usize::from(self.form.key)..];
        let (ply, counts) = rest.split_at(PLY);
        beads.clear();
        match self.form.width {
            1 => beads.extend(counts.iter().map(|&n| u64::from(n))),
            width => beads.extend(counts.chunks_exact(usize::from(width)).map(|count| {
                let mut n = [0; 8];
                n[..count.len()].copy_from_slice(count);
                u64::from_le_bytes(n)
            })),
        }
        u16::from_le_bytes([ply[0], ply[1]])
    }
}

/// The same boxes, wherever they lie.
impl PartialEq for PackedBoxes {
    fn eq(&self, other: &Self) -> bool {
        let (mut same, mut beads) = (self.len() == other.len(), Vec::new());
        if same {
            self.each(|key, ply, own| {
                same = same && other.read(key, &mut beads) == Some(ply) && beads == own;
            });
        }
        same
    }
}
