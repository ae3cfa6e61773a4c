//! The learner of the engine: the beads in its boxes, its draws in the current game, and the changes
//! after a result.

use super::super::boxes::Matchbox;
use super::super::history::Snapshot;
use super::super::lesson::{BeadDraw, LessonDice, Teacher};
use super::super::rule::{Effect, Empty, Scope};
use super::prefix_sums::PrefixSums;
use super::transitions::{Slot, Slots, Successor, UNIFORM};
use crate::dice::Dice;
use crate::game::{Key, Side, Verdict};

/// The data of a box other than its beads.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// The number of moves that had been played when it was first met.
    ply: u16,
    /// The number of its colours that have no beads.
    zeros: u16,
}

/// A bead drawn in the current game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawn {
    row: u32,
    colour: u16,
    /// The number of colours in the row.
    count: u16,
    /// The number of moves of the game before it.
    ply: u16,
}

/// The note of a box that has not been met.
const UNMET: Note = Note {
    ply: u16::MAX,
    zeros: 0,
};

impl Drawn {
    /// Row, colour and number of colours.
    #[inline]
    fn place(self) -> (usize, usize, usize) {
        (self.row as usize, self.colour.into(), self.count.into())
    }
}

/// The boxes of one side in one run.
#[derive(Clone, Debug, Default)]
pub(super) struct EngineLearner {
    /// The beads of each box.
    rows: PrefixSums,
    /// The other data of each box, by row.
    notes: Vec<Note>,
    /// The draws of the current game.
    pub(super) drawn: Vec<Drawn>,
    pub(super) snapshot: Snapshot,
    /// Room for the beads of a new box.
    fresh: Vec<u64>,
}

