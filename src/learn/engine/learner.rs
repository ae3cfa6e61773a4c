//! A learner at work: the beads in its boxes, what it drew in the present game, and what a result
//! does to them.

use super::super::history::Standing;
use super::super::rule::{Change, Effect, Empty, Rule, Scope};
use super::super::rule::{Multipliers, WHOLE};
use super::super::table::{Matchbox, Table};
use super::prefix_sums::Rows;
use super::transitions::{EVEN, Exit, Site, Sites};
use crate::dice::Dice;
use crate::game::{Side, Verdict};

/// The ply in a [`Note`] of a box that has not been met.
const UNMET: u16 = u16::MAX;

/// A rule ready for play.
#[derive(Clone, Debug)]
pub(super) struct Conduct {
    /// What a loss, a draw and a win do, in the order of [`Verdict`].
    changes: [Change; 3],
    empty: Empty,
    odds: Option<Multipliers>,
    rule: Rule,
}

impl Conduct {
    pub(super) fn new(rule: &Rule) -> Self {
        Self {
            changes: [rule.loss, rule.draw, rule.win],
            empty: rule.empty,
            odds: rule.odds.as_ref().map(Multipliers::new),
            rule: rule.clone(),
        }
    }

    /// The beads of each colour in a box of so many that is met after so many moves of the game.
    fn start(&self, ply: u16, count: usize) -> u64 {
        match self.odds {
            Some(_) => WHOLE / count as u64,
            None => self.rule.start_beads(usize::from(ply / 2)),
        }
    }
}

const _: () = assert!(Verdict::Loss as usize == 0 && Verdict::Win as usize == 2);

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
    ply: u16,
}

impl Drawn {
    /// Row, colour and number of colours.
    #[inline]
    fn place(self) -> (usize, usize, usize) {
        (self.row as usize, self.colour.into(), self.count.into())
    }
}

/// The boxes of one side in one run.
#[derive(Clone, Debug, Default)]
pub(super) struct Learner {
    rows: Rows,
    notes: Vec<Note>,
    drawn: Vec<Drawn>,
    standing: Standing,
}

