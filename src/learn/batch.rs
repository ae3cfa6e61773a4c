//! Games against a table as it stands, to be learnt from later: so many can be played at once.
//!
//! Nothing is changed while they are played. A position that has no box is played as if it had a new
//! one, which is made when the game is learnt from, as far as there may be one more; an empty box that
//! the rule refills is played as a full one, and filled then if it is still empty. A learner that asks
//! another player where it has no box does so where none would be made as the table stands, and
//! learns nothing from that move whatever has become of the box since.

use super::event::Choice;
use super::hand::{Drawn, Hand, even};
use super::layout::{Layout, Palette};
use super::opponent::Offer;
use super::packed::Met;
use super::rule::Empty;
use super::table::{Parts, Table};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};

/// What a learner did in one game of a batch.
#[derive(Debug, Default)]
pub(super) struct Line {
    steps: Vec<Step>,
    /// Whether it refused to play.
    refused: bool,
}

impl Line {
    /// Asks for its boxes, which will be looked at when the game before it has been learnt from.
    pub(super) fn fetch(&self, parts: &Parts<'_>) {
        self.steps
            .iter()
            .for_each(|step| parts.boxes.fetch(step.key));
    }

    /// Whether no bead has been drawn.
    fn is_undrawn(&self) -> bool {
        self.steps.iter().all(|step| step.colour.is_none())
    }
}

/// A bead drawn from a box that may not be there yet.
#[derive(Debug)]
struct Step {
    key: Key,
    /// None where another player was asked.
    colour: Option<u16>,
    colours: u16,
    ply: u16,
    known: bool,
}

/// What serves one game after the other.
#[derive(Default)]
pub(super) struct Scratch {
    palette: Palette,
    beads: Vec<u64>,
    /// What the opponent chooses from.
    pub(super) offer: Offer,
}

impl<G: Game> Hand<G> {
    /// Chooses a move as the table stands, and notes what that took.
    pub(super) fn choose_aside(
        &self,
        table: &Table,
        (at, ply): (&G::Position, u16),
        line: &mut Line,
        dice: &mut Dice,
        scratch: &mut Scratch,
    ) -> Choice {
        let (rule, layout) = (&self.rule, Layout::from(&self.rule));
        let mut ask = |dice: &mut Dice| {
            let outside = self.outside.as_deref()?;
            let m = scratch.offer.play(outside, (&self.game, at), dice);
            Some(m.map_or(Choice::Resign, Choice::Move))
        };
        if !layout.has_box(&self.game, at) {
            if let Some(choice) = ask(dice) {
                return choice;
            }
            let moves: Vec<Move> = self.game.moves(at).collect();
            return Choice::Move(moves[even(dice, moves.len())]);
        }
        let (palette, beads) = (&mut scratch.palette, &mut scratch.beads);
        palette.fill(layout, (&self.game, at), |key| table.boxes().fetch(key));
        let (key, colours) = (palette.key, palette.colours());
        let met = table.boxes().read(key, beads);
        if met.is_none() || rule.empty == Empty::Refill && beads.iter().all(|&n| n == 0) {
            beads.clear();
            beads.resize(colours, rule.start_beads(met.unwrap_or(ply), colours));
        }
        let narrow = |n: usize| u16::try_from(n).expect("moves are 16 bit");
        let mut step = Step {
            key,
            colour: None,
            colours: narrow(colours),
            ply,
            known: met.is_some(),
        };
        if met.is_none()
            && !self.would_open(table, (key, ply), beads)
            && let Some(choice) = ask(dice)
        {
            line.steps.push(step);
            return choice;
        }
        let Some(colour) = dice.draw(beads) else {
            line.refused =
                rule.empty == Empty::Refuse && self.side == Side::First && line.is_undrawn();
            return if line.refused {
                Choice::Refuse
            } else {
                Choice::Resign
            };
        };
        step.colour = Some(narrow(colour));
        line.steps.push(step);
        Choice::Move(match palette.moves(colour) {
            [m] => *m,
            several => several[even(dice, several.len())],
        })
    }

    /// Learns from a game that has been played aside and came to its end after so many moves, unless
    /// it was refused.
    pub(super) fn learn_from(
        &mut self,
        parts: &mut Parts<'_>,
        line: &Line,
        end: Option<(Verdict, u16)>,
    ) {
        self.begin();
        self.snapshot.refused += u64::from(line.refused);
        for step in &line.steps {
            let Step { key, ply, .. } = *step;
            self.meetings.count(ply, step.known);
            let found = parts.boxes.meet(key, &mut self.beads);
            if let Some(met) = found {
                self.meetings.again += u64::from(met.again);
                self.refill(parts, key, met.ply);
            }
            let colours = usize::from(step.colours);
            let met = found.or_else(|| self.open(parts, (key, ply), colours));
            let Some(Met { number, .. }) = met else {
                self.boxless = true;
                continue;
            };
            self.boxless = step.colour.is_none();
            if let Some(colour) = step.colour.map(usize::from) {
                self.drawn.push(Drawn {
                    key,
                    number,
                    colour,
                    ply,
                });
            }
        }
        if let Some(end) = end {
            self.conclude(parts, end, &mut |_, _| {});
        }
    }
}
