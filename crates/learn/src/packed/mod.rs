//! Many matchboxes in little memory, divided into shards.
//!
//! A table that learns from one game at a time has one shard. If all cores learn from the games of a batch,
//! the boxes are distributed over several shards by the hash of their key, so that each box is changed only
//! by the thread that works on its shard.

mod index;
mod rows;
mod shard;
mod sorted;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use self::rows::{Block, PackedRow};
pub(crate) use self::shard::{HashedKey, Met, Shard};
use self::sorted::Sorted;
use crate::game::Key;

/// Matchboxes by their key, in rows of as few bytes as their beads need.
#[derive(Clone, Debug)]
pub struct PackedBoxes {
    /// Their number is a power of two, at most 256.
    pub(crate) shards: Vec<Shard>,
}

impl Default for PackedBoxes {
    fn default() -> Self {
        Self::in_shards(1)
    }
}

impl PackedBoxes {
    pub(crate) const SHARDS: usize = 16;

    /// From this number of boxes on, all cores are used to go through them.
    const MANY: usize = 1 << 16;
    /// The number of blocks that are processed in parallel before their results are passed on.
    const AT_ONCE: usize = 1024;

    fn in_shards(count: usize) -> Self {
        Self {
            shards: vec![Shard::default(); count],
        }
    }

    /// Moves the boxes to this number of shards, and frees the old memory on the way.
    pub(crate) fn divided(self, shards: usize) -> Self {
        let mut divided = Self::in_shards(shards);
        for shard in self.shards {
            shard.drain(|hashed, ply, beads, again| {
                let shard = divided.of_mut(hashed);
                let Met { number, .. } = shard.add(hashed, ply, beads);
                if again {
                    shard.mark(number);
                }
            });
        }
        divided
    }

    /// The number of the shard to which a box belongs.
    pub(crate) fn shard_number(&self, hashed: HashedKey) -> u8 {
        let mask = self.shards.len() - 1;
        hashed.hash.to_le_bytes()[1] & mask.to_le_bytes()[0]
    }

    fn shard(&self, hashed: HashedKey) -> &Shard {
        &self.shards[usize::from(self.shard_number(hashed))]
    }

    pub(crate) fn of_mut(&mut self, hashed: HashedKey) -> &mut Shard {
        let number = self.shard_number(hashed);
        &mut self.shards[usize::from(number)]
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether there is no box.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn footprint(&self) -> u64 {
        self.shards.iter().map(Shard::footprint).sum()
    }

    pub(crate) fn allocated(&self) -> u64 {
        self.shards.iter().map(Shard::allocated).sum()
    }

    /// Hashes a key, and prefetches what a look-up of its box will read.
    pub fn seek(&self, key: Key) -> HashedKey {
        let hashed = HashedKey::from(key);
        self.shard(hashed).fetch(hashed);
        hashed
    }

    pub(crate) fn read(&self, hashed: HashedKey, beads: &mut Vec<u64>) -> Option<u16> {
        self.shard(hashed).read(hashed, beads)
    }

    /// Sets the content of a box, which is made if it is new.
    pub fn put(&mut self, key: Key, ply: u16, beads: &[u64]) {
        let hashed = HashedKey::from(key);
        self.of_mut(hashed).put(hashed, ply, beads);
    }

    /// Adds a box that is new.
    pub fn add(&mut self, hashed: HashedKey, ply: u16, beads: &[u64]) -> Met {
        self.of_mut(hashed).add(hashed, ply, beads)
    }

    /// See [`Shard::change`].
    pub(crate) fn change(
        &mut self,
        key: Key,
        number: u32,
        beads: &mut Vec<u64>,
        change: impl FnOnce(u16, &mut [u64]),
    ) {
        let shard = match &mut self.shards[..] {
            [only] => only,
            _ => self.of_mut(key.into()),
        };
        shard.change(key, number, beads, change);
    }

    pub(crate) fn each(&self, mut show: impl FnMut(Key, u16, &[u64])) {
        for shard in &self.shards {
            shard.each(&mut show);
        }
    }

    /// The greatest value that `value_of` returns for a box.
    pub fn greatest<T: Ord + Send>(
        &self,
        value_of: impl Fn(Key, u16, &[u64]) -> Option<T> + Sync,
    ) -> Option<T> {
        let mut greatest = None;
        self.by_block(
            |block: &Block| {
                let mut beads = Vec::new();
                let values = block.rows().filter_map(|row| {
                    let ply = block.row(row).read(&mut beads);
                    value_of(block.row(row).key(), ply, &beads)
                });
                values.max()
            },
            |value| greatest = value.max(greatest.take()),
        );
        greatest
    }

    /// Applies `map` to each block, on all cores if there are many boxes, and passes the results to `take` in
    /// the order of [`PackedBoxes::numbers`].
    fn by_block<T: Send>(&self, map: impl Fn(&Block) -> T + Sync, mut take: impl FnMut(T)) {
        let blocks = || self.shards.iter().flat_map(|shard| &shard.blocks);
        if !self.are_many() {
            return blocks().map(map).for_each(take);
        }
        let blocks: Vec<&Block> = blocks().collect();
        for some in blocks.chunks(Self::AT_ONCE) {
            let results: Vec<T> = some.par_iter().map(|block| map(block)).collect();
            results.into_iter().for_each(&mut take);
        }
    }

    fn are_many(&self) -> bool {
        self.len() >= Self::MANY
    }

    /// The numbers of all boxes, by ascending key.
    pub fn sorted(&self) -> Sorted<'_> {
        Sorted::new(self)
    }

