//! Matchboxes in rows of bytes, and an index of 32-bit numbers over them.
//!
//! Rows of one form (bytes of the key, of the ply, colours, bytes of a count) lie together in blocks,
//! which are filled one after the other and never moved, so that growing copies nothing but the index.
//! A box takes the narrowest form that holds it: one whose counts outgrow a byte moves to another row
//! and leaves its own to the next that needs one. What a shard takes therefore follows from what it holds
//! and the order in which it came there, and what it answers from what it holds alone.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;
use prefetch_index::prefetch_index;

use super::index::Index;
use super::rows::{Block, Form, ROW_BITS, ROWS, Row};
use crate::game::Key;

/// All rows of one form.
#[derive(Clone, Debug)]
struct Slab {
    /// The block that is being filled.
    filling: usize,
    /// The numbers of rows that boxes have left.
    left: Vec<u32>,
}

/// Matchboxes by key.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shard {
    index: Index,
    blocks: Vec<Block>,
    slabs: Vec<Slab>,
    /// For each number of colours where its slabs stand, plus one; 0 where there is none.
    places: Vec<[u32; Form::EACH]>,
    /// Bytes of all rows in use.
    used: u64,
}

/// A key, hashed once for all that is done with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sought {
    pub(crate) key: Key,
    pub(super) hash: u64,
}

impl From<Key> for Sought {
    fn from(key: Key) -> Self {
        let hash = FixedState::default().hash_one(key.0);
        Self { key, hash }
    }
}

/// A box that has been met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Met {
    /// Where it lies, until it moves to a wider row or a narrower one.
    pub(crate) number: u32,
    /// How many moves had been played when it was first met.
    pub(crate) ply: u16,
    /// Whether it has been met for the first time since it was put here.
    pub(crate) again: bool,
}

impl Shard {
    pub(crate) fn len(&self) -> usize {
        self.index.len()
    }

    /// Bytes that its boxes take: their rows, and the index at its emptiest. They follow from the
    /// boxes alone, whatever they have been before.
    pub(crate) fn footprint(&self) -> u64 {
        self.used + self.len() as u64 * Index::COST
    }

    /// Bytes that a box more would add to [`Shard::footprint`].
    pub(crate) fn cost(key: Key, ply: u16, beads: &[u64]) -> u64 {
        Form::of(key, ply, beads).stride() as u64 + Index::COST
    }

    /// Bytes taken from the system: rows, blocks and index with all that is held in reserve.
    pub(crate) fn allocated(&self) -> u64 {
        let rows: usize = self.blocks.iter().map(|block| block.bytes.capacity()).sum();
        let left: usize = self.slabs.iter().map(|slab| slab.left.capacity()).sum();
        let rest = self.blocks.capacity() * size_of::<Block>()
            + self.slabs.capacity() * size_of::<Slab>()
            + self.places.capacity() * size_of::<[u32; Form::EACH]>()
            + left * size_of::<u32>();
        (rows + rest + self.index.allocated()) as u64
    }

    /// Reads the box with this key: its beads into `beads`, its ply handed back.
    pub(crate) fn read(&self, sought: Sought, beads: &mut Vec<u64>) -> Option<u16> {
        let number = self.find(sought)?;
        Some(self.row(number).read(beads))
    }

    /// Reads the box with this key as [`Shard::read`] does, and says besides what [`Met`] tells.
    pub(crate) fn meet(&mut self, sought: Sought, beads: &mut Vec<u64>) -> Option<Met> {
        let number = self.find(sought)?;
        let (block, row) = split(number);
        let block = &mut self.blocks[block];
        let ply = block.row(row).read(beads);
        let again = !block.again.has(row);
        block.again.set(row, true);
        Some(Met { number, ply, again })
    }

    /// Puts a box in its place, whatever stood there.
    ///
    /// # Panics
    ///
    /// Past 2^32 boxes, or colours.
    pub(super) fn put(&mut self, sought: Sought, ply: u16, beads: &[u64]) {
        match self.find(sought) {
            Some(number) => self.rewrite(number, sought, ply, beads),
            None => {
                self.add(sought, ply, beads);
            }
        }
    }

    /// Puts a box where there is none with this key.
    ///
    /// # Panics
    ///
    /// As [`Shard::put`].
    pub(crate) fn add(&mut self, sought: Sought, ply: u16, beads: &[u64]) -> Met {
        debug_assert!(self.find(sought).is_none(), "a box is put in once");
        if self.index.is_full() {
            self.widen();
        }
        let number = self.take_row(Form::of(sought.key, ply, beads));
        let (block, row) = split(number);
        self.blocks[block].write(row, sought.key, ply, beads);
        self.index.insert(sought.hash, number);
        Met {
            number,
            ply,
            again: false,
        }
    }

    /// Makes the index anew with twice the room. The old and the new one never stand together.
    #[cold]
    fn widen(&mut self) {
        let lines = self.index.lines();
        self.index = Index::default();
        let mut index = Index::twice(lines);
        let mut hashes = Vec::with_capacity(ROWS);
        for (number, block) in self.blocks.iter().enumerate() {
            // All lines of a block are asked for before the first is waited for.
            hashes.extend(block.rows().map(|row| {
                let Sought { hash, .. } = block.row(row).key().into();
                index.fetch(hash);
                (hash, joined(number, row))
            }));
            for (hash, number) in hashes.drain(..) {
                index.insert(hash, number);
            }
        }
        self.index = index;
    }

