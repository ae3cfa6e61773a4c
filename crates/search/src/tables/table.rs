//! The transposition table, which stores the results of positions already searched.
//!
//! An entry has a lower and an upper bound, the depth they are for, and the move that supplied them.
//! Complete keys are compared, so two positions are never confused. Losing an entry costs time but never
//! changes the value of a full search.

use std::cmp::Ordering;
use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::mixed;
use crate::Score;
use crate::game::Move;

/// Which entry is replaced when there is no free slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replacement {
    /// The older one.
    Always,
    /// The one with the smaller search depth.
    Deeper,
    /// Two slots: one keeps the deepest entry, the other the latest.
    #[default]
    TwoTier,
}

/// The key of a position in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// A 128-bit hash of the root and the moves from there: no two nodes of the tree share an entry.
    Path,
    /// The position itself.
    #[default]
    Position,
    /// The position up to the game's symmetries; the evaluation must value all mirror images equally.
    Canonical,
}

/// The size of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableSize {
    /// 2 to this power slots of 32 bytes each; from 0 to 28.
    Bits(u8),
    /// Grows up to this number of entries; later positions are not stored.
    Growing(usize),
}

/// The options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSetting {
    /// Its size.
    pub room: TableSize,
    /// Which entry is replaced.
    pub replacement: Replacement,
    /// The keys of positions.
    pub keys: Keys,
    /// Whether only results of exactly the requested depth are used. Otherwise deeper results are used
    /// too, which can change the value of a search with a depth limit, usually to a better one.
    pub exact_depth: bool,
}

impl TableSetting {
    /// The default maximum of a growing table: 7/8 of 2^22 slots, which take 206 MB, and half as much more
    /// while the table grows to that size.
    pub const MOST: usize = 7 << 19;
}

impl Default for TableSetting {
    fn default() -> Self {
        Self {
            room: TableSize::Bits(20),
            replacement: Replacement::TwoTier,
            keys: Keys::Position,
            exact_depth: true,
        }
    }
}

/// The stored result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    pub(crate) lower: Score,
    pub(crate) upper: Score,
    /// The remaining depth at the position.
    pub(crate) left: i32,
    /// The distance in plies to the leaf that supplied the value.
    pub(crate) reach: u16,
    /// The move that supplied the value.
    pub(crate) best: Option<Move>,
    /// Whether no leaf was cut off by the depth limit, so that the bounds hold for any greater depth.
    pub(crate) whole: bool,
}

/// A slot of a table, empty or with an entry packed into 32 bytes, so that two slots share a cache line:
/// waiting for that line is most of the cost of a table.
#[derive(Clone, Copy, Debug)]
struct TableSlot {
    key: u128,
    lower: Score,
    /// Below `lower` if the slot is empty.
    upper: Score,
    left: i32,
    /// With [`TableSlot::WHOLE`] added if the entry is whole.
    reach: u16,
    /// The move's number, or [`TableSlot::NO_MOVE`].
    best: u16,
}

/// Two slots in one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([TableSlot; 2]);

impl TableSlot {
    /// No move; every game has fewer moves than this.
    const NO_MOVE: u16 = u16::MAX;
    /// Added to the reach of a whole entry; no game is this long.
    const WHOLE: u16 = 1 << 15;

    const EMPTY: Self = Self {
        key: 0,
        lower: Score::INFINITY,
        upper: Score::DRAW,
        left: 0,
        reach: 0,
        best: Self::NO_MOVE,
    };

    fn new(key: u128, entry: TableEntry) -> Self {
        let reach = entry.reach.min(Self::WHOLE - 1);
        Self {
            key,
            lower: entry.lower,
            upper: entry.upper,
            left: entry.left,
            reach: reach | if entry.whole { Self::WHOLE } else { 0 },
            best: entry.best.map_or(Self::NO_MOVE, |m| m.0),
        }
    }

    fn is_empty(&self) -> bool {
        self.lower > self.upper
    }

    fn is_of(&self, key: u128) -> bool {
        self.key == key && !self.is_empty()
    }

    fn entry(&self) -> TableEntry {
        TableEntry {
            lower: self.lower,
            upper: self.upper,
            left: self.left,
            reach: self.reach & !Self::WHOLE,
            best: (self.best != Self::NO_MOVE).then_some(Move(self.best)),
            whole: self.reach & Self::WHOLE != 0,
        }
    }
}

#[derive(Clone, Debug)]
enum Store {
    /// The buckets, and the number of slots used in them.
    Slots(Vec<Bucket>, usize),
    Growing(HashMap<u128, TableEntry, FixedState>, usize),
}

/// The table of one search, or of several iterations of one.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    pub(crate) setting: TableSetting,
    store: Store,
    /// The number of entries.
    pub(crate) held: u64,
}

impl TranspositionTable {
    pub(crate) fn new(setting: TableSetting) -> Self {
        let store = match setting.room {
            TableSize::Bits(bits) => {
                let slots: usize = 1 << bits.min(28);
                let buckets = vec![Bucket([TableSlot::EMPTY; 2]); slots.div_ceil(2)];
                Store::Slots(buckets, slots)
            }
            TableSize::Growing(most) => Store::Growing(HashMap::default(), most),
        };
        Self {
            setting,
            store,
            held: 0,
        }
    }

    /// Looks up an entry that can be used for this remaining depth.
    pub(crate) fn look(&self, key: u128, left: i32) -> Option<TableEntry> {
        let deeper = !self.setting.exact_depth;
        self.entry(key).filter(|entry| match entry.left.cmp(&left) {
            Ordering::Less => entry.whole,
            Ordering::Equal => true,
            Ordering::Greater => deeper,
        })
    }

