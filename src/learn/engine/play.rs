//! The course of a training: what all its runs share, and how one of them plays a set.
//!
//! A [`Strand`] is everything that belongs to one run. Alone it plays game after game with its state
//! in registers; two play in step, a round of each in turn, so that the processor works on one while
//! it waits for the other. Both ways take the same steps.
//!
//! The steps are compiled for each way the two sides can sit, so that no move asks who learns.

use std::sync::Arc;

use super::super::history::{History, Record};
use super::super::layout::Layout;
use super::super::rule::Duplicates;
use super::super::run::{Examiner, Opponent, Training};
use super::super::table::Table;
use super::learner::{Conduct, Learner, below};
use super::transitions::{EVEN, Exit, Field, Seat, State};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Outcome, Side};
use crate::player::Player;

/// Which of an opponent's players moves.
#[repr(u8)] // a tag of its own is the fastest to ask, and every move asks
enum Schedule {
    Same,
    Fading { games: u64 },
    Script(Vec<u64>),
}

impl Schedule {
    #[inline]
    fn player(&self, game: u64, dice: &mut Dice) -> usize {
        match self {
            Self::Same => 0,
            Self::Fading { games } => usize::from(game >= *games || dice.below(*games) < game),
            Self::Script(starts) => starts.iter().rposition(|&from| from <= game).unwrap_or(0),
        }
    }
}

impl<G: Game> Opponent<G> {
    fn players(&self) -> Vec<Arc<dyn Player<G>>> {
        match self {
            Self::Player(player) => vec![player.clone()],
            Self::Fading { from, to, .. } => vec![from.clone(), to.clone()],
            Self::Script(parts) => parts.iter().map(|(_, player)| player.clone()).collect(),
        }
    }

    fn schedule(&self) -> Schedule {
        match self {
            Self::Player(_) => Schedule::Same,
            Self::Fading { games, .. } => Schedule::Fading { games: *games },
            Self::Script(parts) => Schedule::Script(parts.iter().map(|&(from, _)| from).collect()),
        }
    }
}

/// How a side sits: it does not learn.
const FIXED: u8 = 0;
/// It learns, each colour standing for one move.
const PLAIN: u8 = 1;
/// It learns, and moves that mirror one another share a colour.
const MERGED: u8 = 2;

/// What all runs of a training share.
pub(in crate::learn) struct Course<G: Game> {
    field: Field<G>,
    schedule: Schedule,
    training: Training<G>,
    conduct: Conduct,
    pub(in crate::learn) examiner: Option<Arc<dyn Examiner>>,
}

/// Everything that belongs to one run.
pub(in crate::learn) struct Strand {
    run: u64,
    learners: [Learner; 2],
    pub(in crate::learn) history: History,
    dice: Dice,
    /// How many sets have been played.
    sets: u64,
    /// The set being played, or the last one.
    pub(in crate::learn) record: Record,
    now: Now,
}

/// Where a run is in its present game.
#[derive(Clone, Copy)]
struct Now {
    at: Exit,
    ply: u16,
    /// Which game it is, counted from the first of the run; refused ones count.
    game: u64,
}

/// How a game ended.
#[derive(Clone, Copy)]
enum End {
    With(Outcome),
    /// This side had nothing to draw from.
    Empty(Side),
}

impl Strand {
    pub(in crate::learn) fn new(run: u64) -> Self {
        Self {
            run,
            learners: [Learner::default(), Learner::default()],
            history: History::default(),
            dice: Dice::new(0, Purpose::Training, run, 0),
            sets: 0,
            record: Record::default(),
            now: Now {
                at: Exit::UNKNOWN,
                ply: 0,
                game: 0,
            },
        }
    }
}

impl<G: Game> Course<G> {
    pub(in crate::learn) fn new(training: Training<G>) -> Self {
        let layout = Layout::from(&training.rule);
        let seats = Side::BOTH.map(|side| {
            if training.learners.learns(side) {
                Seat::Learner(layout)
            } else {
                Seat::Fixed(training.opponent.players())
            }
        });
        Self {
            field: Field::new(training.game.clone(), seats),
            schedule: training.opponent.schedule(),
            conduct: Conduct::new(&training.rule),
            examiner: None,
            training,
        }
    }

    pub(in crate::learn) const fn game(&self) -> &G {
        &self.training.game
    }

