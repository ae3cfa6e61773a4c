//! The transposition table: what is known of positions already searched.
//!
//! An entry keeps a lower and an upper bound, the depth they hold for, and the move that supplied
//! them. Whole keys are compared, so one position is never taken for another. Losing an entry costs
//! time and never changes the value of a full search.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::game::Move;

use super::score::Score;

/// Which entry gives way when there is no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Replacement {
    /// The older one.
    Always,
    /// The one that was searched less deeply.
    Deeper,
    /// Two places: one keeps the deepest, the other the latest.
    #[default]
    TwoTier,
}

/// What a position is looked up by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keys {
    /// The root and the moves that led to it, so that no two nodes of the tree share an entry: a hash of 128 bits.
    Path,
    /// The position itself.
    #[default]
    Position,
    /// The position up to the game's symmetries; needs an evaluation that mirror images share.
    Canonical,
}

/// How much a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Two to this power places of 32 bytes, 0 to 28.
    Bits(u8),
    /// As many as come, up to this number; later ones are not kept.
    Growing(usize),
}

/// The options of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSetting {
    /// How much it holds.
    pub room: Room,
    /// Which entry gives way.
    pub replacement: Replacement,
    /// What positions are looked up by.
    pub keys: Keys,
    /// Whether only results of the very depth asked for are used. Else deeper ones are used too,
    /// which can change the value of a search with a depth limit, for the better as a rule.
    pub exact_depth: bool,
}

impl TableSetting {
    /// What a growing table holds unless said otherwise: seven in eight of 2^22 places, which take 206
    /// MB, and half as much more while it grows to that size.
    pub const MOST: usize = 7 << 19;
}

impl Default for TableSetting {
    fn default() -> Self {
        Self {
            room: Room::Bits(20),
            replacement: Replacement::TwoTier,
            keys: Keys::Position,
            exact_depth: true,
        }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its value is this or more.
    pub(super) lower: Score,
    /// Its value is this or less.
    pub(super) upper: Score,
    /// The depth that was left there.
    pub(super) left: i32,
    /// How many plies below it the leaf lies that supplied the value.
    pub(super) reach: u16,
    /// The move that supplied it.
    pub(super) best: Option<Move>,
    /// Whether no depth limit stood in the way, so that the bounds hold for any greater depth.
    pub(super) whole: bool,
}

impl Entry {
    /// Whether it answers a question for this depth.
    fn serves(&self, left: i32, exact_depth: bool) -> bool {
        self.left == left || (self.left < left && self.whole) || (self.left > left && !exact_depth)
    }
}

/// A place of a table, empty or with an entry packed into 32 bytes, so that two share a line of the
/// processor's cache: waiting for that line is most of what a table costs.
#[derive(Clone, Copy, Debug)]
struct Place {
    key: u128,
    lower: Score,
    /// Below `lower` when the place is empty.
    upper: Score,
    left: i32,
    /// With [`Place::WHOLE`] added where the entry is whole.
    reach: u16,
    /// The move's number, or [`Place::NO_MOVE`].
    best: u16,
}

/// Two places side by side.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Pair([Place; 2]);

impl Place {
    /// A game has fewer moves than this.
    const NO_MOVE: u16 = u16::MAX;
    /// Added to the reach of an entry that is whole; no game is that long.
    const WHOLE: u16 = 1 << 15;

    const EMPTY: Self = Self {
        key: 0,
        lower: Score::INFINITY,
        upper: Score::DRAW,
        left: 0,
        reach: 0,
        best: Self::NO_MOVE,
    };

