//! A learner that plays one move at a time, against a program, a person or a web page.

use super::core::LearnerCore;
use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::learn::event::{Choice, Event};
use crate::learn::history::Snapshot;
use crate::learn::layout::Layout;
use crate::learn::meetings::Meetings;
use crate::learn::rule::Rule;
use crate::learn::table::{Matchbox, Parts, Table};

/// A side that learns, playing one move at a time.
///
/// It keeps a matchbox for every position it has met. [`PackedRun`](crate::learn::PackedRun) is a whole
/// training of such learners. For games small enough, the engine gives the same tables and records faster.
///
/// It reports every change of its boxes as an [`Event`], together with its side, to a callback.
pub struct Learner<G: Game> {
    pub(super) hand: LearnerCore<G>,
    pub(super) table: Table,
    at: G::Position,
    ply: u16,
}

impl<G: Game> Learner<G> {
    /// Creates a learner that has met no position, at the start of its first game.
    #[must_use]
    pub fn new(game: G, rule: Rule, side: Side) -> Self {
        Self {
            table: Table::of(&game, side, &rule, std::iter::empty()),
            at: game.start(),
            ply: 0,
            hand: LearnerCore::new(game, rule, side),
        }
    }

    /// Continues from a table and from the last snapshot, if given. The snapshot holds what the rule carries
    /// over from set to set.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) if the table is of another side, game or layout.
    pub fn resume_from(&mut self, table: Option<&Table>, last: Option<&Snapshot>) -> Result<()> {
        let LearnerCore { game, teacher, .. } = &self.hand;
        if let Some(table) = table {
            table.belongs(self.hand.side, Layout::from(&teacher.rule), game)?;
            self.table = table.clone();
            self.hand.snapshot.boxes = table.len() as u64;
            self.hand.snapshot.zeroed = table.zeroed();
        }
        self.begin();
        self.hand.snapshot.origin = last.map(|last| last.origin).unwrap_or_default();
        Ok(())
    }

    /// The counts of the positions met since it began or was resumed.
    #[must_use]
    pub const fn meetings(&self) -> &Meetings {
        &self.hand.meetings
    }

    /// The table. It shares its boxes with the learner until the learner changes them.
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
        Some(self.matchbox(key)?.beads)
    }

    /// Sets up a new game, and discards the draws of a game that has not been concluded.
    pub fn begin(&mut self) {
        self.at = self.hand.game.start();
        self.ply = 0;
        self.hand.begin();
    }

    /// Records a move of either side.
    pub fn played(&mut self, m: Move) {
        self.at = self.hand.game.play(&self.at, m);
        self.ply += 1;
    }

    /// Chooses a move by drawing a bead from the box of the position; it must be its turn.
    pub fn choose(
        &mut self,
        dice: &mut Dice,
        on_event: &mut impl FnMut(Side, Event<'_>),
    ) -> Choice {
        let (hand, mut parts) = (&mut self.hand, self.table.parts_mut());
        hand.choose(&mut parts, (&self.at, self.ply), dice, on_event)
    }

    /// Changes the boxes used in the game, which is over, as the rule says.
    pub fn conclude(&mut self, verdict: Verdict, on_event: &mut impl FnMut(Side, Event<'_>)) {
        let parts = &mut self.table.parts_mut();
        self.hand.conclude(parts, verdict, self.ply, on_event);
    }

    /// The core, which plays and learns, and the parts of the table that it changes.
    pub(super) fn at_play(&mut self) -> (&mut LearnerCore<G>, Parts<'_>) {
        (&mut self.hand, self.table.parts_mut())
    }

    /// Returns a snapshot of the table, and resets the counts of events.
    pub fn report(&mut self) -> Snapshot {
        self.hand.snapshot.take()
    }
}
