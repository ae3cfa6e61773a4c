//! Rote learning, to be read in one sitting.
//!
//! A [`Learner`] keeps a matchbox for every position it has met: a [`Table`] from keys to beads. To
//! move it draws a bead, each with the same chance; when the game is over its rule says what becomes
//! of the beads drawn. Nothing is laid out beforehand, so the game may be as large as it likes, and a
//! person or a page can play it move by move. [`Plain`](super::Plain) is a whole training of such
//! learners; the engine gives the same tables and records, faster, for games small enough.

use std::sync::Arc;

use super::event::{Choice, Event};
use super::first_meetings::FirstMeetings;
use super::history::Snapshot;
use super::layout::{Layout, Palette};
use super::meetings::Meetings;
use super::opponent::Offer;
use super::packed::PackedBoxes;
use super::rule::{Boxes, Change, Effect, Empty, Incident, Multipliers, Rule, Scope};
use super::table::Table;
use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::player::Player;

/// One side that learns, playing one move at a time.
///
/// Whatever it does to its boxes it tells as [`Event`]s, with its side, to whoever listens.
pub struct Learner<G: Game> {
    pub(super) game: G,
    pub(super) rule: Rule,
    odds: Option<Multipliers>,
    pub(super) side: Side,
    pub(super) table: Table,
    /// The most boxes, and the most bytes of them.
    most: [u64; 2],
    /// Whom it asks in a position without a box.
    pub(super) outside: Option<Arc<dyn Player<G>>>,
    at: G::Position,
    pub(super) ply: u16,
    pub(super) drawn: Vec<Drawn>,
    /// Whether its last move came from no box because there is none yet, or no room for it.
    pub(super) boxless: bool,
    pub(super) snapshot: Snapshot,
    pub(super) meetings: Meetings,
    /// The colours of the present position, and the beads of the box at hand.
    palette: Palette,
    beads: Vec<u64>,
    /// What is chosen from in a position without a box.
    offer: Offer,
}

/// A bead drawn in the present game, after `ply` moves.
pub(super) struct Drawn {
    pub(super) key: Key,
    pub(super) colour: usize,
    pub(super) ply: u16,
}

impl<G: Game> Learner<G> {
    /// A learner that has met no position, at the start of its first game.
    #[must_use]
    pub fn new(game: G, rule: Rule, side: Side) -> Self {
        let laid_out = (side, Layout::from(&rule));
        Self {
            odds: rule.odds().map(Multipliers::new),
            table: Table::of(game.name(), laid_out, std::iter::empty()),
            most: [u64::MAX; 2],
            outside: None,
            at: game.start(),
            ply: 0,
            drawn: Vec::new(),
            boxless: false,
            snapshot: Snapshot::default(),
            meetings: Meetings::default(),
            palette: Palette::default(),
            beads: Vec::new(),
            offer: Offer::default(),
            game,
            rule,
            side,
        }
    }

    /// Takes up the boxes of a table, if there is one, and what goes on besides them from the last set.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when the table is of another side, game or layout.
    pub fn take_up(&mut self, table: Option<&Table>, last: Option<&Snapshot>) -> Result<()> {
        if let Some(table) = table {
            table.belongs(self.side, Layout::from(&self.rule), &self.game)?;
            self.table = table.clone();
            self.snapshot.boxes = table.len() as u64;
            self.snapshot.zeroed = table.zeroed();
        }
        self.begin();
        self.snapshot.origin = last.map(|last| last.origin).unwrap_or_default();
        Ok(())
    }

    /// The same with a table of at most so many boxes, and so many bytes as [`Table::footprint`] counts
    /// them. Where it may make no more, it plays any move in a new position with the same chance, and
    /// keeps nothing of it.
    #[must_use]
    pub fn at_most(mut self, boxes: u64, bytes: u64) -> Self {
        self.most = [boxes, bytes];
        self
    }

    /// The same asking a player in every position that has no box and gets none, instead of playing any
    /// move there with the same chance. Nothing is learnt from such a move; when the player resigns, so
    /// does the learner.
    #[must_use]
    pub fn asking(mut self, outside: Arc<dyn Player<G>>) -> Self {
        self.outside = Some(outside);
        self
    }

    /// What it has met since it began, or was taken up.
    #[must_use]
    pub const fn meetings(&self) -> &Meetings {
        &self.meetings
    }