    fn new(key: u128, entry: Entry) -> Self {
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

    fn entry(&self) -> Entry {
        Entry {
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
    /// The pairs, and how many places of them are used.
    Places(Vec<Pair>, usize),
    Growing(HashMap<u128, Entry, FixedState>, usize),
}

/// The table of one search, or of several iterations of one.
#[derive(Clone, Debug)]
pub(super) struct Table {
    setting: TableSetting,
    store: Store,
    held: u64,
}

impl Table {
    pub(super) fn new(setting: TableSetting) -> Self {
        let store = match setting.room {
            Room::Bits(bits) => {
                let places: usize = 1 << bits.min(28);
                Store::Places(vec![Pair([Place::EMPTY; 2]); places.div_ceil(2)], places)
            }
            Room::Growing(most) => Store::Growing(HashMap::default(), most),
        };
        Self {
            setting,
            store,
            held: 0,
        }
    }

    pub(super) const fn setting(&self) -> &TableSetting {
        &self.setting
    }

    /// How many entries it holds.
    pub(super) const fn held(&self) -> u64 {
        self.held
    }

    /// What is known for this depth.
    pub(super) fn look(&self, key: u128, left: i32) -> Option<Entry> {
        self.entry(key)
            .filter(|entry| entry.serves(left, self.setting.exact_depth))
    }

    /// What is known at any depth: good for ordering moves.
    pub(super) fn entry(&self, key: u128) -> Option<Entry> {
        match &self.store {
            Store::Growing(map, _) => map.get(&key).copied(),
            Store::Places(pairs, places) => {
                let (first, second) = self.indices(*places, key);
                let pair = &pairs[first / 2].0;
                let held = [first, second].map(|index| &pair[index % 2]);
                let same = held.into_iter().find(|place| place.is_of(key));
                same.map(Place::entry)
            }
        }
    }

    /// Keeps what was found; bounds of the same depth that are known already stay known.
    pub(super) fn keep(&mut self, key: u128, mut entry: Entry) {
        if let Some(known) = self.entry(key)
            && known.left == entry.left
        {
            let (lower, upper) = (entry.lower.max(known.lower), entry.upper.min(known.upper));
            // Bounds can only cross where results of other depths have been let in.
            if lower <= upper {
                entry.whole &= known.whole;
                (entry.lower, entry.upper) = (lower, upper);
            }
        }
        let replacement = self.setting.replacement;
        let (first, second) = match &self.store {
            Store::Places(_, places) => self.indices(*places, key),
            Store::Growing(..) => (0, 0),
        };
        match &mut self.store {
            Store::Growing(map, most) => {
                if map.len() < *most || map.contains_key(&key) {
                    map.insert(key, entry);
                }
                self.held = map.len() as u64;
            }
            Store::Places(pairs, _) => {
                let pair = &mut pairs[first / 2].0;
                let (first, second) = (first % 2, second % 2);
                let gives_way = |place: &Place| {
                    place.is_empty() || place.key == key || place.left <= entry.left
                };
                let index = match replacement {
                    Replacement::Always => first,
                    Replacement::Deeper if gives_way(&pair[first]) => first,
                    Replacement::Deeper => return,
                    Replacement::TwoTier if pair[second].is_of(key) => second,
                    Replacement::TwoTier if gives_way(&pair[first]) => first,
                    Replacement::TwoTier => second,
                };
                self.held += u64::from(pair[index].is_empty());
                pair[index] = Place::new(key, entry);
            }
        }
    }

    /// Where a key may stand: two places of a pair with two tiers, else one place twice.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the two halves of the key and the low bits of their hash are wanted"
    )]
    fn indices(&self, places: usize, key: u128) -> (usize, usize) {
        let folded = (key as u64) ^ ((key >> 64) as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (folded ^ (folded >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let place = (mixed ^ (mixed >> 32)) as usize & (places - 1);
        match self.setting.replacement {
            Replacement::TwoTier => (place & !1, place | usize::from(places > 1)),
            Replacement::Always | Replacement::Deeper => (place, place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(left: i32, points: i32) -> Entry {
        Entry {
            lower: Score::new(points),
            upper: Score::INFINITY,
            left,
            reach: 0,
            best: None,
            whole: false,
        }
    }

    fn table(replacement: Replacement, bits: u8) -> Table {
        Table::new(TableSetting {
            room: Room::Bits(bits),
            replacement,
            ..TableSetting::default()
        })
    }

    #[test]
    fn a_place_of_32_bytes_keeps_an_entry_as_it_is() {
        assert_eq!((size_of::<Place>(), size_of::<Pair>()), (32, 64));
        assert!(Place::EMPTY.is_empty() && !Place::EMPTY.is_of(0));
        for best in [None, Some(Move(0)), Some(Move(u16::MAX - 1))] {
            for (left, whole) in [(i32::MAX, true), (-3, false)] {
                let kept = Entry {
                    best,
                    whole,
                    reach: (1 << 15) - 1,
                    ..entry(left, -Score::MOST)
                };
                let place = Place::new(u128::MAX, kept);
                assert!(place.is_of(u128::MAX) && !place.is_of(0));
                assert_eq!(place.entry(), kept);
            }
        }
    }

    #[test]
    fn a_single_place_holds_the_latest_or_the_deepest() {
        let mut latest = table(Replacement::Always, 0);
        let mut deepest = table(Replacement::Deeper, 0);
        for kept in [&mut latest, &mut deepest] {
            kept.keep(1, entry(5, 1));
            kept.keep(2, entry(3, 2));
            assert_eq!(kept.held(), 1);
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
        let upper = Entry {
            lower: -Score::INFINITY,
            upper: Score::new(4),
            ..entry(2, 0)
        };
        table.keep(7, upper);
        let known = table.look(7, 2).unwrap();
        assert_eq!((known.lower.points(), known.upper.points()), (-3, 4));
        assert!(table.look(7, 1).is_none(), "the exact depth is wanted");
        assert!(table.look(7, 3).is_none());
    }
}