    /// Looks up an entry of any depth, for move ordering.
    pub(crate) fn entry(&self, key: u128) -> Option<TableEntry> {
        match &self.store {
            Store::Growing(map, _) => map.get(&key).copied(),
            Store::Slots(buckets, slots) => {
                let (bucket, first, second) = slots_of(self.setting.replacement, *slots, key);
                let held = [first, second].map(|slot| &buckets[bucket].0[slot]);
                let same = held.into_iter().find(|slot| slot.is_of(key));
                same.map(TableSlot::entry)
            }
        }
    }

    /// Stores an entry, and combines its bounds with existing bounds of the same depth.
    pub(crate) fn keep(&mut self, key: u128, mut entry: TableEntry) {
        // A null window proves one bound. Without the other bound, from an earlier window, the next search
        // would prove it again.
        if let Some(known) = self.entry(key)
            && known.left == entry.left
        {
            let (lower, upper) = (entry.lower.max(known.lower), entry.upper.min(known.upper));
            // Bounds can cross only if results of other depths were used.
            if lower <= upper {
                entry.whole &= known.whole;
                (entry.lower, entry.upper) = (lower, upper);
            }
        }
        let replacement = self.setting.replacement;
        match &mut self.store {
            Store::Growing(map, most) => {
                if map.len() < *most || map.contains_key(&key) {
                    map.insert(key, entry);
                }
                self.held = map.len() as u64;
            }
            Store::Slots(buckets, slots) => {
                let (bucket, first, second) = slots_of(replacement, *slots, key);
                let bucket = &mut buckets[bucket].0;
                let is_replaceable = |slot: &TableSlot| {
                    slot.is_empty() || slot.key == key || slot.left <= entry.left
                };
                let index = match replacement {
                    Replacement::Always => first,
                    Replacement::Deeper if is_replaceable(&bucket[first]) => first,
                    Replacement::Deeper => return,
                    Replacement::TwoTier if bucket[second].is_of(key) => second,
                    Replacement::TwoTier if is_replaceable(&bucket[first]) => first,
                    Replacement::TwoTier => second,
                };
                self.held += u64::from(bucket[index].is_empty());
                bucket[index] = TableSlot::new(key, entry);
            }
        }
    }
}

/// The bucket of a key, and its possible slots there: both with two tiers, else one slot twice.
#[expect(clippy::cast_possible_truncation, reason = "low bits suffice")]
fn slots_of(replacement: Replacement, slots: usize, key: u128) -> (usize, usize, usize) {
    let slot = mixed(key) as usize & (slots - 1);
    match replacement {
        Replacement::TwoTier => (slot / 2, 0, usize::from(slots > 1)),
        Replacement::Always | Replacement::Deeper => (slot / 2, slot % 2, slot % 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(left: i32, points: i32) -> TableEntry {
        TableEntry {
            lower: Score::new(points),
            upper: Score::INFINITY,
            left,
            reach: 0,
            best: None,
            whole: false,
        }
    }

    fn table(replacement: Replacement, bits: u8) -> TranspositionTable {
        TranspositionTable::new(TableSetting {
            room: TableSize::Bits(bits),
            replacement,
            ..TableSetting::default()
        })
    }

    #[test]
    fn a_slot_of_32_bytes_keeps_an_entry_unchanged() {
        assert_eq!((size_of::<TableSlot>(), size_of::<Bucket>()), (32, 64));
        assert!(TableSlot::EMPTY.is_empty() && !TableSlot::EMPTY.is_of(0));
        for best in [None, Some(Move(0)), Some(Move(u16::MAX - 1))] {
            for (left, whole) in [(i32::MAX, true), (-3, false)] {
                let kept = TableEntry {
                    best,
                    whole,
                    reach: (1 << 15) - 1,
                    ..entry(left, -Score::MOST)
                };
                let slot = TableSlot::new(u128::MAX, kept);
                assert!(slot.is_of(u128::MAX) && !slot.is_of(0));
                assert_eq!(slot.entry(), kept);
            }
        }
    }

    #[test]
    fn a_single_slot_holds_the_latest_or_the_deepest() {
        let mut latest = table(Replacement::Always, 0);
        let mut deepest = table(Replacement::Deeper, 0);
        for kept in [&mut latest, &mut deepest] {
            kept.keep(1, entry(5, 1));
            kept.keep(2, entry(3, 2));
            assert_eq!(kept.held, 1);
        }
        assert!(latest.look(1, 5).is_none() && latest.look(2, 3).is_some());
        assert!(deepest.look(1, 5).is_some() && deepest.look(2, 3).is_none());
    }

    #[test]
    fn two_tiers_hold_the_deepest_and_the_latest() {
        let mut table = table(Replacement::TwoTier, 1);
        for (key, left) in [(1, 9), (2, 3), (3, 4)] {
            table.keep(key, entry(left, 0));
        }
        assert!(table.look(1, 9).is_some() && table.look(3, 4).is_some());
        assert!(table.look(2, 3).is_none());
    }

    #[test]
    fn both_bounds_of_one_depth_are_kept() {
        let mut table = table(Replacement::TwoTier, 4);
        table.keep(7, entry(2, -3));
        let upper = TableEntry {
            lower: -Score::INFINITY,
            upper: Score::new(4),
            ..entry(2, 0)
        };
        table.keep(7, upper);
        let known = table.look(7, 2).unwrap();
        assert_eq!((known.lower.points(), known.upper.points()), (-3, 4));
        assert!(table.look(7, 1).is_none(), "only the exact depth is used");
        assert!(table.look(7, 3).is_none());
    }
}
