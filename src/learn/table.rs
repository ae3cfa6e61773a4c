//! What was learnt: the matchboxes of one side, by the key of their position.

use std::cmp::Reverse;
use std::mem::take;
use std::sync::{Arc, OnceLock};

use super::first_meetings::FirstMeetings;
use super::layout::Layout;
use super::packed::{PackedBoxes, Sorted};
use super::rule::{Boxes, MOST_BEADS};
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
///
/// Boxes are packed: some 36 bytes each in Othello on 8 x 8. A clone shares them with the original
/// until either is changed.
#[derive(Clone, Debug)]
pub struct Table {
    side: Side,
    layout: Layout,
    boxes: Arc<PackedBoxes>,
    /// What has been met once, where a box waits for the second meeting.
    first: Arc<FirstMeetings>,
    /// The name of the game that all boxes have been found to belong to.
    game: OnceLock<String>,
}

/// Tables are the same when their boxes are; what they have been checked for is not compared.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        (self.side, self.layout) == (other.side, other.layout)
            && self.boxes == other.boxes
            && self.first == other.first
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
            boxes: Arc::default(),
            first: Arc::default(),
            game: OnceLock::new(),
        }
    }

    /// The table that these boxes make up.
    pub(crate) fn packed(side: Side, layout: Layout, boxes: PackedBoxes) -> Self {
        Self {
            boxes: Arc::new(boxes),
            ..Self::new(side, layout)
        }
    }

    /// The table of a game that these boxes make up, which are known to belong to it.
    pub(super) fn of(
        game: String,
        (side, layout): (Side, Layout),
        boxes: impl Iterator<Item = (Key, Matchbox)>,
    ) -> Self {
        let mut packed = PackedBoxes::default();
        boxes.for_each(|(key, matchbox)| packed.put(key, matchbox.ply, &matchbox.beads));
        Self {
            game: OnceLock::from(game),
            ..Self::packed(side, layout, packed)
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

    /// The same with what has been met once.
    pub(crate) fn with_first(mut self, first: FirstMeetings) -> Self {
        self.first = Arc::new(first);
        self
    }

    /// The same, whatever it has been checked for.
    pub(crate) fn unchecked(&self) -> Self {
        Self {
            game: OnceLock::new(),
            ..self.clone()
        }
    }

    /// What has been met once, where a box waits for the second meeting.
    pub(crate) fn first(&self) -> &FirstMeetings {
        &self.first
    }

    pub(crate) fn first_mut(&mut self) -> &mut FirstMeetings {
        Arc::make_mut(&mut self.first)
    }

    /// How many positions it remembers that have been met once and have no box yet.
    #[must_use]
    pub fn met_once(&self) -> u64 {
        self.first.len()
    }

    /// How many boxes it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether nothing has been met yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that its boxes take, and three for each position met once, but for what is held in
    /// reserve: they follow from these alone, and so are the same after a training has been stopped
    /// and taken up.
    #[must_use]
    pub fn footprint(&self) -> u64 {
        footprint(&self.boxes, &self.first)
    }

    /// Bytes it has taken from the system, the index and all reserves counted.
    #[must_use]
    pub fn allocated(&self) -> u64 {
        self.boxes.allocated() + self.first.allocated()
    }

    /// The box with this key.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<Matchbox> {
        let mut beads = Vec::new();
        let ply = self.boxes.read(self.boxes.seek(key), &mut beads)?;
        Some(Matchbox { ply, beads })
    }

    /// Puts a box in its place and returns the one that stood there.
    ///
    /// # Panics
    ///
    /// Past 2^32 boxes.
    #[expect(clippy::needless_pass_by_value, reason = "the box goes into the table")]
    pub fn insert(&mut self, key: Key, matchbox: Matchbox) -> Option<Matchbox> {
        let before = self.get(key);
        self.game = OnceLock::new();
        self.boxes_mut().put(key, matchbox.ply, &matchbox.beads);
        before
    }

    /// All boxes by ascending key. They are put in order first, which takes four bytes a box.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter {
            boxes: &self.boxes,
            order: self.boxes.sorted(),
        }
    }

    pub(crate) fn boxes(&self) -> &PackedBoxes {
        &self.boxes
    }

    /// Its boxes to be changed by somebody who knows that they go on belonging to their game.
    pub(super) fn boxes_mut(&mut self) -> &mut PackedBoxes {
        Arc::make_mut(&mut self.boxes)
    }

    /// Deals its boxes out among so many shards: as many as all cores learn from at once, or one.
    pub(super) fn divide(&mut self, shards: usize) {
        if self.boxes.shards() != shards {
            let boxes = Arc::unwrap_or_clone(take(&mut self.boxes));
            self.boxes = Arc::new(boxes.divided(shards));
        }
    }

    /// As [`Table::boxes_mut`], with what has been met once.
    pub(super) fn parts_mut(&mut self) -> Parts<'_> {
        Parts {
            boxes: Arc::make_mut(&mut self.boxes),
            first: &mut self.first,
        }
    }

    /// Boxes with at least one move whose beads are all gone, by ply, as
    /// [`Snapshot::zeroed`](super::Snapshot::zeroed) has them.
    #[must_use]
    pub fn zeroed(&self) -> Vec<u64> {
        let mut zeroed = Vec::new();
        self.boxes.each(|_, ply, beads| {
            if beads.contains(&0) {
                let ply = usize::from(ply);
                if zeroed.len() <= ply {
                    zeroed.resize(ply + 1, 0);
                }
                zeroed[ply] += 1;
            }
        });
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
            if layout.boxes != Boxes::SecondMeeting {
                table.first = Arc::default();
            }
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
        let first = self.boxes.greatest(|key, _, beads| {
            let colours = self.layout.colours_of(game, self.side, key);
            let fits = colours == Some(beads.len());
            let sum = beads.iter().copied().fold(0, u64::saturating_add);
            let belongs = fits && sum <= MOST_BEADS;
            (!belongs).then_some((Reverse(key), beads.len(), fits))
        });
        if let Some((Reverse(key), colours, fits)) = first {
            return Err(Error::Mismatch(Mismatch::Matchbox {
                key: key.0,
                reason: if fits {
                    format!("holds more than {MOST_BEADS} beads")
                } else {
                    format!("with {colours} colours does not belong to {name} under this rule")
                },
            }));
        }
        // Another game that it has been checked for keeps its place.
        let _ = self.game.set(name);
        Ok(())
    }
}

/// What a [`Table`] is made of, to be changed.
pub(super) struct Parts<'a> {
    pub(super) boxes: &'a mut PackedBoxes,
    /// What has been met once.
    pub(super) first: &'a mut Arc<FirstMeetings>,
}

impl Parts<'_> {
    /// [`Table::footprint`] as they are.
    pub(super) fn footprint(&self) -> u64 {
        footprint(self.boxes, self.first)
    }
}

fn footprint(boxes: &PackedBoxes, first: &FirstMeetings) -> u64 {
    boxes.footprint() + first.len() * FirstMeetings::COST
}

/// The boxes of a [`Table`] by ascending key.
#[derive(Clone, Debug)]
pub struct Iter<'a> {
    boxes: &'a PackedBoxes,
    order: Sorted<'a>,
}

impl Iterator for Iter<'_> {
    type Item = (Key, Matchbox);

    fn next(&mut self) -> Option<Self::Item> {
        let mut beads = Vec::new();
        let (key, ply) = self.boxes.by_number(self.order.next()?, &mut beads);
        Some((key, Matchbox { ply, beads }))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.order.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Table {
    type Item = (Key, Matchbox);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}
