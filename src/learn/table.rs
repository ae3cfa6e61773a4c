//! What was learnt: the matchboxes of one side, by the key of their position.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use crate::game::{Key, Side};

/// The beads of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchbox {
    /// How many moves had been played when the box was first met.
    pub ply: u16,
    /// The beads of each colour; [`Layout::place`](super::Layout::place) says which moves a colour
    /// stands for.
    pub beads: Vec<u64>,
}

impl Matchbox {
    /// Whether some move has lost all its beads.
    #[must_use]
    pub fn is_zeroed(&self) -> bool {
        self.beads.contains(&0)
    }

    /// Whether all beads are gone: the box resigns.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.beads.iter().all(|&n| n == 0)
    }
}

/// All matchboxes of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    side: Side,
    boxes: HashMap<Key, Matchbox, FixedState>,
}

impl Table {
    /// A table that has met nothing.
    #[must_use]
    pub fn new(side: Side) -> Self {
        Self {
            side,
            boxes: HashMap::default(),
        }
    }

    /// The side it plays.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How many boxes it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether nothing has been met yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The box with this key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<&Matchbox> {
        self.boxes.get(&key)
    }

    /// Puts a box in its place and returns the one that stood there.
    pub fn insert(&mut self, key: Key, matchbox: Matchbox) -> Option<Matchbox> {
        self.boxes.insert(key, matchbox)
    }

    /// All boxes by ascending key.
    #[must_use]
    pub fn sorted(&self) -> Vec<(Key, &Matchbox)> {
        let mut boxes: Vec<_> = self.boxes.iter().map(|(&key, b)| (key, b)).collect();
        boxes.sort_unstable_by_key(|&(key, _)| key);
        boxes
    }

    /// Boxes with at least one move whose beads are all gone, by ply, as
    /// [`Standing::zeroed`](super::Standing::zeroed) has them.
    #[must_use]
    pub fn zeroed(&self) -> Vec<u64> {
        let mut zeroed = Vec::new();
        for (_, matchbox) in self.sorted() {
            let ply = usize::from(matchbox.ply);
            if matchbox.is_zeroed() {
                if zeroed.len() <= ply {
                    zeroed.resize(ply + 1, 0);
                }
                zeroed[ply] += 1;
            }
        }
        zeroed
    }
}
