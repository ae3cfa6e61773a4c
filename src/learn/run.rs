//! A run: one training from its seed to its end, set after set.
//!
//! A run is a pure function of its [`Training`] and the number of sets played. The games of a set
//! draw from one generator, made from the seed, the run's number and the set's number; so a run
//! that was stopped after any set and taken up again gives what it would have given without.
//!
//! In a game each move takes one draw, and a second one that chooses among the moves of a merged
//! colour when there are several; a resignation takes none. A training opponent that is one of
//! several players takes a draw to decide which before it draws its move.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::field::{EVEN, Exit, Field, Seat, State, locate};
use super::history::{History, Record};
use super::layout::Layout;
use super::learner::{Learner, below};
use super::rule::Rule;
use super::table::Table;
use crate::dice::{Dice, Purpose};
use crate::error::{Error, Result};
use crate::game::{Game, Outcome, Side, Verdict};
use crate::player::Player;

/// Who learns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Learners {
    /// The first side, against an opponent.
    #[default]
    First,
    /// The second side, against an opponent.
    Second,
    /// Both sides, against each other.
    Both,
}

impl Learners {
    /// Whether this side learns.
    #[must_use]
    pub const fn learns(self, side: Side) -> bool {
        matches!(
            (self, side),
            (Self::Both, _) | (Self::First, Side::First) | (Self::Second, Side::Second)
        )
    }

    /// The sides that learn.
    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH
            .into_iter()
            .filter(move |&side| self.learns(side))
    }

    /// The lower-case word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
            Self::Both => "both",
        }
    }
}

impl fmt::Display for Learners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Learners {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let all = [Self::First, Self::Second, Self::Both];
        let found = all.into_iter().find(|learners| learners.name() == text);
        found.ok_or_else(|| Error::unknown("learner", text, all.map(Self::name)))
    }
}

/// Whom a single learner plays.
#[derive(Clone)]
pub enum Opponent<G: Game> {
    /// The same player all the time.
    Player(Arc<dyn Player<G>>),
    /// At each move one of two players, the second ever more often.
    Fading {
        /// Who moves in the first game.
        from: Arc<dyn Player<G>>,
        /// Who moves once so many games have been played.
        to: Arc<dyn Player<G>>,
        /// Over how many games the chance of `to` grows evenly from 0 to 1.
        games: u64,
    },
    /// One player after the other: each from the game of this number on, counted from 0.
    Script(Vec<(u64, Arc<dyn Player<G>>)>),
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
            Self::Fading { games, .. } => usize::from(game >= *games || dice.below(*games) < game),
            Self::Script(starts) => starts.iter().rposition(|&from| from <= game).unwrap_or(0),
        }
    }
}

/// Everything a run is a function of.
#[derive(Clone)]
pub struct Training<G: Game> {
    /// The rules of the game.
    pub game: G,
    /// How beads move.
    pub rule: Rule,
    /// Who learns.
    pub learners: Learners,
    /// Whom a single learner plays; not used when both learn.
    pub opponent: Opponent<G>,
    /// How many games make a set, at least 1.
    pub games_per_set: u64,
    /// The seed of all randomness.
    pub seed: u64,
    /// Tells runs apart that are equal in everything else.
    pub run: u64,
}

/// Hears of the sets of a run as they are finished, and may stop it.
pub trait Progress {
    /// Called after each set with the history so far; `Break` ends the run there.
    fn set_done(&mut self, _history: &History) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Hears nothing and stops nothing.
impl Progress for () {}

/// A training in progress.
pub struct Run<G: Game> {
    training: Training<G>,
    schedule: Schedule,
    field: Field<G>,
    learners: [Option<Learner>; 2],
    history: History,
}

impl<G: Game> Training<G> {
    /// Begins a run that has met no position.
    #[must_use]
    pub fn begin(self) -> Run<G> {
        let layout = Layout::from(&self.rule);
        let seats = Side::BOTH.map(|side| {
            if self.learners.learns(side) {
                Seat::Learner(layout)
            } else {
                Seat::Fixed(self.opponent.players())
            }
        });
        Run {
            schedule: self.opponent.schedule(),
            field: Field::new(self.game.clone(), seats),
            learners: Side::BOTH.map(|side| self.learners.learns(side).then(Learner::default)),
            history: History::default(),
            training: self,
        }
    }

