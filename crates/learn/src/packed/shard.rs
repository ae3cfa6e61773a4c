//! Matchboxes in rows of bytes, and an index of 32-bit numbers over them.
//!
//! Rows of one form (bytes of the key, bytes of the ply, number of colours, bytes of a count) are stored
//! together in blocks, which are filled one after the other and never moved, so that growing copies only the
//! index. A box takes the narrowest form that holds it. A box whose counts outgrow a byte moves to another
//! row, and its old row is free for the next box of that form. So the memory of a shard depends on its boxes
//! and the order in which they came; its answers depend only on its boxes.

use std::hash::BuildHasher;
use std::mem::take;

use foldhash::fast::FixedState;
use prefetch_index::prefetch_index;

use super::index::Index;
use super::rows::{Block, PackedRow, ROW_BITS, ROWS, RowForm};
use crate::game::Key;

#[derive(Clone, Debug)]
struct Slab {
    filling: usize,
    /// The numbers of rows that are free because their box has moved.
    free: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Shard {
    index: Index,
    pub(super) blocks: Vec<Block>,
    slabs: Vec<Slab>,
    /// For each number of colours and each form, the index of the slab plus one; 0 if there is none.
    places: Vec<[u32; RowForm::EACH]>,
    used: u64,
}

/// A key with its hash, which is computed only once.
#[derive(Clone, Copy, Debug)]
pub struct HashedKey {
    pub key: Key,
    pub(super) hash: u64,
}

impl From<Key> for HashedKey {
    fn from(key: Key) -> Self {
        let hash = FixedState::default().hash_one(key.0);
        Self { key, hash }
    }
}

/// A box that has been met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Met {
    /// The number of its row, valid until it moves to a wider or narrower row.
    pub(crate) number: u32,
    /// The number of moves that had been played when it was first met.
    pub(crate) ply: u16,
    /// Whether this is the first time that it has been met since it was stored.
    pub(crate) again: bool,
}

impl Shard {
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Bytes that the boxes take: their rows, and [`Index::COST`] for each. The number depends only on the
    /// boxes, not on how they came about.
    pub(crate) fn footprint(&self) -> u64 {
        self.used + self.len() as u64 * Index::COST
    }

    /// Bytes that one more box would add to [`Shard::footprint`].
    pub(crate) fn cost(key: Key, ply: u16, beads: &[u64]) -> u64 {
        RowForm::narrowest(key, ply, beads).stride() as u64 + Index::COST
    }

    /// Bytes allocated: rows, blocks and index, including reserves.
    pub(crate) fn allocated(&self) -> u64 {
        let rows: usize = self.blocks.iter().map(|block| block.bytes.capacity()).sum();
        let free: usize = self.slabs.iter().map(|slab| slab.free.capacity()).sum();
        let rest = self.blocks.capacity() * size_of::<Block>()
            + self.slabs.capacity() * size_of::<Slab>()
            + self.places.capacity() * size_of::<[u32; RowForm::EACH]>()
            + free * size_of::<u32>();
        (rows + rest + self.index.allocated()) as u64
    }

    /// Reads the beads of the box with this key into `beads`, and returns its ply.
    pub(crate) fn read(&self, hashed: HashedKey, beads: &mut Vec<u64>) -> Option<u16> {
        let number = self.find(hashed)?;
        Some(self.row(number).read(beads))
    }

    /// Reads the box with this key like [`Shard::read`], and marks it as met.
    pub(crate) fn meet(&mut self, hashed: HashedKey, beads: &mut Vec<u64>) -> Option<Met> {
        let number = self.find(hashed)?;
        let (block, row) = split(number);
        let block = &mut self.blocks[block];
        let ply = block.row(row).read(beads);
        let again = !block.again.has(row);
        block.again.set(row, true);
        Some(Met { number, ply, again })
    }

    /// Stores a box, and replaces the one with the same key, if any.
    pub(super) fn put(&mut self, hashed: HashedKey, ply: u16, beads: &[u64]) {
        if let Some(number) = self.find(hashed) {
            self.rewrite(number, hashed, ply, beads);
        } else {
            self.add(hashed, ply, beads);
        }
    }

    /// Adds a box with a new key. It panics with more than 2^32 boxes, or colours.
    pub(crate) fn add(&mut self, hashed: HashedKey, ply: u16, beads: &[u64]) -> Met {
        debug_assert!(self.find(hashed).is_none(), "a box is added once");
        if self.index.is_full() {
            self.grow_index();
        }
        let number = self.take_row(RowForm::narrowest(hashed.key, ply, beads));
        let (block, row) = split(number);
        self.blocks[block].write(row, hashed.key, ply, beads);
        self.index.insert(hashed.hash, number);
        let again = false;
        Met { number, ply, again }
    }

    /// Rebuilds the index with twice the room. The old one is freed before the new one is allocated.
    #[cold]
    fn grow_index(&mut self) {
        // Both at once would be the peak of the memory of a run.
        let mut index = take(&mut self.index).doubled();
        let mut hashes = Vec::with_capacity(ROWS);
        for (number, block) in self.blocks.iter().enumerate() {
            // Prefetch the lines of all rows of a block before the first insertion.
            hashes.extend(block.rows().map(|row| {
                let HashedKey { hash, .. } = block.row(row).key().into();
                index.fetch(hash);
                (hash, joined(number, row))
            }));
            for (hash, number) in hashes.drain(..) {
                index.insert(hash, number);
            }
        }
        self.index = index;
    }

    /// Prefetches what a look-up of the box with this key will read.
    pub(crate) fn fetch(&self, hashed: HashedKey) {
        self.index.fetch(hashed.hash);
    }

