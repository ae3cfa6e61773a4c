//! The packed learner: rote learning for games of any size.
//!
//! A [`Table`] maps the key of every position met to the beads of its matchbox. To move, the learner draws a
//! bead; every bead has the same chance. When the game is over, the rule changes the beads in the boxes used.
//! Nothing is laid out in advance, so the game may be as large as you like.

use std::sync::Arc;

use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::learn::event::{Choice, Event};
use crate::learn::history::Snapshot;
use crate::learn::layout::{Layout, Palette};
use crate::learn::lesson::Teacher;
use crate::learn::meetings::Meetings;
use crate::learn::opponent::Offer;
use crate::learn::packed::{HashedKey, Met, PackedBoxes};
use crate::learn::rule::{Boxes, Empty, Incident, Multipliers, Rule};
use crate::learn::table::{Parts, Table};
use crate::player::Player;

/// Draws and changes the beads of one side: a [`Learner`](crate::learn::Learner) without its table and its
/// position in the game.
///
/// The parts of the table are passed to its methods. The caller borrows them once per game, not at every
/// move, because borrowing them waits until all earlier writes to memory are done.
pub(in crate::learn) struct LearnerCore<G: Game> {
    pub(in crate::learn) game: G,
    pub(in crate::learn) rule: Rule,
    pub(in crate::learn) odds: Option<Multipliers>,
    pub(in crate::learn) side: Side,
    /// The largest numbers of boxes and of their bytes.
    pub(in crate::learn) most: [u64; 2],
    /// The player that it asks in a position without a box.
    pub(in crate::learn) adviser: Option<Arc<dyn Player<G>>>,
    pub(in crate::learn) drawn: Vec<Drawn>,
    /// Whether its last move came from no box, because the box does not exist yet or there is no room for it.
    pub(in crate::learn) boxless: bool,
    pub(in crate::learn) snapshot: Snapshot,
    pub(in crate::learn) meetings: Meetings,
    /// The colours of the current position.
    palette: Palette,
    /// The beads of the current box.
    pub(in crate::learn) beads: Vec<u64>,
    /// The moves and weights of the adviser.
    offer: Offer,
}

/// A bead drawn in the current game, after `ply` moves.
pub(in crate::learn) struct Drawn {
    pub(in crate::learn) key: Key,
    /// The number of the box when it was drawn from; see [`Met::number`].
    pub(in crate::learn) number: u32,
    pub(in crate::learn) colour: usize,
    pub(in crate::learn) ply: u16,
}

impl<G: Game> LearnerCore<G> {
    pub(in crate::learn) fn new(game: G, rule: Rule, side: Side) -> Self {
        Self {
            odds: rule.odds().map(Multipliers::new),
            most: [u64::MAX; 2],
            adviser: None,
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

    /// Begins a new game, and discards the draws of a game that has not been concluded.
    pub(in crate::learn) fn begin(&mut self) {
        self.drawn.clear();
        self.boxless = false;
    }

    /// Chooses a move in the position `at`, reached after `ply` moves, by drawing a bead from its box.
    pub(in crate::learn) fn choose(
        &mut self,
        parts: &mut Parts<'_>,
        (at, ply): (&G::Position, u16),
        dice: &mut Dice,
        on_event: &mut impl FnMut(Side, Event<'_>),
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
        let hashed = self.palette.fill(layout, (&self.game, at), seek);
        let (key, colours) = (hashed.key, self.palette.colours());
        let found = parts.boxes.meet(hashed, &mut self.beads);
        self.meetings.count(ply, found.is_some());
        let met = found.or_else(|| self.open(parts, (hashed, ply), colours));
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
            on_event(side, Event::Opened { key, ply, beads });
        }
        if self.refill(parts, key, met.ply) {
            let beads = &self.beads;
            on_event(side, Event::Rescued { key, beads });
        }
        let Some(colour) = dice.draw(&self.beads) else {
            let first = side == Side::First && self.drawn.is_empty();
            if self.rule.empty == Empty::Refuse && first {
                self.snapshot.refused += 1;
                on_event(side, Event::Refused { key });
                return Choice::Refuse;
            }
            on_event(side, Event::Resigned { key });
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
        on_event(side, Event::Drawn { key, colour, m });
        Choice::Move(m)
    }

    /// Refills the current box, first met after `met` moves, if it is empty and the rule says so. Returns
    /// whether it did.
    pub(in crate::learn) fn refill(&mut self, parts: &mut Parts<'_>, key: Key, met: u16) -> bool {
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

    /// The choice of the adviser, if there is one.
    fn ask(&mut self, at: &G::Position, dice: &mut Dice) -> Option<Choice> {
        let adviser = self.adviser.as_deref()?;
        let m = self.offer.play(adviser, (&self.game, at), dice);
        Some(m.map_or(Choice::Resign, Choice::Move))
    }

    /// Makes a box, unless the limits allow no more or the rule waits for a second meeting. Sets the current
    /// beads to those of a new box in any case.
    pub(in crate::learn) fn open(
        &mut self,
        parts: &mut Parts<'_>,
        (hashed, ply): (HashedKey, u16),
        colours: usize,
    ) -> Option<Met> {
        let (rule, beads, key) = (&self.rule, &mut self.beads, hashed.key);
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
        Some(parts.boxes.add(hashed, ply, beads))
    }

    /// Whether a position without a box would now get one, with these beads.
    pub(in crate::learn) fn would_open(
        &self,
        table: &Table,
        (key, ply): (Key, u16),
        beads: &[u64],
    ) -> bool {
        let waits = self.rule.boxes == Boxes::SecondMeeting && !table.first().has(key);
        let cost = || PackedBoxes::cost(key, ply, beads);
        !waits && has_room(self.most, [self.snapshot.boxes, table.footprint()], cost)
    }

    /// Changes the boxes used in a game of `plies` moves, which is over, as the rule says.
    pub(in crate::learn) fn conclude(
        &mut self,
        parts: &mut Parts<'_>,
        (verdict, plies): (Verdict, u16),
        on_event: &mut impl FnMut(Side, Event<'_>),
    ) {
        on_event(self.side, Event::Over(verdict));
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
            // If the last move came from no box, no earlier box counts as that of the last move.
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
            on_event(
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
                    on_event(self.side, Event::Rescued { key, beads });
                }
                Some(Incident::Saturated) => self.snapshot.saturated += 1,
                None => {}
            }
        }
        teacher.slide(&mut self.snapshot.origin, verdict);
    }
}

/// Whether the limits (`most` boxes, `bytes` bytes) allow one more box of this cost, with `boxes` boxes and
/// `taken` bytes so far.
fn has_room([most, bytes]: [u64; 2], [boxes, taken]: [u64; 2], cost: impl Fn() -> u64) -> bool {
    boxes < most && (bytes == u64::MAX || cost() <= bytes.saturating_sub(taken))
}