    /// Takes up a run where these tables and this history left it.
    ///
    /// A side that learns and has no table begins with none; a table of a side that does not learn
    /// is ignored.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] when a box does not belong to the game and rule of the training.
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Run<G>> {
        let layout = Layout::from(&self.rule);
        let mut run = self.begin();
        for side in Side::BOTH {
            let i = side.index();
            if let (Some(learner), Some(table)) = (&mut run.learners[i], tables[i]) {
                layout.check(run.field.game(), table)?;
                learner.adopt(table, &mut run.field.sites[i]);
            }
        }
        run.history = history;
        Ok(run)
    }
}

impl<G: Game> Run<G> {
    /// The sets played so far.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What a side has learnt so far, if it learns.
    #[must_use]
    pub fn table(&self, side: Side) -> Option<Table> {
        let learner = self.learners[side.index()].as_ref()?;
        Some(learner.table(side, &self.field.sites[side.index()]))
    }

    /// Plays so many sets more, or fewer if `progress` breaks off.
    pub fn play(&mut self, sets: u64, progress: &mut dyn Progress) -> ControlFlow<()> {
        for _ in 0..sets {
            self.play_set();
            progress.set_done(&self.history)?;
        }
        ControlFlow::Continue(())
    }

    /// Plays one set more.
    pub fn play_set(&mut self) {
        let set = self.history.sets();
        let Training {
            seed,
            run,
            games_per_set,
            ..
        } = self.training;
        let mut dice = Dice::new(seed, Purpose::Training, run, set);
        let mut record = Record {
            sets: 1,
            ..Record::default()
        };
        for game in 0..games_per_set {
            self.play_game(set * games_per_set + game, &mut dice, &mut record);
        }
        record.standing = [0, 1].map(|side| self.learners[side].as_mut().map(Learner::report));
        self.history.push(record);
    }

    #[inline]
    fn play_game(&mut self, game: u64, dice: &mut Dice, record: &mut Record) {
        let mut at = self.field.root();
        let mut ply = 0;
        let outcome = loop {
            if let Some(outcome) = self.step(Side::First, &mut at, ply, game, dice, record) {
                break outcome;
            }
            if let Some(outcome) = self.step(Side::Second, &mut at, ply + 1, game, dice, record) {
                break outcome;
            }
            ply += 2;
        };
        record.count(outcome);
        let rule = &self.training.rule;
        for side in Side::BOTH {
            if let Some(learner) = &mut self.learners[side.index()] {
                learner.conclude(match outcome.verdict(side) {
                    Verdict::Win => rule.win,
                    Verdict::Draw => rule.draw,
                    Verdict::Loss => rule.loss,
                });
            }
        }
    }

    /// One move; the outcome if it ends the game.
    #[inline]
    fn step(
        &mut self,
        side: Side,
        at: &mut Exit,
        ply: u16,
        game: u64,
        dice: &mut Dice,
        record: &mut Record,
    ) -> Option<Outcome> {
        let drawn = match &mut self.learners[side.index()] {
            Some(learner) => learner.draw(*at, ply, &self.training.rule, dice),
            None => self.draw_fixed(*at, game, dice),
        };
        let Some(drawn) = drawn else {
            record.resigned[side.index()] += 1;
            return Some(Outcome::Win(side.other()));
        };
        let (first, several) = self.field.chosen(side, *at, drawn);
        let exit = if several > 1 {
            first + usize::try_from(dice.below(several)).expect("few moves")
        } else {
            first
        };
        *at = self.field.follow(exit);
        match at.state {
            State::Over(outcome) => Some(outcome),
            _ => None,
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
