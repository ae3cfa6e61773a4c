//! The packed learner: rote learning of beads for games of any size, one move at a time.

use std::sync::Arc;

use crate::choice::Choice;
use crate::dice::Dice;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::history::{Meetings, Snapshot};
use crate::layout::{Layout, Palette};
use crate::lesson::{BeadDraw, LessonDice, Teacher};
use crate::packed::{HashedKey, Met, Shard};
use crate::player::{Player, Random};
use crate::rule::{Boxes, Rule};
use crate::table::{Table, TableParts, footprint};
use crate::training::opponent::Sampler;

/// A side that learns by beads: a [`Learner`](super::learner::Learner) without its table and its position in the game.
///
/// The parts of the table are passed to its methods. The caller borrows them once per game, not at every
/// move, because borrowing them waits until all earlier writes to memory are done.
pub(super) struct LearnerCore<G: Game> {
    pub(super) game: G,
    pub(super) teacher: Teacher,
    /// What the random colours of the present game depend on.
    pub(super) dice: LessonDice,
    /// The side it plays: in a machine for both sides, the side of its present move.
    pub(super) side: Side,
    /// The largest numbers of boxes and of their bytes.
    pub(super) most: [u64; 2],
    /// The fallback player, which plays in positions without a box.
    pub(super) fallback: Option<Arc<dyn Player<G>>>,
    /// Its draws in the current game, by side.
    drawn: [Vec<PackedDraw>; 2],
    /// Whether its last move on each side came from no box, because the box does not exist yet or there is no
    /// room for it.
    pub(super) boxless: [bool; 2],
    pub(super) snapshot: Snapshot,
    pub(super) meetings: Meetings,
    pub(super) scratch: Scratch,
}

/// Vectors that are reused from move to move.
#[derive(Default)]
pub(super) struct Scratch {
    /// The moves of the position, by colour.
    pub(super) palette: Palette,
    /// The beads of the box.
    pub(super) beads: Vec<u64>,
    pub(super) sampler: Sampler,
}

/// A bead drawn in the current game.
struct PackedDraw {
    /// The key of its box.
    key: Key,
    /// The number of the box when it was drawn from; see [`Met::number`].
    number: u32,
    draw: BeadDraw,
}

impl<G: Game> LearnerCore<G> {
    pub(super) fn new(game: G, rule: Rule, side: Side) -> Self {
        Self {
            most: [u64::MAX; 2],
            dice: LessonDice::default(),
            fallback: None,
            drawn: [const { Vec::new() }; 2],
            boxless: [false; 2],
            snapshot: Snapshot::default(),
            meetings: Meetings::default(),
            scratch: Scratch::default(),
            teacher: rule.into(),
            game,
            side,
        }
    }

    /// Begins the game with this number, and discards the draws of a game that has not been concluded.
    pub(super) fn begin(&mut self, number: u64) {
        self.dice.game = number;
        self.drawn.iter_mut().for_each(Vec::clear);
        self.boxless = [false; 2];
    }

    /// Takes this side, as a machine for both sides does; another one always has the same.
    pub(super) fn sit(&mut self, side: Side) -> &mut Self {
        self.side = side;
        self
    }

    /// Chooses a move in the position `at`, reached after `ply` moves, by drawing a bead from its box.
    pub(super) fn choose(
        &mut self,
        parts: &mut TableParts<'_>,
        at: &G::Position,
        ply: u16,
        dice: &mut Dice,
    ) -> Choice {
        let (side, layout) = (self.side, Layout::from(&self.teacher.rule));
        if !layout.has_box(&self.game, at) {
            let player = self.fallback.as_deref().unwrap_or(&Random);
            return self.scratch.sampler.choose(player, &self.game, at, dice);
        }
        let palette = &mut self.scratch.palette;
        let hashed = palette.fill(layout, &self.game, at, parts.boxes);
        let (key, colours) = (hashed.key, palette.colours());
        let (is_known, met) = self.meet(parts, hashed, ply, colours, |colours| {
            Some(dice.index(colours))
        });
        self.meetings.count(ply, is_known);
        self.boxless[side.index()] = met.is_none();
        let Some(met) = met else {
            if let Some(fallback) = &self.fallback {
                let sampler = &mut self.scratch.sampler;
                return sampler.choose(&**fallback, &self.game, at, dice);
            }
            return Choice::Move(self.scratch.palette.any(dice));
        };
        let Some(colour) = dice.draw(&self.scratch.beads) else {
            if self.teacher.plays_on() {
                return Choice::Move(self.scratch.palette.any(dice));
            }
            let is_first = self.drawn[side.index()].is_empty();
            if self.teacher.refuses(side, is_first) {
                self.snapshot.refused += 1;
                return Choice::Refuse;
            }
            return Choice::Resign;
        };
        self.note(key, met, BeadDraw { colour, ply });
        Choice::Move(self.scratch.palette.choose(colour, dice))
    }

    /// Notes a bead drawn in the current game.
    pub(super) fn note(&mut self, key: Key, met: Met, draw: BeadDraw) {
        let number = met.number;
        self.drawn[self.side.index()].push(PackedDraw { key, number, draw });
    }