    /// What has been learnt. It shares its boxes with the learner as long as it learns nothing more.
    #[must_use]
    pub fn table(&self) -> Table {
        self.table.clone()
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
        self.table.boxes().read(key, beads).is_some()
    }

    /// Sets up a new game; whatever was drawn in one that has not been concluded is forgotten.
    pub fn begin(&mut self) {
        self.at = self.game.start();
        self.ply = 0;
        self.drawn.clear();
        self.boxless = false;
    }

    /// A move has been made: its own, or what the other side played.
    pub fn played(&mut self, m: Move) {
        let after = self.game.play(&self.at, m);
        self.came_to(&after);
    }

    /// A move has been made, and led here.
    pub(super) fn came_to(&mut self, at: &G::Position) {
        self.at = *at;
        self.ply += 1;
    }

    /// Chooses a move where it is its turn: draws a bead of its box.
    pub fn choose(&mut self, dice: &mut Dice, hear: &mut impl FnMut(Side, Event<'_>)) -> Choice {
        let (side, layout) = (self.side, Layout::from(&self.rule));
        if !layout.has_box(&self.game, &self.at) {
            if let Some(choice) = self.ask(dice) {
                return choice;
            }
            let moves: Vec<Move> = self.game.moves(&self.at).collect();
            return Choice::Move(moves[even(dice, moves.len())]);
        }
        self.palette.fill(layout, &self.game, &self.at);
        let (key, ply) = (self.palette.key, self.ply);
        let colours = self.palette.colours();
        let (boxes, mut maker, beads) = self.at_work();
        let found = boxes.meet(key, beads);
        let opened = found.is_none() && maker.open(boxes, (key, ply), colours, beads);
        self.meetings.count(ply, found.is_some());
        self.boxless = found.is_none() && !opened;
        if found.is_none() && !opened {
            if let Some(choice) = self.ask(dice) {
                return choice;
            }
            let moves = self.palette.all();
            return Choice::Move(moves[even(dice, moves.len())]);
        }
        let (met, again) = found.unwrap_or((ply, false));
        self.meetings.again += u64::from(again);
        let (rule, beads) = (&self.rule, &mut self.beads);
        if found.is_none() {
            hear(side, Event::Opened { key, ply, beads });
        }
        if rule.empty == Empty::Refill && beads.iter().all(|&n| n == 0) {
            let start = rule.start_beads(met, beads.len());
            beads.fill(start);
            self.table.boxes_mut().put(key, met, beads);
            self.snapshot.rescued += 1;
            self.snapshot.recount(met, true, false);
            hear(side, Event::Rescued { key, beads });
        }
        let Some(colour) = dice.draw(beads) else {
            let first = side == Side::First && self.drawn.is_empty();
            if rule.empty == Empty::Refuse && first {
                self.snapshot.refused += 1;
                hear(side, Event::Refused { key });
                return Choice::Refuse;
            }
            hear(side, Event::Resigned { key });
            return Choice::Resign;
        };
        self.drawn.push(Drawn { key, colour, ply });
        let m = match self.palette.moves(colour) {
            [m] => *m,
            several => several[even(dice, several.len())],
        };
        hear(side, Event::Drawn { key, colour, m });
        Choice::Move(m)
    }

    /// What the player plays that is asked where there is no box, if there is one.
    fn ask(&mut self, dice: &mut Dice) -> Option<Choice> {
        let outside = self.outside.as_deref()?;
        let m = self.offer.play(outside, (&self.game, &self.at), dice);
        Some(m.map_or(Choice::Resign, Choice::Move))
    }

    /// Its boxes, what it takes to make more of them, and the beads at hand.
    ///
    /// They are taken out of the table together, for that waits until all that has been written before is
    /// in memory.
    pub(super) fn at_work(&mut self) -> (&mut PackedBoxes, Maker<'_>, &mut Vec<u64>) {
        let (boxes, first) = self.table.parts_mut();
        let maker = Maker {
            rule: &self.rule,
            most: self.most,
            first,
            snapshot: &mut self.snapshot,
        };
        (boxes, maker, &mut self.beads)
    }

    /// Whether a position without a box would get one if it were met now, with these beads.
    pub(super) fn would_open(&self, key: Key, ply: u16, beads: &[u64]) -> bool {
        let waits = self.rule.boxes == Boxes::SecondMeeting && !self.table.first().has(key);
        let cost = PackedBoxes::cost(key, ply, beads);
        !waits
            && has_room(
                self.most,
                [self.snapshot.boxes, self.table.footprint()],
                cost,
            )
    }

    /// The game is over: does to the boxes used in it what the rule asks for.
    ///
    /// # Panics
    ///
    /// Never: a box that was drawn from is there.
    pub fn conclude(&mut self, verdict: Verdict, hear: &mut impl FnMut(Side, Event<'_>)) {
        hear(self.side, Event::Over(verdict));
        let beads = self.rule.beads();
        let change = beads.map_or_else(Change::default, |beads| beads.change(verdict));
        if self.odds.is_none() && change.effect == Effect::Nothing {
            return;
        }
        let reached = match change.scope {
            Scope::All => 0,
            // The box of its last move is not there; none before it is meant.
            Scope::Last if self.boxless => self.drawn.len(),
            Scope::Last => self.drawn.len().saturating_sub(1),
        };
        let last = self.drawn.last().map(|last| last.ply);
        let boxes = self.table.boxes_mut();
        for &Drawn { key, colour, ply } in &self.drawn[reached..] {
            let effect = self.rule.weigh(change.effect, ply);
            if self.odds.is_none() && effect == Effect::Nothing {
                continue;
            }
            let (odds, rule, snapshot) = (&self.odds, &self.rule, &mut self.snapshot);
            let end = odds.as_ref().map(|odds| odds.end(verdict, last, self.ply));
            let beads = &mut self.beads;
            let changed = boxes.change(key, beads, |met, beads| {
                let (before, lacked) = (beads[colour], beads.contains(&0));
                let incident = match odds.as_ref().zip(end) {
                    None => rule.apply(effect, beads, colour, met),
                    Some((odds, end)) => {
                        odds.apply(beads, colour, end - ply, verdict, snapshot.origin);
                        None
                    }
                };
                snapshot.recount(met, lacked, beads.contains(&0));
                (before, incident)
            });
            let (before, incident) = changed.expect("a box drawn from");
            hear(
                self.side,
                Event::Changed {
                    key,
                    colour,
                    before,
                    beads,
                },
            );
            match incident {
                Some(Incident::Rescued) => {
                    self.snapshot.rescued += 1;
                    hear(self.side, Event::Rescued { key, beads });
                }
                Some(Incident::Saturated) => self.snapshot.saturated += 1,
                None => {}
            }
        }
        if let Some(odds) = &self.odds {
            odds.slide(&mut self.snapshot.origin, verdict);
        }
    }

    /// How its boxes stand; the counts of what befell them begin again from nothing.
    pub fn report(&mut self) -> Snapshot {
        self.snapshot.take()
    }
}

/// What it takes to make a box.
pub(super) struct Maker<'a> {
    pub(super) rule: &'a Rule,
    most: [u64; 2],
    first: &'a mut Arc<FirstMeetings>,
    pub(super) snapshot: &'a mut Snapshot,
}

impl Maker<'_> {
    /// Makes a box, if there may be one more and the rule does not wait for the position to be met
    /// again, and fills `beads` as it is.
    pub(super) fn open(
        &mut self,
        boxes: &mut PackedBoxes,
        (key, ply): (Key, u16),
        colours: usize,
        beads: &mut Vec<u64>,
    ) -> bool {
        beads.clear();
        beads.resize(colours, self.rule.start_beads(ply, colours));
        let taken = Table::taken(boxes, self.first);
        let cost = PackedBoxes::cost(key, ply, beads);
        if !has_room(self.most, [self.snapshot.boxes, taken], cost) {
            return false;
        }
        if self.rule.boxes == Boxes::SecondMeeting {
            let first = Arc::make_mut(self.first);
            if !first.take(key) {
                first.remember(key);
                return false;
            }
        }
        boxes.add(key, ply, beads);
        self.snapshot.boxes += 1;
        true
    }
}

/// Whether there may be one box more at this cost, where there are so many boxes and so many bytes taken.
fn has_room([most, bytes]: [u64; 2], [boxes, taken]: [u64; 2], cost: u64) -> bool {
    boxes < most && cost <= bytes.saturating_sub(taken)
}

/// An index below `n`, drawn evenly.
pub(super) fn even(dice: &mut Dice, n: usize) -> usize {
    usize::try_from(dice.below(n as u64)).expect("few moves")
}
