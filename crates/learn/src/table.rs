//! A table: the learned boxes of one side, by the key of their position.

use std::cmp::Reverse;
use std::mem::take;
use std::sync::{Arc, OnceLock};

use super::boxes::{BoxContent, Matchbox, ValueBoxes};
use super::first_meetings::FirstMeetings;
use super::history::entry;
use super::layout::Layout;
use super::packed::PackedBoxes;
use super::rule::{Boxes, MOST_BEADS, Rule};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Side};

/// All matchboxes of one side, and the layout that gives their keys and colours a meaning.
///
/// Boxes are packed: about 36 bytes each in Othello on 8 x 8. A clone shares them with the original
/// until one of them is changed.
#[derive(Clone, Debug)]
pub struct Table {
    side: Side,
    layout: Layout,
    boxes: Arc<PackedBoxes>,
    /// The positions met once, if boxes are made at the second meeting.
    first: Arc<FirstMeetings>,
    /// The values from which the boxes follow, of a learner that keeps values; its beads are its greedy policy.
    values: Option<Arc<ValueBoxes>>,
    /// The name of the game for which all boxes have been checked.
    game: OnceLock<String>,
}

/// Tables are equal if their contents are; the game for which they have been checked is not compared.
impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        (self.side, self.layout) == (other.side, other.layout)
            && self.boxes == other.boxes
            && self.first == other.first
            && self.values == other.values
    }
}

impl Eq for Table {}

impl Table {
    /// Creates an empty table.
    #[must_use]
    pub fn new(side: Side, layout: Layout) -> Self {
        Self {
            side,
            layout,
            boxes: Arc::default(),
            first: Arc::default(),
            values: None,
            game: OnceLock::new(),
        }
    }

    /// Creates the empty table of a learner by this rule.
    pub fn unlearnt(side: Side, rule: &Rule) -> Self {
        Self {
            values: rule.values().map(|_| Arc::default()),
            ..Self::new(side, rule.into())
        }
    }

    /// Creates the table of a learner with these values: one bead for each move of the greatest value in its
    /// box, none for the others.
    pub fn valued(side: Side, layout: Layout, values: ValueBoxes) -> Self {
        let (mut packed, mut beads) = (PackedBoxes::default(), Vec::new());
        for (&key, found) in &values {
            found.greedy(&mut beads);
            packed.put(key, found.ply, &beads);
        }
        Self {
            values: Some(Arc::new(values)),
            ..Self::packed(side, layout, packed)
        }
    }

    /// The values of the box with this key in units of 2^-32, one for each colour, and how often each has been
    /// learnt from; `None` without such a box, or if the rule keeps no values.
    pub fn values_of(&self, key: Key) -> Option<(&[i64], &[u64])> {
        let found = self.values()?.get(&key)?;
        Some((&found.values, &found.visits))
    }

    /// The values from which the boxes follow, of a learner that keeps values in place of beads.
    pub fn values(&self) -> Option<&ValueBoxes> {
        self.values.as_deref()
    }

    /// Creates a table of these boxes.
    pub fn packed(side: Side, layout: Layout, boxes: PackedBoxes) -> Self {
        Self {
            boxes: Arc::new(boxes),
            ..Self::new(side, layout)
        }
    }

    /// Creates a table of these boxes, which are known to belong to the game.
    pub(super) fn from_boxes<G: Game>(
        game: &G,
        side: Side,
        rule: &Rule,
        boxes: impl Iterator<Item = (Key, Matchbox)>,
    ) -> Self {
        let mut packed = PackedBoxes::default();
        boxes.for_each(|(key, matchbox)| packed.put(key, matchbox.ply, &matchbox.beads));
        Self {
            game: OnceLock::from(game.name()),
            ..Self::packed(side, rule.into(), packed)
        }
    }

    /// The side it plays.
    pub const fn side(&self) -> Side {
        self.side
    }

    /// How its boxes are laid out.
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// Sets the positions that have been met once and have no box yet.
    #[must_use]
    pub fn with_first(mut self, first: FirstMeetings) -> Self {
        self.first = Arc::new(first);
        self
    }

    /// Returns a copy that counts as not checked for any game.
    #[must_use]
    pub fn unchecked(&self) -> Self {
        Self {
            game: OnceLock::new(),
            ..self.clone()
        }
    }

    /// The positions that have been met once and have no box yet.
    pub fn first(&self) -> &FirstMeetings {
        &self.first
    }

    /// The same, to be changed.
    pub fn first_mut(&mut self) -> &mut FirstMeetings {
        Arc::make_mut(&mut self.first)
    }

    /// The number of boxes.
    pub fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Whether it has no boxes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes that the boxes take, and three for each position met once, without reserves. The number depends
    /// only on these, so it is the same after a training has been stopped and resumed.
    pub fn footprint(&self) -> u64 {
        footprint(&self.boxes, &self.first)
    }

    /// Bytes allocated, including the index and all reserves.
    pub fn allocated(&self) -> u64 {
        self.boxes.allocated() + self.first.allocated()
    }

    /// The box with this key.
    pub fn get(&self, key: Key) -> Option<Matchbox> {
        let mut beads = Vec::new();
        let ply = self.read(key, &mut beads)?;
        Some(Matchbox { ply, beads })
    }

    /// The contents of the box with this key.
    pub fn content(&self, key: Key) -> Option<BoxContent> {
        if let Some(values) = self.values() {
            return values.get(&key).cloned().map(BoxContent::Values);
        }
        self.get(key).map(BoxContent::Beads)
    }

