//! A run: one training from its seed to its end, set after set.
//!
//! A run is a pure function of its [`Training`] and the number of sets played. The games of a set
//! draw from one generator, made from the seed, the run's number and the set's number; so a run
//! that was stopped after any set and taken up again gives what it would have given without.
//!
//! In a game each move takes one draw, and a second one that chooses among the moves of a merged
//! colour when there are several; a resignation takes none. A fading opponent takes a draw to decide
//! who moves before it draws the move, until it has faded.

use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::engine::{Course, Strand};
use super::history::{Exact, History, Record};
use super::layout::Layout;
use super::rule::Rule;
use super::table::Table;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Side};
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

    /// The side that a single learner plays against.
    #[must_use]
    pub const fn against(self) -> Option<Side> {
        match self {
            Self::First => Some(Side::Second),
            Self::Second => Some(Side::First),
            Self::Both => None,
        }
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

/// Reads the box of a key: fills in its beads and says whether it has been met.
pub type ReadBox<'a> = dyn FnMut(Key, &mut Vec<u64>) -> bool + 'a;

/// Finds out what a table is worth exactly, after every set.
pub trait Examiner: Send + Sync {
    /// What the table of this side is worth, whose boxes are read one by one.
    fn examine(&self, side: Side, read: &mut ReadBox<'_>) -> Exact;
}

/// A training in progress.
pub struct Run<G: Game> {
    course: Course<G>,
    strand: Strand,
}

/// Several runs of one training in progress, in step with each other.
///
/// They share the ground they walk on, and playing them in turn lets the processor work on one
/// while it waits for the memory of another. Each gives exactly what it would give alone.
pub struct Group<G: Game> {
    course: Course<G>,
    strands: Vec<Strand>,
}

impl<G: Game> Training<G> {
    /// Begins a run that has met no position.
    #[must_use]
    pub fn begin(self) -> Run<G> {
        let strand = Strand::new(self.run);
        Run {
            course: Course::new(self),
            strand,
        }
    }

    /// Begins a run for each of these numbers; the training's own is not used.
    #[must_use]
    pub fn begin_group(self, runs: Range<u64>) -> Group<G> {
        let strands = runs.map(Strand::new).collect();
        Group {
            course: Course::new(self),
            strands,
        }
    }

    /// Takes up a run where these tables and this history left it.
    ///
    /// A side that learns and has no table begins with none; a table of a side that does not learn
    /// is checked and not used.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`] when a box does not belong to the game and rule of the training.
    pub fn resume(self, tables: [Option<&Table>; 2], history: History) -> Result<Run<G>> {
        let layout = Layout::from(&self.rule);
        let mut run = self.begin();
        for table in tables.into_iter().flatten() {
            layout.check(run.course.game(), table)?;
            run.course.adopt(&mut run.strand, table);
        }
        Course::<G>::take_up(&mut run.strand, history);
        Ok(run)
    }
}

impl<G: Game> Run<G> {
    /// The sets played so far.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.strand.history
    }

    /// What a side has learnt so far, if it learns.
    #[must_use]
    pub fn table(&self, side: Side) -> Option<Table> {
        self.course.table(&self.strand, side)
    }

    /// Has every table examined after every set from now on.
    #[must_use]
    pub fn examined_by(mut self, examiner: Arc<dyn Examiner>) -> Self {
        self.course.examiner = Some(examiner);
        self
    }

    /// Plays so many sets more, or fewer if `progress` breaks off.
    pub fn play(&mut self, sets: u64, progress: &mut dyn Progress) -> ControlFlow<()> {
        for _ in 0..sets {
            self.course.play_set(&mut self.strand);
            progress.set_done(&self.strand.history)?;
        }
        ControlFlow::Continue(())
    }
}

impl<G: Game> Group<G> {
    /// Drops the runs and begins one for each of these numbers, on ground that is known by now.
    pub fn begin_again(&mut self, runs: Range<u64>) {
        self.strands = runs.map(Strand::new).collect();
    }

    /// Has every table examined after every set from now on.
    #[must_use]
    pub fn examined_by(mut self, examiner: Arc<dyn Examiner>) -> Self {
        self.course.examiner = Some(examiner);
        self
    }

    /// The sets that each run has played so far, in the order of the runs.
    pub fn histories(&self) -> impl Iterator<Item = &History> {
        self.strands.iter().map(|strand| &strand.history)
    }

    /// The set that each run has played last, in the order of the runs.
    pub fn latest(&self) -> impl Iterator<Item = &Record> {
        self.strands.iter().map(|strand| &strand.record)
    }

    /// The beads that one of the runs, by its place in the group, has in the box with this key, if
    /// that side learns and has met it.
    #[must_use]
    pub fn beads(&self, run: usize, side: Side, key: Key) -> Option<Vec<u64>> {
        self.course.beads(&self.strands[run], side, key)
    }

    /// What a side has learnt so far in each run, if it learns, in the order of the runs.
    pub fn tables(&self, side: Side) -> impl Iterator<Item = Option<Table>> {
        self.strands
            .iter()
            .map(move |strand| self.course.table(strand, side))
    }

    /// Plays one set more of each run.
    pub fn play_set(&mut self) {
        self.course.play_set_in_step(&mut self.strands);
    }
}