    /// Asks for what will be looked at when the box with this key is.
    pub(crate) fn fetch(&self, sought: Sought) {
        self.index.fetch(sought.hash);
    }

    /// Reads the beads of a box into `beads`, has them changed by somebody who is told its ply, and
    /// writes them back; what he says is handed on. The number is the one that the box had when it was
    /// met; it may have moved since.
    ///
    /// # Panics
    ///
    /// If there is no such box.
    pub(crate) fn change<T>(
        &mut self,
        (key, number): (Key, u32),
        beads: &mut Vec<u64>,
        change: impl FnOnce(u16, &mut [u64]) -> T,
    ) -> T {
        let (mut block, mut row) = split(number);
        if !self.blocks[block].has(row, key) {
            let number = self.find(key.into());
            (block, row) = split(number.expect("a box that has been met"));
        }
        let held = &mut self.blocks[block];
        let ply = held.row(row).read(beads);
        let told = change(ply, beads);
        if !held.write_beads(row, beads) {
            self.rewrite(joined(block, row), key.into(), ply, beads);
        }
        told
    }

    /// Writes a box anew, in a wider row where it takes one.
    pub(crate) fn rewrite(&mut self, old: u32, sought: Sought, ply: u16, beads: &[u64]) {
        let Sought { key, hash } = sought;
        let (form, left) = (Form::of(key, ply, beads), self.row(old).form);
        if form == left {
            let (block, row) = split(old);
            return self.blocks[block].write(row, key, ply, beads);
        }
        let number = self.take_row(form);
        let (block, row) = split(number);
        self.blocks[block].write(row, key, ply, beads);
        self.index.replace(hash, old, number);
        let (block, row) = split(old);
        let block = &mut self.blocks[block];
        let again = block.again.has(row);
        block.again.set(row, false);
        block.left.set(row, true);
        let (block, row) = split(number);
        self.blocks[block].again.set(row, again);
        self.used -= left.stride() as u64;
        let slab = self.slab(left);
        self.slabs[slab].left.push(old);
    }

    pub(super) fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The numbers of all boxes in the order in which their rows lie.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u32> {
        let blocks = self.blocks.iter().enumerate();
        blocks.flat_map(|(number, block)| block.rows().map(move |row| joined(number, row)))
    }

    /// Shows each box in any order: its key, ply and beads.
    pub(crate) fn each(&self, mut show: impl FnMut(Key, u16, &[u64])) {
        let mut beads = Vec::new();
        for number in self.numbers() {
            let row = self.row(number);
            let ply = row.read(&mut beads);
            show(row.key(), ply, &beads);
        }
    }

    /// Hands over each box, with whether it has been met again, and gives back what it took on the way.
    pub(super) fn drain(self, mut take: impl FnMut(Sought, u16, &[u64], bool)) {
        drop(self.index);
        let mut beads = Vec::new();
        for block in self.blocks {
            for row in block.rows() {
                let ply = block.row(row).read(&mut beads);
                let sought = block.row(row).key().into();
                take(sought, ply, &beads, block.again.has(row));
            }
        }
    }

    /// Notes that a box has been met again.
    pub(super) fn mark(&mut self, number: u32) {
        let (block, row) = split(number);
        self.blocks[block].again.set(row, true);
    }

    /// Asks for the block of a box, which tells where its row is.
    pub(super) fn fetch_block(&self, number: u32) {
        prefetch_index(&self.blocks, split(number).0);
    }

    /// Asks for the row of a box.
    pub(super) fn fetch_row(&self, number: u32) {
        let (block, row) = split(number);
        self.blocks[block].fetch(row);
    }

    fn find(&self, sought: Sought) -> Option<u32> {
        let is = |number| self.row(number).key() == sought.key;
        self.index.find(sought.hash, is)
    }

    pub(super) fn row(&self, number: u32) -> Row<'_> {
        let (block, row) = split(number);
        self.blocks[block].row(row)
    }

    /// The place of the slab of a form, made if there is none.
    fn slab(&mut self, form: Form) -> usize {
        let places = self.places.get(form.colours as usize);
        match places.map_or(0, |places| places[form.slot()]) {
            0 => self.make_slab(form),
            place => place as usize - 1,
        }
    }

    #[cold]
    fn make_slab(&mut self, form: Form) -> usize {
        let colours = form.colours as usize;
        if self.places.len() <= colours {
            self.places.resize(colours + 1, [0; Form::EACH]);
        }
        let filling = self.blocks.len();
        // The first rows of a form are few in small tables: they grow as they come.
        self.blocks.push(Block::new(form, 0));
        self.slabs.push(Slab {
            filling,
            left: Vec::new(),
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
        if let Some(number) = slab.left.pop() {
            let (block, row) = split(number);
            self.blocks[block].left.set(row, false);
            return number;
        }
        if self.blocks[slab.filling].is_full() {
            slab.filling = self.blocks.len();
            self.blocks.push(Block::new(form, ROWS));
        }
        joined(slab.filling, self.blocks[slab.filling].add())
    }
}

/// The block and the row in it of a box's number.
const fn split(number: u32) -> (usize, usize) {
    (number as usize >> ROW_BITS, number as usize % ROWS)
}

/// The number of the box in this row of this block.
fn joined(block: usize, row: usize) -> u32 {
    let number = u32::try_from(block << ROW_BITS | row);
    number.expect("a shard holds fewer than 2^32 boxes")
}
