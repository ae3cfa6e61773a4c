//! Rote learning, to be read in one sitting.
//!
//! There is a matchbox for every position met: in a [`Table`], from keys to beads. To move, a bead is
//! drawn, each with the same chance; when the game is over the rule says what becomes of the beads drawn.
//! Nothing is laid out beforehand, so the game may be as large as it likes.

use std::sync::Arc;

use super::event::{Choice, Event};
use super::history::Snapshot;
use super::layout::{Layout, Palette};
use super::lesson::Teacher;
use super::meetings::Meetings;
use super::opponent::Offer;
use super::packed::{Met, PackedBoxes, Sought};
use super::rule::{Boxes, Empty, Incident, Multipliers, Rule};
use super::table::{Parts, Table};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::player::Player;

/// What draws the beads of one side and changes them: all of a [`Learner`](super::Learner) but its table
/// and where it stands in the game.
///
/// The parts of the table are handed to it. They are taken out of the table once a game, not at every
/// move, for that waits until all that has been written before is in memory.
pub(super) struct Hand<G: Game> {
    pub(super) game: G,
    pub(super) rule: Rule,
    pub(super) odds: Option<Multipliers>,
    pub(super) side: Side,
    /// The most boxes, and the most bytes of them.
    pub(super) most: [u64; 2],
    /// Whom it asks in a position without a box.
    pub(super) outside: Option<Arc<dyn Player<G>>>,
    pub(super) drawn: Vec<Drawn>,
    /// Whether its last move came from no box because there is none yet, or no room for it.
    pub(super) boxless: bool,
    pub(super) snapshot: Snapshot,
    pub(super) meetings: Meetings,
    /// The colours of the present position, and the beads of the box at hand.
    palette: Palette,
    pub(super) beads: Vec<u64>,
    /// What is chosen from in a position without a box.
    offer: Offer,
}

/// A bead drawn in the present game, after `ply` moves.
pub(super) struct Drawn {
    pub(super) key: Key,
    /// Where the box was.
    pub(super) number: u32,
    pub(super) colour: usize,
    pub(super) ply: u16,
}

