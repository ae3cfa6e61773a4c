//! What was learnt: the matchboxes of one side, by the key of their position.

use std::collections::BTreeMap;
use std::collections::btree_map;
use std::sync::OnceLock;

use super::layout::Layout;
use super::rule::MOST_BEADS;
use crate::error::{Error, Mismatch, Result};
use crate::game::{Game, Key, Side};

/// The beads of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matchbox {
    /// How many moves had been played when the box was first met.
    pub ply: u16,
    /// The beads of each colour; [`Layout::place`] says which moves a colour stands for.
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

/// All matchboxes of one side, by ascending key, and the layout that says what their keys and
/// colours mean.
#[derive(Clone, Debug)]
pub struct Table {
    side: Side,
    layout: Layout,
    boxes: BTreeMap<Key, Matchbox>,
    /// The name of the game that all boxes have been found to belong to.
    game: OnceLock<String>,
}

/// Tables are the same when their boxes are; what they have been checked for is not compared.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        (self.side, self.layout) == (other.side, other.layout) && self.boxes == other.boxes
    }
}

impl Eq for Table {}

impl Table {
    /// A table that has met nothing.
    #[must_use]
    pub fn new(side: Side, layout: Layout) -> Self {
        Self {
            side,
            layout,
            boxes: BTreeMap::new(),
            game: OnceLock::new(),
        }
    }

    /// The table of a game that these boxes make up, which are known to belong to it.
    pub(super) fn of(
        game: String,
        (side, layout): (Side, Layout),
        boxes: impl Iterator<Item = (Key, Matchbox)>,
    ) -> Self {
        Self {
            side,
            layout,
            boxes: boxes.collect(),
            game: OnceLock::from(game),
        }
    }

    /// The side it plays.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How its boxes are laid out.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
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
        self.game = OnceLock::new();
        self.boxes.insert(key, matchbox)
    }

    /// All boxes by ascending key.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.boxes.iter())
    }

    /// Boxes with at least one move whose beads are all gone, by ply, as
    /// [`Snapshot::zeroed`](super::Snapshot::zeroed) has them.
    #[must_use]
    pub fn zeroed(&self) -> Vec<u64> {
        let mut zeroed = Vec::new();
        for matchbox in self.boxes.values().filter(|matchbox| matchbox.is_zeroed()) {
            let ply = usize::from(matchbox.ply);
            if zeroed.len() <= ply {
                zeroed.resize(ply + 1, 0);
            }
            zeroed[ply] += 1;
        }
        zeroed
    }

    /// The same boxes for a training of another layout, where each of them is a box of that one too and
    /// so means the same in it.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] that names the first box that does not belong.
    pub fn laid_out<G: Game>(&self, layout: Layout, game: &G) -> Result<Self> {
        let mut table = self.clone();
        if layout != self.layout {
            table.layout = layout;
            table.game = OnceLock::new();
        }
        table.check(game)?;
        Ok(table)
    }

    /// Checks that the table is one of this side and layout, and [`Table::check`]s it for the game.
    pub(super) fn belongs<G: Game>(&self, side: Side, layout: Layout, game: &G) -> Result<()> {
        if self.layout != layout {
            return Err(Error::Mismatch(Mismatch::Layout {
                side: self.side.name(),
            }));
        }
        if self.side != side {
            return Err(Error::Mismatch(Mismatch::TableSide {
                learnt: self.side.name(),
                requested: side.name(),
            }));
        }
        self.check(game)
    }

    /// Checks that every box has a position of the game in its canonical form, with the right side
    /// to move, as many colours as there are moves to tell apart and no more beads than a box can
    /// hold.
    ///
    /// A table that has passed is not looked through again until a box is put in.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] that names the first box that does not belong.
    pub fn check<G: Game>(&self, game: &G) -> Result<()> {
        let name = game.name();
        if self.game.get() == Some(&name) {
            return Ok(());
        }
        for (key, matchbox) in self {
            let colours = self.layout.colours_of(game, self.side, key);
            if colours != Some(matchbox.beads.len()) {
                return Err(Error::Mismatch(Mismatch::Matchbox {
                    key: key.0,
                    reason: format!(
                        "with {} colours does not belong to {name} under this rule",
                        matchbox.beads.len()
                    ),
                }));
            }
            let beads = matchbox.beads.iter().copied().fold(0, u64::saturating_add);
            if beads > MOST_BEADS {
                return Err(Error::Mismatch(Mismatch::Matchbox {
                    key: key.0,
                    reason: format!("holds more than {MOST_BEADS} beads"),
                }));
            }
        }
        // Another game that it has been checked for keeps its place.
        let _ = self.game.set(name);
        Ok(())
    }
}

/// The boxes of a [`Table`] by ascending key.
#[derive(Clone, Debug)]
pub struct Iter<'a>(btree_map::Iter<'a, Key, Matchbox>);

impl<'a> Iterator for Iter<'a> {
    type Item = (Key, &'a Matchbox);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(&key, matchbox)| (key, matchbox))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Table {
    type Item = (Key, &'a Matchbox);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