    /// Reads the beads of the box with this key into `beads`, and returns its ply.
    pub fn read(&self, key: Key, beads: &mut Vec<u64>) -> Option<u16> {
        self.boxes.read(self.boxes.seek(key), beads)
    }

    /// Stores a box and returns the previous one with the same key. A table of values keeps only its greedy
    /// policy then. It panics with more than 2^32 boxes.
    #[expect(clippy::needless_pass_by_value, reason = "the box goes into the table")]
    pub fn insert(&mut self, key: Key, matchbox: Matchbox) -> Option<Matchbox> {
        let before = self.get(key);
        self.game = OnceLock::new();
        self.values = None;
        Arc::make_mut(&mut self.boxes).put(key, matchbox.ply, &matchbox.beads);
        before
    }

    /// All boxes by ascending key. They are sorted first, which takes four bytes per box.
    pub fn iter(&self) -> impl Iterator<Item = (Key, Matchbox)> {
        self.boxes.sorted().map(|number| {
            let mut beads = Vec::new();
            let (key, ply) = self.boxes.by_number(number, &mut beads);
            (key, Matchbox { ply, beads })
        })
    }

    /// The boxes as they are stored.
    pub fn boxes(&self) -> &PackedBoxes {
        &self.boxes
    }

    /// Divides the boxes into this number of shards.
    pub(super) fn split_into(&mut self, shards: usize) {
        if self.boxes.shards.len() != shards {
            let boxes = Arc::unwrap_or_clone(take(&mut self.boxes));
            self.boxes = Arc::new(boxes.divided(shards));
        }
    }

    /// Its parts, to be changed only in ways that keep the boxes valid for their game.
    pub(super) fn parts_mut(&mut self) -> TableParts<'_> {
        TableParts {
            boxes: Arc::make_mut(&mut self.boxes),
            first: &mut self.first,
        }
    }

    /// As [`Snapshot::missing_colour`](super::Snapshot::missing_colour).
    pub fn missing_colour(&self) -> Vec<u64> {
        let mut missing_colour = Vec::new();
        self.boxes.each(|_, ply, beads| {
            if beads.contains(&0) {
                *entry(&mut missing_colour, ply) += 1;
            }
        });
        missing_colour
    }

    /// Returns the same boxes with another layout. Each of them must also be a box of that layout, with the
    /// same meaning.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`] with the first box that does not belong.
    #[inline(never)]
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

    /// Checks that the table is of this side, of the layout of this rule and of what it keeps in its boxes, and
    /// [`Table::check`]s it for the game.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`] with what does not belong.
    #[inline(never)]
    pub fn belongs<G: Game>(&self, side: Side, rule: &Rule, game: &G) -> Result<()> {
        let layout = Layout::from(rule);
        let (own, requested) = (self.side.name(), side.name());
        let (keeps, kept) = (rule.values().is_some(), self.values.is_some());
        let reason = if self.layout != layout {
            format!(
                "the boxes of the {own} side belong to a rule with different symmetry, duplicates or boxes"
            )
        } else if self.side != side && !layout.shared {
            format!("a table of the {own} side cannot play {requested}")
        } else if keeps != kept && !self.is_empty() {
            let [holds, does] = if keeps {
                ["beads", "keeps values of moves"]
            } else {
                ["values of moves", "moves beads"]
            };
            format!("the boxes hold {holds}, and the rule {does}: it cannot continue from them")
        } else {
            return self.check(game);
        };
        Err(Error::Boxes(reason))
    }

    /// Checks that the key of every box is a position of the game in canonical form with the right side to move (for
    /// a shared machine: of an impartial game), that a game can reach it after that many moves, that it has one colour
    /// for each move or class of merged moves, and that its beads do not exceed [`MOST_BEADS`].
    ///
    /// A table that has passed is not checked again until a box is inserted.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`] with the first box that does not belong.
    #[inline(never)]
    pub fn check<G: Game>(&self, game: &G) -> Result<()> {
        let name = game.name();
        if self.game.get() == Some(&name) {
            return Ok(());
        }
        let first = self.boxes.greatest(|key, ply, beads| {
            let colours = self.layout.colours_of(game, self.side, key, ply);
            let fits = colours == Some(beads.len());
            let sum = beads.iter().copied().fold(0, u64::saturating_add);
            let belongs = fits && sum <= MOST_BEADS;
            (!belongs).then_some((Reverse(key), ply, beads.len(), fits))
        });
        if let Some((Reverse(Key(key)), ply, colours, fits)) = first {
            let reason = if fits {
                format!("holds more than {MOST_BEADS} beads")
            } else {
                format!(
                    "with {colours} colours, met after {ply} moves, does not belong to {name} under this rule"
                )
            };
            return Err(Error::Boxes(format!("the box of key {key:#x} {reason}")));
        }
        // If the name of another game is already stored, it stays.
        let _ = self.game.set(name);
        Ok(())
    }
}

/// The parts of a [`Table`], to be changed.
pub(super) struct TableParts<'a> {
    pub(super) boxes: &'a mut PackedBoxes,
    /// The positions met once.
    pub(super) first: &'a mut Arc<FirstMeetings>,
}

/// See [`Table::footprint`].
pub(super) fn footprint(boxes: &PackedBoxes, first: &FirstMeetings) -> u64 {
    boxes.footprint() + first.len() * FirstMeetings::COST
}

impl<'a> IntoIterator for &'a Table {
    type Item = (Key, Matchbox);
    type IntoIter = Box<dyn Iterator<Item = Self::Item> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}