impl Learner {
    /// Draws a bead: which colour, or `None` when the box is empty and stays so.
    #[expect(
        clippy::inline_always,
        reason = "a part of the loop that all the time goes into"
    )]
    #[inline(always)]
    pub(super) fn draw(
        &mut self,
        at: Exit,
        ply: u16,
        conduct: &Conduct,
        dice: &mut Dice,
    ) -> Option<usize> {
        if at.row == EVEN {
            return Some(below(dice, at.count));
        }
        let row = at.row as usize;
        let colour = if let Some(block) = self.rows.ready(row) {
            block.locate(dice.below(block.total()))
        } else {
            let total = self.stir(row, at.count.into(), ply, conduct);
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

    /// Sees to a box that cannot be drawn from at once: a new one is filled, one drawn empty is what
    /// the rule says. How much there is to draw from now.
    #[cold]
    fn stir(&mut self, row: usize, count: usize, ply: u16, conduct: &Conduct) -> u64 {
        self.reach(row + 1);
        let note = self.notes[row];
        if note.ply == UNMET {
            self.fill(row, ply, &vec![conduct.start(ply, count); count]);
            self.standing.boxes += 1;
        } else if self.rows.total(row) == 0 && conduct.empty == Empty::Refill {
            self.refill(row, count, conduct);
        }
        self.rows.total(row)
    }

    /// Whether an empty box means that the game does not count at all: the learner refuses to play
    /// when it is its first move.
    pub(super) fn refuses(&self, conduct: &Conduct) -> bool {
        conduct.empty == Empty::Refuse && self.drawn.is_empty()
    }

    /// Forgets the draws of a game that does not count, because this side or the other refuses it.
    pub(super) fn call_off(&mut self, refused: bool) {
        self.drawn.clear();
        self.standing.refused += u64::from(refused);
    }

    /// Makes room for so many boxes at least.
    fn reach(&mut self, len: usize) {
        self.rows.reach(len);
        let unmet = Note {
            ply: UNMET,
            zeros: 0,
        };
        self.notes.resize(self.rows.len(), unmet);
    }

    /// Puts these beads into a box.
    fn fill(&mut self, row: usize, ply: u16, beads: &[u64]) {
        self.rows.write(row, beads);
        let zeros = beads.iter().filter(|&&n| n == 0).count();
        let zeros = u16::try_from(zeros).expect("16 bit moves");
        let before = std::mem::replace(&mut self.notes[row], Note { ply, zeros });
        if (before.zeros == 0) != (zeros == 0) {
            self.count_zeroed(ply, zeros == 0);
        }
    }

    /// Fills a box as it was when new, and counts that.
    fn refill(&mut self, row: usize, count: usize, conduct: &Conduct) {
        let ply = self.notes[row].ply;
        self.fill(row, ply, &vec![conduct.start(ply, count); count]);
        self.standing.rescued += 1;
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

    /// Does to the boxes used in a game of so many moves what its result asks for.
    #[inline]
    pub(super) fn conclude(&mut self, verdict: Verdict, plies: u16, conduct: &Conduct) {
        if let Some(odds) = &conduct.odds {
            return self.multiply(odds, verdict, plies);
        }
        let change = conduct.changes[verdict as usize];
        let from = match change.scope {
            Scope::All => 0,
            Scope::Last => self.drawn.len().saturating_sub(1),
        };
        match change.effect {
            Effect::Nothing => {}
            Effect::Add(n) => {
                let Self {
                    rows,
                    drawn,
                    standing,
                    ..
                } = self;
                for one in &drawn[from..] {
                    let (row, colour, count) = one.place();
                    let added = rows.add(row, colour, count, n);
                    standing.saturated += u64::from(added < n);
                }
            }
            Effect::Subtract(n) => self.take_out_all(from, n, conduct),
            Effect::Wipe => self.take_out_all(from, u64::MAX, conduct),
        }
        self.drawn.clear();
    }

    fn take_out_all(&mut self, from: usize, n: u64, conduct: &Conduct) {
        for i in from..self.drawn.len() {
            self.take_out(self.drawn[i], n, conduct);
        }
    }

    /// Takes out so many beads, or as many as there are and the rule lets go.
    #[inline]
    fn take_out(&mut self, drawn: Drawn, n: u64, conduct: &Conduct) {
        let (row, colour, _) = drawn.place();
        let there = self.rows.weight(row, colour);
        let total = self.rows.total(row);
        let note = self.notes[row];
        let kept = match conduct.empty {
            Empty::Floor => 1,
            Empty::KeepLast if there == total => 1,
            Empty::KeepFirst if there == total && note.ply < 2 => 1,
            _ => 0,
        };
        let taken = n.min(there.saturating_sub(kept));
        self.standing.rescued += u64::from(kept > 0 && taken < n.min(there));
        self.rows.take(row, colour, taken);
        if taken == there && there > 0 {
            self.lose_colour(drawn, conduct);
        }
    }

    /// Sees to a colour that has just lost its last bead.
    fn lose_colour(&mut self, drawn: Drawn, conduct: &Conduct) {
        let (row, colour, count) = drawn.place();
        let note = self.notes[row];
        match conduct.empty {
            Empty::RefillMove => {
                let beads = conduct.start(note.ply, count);
                self.rows.add(row, colour, count, beads);
                self.standing.rescued += 1;
            }
            Empty::Reset => self.refill(row, count, conduct),
            _ => {
                self.notes[row].zeros += 1;
                if note.zeros == 0 {
                    self.count_zeroed(note.ply, false);
                }
            }
        }
    }

    /// Multiplies the odds of the moves made.
    #[cold] // only to be laid out of the way of the rules that move beads
    fn multiply(&mut self, odds: &Multipliers, verdict: Verdict, plies: u16) {
        let drawn = std::mem::take(&mut self.drawn);
        // In a lost game the end is the learner's own last move.
        let end = match (verdict, drawn.last()) {
            (Verdict::Loss, Some(last)) => last.ply + 1,
            _ => plies,
        };
        let mut weights = Vec::new();
        for one in &drawn {
            let (row, colour, count) = one.place();
            self.rows.read(row, count, &mut weights);
            let n = end - one.ply;
            odds.apply(&mut weights, colour, n, verdict, self.standing.origin);
            self.fill(row, self.notes[row].ply, &weights);
        }
        odds.slide(&mut self.standing.origin, verdict);
        self.drawn = drawn;
        self.drawn.clear();
    }

    /// Takes over how a training stood: what goes on from one set to the next besides the boxes.
    pub(super) fn take_up(&mut self, standing: &Standing) {
        self.standing.origin = standing.origin;
    }

    /// How the boxes stand now; the counts of events begin again from nothing.
    pub(super) fn report(&mut self) -> Standing {
        let standing = self.standing.clone();
        self.standing.rescued = 0;
        self.standing.saturated = 0;
        self.standing.refused = 0;
        standing
    }

    /// Takes over the boxes of a table.
    pub(super) fn adopt(&mut self, table: &Table, sites: &mut Sites) {
        for (key, matchbox) in table.sorted() {
            let row = sites.row(key, matchbox.beads.len()) as usize;
            self.reach(row + 1);
            self.fill(row, matchbox.ply, &matchbox.beads);
            self.standing.boxes += 1;
        }
    }

    /// All boxes met, as a table.
    pub(super) fn table(&self, side: Side, sites: &Sites) -> Table {
        let mut table = Table::new(side);
        for &site in sites.all() {
            if let Some(beads) = self.beads(site) {
                let ply = self.notes[site.row as usize].ply;
                table.insert(site.key, Matchbox { ply, beads });
            }
        }
        table
    }

    /// The beads of a box, if it has been met.
    pub(super) fn beads(&self, site: Site) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        self.read(site, &mut beads).then_some(beads)
    }

    /// Fills in the beads of a box, if it has been met.
    pub(super) fn read(&self, site: Site, into: &mut Vec<u64>) -> bool {
        let row = site.row as usize;
        let met = self.notes.get(row).is_some_and(|note| note.ply != UNMET);
        if met {
            self.rows.read(row, site.count.into(), into);
        }
        met
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