    /// Reads the beads of a box into `beads`, calls `change` with its ply and these beads, and writes them back.
    /// The box must exist. The number is the one that it had when it was met; it may have moved since.
    pub(crate) fn change(
        &mut self,
        key: Key,
        number: u32,
        beads: &mut Vec<u64>,
        change: impl FnOnce(u16, &mut [u64]),
    ) {
        let (mut block, mut row) = split(number);
        if !self.blocks[block].has(row, key) {
            let number = self.find(key.into());
            (block, row) = split(number.expect("a box that has been met"));
        }
        let held = &mut self.blocks[block];
        let ply = held.row(row).read(beads);
        change(ply, beads);
        if !held.write_beads(row, beads) {
            self.rewrite(joined(block, row), key.into(), ply, beads);
        }
    }

    /// Rewrites a box, in another row if it needs another form.
    pub(crate) fn rewrite(&mut self, old: u32, hashed: HashedKey, ply: u16, beads: &[u64]) {
        let HashedKey { key, hash } = hashed;
        let (form, old_form) = (RowForm::narrowest(key, ply, beads), self.row(old).form);
        if form == old_form {
            let (block, row) = split(old);
            return self.blocks[block].write(row, key, ply, beads);
        }
        let (block, row) = split(old);
        let block = &mut self.blocks[block];
        let again = block.again.has(row);
        // The next box in this row must not count as met.
        block.again.set(row, false);
        block.free.set(row, true);
        let number = self.take_row(form);
        let (block, row) = split(number);
        let block = &mut self.blocks[block];
        block.write(row, key, ply, beads);
        block.again.set(row, again);
        self.index.replace(hash, old, number);
        self.used -= old_form.stride() as u64;
        let slab = self.slab(old_form);
        self.slabs[slab].free.push(old);
    }

    /// All boxes in the order of their rows.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        let blocks = self.blocks.iter().enumerate();
        blocks.flat_map(|(number, block)| block.rows().map(move |row| joined(number, row)))
    }

    /// Calls `show` with the key, ply and beads of each box, in any order.
    pub(super) fn each(&self, mut show: impl FnMut(Key, u16, &[u64])) {
        let mut beads = Vec::new();
        for row in self.numbers().map(|number| self.row(number)) {
            let ply = row.read(&mut beads);
            show(row.key(), ply, &beads);
        }
    }

    /// Passes each box to `take`, with whether it has been met again, and frees its memory on the way.
    pub(super) fn drain(self, mut take: impl FnMut(HashedKey, u16, &[u64], bool)) {
        drop(self.index);
        let mut beads = Vec::new();
        for block in self.blocks {
            for row in block.rows() {
                let ply = block.row(row).read(&mut beads);
                let hashed = block.row(row).key().into();
                take(hashed, ply, &beads, block.again.has(row));
            }
        }
    }

    pub(super) fn mark(&mut self, number: u32) {
        let (block, row) = split(number);
        self.blocks[block].again.set(row, true);
    }

    /// Prefetches the block of a box, which gives the address of its row.
    pub(super) fn fetch_block(&self, number: u32) {
        prefetch_index(&self.blocks, split(number).0);
    }

    pub(super) fn fetch_row(&self, number: u32) {
        let (block, row) = split(number);
        self.blocks[block].fetch(row);
    }

    fn find(&self, hashed: HashedKey) -> Option<u32> {
        self.index
            .find(hashed.hash, |number| self.row(number).key() == hashed.key)
    }

    pub(super) fn row(&self, number: u32) -> PackedRow<'_> {
        let (block, row) = split(number);
        self.blocks[block].row(row)
    }

    /// The index of the slab of a form, which is made if there is none.
    fn slab(&mut self, form: RowForm) -> usize {
        let places = self.places.get(form.colours as usize);
        match places.map_or(0, |places| places[form.slot()]) {
            0 => self.make_slab(form),
            place => place as usize - 1,
        }
    }

    #[cold]
    fn make_slab(&mut self, form: RowForm) -> usize {
        let colours = form.colours as usize;
        if self.places.len() <= colours {
            self.places.resize(colours + 1, [0; RowForm::EACH]);
        }
        let filling = self.blocks.len();
        // Small tables have few rows of a form, so the first block starts empty and grows.
        self.blocks.push(Block::new(form, 0));
        let free = Vec::new();
        self.slabs.push(Slab { filling, free });
        let number = u32::try_from(self.slabs.len()).expect("few forms");
        self.places[colours][form.slot()] = number;
        self.slabs.len() - 1
    }

    /// Takes a row for one more box of this form. It may hold old bytes, which must be overwritten.
    fn take_row(&mut self, form: RowForm) -> u32 {
        let slab = self.slab(form);
        let slab = &mut self.slabs[slab];
        self.used += form.stride() as u64;
        if let Some(number) = slab.free.pop() {
            let (block, row) = split(number);
            self.blocks[block].free.set(row, false);
            return number;
        }
        if self.blocks[slab.filling].is_full() {
            slab.filling = self.blocks.len();
            self.blocks.push(Block::new(form, ROWS));
        }
        joined(slab.filling, self.blocks[slab.filling].add())
    }
}

/// The block of a box and its row in the block, from its number.
const fn split(number: u32) -> (usize, usize) {
    (number as usize >> ROW_BITS, number as usize % ROWS)
}

/// The number of the box in this row of this block.
fn joined(block: usize, row: usize) -> u32 {
    let number = u32::try_from(block << ROW_BITS | row);
    number.expect("a shard holds fewer than 2^32 boxes")
}