    /// Reads the beads of the box with this number from [`PackedBoxes::sorted`], and returns its key and ply.
    pub fn by_number(&self, number: u32, beads: &mut Vec<u64>) -> (Key, u16) {
        let row = self.row(number);
        (row.key(), row.read(beads))
    }

    fn numbers(&self) -> impl Iterator<Item = u32> {
        let (shards, bits) = (self.shards.iter().zip(0..), self.bits());
        shards.flat_map(move |(shard, place)| {
            shard.numbers().map(move |number| {
                let shifted = number.checked_mul(1 << bits);
                shifted.expect("a table holds fewer than 2^32 boxes") | place
            })
        })
    }

    /// The bits of a box's number that give its shard.
    const fn bits(&self) -> u32 {
        self.shards.len().trailing_zeros()
    }

    /// The shard of a box, and its number in the shard.
    fn split(&self, number: u32) -> (&Shard, u32) {
        let place = number as usize & (self.shards.len() - 1);
        (&self.shards[place], number >> self.bits())
    }

    fn row(&self, number: u32) -> PackedRow<'_> {
        let (shard, number) = self.split(number);
        shard.row(number)
    }
}

/// Equal if the boxes are equal, wherever they are stored.
impl PartialEq for PackedBoxes {
    fn eq(&self, other: &Self) -> bool {
        let (mut same, mut beads) = (self.len() == other.len(), Vec::new());
        if same {
            self.each(|key, ply, own| {
                same = same && other.read(other.seek(key), &mut beads) == Some(ply) && beads == own;
            });
        }
        same
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::index::Index;
    use super::*;
    use crate::dice::{Dice, Purpose};

    /// The mark that a box has been met again is kept when boxes move to other shards.
    #[test]
    fn a_box_is_met_again_once_however_boxes_are_divided() {
        let (mut boxes, mut read) = (PackedBoxes::default(), Vec::new());
        for key in 0..1_000 {
            boxes.put(Key(key), 3, &[2, 1]);
        }
        let mut meet = |boxes: &mut PackedBoxes, key| {
            let hashed = HashedKey::from(Key(key));
            let met = boxes.of_mut(hashed).meet(hashed, &mut read);
            met.expect("the box exists").again
        };
        assert!((0..500).all(|key| meet(&mut boxes, key)));
        let mut boxes = boxes.divided(PackedBoxes::SHARDS);
        assert!((0..500).all(|key| !meet(&mut boxes, key)));
        assert!((500..1_000).all(|key| meet(&mut boxes, key)));
    }

    fn keys(boxes: &PackedBoxes) -> impl Iterator<Item = Key> {
        boxes.sorted().map(|number| boxes.row(number).key())
    }

    /// Few boxes, which one core processes, and enough for all cores; some have moved to other rows.
    #[test]
    fn many_boxes_are_processed_like_few() {
        for count in [0, 1, 10_000, PackedBoxes::MANY as u64 + 10_000] {
            let mut dice = Dice::new(1961, Purpose::Trial, 0, 0);
            let (mut boxes, mut plain) = (PackedBoxes::default(), BTreeMap::new());
            for number in 0..count {
                let key = Key(u128::from(dice.below(1 << 60)) << one_of(&mut dice, &[0, 40, 68]));
                let most = one_of(&mut dice, &[5, 1 << 20]);
                boxes.put(key, 9, &[1]);
                boxes.put(key, 9, &[dice.below(most), number]);
                boxes.read(boxes.seek(key), plain.entry(key).or_default());
            }
            let divided = boxes.clone().divided(PackedBoxes::SHARDS);
            for boxes in [boxes, divided.clone().divided(1), divided] {
                assert!(keys(&boxes).eq(plain.keys().copied()));
                // Without reserves: the index has four bytes for each box.
                let least = boxes.footprint() - (Index::COST - 4) * boxes.len() as u64;
                assert!(boxes.allocated() >= least, "of {count} boxes");
                let line = |bytes: &mut Vec<u8>, step: u128, ply: u16, beads: &[u64]| {
                    bytes.extend(format!("{step} {ply} {beads:?}\n").bytes());
                };
                let (mut written, mut expected) = (Vec::<u8>::new(), Vec::new());
                let taken = boxes.sorted().write(line, |bytes| {
                    written.extend(bytes);
                    Ok::<_, ()>(())
                });
                taken.expect("nothing fails here");
                let mut before = 0;
                for (Key(key), beads) in &plain {
                    line(&mut expected, key - before, 9, beads);
                    before = *key;
                }
                assert!(written == expected);
                let rank = |key, _, beads: &[u64]| (beads[0] > 2).then_some((beads[0], key));
                let ranks = plain.iter().filter_map(|(key, beads)| rank(*key, 9, beads));
                assert_eq!(boxes.greatest(rank), ranks.max());
                let failed = boxes.sorted().write(line, |_| Err(()));
                assert_eq!(failed.is_err(), count > 0, "of {count} boxes");
            }
        }
    }

    fn one_of<T: Copy>(dice: &mut Dice, list: &[T]) -> T {
        list[dice.index(list.len())]
    }

    /// Boxes of all forms are stored, changed to wider and narrower rows and back, and found again, and are
    /// compared with a plain map; from the middle on they are divided into shards.
    #[test]
    fn packed_boxes_equal_a_plain_map() {
        let mut dice = Dice::new(1961, Purpose::Trial, 0, 0);
        let (mut boxes, mut plain) = (PackedBoxes::default(), BTreeMap::new());
        let mut read = Vec::new();
        for step in 0..40_000_u32 {
            let bits = one_of(&mut dice, &[20, 40, 70, 100, 128]);
            let key = Key(u128::from(dice.below(3_000)) << (bits - 12) | 1);
            let ply = one_of(&mut dice, &[7, 255, 256, 60_000]);
            let most = one_of(&mut dice, &[2, 0x100, 0x101, 0x1_0001, 1 << 33]);
            let colours = 1 + key.0.count_ones() % 5;
            let beads: Vec<u64> = (0..colours).map(|_| dice.below(most)).collect();
            if step == 20_000 {
                boxes = boxes.divided(PackedBoxes::SHARDS);
                assert_eq!(boxes.shards.len(), PackedBoxes::SHARDS);
            }
            boxes.put(key, ply, &beads);
            plain.insert(key, (ply, beads));
            if step.is_power_of_two() || step == 39_999 {
                assert_eq!(boxes.len(), plain.len());
                let mut footprint = 0;
                for (key, (ply, beads)) in &plain {
                    footprint += Shard::cost(*key, *ply, beads);
                    assert_eq!(boxes.read(boxes.seek(*key), &mut read), Some(*ply));
                    assert_eq!(&read, beads);
                }
                assert_eq!(boxes.read(boxes.seek(Key(0)), &mut read), None);
                assert!(keys(&boxes).eq(plain.keys().copied()));
                let mut shown = 0;
                boxes.each(|key, ply, beads| {
                    shown += 1;
                    assert_eq!(plain[&key], (ply, beads.to_vec()));
                });
                assert_eq!(shown, plain.len());
                assert_eq!(boxes.footprint(), footprint);
            }
        }
    }
}
