//! The course of a training: what all its runs share, and how one of them plays a set.
//!
//! A [`Strand`] is everything that belongs to one run. Alone it plays game after game with its state
//! in registers; several play in step, a move of each in turn, so that the processor works on one
//! while it waits for the memory of another. Both ways take the same steps.

use std::sync::Arc;

use super::field::{EVEN, Exit, Field, Seat, State, locate};
use super::history::{History, Record};
use super::layout::Layout;
use super::learner::{Conduct, Learner, below};
use super::run::{Learners, Opponent, Training};
use super::table::Table;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Outcome, Side};
use crate::player::Player;

/// Which of an opponent's players moves.
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

/// Whether a move ends the game.
#[derive(Clone, Copy)]
enum End {
    Not,
    With(Outcome),
    /// This side does not play at all.
    Refused(Side),
}

/// What all runs of a training share.
pub(super) struct Course<G: Game> {
    field: Field<G>,
    schedule: Schedule,
    training: Training<G>,
    conduct: Conduct,
}

/// Everything that belongs to one run.
pub(super) struct Strand {
    run: u64,
    learners: [Option<Learner>; 2],
    pub(super) history: History,
    dice: Dice,
    /// The set being played, or the last one.
    pub(super) record: Record,
    at: Exit,
    ply: u16,
    game: u64,
}

impl Strand {
    pub(super) fn new(learners: Learners, run: u64) -> Self {
        Self {
            run,
            learners: Side::BOTH.map(|side| learners.learns(side).then(Learner::default)),
            history: History::default(),
            dice: Dice::new(0, Purpose::Training, run, 0),
            record: Record::default(),
            at: Exit::UNKNOWN,
            ply: 0,
            game: 0,
        }
    }
}

impl<G: Game> Course<G> {
    pub(super) fn new(training: Training<G>) -> Self {
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
            training,
        }
    }

    pub(super) const fn game(&self) -> &G {
        &self.training.game
    }

    /// Gives a run the boxes of a table, if it learns that side.
    pub(super) fn adopt(&mut self, strand: &mut Strand, table: &Table) {
        let side = table.side().index();
        if let Some(learner) = &mut strand.learners[side] {
            learner.adopt(table, &mut self.field.sites[side]);
        }
    }

    /// Takes up a history, and with it what a rule carries on from set to set.
    pub(super) fn take_up(strand: &mut Strand, history: History) {
        if let Some(last) = history.records.last() {
            for (learner, standing) in strand.learners.iter_mut().zip(&last.standing) {
                if let (Some(learner), Some(standing)) = (learner, standing) {
                    learner.take_up(standing);
                }
            }
        }
        strand.history = history;
    }

    pub(super) fn beads(&self, strand: &Strand, side: Side, key: Key) -> Option<Vec<u64>> {
        let site = self.field.sites[side.index()].find(key)?;
        strand.learners[side.index()].as_ref()?.beads(site)
    }

    pub(super) fn table(&self, strand: &Strand, side: Side) -> Option<Table> {
        let learner = strand.learners[side.index()].as_ref()?;
        Some(learner.table(side, &self.field.sites[side.index()]))
    }

    /// Plays one set of one run.
    pub(super) fn play_set(&mut self, strand: &mut Strand) {
        let end = self.begin_set(strand);
        while strand.game < end {
            while !self.round(strand) {}
        }
        Self::end_set(strand);
    }

    /// Plays one set of each run, a move of each side in turn.
    pub(super) fn play_set_in_step(&mut self, strands: &mut [Strand]) {
        let mut end = 0;
        for strand in &mut *strands {
            end = self.begin_set(strand);
        }
        // Runs finish at different rounds; those in step are kept together at the front.
        let mut playing: Vec<&mut Strand> = strands.iter_mut().collect();
        while !playing.is_empty() {
            for strand in &mut playing {
                self.round(strand);
            }
            playing.retain(|strand| strand.game < end);
        }
        strands.iter_mut().for_each(Self::end_set);
    }

    /// Prepares a set; the number of the game that no longer belongs to it.
    fn begin_set(&self, strand: &mut Strand) -> u64 {
        let set = strand.history.sets();
        let Training {
            seed,
            games_per_set,
            ..
        } = self.training;
        strand.dice = Dice::new(seed, Purpose::Training, strand.run, set);
        strand.record = Record {
            sets: 1,
            ..Record::default()
        };
        strand.game = set * games_per_set;
        strand.at = self.field.root();
        strand.ply = 0;
        strand.game + games_per_set
    }

    fn end_set(strand: &mut Strand) {
        let record = &mut strand.record;
        record.standing = [0, 1].map(|side| strand.learners[side].as_mut().map(Learner::report));
        strand.history.push(record.clone());
    }

    /// One move of each side; whether the game ended with it. The next one is set up then.
    #[inline]
    fn round(&mut self, strand: &mut Strand) -> bool {
        let end = match self.step(Side::First, strand) {
            End::Not => self.step(Side::Second, strand),
            end => end,
        };
        match end {
            End::Not => return false,
            End::With(outcome) => {
                strand.record.count(outcome);
                for side in Side::BOTH {
                    if let Some(learner) = &mut strand.learners[side.index()] {
                        learner.conclude(outcome.verdict(side), strand.ply, &self.conduct);
                    }
                }
            }
            End::Refused(by) => {
                for side in Side::BOTH {
                    if let Some(learner) = &mut strand.learners[side.index()] {
                        learner.call_off(side == by);
                    }
                }
            }
        }
        strand.game += 1;
        strand.at = self.field.root();
        strand.ply = 0;
        true
    }

    /// One move.
    #[inline]
    fn step(&mut self, side: Side, strand: &mut Strand) -> End {
        let Strand {
            learners,
            dice,
            at,
            ply,
            game,
            record,
            ..
        } = strand;
        let drawn = match &mut learners[side.index()] {
            Some(learner) => learner.draw(*at, *ply, &self.conduct, dice),
            None => self.draw_fixed(*at, *game, dice),
        };
        let Some(drawn) = drawn else {
            let learner = learners[side.index()].as_ref();
            if learner.is_some_and(|learner| learner.refuses(&self.conduct)) {
                return End::Refused(side);
            }
            record.resigned[side.index()] += 1;
            return End::With(Outcome::Win(side.other()));
        };
        let (first, several) = self.field.chosen(side, *at, drawn);
        let exit = if several > 1 {
            first + usize::try_from(dice.below(several)).expect("few moves")
        } else {
            first
        };
        *at = self.field.follow(exit);
        *ply += 1;
        match at.state {
            State::Over(outcome) => End::With(outcome),
            _ => End::Not,
        }
    }

    #[inline]
    fn draw_fixed(&self, at: Exit, game: u64, dice: &mut Dice) -> Option<usize> {
        let player = self.schedule.player(game, dice);
        if at.row == EVEN {
            return Some(below(dice, at.count));
        }
        let row = self.field.fixed_row(at, player);
        (row[0] > 0).then(|| locate(row, dice.below(row[0])))
    }
}
