//! Games against a table as it stands, to be learnt from later: so many can be played at once.
//!
//! Nothing is changed while they are played. A position that has no box is played as if it had a new
//! one, which is made when the game is learnt from, as far as there may be one more; an empty box that
//! the rule refills is played as a full one, and filled then if it is still empty. A learner that asks
//! another player where it has no box does so where none would be made as the table stands, and
//! learns nothing from that move whatever has become of the box since.

use std::ops::Range;

use super::event::Choice;
use super::hand::{Drawn, Hand};
use super::layout::{Layout, Palette};
use super::opponent::{Offer, even};
use super::packed::Met;
use super::rule::Empty;
use super::table::{Parts, Table};
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Outcome, Side};

/// Some successive games of a batch, in vectors that serve one batch after the other.
#[derive(Default)]
pub(super) struct Chunk {
    games: Vec<(Ended, [usize; 2])>,
    /// What each side has done in them, one game behind the other. They end where it is said of the game.
    steps: [Vec<Step>; 2],
    /// What each side has done in the present game.
    lines: [Vec<Step>; 2],
    scratch: Scratch,
}

/// How a game of a batch ended.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ended {
    /// For whom, and after how many moves, unless it was refused.
    pub(super) end: Option<(Outcome, u16)>,
    pub(super) resigned: Option<Side>,
    pub(super) refused: Option<Side>,
}

/// A game of a batch to be learnt from.
#[derive(Clone, Copy)]
pub(super) struct Aside<'a> {
    pub(super) ended: Ended,
    lines: [&'a [Step]; 2],
}

impl Chunk {
    /// Plays these games, one after the other, and forgets those before.
    pub(super) fn play(
        &mut self,
        games: Range<u64>,
        mut play: impl FnMut(u64, &mut [Vec<Step>; 2], &mut Scratch) -> Ended,
    ) {
        self.games.clear();
        self.steps.iter_mut().for_each(Vec::clear);
        for game in games {
            let ended = play(game, &mut self.lines, &mut self.scratch);
            for (steps, line) in self.steps.iter_mut().zip(&mut self.lines) {
                steps.append(line);
            }
            self.games
                .push((ended, self.steps.each_ref().map(Vec::len)));
        }
    }

    /// The games that were played.
    pub(super) fn games(&self) -> impl Iterator<Item = Aside<'_>> {
        let mut starts = [0; 2];
        self.games.iter().map(move |&(ended, ends)| {
            let line = |i: usize| &self.steps[i][starts[i]..ends[i]];
            let lines = [line(0), line(1)];
            starts = ends;
            Aside { ended, lines }
        })
    }
}

impl Aside<'_> {
    /// Asks for the boxes of a side, which will be looked at when the game before has been learnt from.
    pub(super) fn fetch(&self, side: Side, parts: &Parts<'_>) {
        for step in self.lines[side.index()] {
            parts.boxes.seek(step.key);
        }
    }
}

/// A bead drawn from a box that may not be there yet.
#[derive(Debug)]
pub(super) struct Step {
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
        line: &mut Vec<Step>,
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
        let seek = |key| table.boxes().seek(key);
        let sought = palette.fill(layout, (&self.game, at), seek);
        let (key, colours) = (sought.key, palette.colours());
        let met = table.boxes().read(sought, beads);
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
            line.push(step);
            return choice;
        }
        let Some(colour) = dice.draw(beads) else {
            let is_undrawn = line.iter().all(|step| step.colour.is_none());
            return if rule.empty == Empty::Refuse && self.side == Side::First && is_undrawn {
                Choice::Refuse
            } else {
                Choice::Resign
            };
        };
        step.colour = Some(narrow(colour));
        line.push(step);
        Choice::Move(match palette.moves(colour) {
            [m] => *m,
            several => several[even(dice, several.len())],
        })
    }

    /// Learns from a game that has been played aside, unless it was refused.
    pub(super) fn learn_from(&mut self, parts: &mut Parts<'_>, game: &Aside<'_>) {
        self.begin();
        let Ended { end, refused, .. } = game.ended;
        self.snapshot.refused += u64::from(refused == Some(self.side));
        for step in game.lines[self.side.index()] {
            let Step { key, ply, .. } = *step;
            self.meetings.count(ply, step.known);
            let sought = parts.boxes.seek(key);
            let found = parts.boxes.meet(sought, &mut self.beads);
            if let Some(met) = found {
                self.meetings.again += u64::from(met.again);
                self.refill(parts, key, met.ply);
            }
            let colours = usize::from(step.colours);
            let met = found.or_else(|| self.open(parts, (sought, ply), colours));
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
        if let Some((outcome, plies)) = end {
            let verdict = outcome.verdict(self.side);
            self.conclude(parts, (verdict, plies), &mut |_, _| {});
        }
    }
}