impl EngineLearner {
    /// Draws a bead and returns its colour; `None` if the box is empty and gets no beads.
    #[expect(clippy::inline_always, reason = "part of the inner loop")]
    #[inline(always)]
    pub(super) fn draw(
        &mut self,
        at: Successor,
        ply: u16,
        teacher: &Teacher,
        dice: &mut Dice,
    ) -> Option<usize> {
        if at.row == UNIFORM {
            return Some(dice.index(usize::from(at.count)));
        }
        let row = at.row as usize;
        let colour = if let Some(block) = self.rows.ready(row) {
            block.locate(dice.below(block.total()))
        } else {
            // A copy, so that the dice themselves stay in registers: measured.
            let mut copy = dice.clone();
            let total = self.prepare(row, at.count.into(), ply, teacher, &mut copy);
            *dice = copy;
            if total == 0 {
                return None;
            }
            self.rows.locate(row, dice.below(total))
        };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a colour is below a 16 bit count"
        )]
        self.drawn.push(Drawn {
            row: at.row,
            colour: colour as u16,
            count: at.count,
            ply,
        });
        Some(colour)
    }

    /// Fills a new box, gives beads to an empty one if the rule does so, and returns the number of beads in
    /// it.
    #[cold]
    fn prepare(
        &mut self,
        row: usize,
        count: usize,
        ply: u16,
        teacher: &Teacher,
        dice: &mut Dice,
    ) -> u64 {
        self.grow_to(row + 1);
        let first_ply = self.notes[row].ply;
        if first_ply == UNMET.ply {
            self.fill_new(row, ply, count, teacher);
            self.snapshot.boxes += 1;
        } else if teacher.revives() && self.rows.total(row) == 0 {
            let mut beads = vec![0; count];
            if teacher.revive(&mut beads, first_ply, |colours| Some(dice.index(colours))) {
                self.fill(row, first_ply, &beads);
                self.snapshot.rescued += 1;
            }
        }
        self.rows.total(row)
    }

    fn grow_to(&mut self, len: usize) {
        self.rows.grow_to(len);
        self.notes.resize(self.rows.len(), UNMET);
    }

    /// Writes the beads of a box that was first met after `ply` moves.
    fn fill(&mut self, row: usize, ply: u16, beads: &[u64]) {
        self.rows.write(row, beads);
        let zeros = beads.iter().filter(|&&n| n == 0).count();
        let zeros = u16::try_from(zeros).expect("16 bit moves");
        let before = std::mem::replace(&mut self.notes[row], Note { ply, zeros });
        self.snapshot.recount(ply, before.zeros > 0, zeros > 0);
    }

    /// Fills a box as a new one that is met after `ply` moves.
    fn fill_new(&mut self, row: usize, ply: u16, count: usize, teacher: &Teacher) {
        // An allocation for each new box took 6 % of the instructions of a study.
        let mut beads = std::mem::take(&mut self.fresh);
        beads.clear();
        beads.resize(count, teacher.rule.start_beads(ply, count));
        self.fill(row, ply, &beads);
        self.fresh = beads;
    }

    /// Refills a box as when it was new, and counts it as rescued.
    fn refill(&mut self, row: usize, count: usize, teacher: &Teacher) {
        self.fill_new(row, self.notes[row].ply, count, teacher);
        self.snapshot.rescued += 1;
    }

    /// Applies the result of a game of `plies` moves to the boxes used in it by this side.
    #[inline]
    pub(super) fn conclude(&mut self, side: Side, verdict: Verdict, plies: u16, teacher: &Teacher) {
        if !teacher.is_simple {
            return self.conclude_slowly(side, verdict, plies, teacher);
        }
        let change = teacher.change(verdict, side);
        let from = match change.scope {
            Scope::All => 0,
            Scope::Last => self.drawn.len().saturating_sub(1),
        };
        match change.effect {
            // What is random is not simple.
            Effect::Nothing | Effect::AddRandom(_) => {}
            Effect::Add(n) => {
                for one in &self.drawn[from..] {
                    let (row, colour, count) = one.place();
                    let added = self.rows.add(row, colour, count, n);
                    self.snapshot.saturated += u64::from(added < n);
                }
            }
            Effect::Subtract(n) => self.take_out_all(from, n, teacher),
            Effect::Wipe => self.take_out_all(from, u64::MAX, teacher),
        }
        self.drawn.clear();
    }

    fn take_out_all(&mut self, from: usize, n: u64, teacher: &Teacher) {
        for i in from..self.drawn.len() {
            self.take_out(self.drawn[i], n, teacher);
        }
    }

    /// Takes out `n` beads of the colour drawn, or as many as the box has and the rule allows.
    #[inline]
    fn take_out(&mut self, drawn: Drawn, n: u64, teacher: &Teacher) {
        let (row, colour, _) = drawn.place();
        let (before, total) = (self.rows.weight(row, colour), self.rows.total(row));
        let note = self.notes[row];
        let kept = match teacher.rule.empty {
            Empty::Floor => 1,
            Empty::KeepLast if before == total => 1,
            Empty::KeepFirst if before == total && note.ply < 2 => 1,
            _ => 0,
        };
        let taken = n.min(before.saturating_sub(kept));
        self.snapshot.rescued += u64::from(kept > 0 && taken < n.min(before));
        self.rows.take(row, colour, taken);
        if taken == before && before > 0 {
            self.lose_colour(drawn, teacher);
        }
    }

    /// Applies `empty` of the rule to a colour that has just lost its last bead.
    fn lose_colour(&mut self, drawn: Drawn, teacher: &Teacher) {
        let (row, colour, count) = drawn.place();
        let note = self.notes[row];
        match teacher.rule.empty {
            Empty::RefillMove => {
                let beads = teacher.rule.start_beads(note.ply, count);
                self.rows.add(row, colour, count, beads);
                self.snapshot.rescued += 1;
            }
            Empty::Reset => self.refill(row, count, teacher),
            _ => {
                self.notes[row].zeros += 1;
                self.snapshot.recount(note.ply, note.zeros > 0, true);
            }
        }
    }

    /// Applies a result as the packed learner does, for rules that are not simple.
    #[cold] // keeps this code out of the hot path of the simple rules
    fn conclude_slowly(&mut self, side: Side, verdict: Verdict, plies: u16, teacher: &Teacher) {
        let drawn = std::mem::take(&mut self.drawn);
        let last = drawn.last().map(|last| last.ply);
        // It plays no rule that adds beads of random colours.
        let random = (&mut self.snapshot.origin, LessonDice::default());
        let lesson = teacher.lesson(side, verdict, last, plies, random);
        let mut weights = Vec::new();
        for (i, one) in drawn.iter().enumerate() {
            if !teacher.concerns(&lesson, one.ply, i + 1 == drawn.len()) {
                continue;
            }
            let ((row, colour, count), ply) = (one.place(), one.ply);
            let box_ply = self.notes[row].ply;
            self.rows.read(row, count, &mut weights);
            let incident = teacher.teach(&lesson, BeadDraw { colour, ply }, box_ply, &mut weights);
            self.snapshot.count(incident);
            self.fill(row, box_ply, &weights);
        }
        self.drawn = drawn;
        self.drawn.clear();
    }

    /// Adds a box of a table in the slot with this number.
    pub(super) fn adopt(&mut self, slot: u32, matchbox: &Matchbox) {
        let row = slot as usize;
        self.grow_to(row + 1);
        self.fill(row, matchbox.ply, &matchbox.beads);
        self.snapshot.boxes += 1;
    }

    pub(super) fn boxes(&self, slots: &Slots) -> impl Iterator<Item = (Key, Matchbox)> {
        slots.all.iter().filter_map(|&slot| {
            let beads = self.beads(slot)?;
            let ply = self.notes[slot.row as usize].ply;
            Some((slot.key, Matchbox { ply, beads }))
        })
    }

    pub(super) fn beads(&self, slot: Slot) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        self.read(slot, &mut beads).then_some(beads)
    }

    /// Reads the beads of a box into `into`, and returns whether it has been met.
    pub(super) fn read(&self, slot: Slot, into: &mut Vec<u64>) -> bool {
        let row = slot.row as usize;
        let note = self.notes.get(row);
        let met = note.is_some_and(|note| note.ply != UNMET.ply);
        if met {
            self.rows.read(row, slot.count.into(), into);
        }
        met
    }
}