    /// Gives a run the boxes of a table, if it learns that side.
    pub(in crate::learn) fn adopt(&mut self, strand: &mut Strand, table: &Table) {
        let side = table.side();
        if self.training.learners.learns(side) {
            let sites = &mut self.field.sites[side.index()];
            strand.learners[side.index()].adopt(table, sites);
        }
    }

    /// Takes up a history, and with it what a rule and an opponent carry on from set to set.
    pub(in crate::learn) fn take_up(strand: &mut Strand, history: History) {
        let begun = |record: &Record| record.games() + record.refused();
        strand.now.game = history.records.iter().map(begun).sum();
        strand.sets = history.sets();
        if let Some(last) = history.records.last() {
            for (learner, standing) in strand.learners.iter_mut().zip(&last.standing) {
                if let Some(standing) = standing {
                    learner.take_up(standing);
                }
            }
        }
        strand.history = history;
    }

    pub(in crate::learn) fn beads(
        &self,
        strand: &Strand,
        side: Side,
        key: Key,
    ) -> Option<Vec<u64>> {
        let site = self.field.sites[side.index()].find(key)?;
        strand.learners[side.index()].beads(site)
    }

    pub(in crate::learn) fn table(&self, strand: &Strand, side: Side) -> Option<Table> {
        let i = side.index();
        let learns = self.training.learners.learns(side);
        learns.then(|| strand.learners[i].table(side, &self.field.sites[i]))
    }

    /// Plays one set of one run.
    pub(in crate::learn) fn play_set(&mut self, strand: &mut Strand) {
        self.play_set_in_step(std::slice::from_mut(strand));
    }

    /// Plays one set of each run, two by two in step.
    pub(in crate::learn) fn play_set_in_step(&mut self, strands: &mut [Strand]) {
        let mut end = 0;
        for strand in &mut *strands {
            end = self.begin_set(strand);
        }
        match self.seats() {
            [PLAIN, FIXED] => self.play_in_step::<PLAIN, FIXED>(strands, end),
            [MERGED, FIXED] => self.play_in_step::<MERGED, FIXED>(strands, end),
            [FIXED, PLAIN] => self.play_in_step::<FIXED, PLAIN>(strands, end),
            [FIXED, MERGED] => self.play_in_step::<FIXED, MERGED>(strands, end),
            [PLAIN, PLAIN] => self.play_in_step::<PLAIN, PLAIN>(strands, end),
            _ => self.play_in_step::<MERGED, MERGED>(strands, end),
        }
        for strand in strands {
            self.end_set(strand);
        }
    }

    /// How the two sides sit.
    fn seats(&self) -> [u8; 2] {
        Side::BOTH.map(|side| match self.training.learners.learns(side) {
            false => FIXED,
            true if self.training.rule.duplicates == Duplicates::Merge => MERGED,
            true => PLAIN,
        })
    }

    /// Prepares a set; the number of the game that no longer belongs to it.
    fn begin_set(&self, strand: &mut Strand) -> u64 {
        let Training {
            seed,
            games_per_set,
            ..
        } = self.training;
        strand.dice = Dice::new(seed, Purpose::Training, strand.run, strand.sets);
        strand.record = Record {
            sets: 1,
            ..Record::default()
        };
        strand.now.at = self.field.root();
        strand.now.ply = 0;
        strand.now.game + games_per_set
    }

    fn end_set(&self, strand: &mut Strand) {
        for side in self.training.learners.sides() {
            let i = side.index();
            let mut standing = strand.learners[i].report();
            standing.exact = self.examiner.as_ref().map(|examiner| {
                examiner.examine(side, &mut |key, beads| {
                    let site = self.field.sites[i].find(key);
                    site.is_some_and(|site| strand.learners[i].read(site, beads))
                })
            });
            strand.record.standing[i] = Some(standing);
        }
        strand.sets += 1;
        strand.history.push(strand.record.clone());
    }

    fn play_games<const FIRST: u8, const SECOND: u8>(&mut self, strand: &mut Strand, end: u64) {
        let mut dice = strand.dice.clone();
        let mut now = strand.now;
        while now.game < end {
            self.round::<FIRST, SECOND>(
                &mut strand.learners,
                &mut strand.record,
                &mut dice,
                &mut now,
            );
        }
        strand.dice = dice;
        strand.now = now;
    }

