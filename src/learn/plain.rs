//! A learner that plays one move at a time, be it against a program, a person or a page.

use std::sync::Arc;

use super::event::{Choice, Event};
use super::hand::Hand;
use super::history::Snapshot;
use super::layout::Layout;
use super::meetings::Meetings;
use super::rule::Rule;
use super::table::{Matchbox, Parts, Table};
use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::player::Player;

/// One side that learns, playing one move at a time.
///
/// It keeps a matchbox for every position it has met. [`Plain`](super::Plain) is a whole training of such
/// learners; the engine gives the same tables and records, faster, for games small enough.
///
/// Whatever it does to its boxes it tells as [`Event`]s, with its side, to whoever listens.
pub struct Learner<G: Game> {
    pub(super) hand: Hand<G>,
    pub(super) table: Table,
    at: G::Position,
    ply: u16,
}

impl<G: Game> Learner<G> {
    /// A learner that has met no position, at the start of its first game.
    #[must_use]
    pub fn new(game: G, rule: Rule, side: Side) -> Self {
        let laid_out = (side, Layout::from(&rule));
        Self {
            table: Table::of(game.name(), laid_out, std::iter::empty()),
            at: game.start(),
            ply: 0,
            hand: Hand::new(game, rule, side),
        }
    }

    /// Takes up the boxes of a table, if there is one, and what goes on besides them from the last set.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when the table is of another side, game or layout.
    pub fn take_up(&mut self, table: Option<&Table>, last: Option<&Snapshot>) -> Result<()> {
        let Hand { game, rule, .. } = &self.hand;
        if let Some(table) = table {
            table.belongs(self.hand.side, Layout::from(rule), game)?;
            self.table = table.clone();
            self.hand.snapshot.boxes = table.len() as u64;
            self.hand.snapshot.zeroed = table.zeroed();
        }
        self.begin();
        self.hand.snapshot.origin = last.map(|last| last.origin).unwrap_or_default();
        Ok(())
    }

    /// The same with a table of at most so many boxes, and so many bytes as [`Table::footprint`] counts
    /// them. Where it may make no more, it plays any move in a new position with the same chance, and
    /// keeps nothing of it.
    #[must_use]
    pub fn at_most(mut self, boxes: u64, bytes: u64) -> Self {
        self.hand.most = [boxes, bytes];
        self
    }

    /// The same asking a player in every position that has no box and gets none, instead of playing any
    /// move there with the same chance. Nothing is learnt from such a move; when the player resigns, so
    /// does the learner.
    #[must_use]
    pub fn asking(mut self, outside: Arc<dyn Player<G>>) -> Self {
        self.hand.outside = Some(outside);
        self
    }

    /// What it has met since it began, or was taken up.
    #[must_use]
    pub const fn meetings(&self) -> &Meetings {
        &self.hand.meetings
    }

    /// What has been learnt. It shares its boxes with the learner as long as it learns nothing more.
    #[must_use]
    pub fn table(&self) -> Table {
        self.table.clone()
    }

    /// A box that has been met.
    #[must_use]
    pub fn matchbox(&self, key: Key) -> Option<Matchbox> {
        self.table.get(key)
    }

    /// The beads of a box that has been met.
    #[must_use]
    pub fn beads(&self, key: Key) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        self.read(key, &mut beads).then_some(beads)
    }

    /// Reads the beads of a box into `beads`, and says whether it has been met.
    pub(super) fn read(&self, key: Key, beads: &mut Vec<u64>) -> bool {
        beads.clear();
        let boxes = self.table.boxes();
        boxes.read(boxes.seek(key), beads).is_some()
    }

    /// Sets up a new game; whatever was drawn in one that has not been concluded is forgotten.
    pub fn begin(&mut self) {
        self.at = self.hand.game.start();
        self.ply = 0;
        self.hand.begin();
    }

    /// A move has been made: its own, or what the other side played.
    pub fn played(&mut self, m: Move) {
        self.at = self.hand.game.play(&self.at, m);
        self.ply += 1;
    }

    /// Chooses a move where it is its turn: draws a bead of its box.
    pub fn choose(&mut self, dice: &mut Dice, hear: &mut impl FnMut(Side, Event<'_>)) -> Choice {
        let parts = &mut self.table.parts_mut();
        self.hand.choose(parts, (&self.at, self.ply), dice, hear)
    }

    /// The game is over: does to the boxes used in it what the rule asks for.
    ///
    /// # Panics
    ///
    /// Never: a box that was drawn from is there.
    pub fn conclude(&mut self, verdict: Verdict, hear: &mut impl FnMut(Side, Event<'_>)) {
        let parts = &mut self.table.parts_mut();
        self.hand.conclude(parts, (verdict, self.ply), hear);
    }

    /// What plays and learns, with the boxes that are changed by it.
    pub(super) fn at_play(&mut self) -> (&mut Hand<G>, Parts<'_>) {
        (&mut self.hand, self.table.parts_mut())
    }

    /// How its boxes stand; the counts of what befell them begin again from nothing.
    pub fn report(&mut self) -> Snapshot {
        self.hand.snapshot.take()
    }
}