    /// Records a move chosen by the caller in the position `at`, reached after `ply` moves, as drawn from its
    /// box. Nothing is learnt from it where the rule plays any move at an empty box.
    pub(super) fn follow(
        &mut self,
        parts: &mut TableParts<'_>,
        at: &G::Position,
        ply: u16,
        m: Move,
    ) {
        let (side, layout) = (self.side, Layout::from(&self.teacher.rule));
        if !layout.has_box(&self.game, at) {
            return;
        }
        let palette = &mut self.scratch.palette;
        let hashed = palette.fill(layout, &self.game, at, parts.boxes);
        let (key, colours) = (hashed.key, palette.colours());
        let colour = (0..colours).find(|&colour| palette.moves_of(colour).contains(&m));
        let (is_known, met) = self.meet(parts, hashed, ply, colours, |_| colour);
        self.meetings.count(ply, is_known);
        self.boxless[side.index()] = met.is_none();
        if self.teacher.plays_on() && self.scratch.beads.iter().all(|&n| n == 0) {
            return;
        }
        if let Some((met, colour)) = met.zip(colour) {
            self.note(key, met, BeadDraw { colour, ply });
        }
    }

    /// Reads the box of a position, which is made or given beads as the rule and the limits allow. Returns whether
    /// there was one, and the box if there is one now. `lone` chooses the colour of a single bead; see
    /// [`Teacher::revive`].
    pub(super) fn meet(
        &mut self,
        parts: &mut TableParts<'_>,
        hashed: HashedKey,
        ply: u16,
        colours: usize,
        lone: impl FnOnce(usize) -> Option<usize>,
    ) -> (bool, Option<Met>) {
        let shard = parts.boxes.of_mut(hashed);
        let found = shard.meet(hashed, &mut self.scratch.beads);
        let Some(met) = found.or_else(|| self.open(parts, hashed, ply, colours)) else {
            return (false, None);
        };
        self.meetings.again += u64::from(met.again);
        let beads = &mut self.scratch.beads;
        if found.is_some() && self.teacher.revive(beads, met.ply, lone) {
            parts.boxes.put(hashed.key, met.ply, beads);
            self.snapshot.rescued += 1;
            self.snapshot.recount(met.ply, true, beads.contains(&0));
        }
        (found.is_some(), Some(met))
    }

    /// Makes a box, unless the limits allow no more or the rule waits for a second meeting. Sets the current beads to
    /// a new box's in any case.
    fn open(
        &mut self,
        parts: &mut TableParts<'_>,
        hashed: HashedKey,
        ply: u16,
        colours: usize,
    ) -> Option<Met> {
        let key = hashed.key;
        self.teacher.fill(&mut self.scratch.beads, ply, colours);
        let used = footprint(parts.boxes, parts.first);
        if !self.has_room(used, key, ply, &self.scratch.beads) {
            return None;
        }
        if self.teacher.rule.boxes == Boxes::SecondMeeting {
            let met_once = Arc::make_mut(parts.first);
            if !met_once.take(key) {
                met_once.remember(key);
                return None;
            }
        }
        self.snapshot.boxes += 1;
        Some(parts.boxes.add(hashed, ply, &self.scratch.beads))
    }

    /// Whether a position without a box would now get one, with these beads.
    pub(super) fn would_open(&self, table: &Table, key: Key, ply: u16, beads: &[u64]) -> bool {
        let waits = self.teacher.rule.boxes == Boxes::SecondMeeting && !table.first().has(key);
        !waits && self.has_room(table.footprint(), key, ply, beads)
    }

    /// Whether the limits allow one more box, with `footprint` bytes so far.
    fn has_room(&self, footprint: u64, key: Key, ply: u16, beads: &[u64]) -> bool {
        let [boxes, bytes] = self.most;
        let left = bytes.saturating_sub(footprint);
        let fits = || bytes == u64::MAX || Shard::cost(key, ply, beads) <= left;
        self.snapshot.boxes < boxes && fits()
    }

    /// Changes the boxes used in a game of `plies` moves, which is over, by the rule.
    pub(super) fn conclude(&mut self, parts: &mut TableParts<'_>, verdict: Verdict, plies: u16) {
        let (side, teacher, snapshot) = (self.side, &self.teacher, &mut self.snapshot);
        let drawn = &self.drawn[side.index()];
        let last = drawn.last().map(|last| last.draw.ply);
        let random = (&mut snapshot.origin, self.dice);
        let lesson = teacher.lesson(side, verdict, last, plies, random);
        for (i, &PackedDraw { key, number, draw }) in drawn.iter().enumerate() {
            // If the last move came from no box, no earlier box counts as the box of the last move.
            let is_last = i + 1 == drawn.len() && !self.boxless[side.index()];
            if !teacher.concerns(&lesson, draw.ply, is_last) {
                continue;
            }
            let beads = &mut self.scratch.beads;
            parts.boxes.change(key, number, beads, |box_ply, beads| {
                let lacked = beads.contains(&0);
                snapshot.count(teacher.teach(&lesson, draw, box_ply, beads));
                snapshot.recount(box_ply, lacked, beads.contains(&0));
            });
        }
    }
}