impl<G: Game> Hand<G> {
    pub(super) fn new(game: G, rule: Rule, side: Side) -> Self {
        Self {
            odds: rule.odds().map(Multipliers::new),
            most: [u64::MAX; 2],
            outside: None,
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

    /// Begins a new game: whatever was drawn in one that has not been concluded is forgotten.
    pub(super) fn begin(&mut self) {
        self.drawn.clear();
        self.boxless = false;
    }

    /// Chooses a move after so many where it is its turn: draws a bead of its box.
    pub(super) fn choose(
        &mut self,
        parts: &mut Parts<'_>,
        (at, ply): (&G::Position, u16),
        dice: &mut Dice,
        hear: &mut impl FnMut(Side, Event<'_>),
    ) -> Choice {
        let (side, layout) = (self.side, Layout::from(&self.rule));
        if !layout.has_box(&self.game, at) {
            if let Some(choice) = self.ask(at, dice) {
                return choice;
            }
            let moves: Vec<Move> = self.game.moves(at).collect();
            return Choice::Move(moves[dice.index(moves.len())]);
        }
        let seek = |key| parts.boxes.seek(key);
        let sought = self.palette.fill(layout, (&self.game, at), seek);
        let (key, colours) = (sought.key, self.palette.colours());
        let found = parts.boxes.meet(sought, &mut self.beads);
        self.meetings.count(ply, found.is_some());
        let met = found.or_else(|| self.open(parts, (sought, ply), colours));
        let Some(met) = met else {
            self.boxless = true;
            if let Some(choice) = self.ask(at, dice) {
                return choice;
            }
            let moves = self.palette.all();
            return Choice::Move(moves[dice.index(moves.len())]);
        };
        self.boxless = false;
        self.meetings.again += u64::from(met.again);
        if found.is_none() {
            let beads = &self.beads;
            hear(side, Event::Opened { key, ply, beads });
        }
        if self.refill(parts, key, met.ply) {
            let beads = &self.beads;
            hear(side, Event::Rescued { key, beads });
        }
        let Some(colour) = dice.draw(&self.beads) else {
            let first = side == Side::First && self.drawn.is_empty();
            if self.rule.empty == Empty::Refuse && first {
                self.snapshot.refused += 1;
                hear(side, Event::Refused { key });
                return Choice::Refuse;
            }
            hear(side, Event::Resigned { key });
            return Choice::Resign;
        };
        self.drawn.push(Drawn {
            key,
            number: met.number,
            colour,
            ply,
        });
        let m = match self.palette.moves(colour) {
            [m] => *m,
            several => several[dice.index(several.len())],
        };
        hear(side, Event::Drawn { key, colour, m });
        Choice::Move(m)
    }

    /// Fills the box at hand, met first after so many moves, if it is empty and the rule says so.
    pub(super) fn refill(&mut self, parts: &mut Parts<'_>, key: Key, met: u16) -> bool {
        let (rule, beads) = (&self.rule, &mut self.beads);
        let refills = rule.empty == Empty::Refill && beads.iter().all(|&n| n == 0);
        if refills {
            let start = rule.start_beads(met, beads.len());
            beads.fill(start);
            parts.boxes.put(key, met, beads);
            self.snapshot.rescued += 1;
            self.snapshot.recount(met, true, false);
        }
        refills
    }

    /// What the player plays that is asked where there is no box, if there is one.
    fn ask(&mut self, at: &G::Position, dice: &mut Dice) -> Option<Choice> {
        let outside = self.outside.as_deref()?;
        let m = self.offer.play(outside, (&self.game, at), dice);
        Some(m.map_or(Choice::Resign, Choice::Move))
    }

    /// Makes a box, if there may be one more and the rule does not wait for the position to be met
    /// again, and fills the beads at hand as it is.
    pub(super) fn open(
        &mut self,
        parts: &mut Parts<'_>,
        (sought, ply): (Sought, u16),
        colours: usize,
    ) -> Option<Met> {
        let (rule, beads, key) = (&self.rule, &mut self.beads, sought.key);
        beads.clear();
        beads.resize(colours, rule.start_beads(ply, colours));
        let cost = || PackedBoxes::cost(key, ply, beads);
        if !has_room(self.most, [self.snapshot.boxes, parts.footprint()], cost) {
            return None;
        }
        if rule.boxes == Boxes::SecondMeeting {
            let first = Arc::make_mut(parts.first);
            if !first.take(key) {
                first.remember(key);
                return None;
            }
        }
        self.snapshot.boxes += 1;
        Some(parts.boxes.add(sought, ply, beads))
    }

    /// Whether a position without a box would get one if it were met now, with these beads.
    pub(super) fn would_open(&self, table: &Table, (key, ply): (Key, u16), beads: &[u64]) -> bool {
        let waits = self.rule.boxes == Boxes::SecondMeeting && !table.first().has(key);
        let cost = || PackedBoxes::cost(key, ply, beads);
        !waits && has_room(self.most, [self.snapshot.boxes, table.footprint()], cost)
    }

    /// The game is over after so many moves: does to the boxes used in it what the rule asks for.
    pub(super) fn conclude(
        &mut self,
        parts: &mut Parts<'_>,
        (verdict, plies): (Verdict, u16),
        hear: &mut impl FnMut(Side, Event<'_>),
    ) {
        hear(self.side, Event::Over(verdict));
        let teacher = Teacher {
            rule: &self.rule,
            odds: self.odds.as_ref(),
        };
        let last = self.drawn.last().map(|last| last.ply);
        let lesson = teacher.lesson(verdict, (last, plies), self.snapshot.origin);
        for (i, drawn) in self.drawn.iter().enumerate() {
            let &Drawn {
                key,
                number,
                colour,
                ply,
            } = drawn;
            // Where its last move came from no box, none before it is meant instead.
            let is_last = i + 1 == self.drawn.len() && !self.boxless;
            if !teacher.concerns(&lesson, (ply, is_last)) {
                continue;
            }
            let (beads, snapshot) = (&mut self.beads, &mut self.snapshot);
            let done = parts.boxes.change((key, number), beads, |met, beads| {
                let done = teacher.teach(&lesson, (colour, ply), met, beads);
                snapshot.recount(met, done.lacked, done.lacks);
                done
            });
            hear(
                self.side,
                Event::Changed {
                    key,
                    colour,
                    before: done.before,
                    beads,
                },
            );
            match done.incident {
                Some(Incident::Rescued) => {
                    self.snapshot.rescued += 1;
                    hear(self.side, Event::Rescued { key, beads });
                }
                Some(Incident::Saturated) => self.snapshot.saturated += 1,
                None => {}
            }
        }
        teacher.slide(&mut self.snapshot.origin, verdict);
    }
}

/// Whether there may be one box more at this cost, where there are so many boxes and so many bytes taken.
fn has_room([most, bytes]: [u64; 2], [boxes, taken]: [u64; 2], cost: impl Fn() -> u64) -> bool {
    boxes < most && (bytes == u64::MAX || cost() <= bytes.saturating_sub(taken))
}