    /// Plays the runs two by two.
    fn play_in_step<const FIRST: u8, const SECOND: u8>(
        &mut self,
        strands: &mut [Strand],
        end: u64,
    ) {
        for pair in strands.chunks_mut(2) {
            if let [one, other] = pair {
                self.play_pair::<FIRST, SECOND>(one, other, end);
            }
            // One run may need a round more than the other, and the last may have no partner.
            for strand in pair {
                self.play_games::<FIRST, SECOND>(strand, end);
            }
        }
    }

    fn play_pair<const FIRST: u8, const SECOND: u8>(
        &mut self,
        one: &mut Strand,
        other: &mut Strand,
        end: u64,
    ) {
        let mut dice = [one.dice.clone(), other.dice.clone()];
        let mut now = [one.now, other.now];
        while now[0].game < end && now[1].game < end {
            let [own, others] = &mut dice;
            self.round::<FIRST, SECOND>(&mut one.learners, &mut one.record, own, &mut now[0]);
            self.round::<FIRST, SECOND>(
                &mut other.learners,
                &mut other.record,
                others,
                &mut now[1],
            );
        }
        [one.dice, other.dice] = dice;
        [one.now, other.now] = now;
    }

    /// One move of each side; when the game ends with it, the next one is set up.
    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn round<const FIRST: u8, const SECOND: u8>(
        &mut self,
        learners: &mut [Learner; 2],
        record: &mut Record,
        dice: &mut Dice,
        now: &mut Now,
    ) {
        let [first, second] = learners;
        let end = match self.step::<FIRST>(Side::First, first, dice, now) {
            None => self.step::<SECOND>(Side::Second, second, dice, now),
            end => end,
        };
        let Some(end) = end else { return };
        match end {
            End::With(outcome) => {
                record.count(outcome);
                if FIRST != FIXED {
                    first.conclude(outcome.verdict(Side::First), now.ply, &self.conduct);
                }
                if SECOND != FIXED {
                    second.conclude(outcome.verdict(Side::Second), now.ply, &self.conduct);
                }
            }
            End::Empty(side) => self.give_up(side, learners, record, now.ply),
        }
        *now = Now {
            at: self.field.root(),
            ply: 0,
            game: now.game + 1,
        };
    }

    /// One move; how the game ends if it does with it.
    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn step<const SEAT: u8>(
        &mut self,
        side: Side,
        learner: &mut Learner,
        dice: &mut Dice,
        now: &mut Now,
    ) -> Option<End> {
        let at = now.at;
        let drawn = match SEAT {
            FIXED => self.draw_fixed(at, now.game, dice),
            _ => learner.draw(at, now.ply, &self.conduct, dice),
        };
        let Some(drawn) = drawn else {
            return Some(End::Empty(side));
        };
        let mut exit = at.exits as usize + drawn;
        if SEAT == MERGED {
            let (first, several) = self.field.meant(exit);
            exit = first;
            if several > 1 {
                exit += usize::try_from(dice.below(several)).expect("few moves");
            }
        }
        now.ply += 1;
        now.at = self.field.behind(exit);
        if now.at.state == State::Open {
            return None;
        }
        if now.at.state == State::Unknown {
            self.field.discover(exit);
            now.at = self.field.behind(exit);
        }
        match now.at.state {
            State::Over(outcome) => Some(End::With(outcome)),
            _ => None,
        }
    }

    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn draw_fixed(&self, at: Exit, game: u64, dice: &mut Dice) -> Option<usize> {
        let player = self.schedule.player(game, dice);
        if at.row == EVEN {
            return Some(below(dice, at.count));
        }
        self.field.draw_fixed(at, player, dice)
    }

    /// A side that has nothing to draw from resigns, or refuses to play at all.
    #[cold]
    fn give_up(&self, side: Side, learners: &mut [Learner; 2], record: &mut Record, plies: u16) {
        let learns = |side| self.training.learners.learns(side);
        if learns(side) && learners[side.index()].refuses(&self.conduct) {
            for other in Side::BOTH {
                learners[other.index()].call_off(other == side);
            }
            return;
        }
        let outcome = Outcome::Win(side.other());
        record.resigned[side.index()] += 1;
        record.count(outcome);
        for side in self.training.learners.sides() {
            learners[side.index()].conclude(outcome.verdict(side), plies, &self.conduct);
        }
    }
}
