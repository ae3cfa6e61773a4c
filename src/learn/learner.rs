//! A learner at work: the beads in its boxes, what it drew in the present game, and what a result
//! does to them.

use super::field::{EVEN, Exit, LANE, Sites, locate, width, write_row};
use super::history::Standing;
use super::rule::{Change, Effect, Empty, MOST_BEADS, Rule, Scope};
use super::table::{Matchbox, Table};
use crate::dice::Dice;
use crate::game::Side;

/// The ply in a [`Note`] of a box that has not been met.
const UNMET: u16 = u16::MAX;

/// What is known of a box besides its beads.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// How many moves had been played when it was first met.
    ply: u16,
    /// How many of its colours have no bead.
    zeros: u16,
}

/// A draw from a box in the present game.
#[derive(Clone, Copy, Debug)]
struct Drawn {
    row: u32,
    colour: u16,
    count: u16,
}

/// The boxes of one side in one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Learner {
    rows: Vec<u64>,
    notes: Vec<Note>,
    drawn: Vec<Drawn>,
    standing: Standing,
}

impl Learner {
    /// Draws a bead: which colour, or `None` when the learner resigns.
    #[inline]
    pub(super) fn draw(
        &mut self,
        at: Exit,
        ply: u16,
        rule: &Rule,
        dice: &mut Dice,
    ) -> Option<usize> {
        if at.row == EVEN {
            return Some(below(dice, at.count));
        }
        let span = at.row as usize..at.row as usize + width(usize::from(at.count));
        if self.rows.get(span.clone()).is_none_or(|row| row[0] == 0) && !self.stir(at, ply, rule) {
            return None;
        }
        let row = &self.rows[span];
        let colour = locate(row, dice.below(row[0]));
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a colour is below a 16 bit count"
        )]
        self.drawn.push(Drawn {
            row: at.row,
            colour: colour as u16,
            count: at.count,
        });
        Some(colour)
    }

    /// Sees to a box in which nothing lies: a new one is filled, one drawn empty is what the rule
    /// says. Whether there is something to draw now.
    #[cold]
    fn stir(&mut self, at: Exit, ply: u16, rule: &Rule) -> bool {
        let (row, count) = (at.row as usize, usize::from(at.count));
        self.reach(row + width(count));
        let note = self.notes[row / LANE];
        if note.ply == UNMET {
            self.fill(
                row,
                ply,
                &vec![rule.start_beads(usize::from(ply / 2)); count],
            );
            self.standing.boxes += 1;
        } else if self.rows[row] == 0 {
            match rule.empty {
                Empty::Resign => return false,
                Empty::Refill => {
                    let stage = usize::from(note.ply / 2);
                    self.count_zeroed(note.ply, true);
                    self.fill(row, note.ply, &vec![rule.start_beads(stage); count]);
                    self.standing.rescued += 1;
                }
            }
        }
        true
    }

    /// Grows the rows to this length at least.
    fn reach(&mut self, len: usize) {
        if self.rows.len() < len {
            self.rows.resize(len, 0);
            self.notes.resize(
                len / LANE,
                Note {
                    ply: UNMET,
                    zeros: 0,
                },
            );
        }
    }

    fn fill(&mut self, row: usize, ply: u16, beads: &[u64]) {
        write_row(&mut self.rows[row..row + width(beads.len())], beads);
        let zeros = beads.iter().filter(|&&n| n == 0).count();
        self.notes[row / LANE] = Note {
            ply,
            zeros: u16::try_from(zeros).expect("16 bit moves"),
        };
        if zeros > 0 {
            self.count_zeroed(ply, false);
        }
    }

    /// Counts a box that has lost the beads of a colour for the first time, or no longer lacks any.
    fn count_zeroed(&mut self, ply: u16, healed: bool) {
        let ply = usize::from(ply);
        if self.standing.zeroed.len() <= ply {
            self.standing.zeroed.resize(ply + 1, 0);
        }
        if healed {
            self.standing.zeroed[ply] -= 1;
            // The same list as that of a table, whatever has been in between.
            while self.standing.zeroed.pop_if(|n| *n == 0).is_some() {}
        } else {
            self.standing.zeroed[ply] += 1;
        }
    }

    /// Does to the boxes used in the game that is over what its result asks for.
    #[inline]
    pub(super) fn conclude(&mut self, change: Change) {
        let from = match change.scope {
            Scope::All => 0,
            Scope::Last => self.drawn.len().saturating_sub(1),
        };
        let drawn = std::mem::take(&mut self.drawn);
        for &one in &drawn[from..] {
            match change.effect {
                Effect::Nothing => {}
                Effect::Add(n) => self.add(one, n),
                Effect::Subtract(n) => self.take_out(one, n),
                Effect::Wipe => self.take_out(one, u64::MAX),
            }
        }
        self.drawn = drawn;
        self.drawn.clear();
    }

    #[inline]
    fn add(&mut self, drawn: Drawn, n: u64) {
        let row = &mut self.rows[drawn.row as usize..][..usize::from(drawn.count)];
        let room = MOST_BEADS - row[0];
        let added = n.min(room);
        self.standing.saturated += u64::from(added < n);
        row[0] += added;
        for sum in &mut row[usize::from(drawn.colour) + 1..] {
            *sum += added;
        }
    }

    /// Takes out so many beads, or as many as there are.
    fn take_out(&mut self, drawn: Drawn, n: u64) {
        let colour = usize::from(drawn.colour);
        let row = &mut self.rows[drawn.row as usize..][..usize::from(drawn.count)];
        let before = if colour == 0 { 0 } else { row[colour] };
        let there = row.get(colour + 1).copied().unwrap_or(row[0]) - before;
        let taken = n.min(there);
        row[0] -= taken;
        for sum in &mut row[colour + 1..] {
            *sum -= taken;
        }
        if taken == there && there > 0 {
            let note = &mut self.notes[drawn.row as usize / LANE];
            note.zeros += 1;
            if note.zeros == 1 {
                let ply = note.ply;
                self.count_zeroed(ply, false);
            }
        }
    }

    /// How the boxes stand now; the counts of events begin again from nothing.
    pub(super) fn report(&mut self) -> Standing {
        let standing = self.standing.clone();
        self.standing.rescued = 0;
        self.standing.saturated = 0;
        standing
    }

    /// Takes over the boxes of a table.
    pub(super) fn adopt(&mut self, table: &Table, sites: &mut Sites) {
        for (key, matchbox) in table.sorted() {
            let row = sites.row(key, matchbox.beads.len()) as usize;
            self.reach(sites.len());
            self.fill(row, matchbox.ply, &matchbox.beads);
            self.standing.boxes += 1;
        }
    }

    /// All boxes met, as a table.
    pub(super) fn table(&self, side: Side, sites: &Sites) -> Table {
        let mut table = Table::new(side);
        for site in sites.all() {
            let row = site.row as usize;
            let Some(note) = self.notes.get(row / LANE).filter(|note| note.ply != UNMET) else {
                continue;
            };
            let sums = &self.rows[row..row + usize::from(site.count)];
            let ends = sums[1..].iter().chain([&sums[0]]);
            let starts = [0].iter().chain(&sums[1..]);
            let beads = ends.zip(starts).map(|(end, start)| end - start).collect();
            table.insert(
                site.key,
                Matchbox {
                    ply: note.ply,
                    beads,
                },
            );
        }
        table
    }
}

/// An index drawn evenly from so many.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the draw is below a 16 bit count"
)]
pub(super) fn below(dice: &mut Dice, count: u16) -> usize {
    dice.below(u64::from(count)) as usize
}
