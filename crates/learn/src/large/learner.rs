//! One side that learns, move by move: against a program, a person or a web page. A rule of beads is played by the
//! packed learner, whose game may be as large as you like; a rule of values by the value learner.

use super::core::LearnerCore;
use crate::boxes::{BoxContent, Matchbox};
use crate::choice::Choice;
use crate::dice::{Dice, Purpose};
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::history::{Evaluator, Snapshot};
use crate::layout::Layout;
use crate::rule::Rule;
use crate::table::{Table, TableParts};
use crate::values::ValueLearner;

/// A side that learns, playing one move at a time.
///
/// It keeps a matchbox for every position it has met. A [`Run`](crate::Run) is a whole training; for games
/// small enough, the engine gives it the same tables and records faster.
///
/// # Examples
///
/// A caller that has the moves of the other side, such as a person's:
///
/// ```
/// use matchboxes_games::dice::{Dice, Purpose};
/// use matchboxes_games::game::{Game, Side, Verdict};
/// use matchboxes_games::games::TicTacToe;
/// use matchboxes_games::player::{Player, Random};
/// use matchboxes_learn::{Choice, Learner, preset};
///
/// let mut learner = Learner::new(TicTacToe, preset("rote")?, Side::First);
/// let mut dice = Dice::new(1961, Purpose::Training, 0, 0);
/// for number in 0..300 {
///     learner.begin(number);
///     let mut at = TicTacToe.start();
///     let verdict = loop {
///         if let Some(outcome) = TicTacToe.outcome(&at) {
///             break outcome.verdict(Side::First);
///         }
///         let m = match TicTacToe.side(&at) {
///             Side::First => match learner.choose(&mut dice) {
///                 Choice::Move(m) => m,
///                 Choice::Resign | Choice::Refuse => break Verdict::Loss,
///             },
///             Side::Second => Random.draw(&TicTacToe, &at, &mut dice).expect("it never resigns"),
///         };
///         learner.played(m)?;
///         at = TicTacToe.play(&at, m);
///     };
///     learner.conclude(verdict);
/// }
/// assert!(learner.table().len() > 200, "boxes met in 300 games");
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
pub struct Learner<G: Game> {
    game: G,
    side: Side,
    pub(super) mind: Mind<G>,
    at: G::Position,
    ply: u16,
}

/// What a learner keeps.
#[expect(
    clippy::large_enum_variant,
    reason = "a training has one or two learners"
)]
pub(super) enum Mind<G: Game> {
    Beads(LearnerCore<G>, Table),
    Values(ValueLearner<G>),
}

/// A learner in a game, with the parts of its table, which are borrowed once per game.
pub(super) enum InGame<'a, G: Game> {
    Beads(&'a mut LearnerCore<G>, TableParts<'a>),
    Values(&'a mut ValueLearner<G>),
}

impl<G: Game> InGame<'_, G> {
    /// Chooses a move of this side in the position `at`, reached after `ply` moves.
    #[inline]
    pub(super) fn choose(
        &mut self,
        side: Side,
        at: &G::Position,
        ply: u16,
        dice: &mut Dice,
    ) -> Choice {
        match self {
            Self::Beads(core, parts) => core.sit(side).choose(parts, at, ply, dice),
            Self::Values(learner) => learner.choose(at, ply, dice),
        }
    }

    /// Learns as this side from the game of `plies` moves, which is over.
    #[inline]
    pub(super) fn conclude(&mut self, side: Side, verdict: Verdict, plies: u16) {
        match self {
            Self::Beads(core, parts) => core.sit(side).conclude(parts, verdict, plies),
            Self::Values(learner) => learner.end(side, verdict),
        }
    }
}

impl<G: Game> Learner<G> {
    /// Creates a learner that has met no position, at the start of its first game.
    #[must_use]
    #[inline(never)]
    pub fn new(game: G, rule: Rule, side: Side) -> Self {
        let mind = if rule.values().is_some() {
            Mind::Values(ValueLearner::new(game.clone(), rule))
        } else {
            let of = Layout::from(&rule).side_of_table(side);
            let table = Table::from_boxes(&game, of, &rule, std::iter::empty());
            Mind::Beads(LearnerCore::new(game.clone(), rule, side), table)
        };
        Self {
            at: game.start(),
            ply: 0,
            game,
            side,
            mind,
        }
    }

    /// Continues from a table and from the last snapshot, if given. The snapshot holds what the rule carries
    /// over from set to set.
    ///
    /// # Errors
    ///
    /// [`Error::Boxes`](crate::error::Error::Boxes) if the table is of another side, game or layout, or has beads for
    /// a rule that keeps values or the other way round.
    #[inline(never)]
    pub fn resume_from(&mut self, table: Option<&Table>, last: Option<&Snapshot>) -> Result<()> {
        match &mut self.mind {
            Mind::Beads(core, own) => {
                if let Some(table) = table {
                    table.belongs(self.side, &core.teacher.rule, &self.game)?;
                    *own = table.clone();
                    core.snapshot.boxes = table.len() as u64;
                    core.snapshot.missing_colour = table.missing_colour();
                }
                core.snapshot.origin = last.map(|last| last.origin).unwrap_or_default();
            }
            Mind::Values(learner) => {
                if let Some(table) = table {
                    table.belongs(self.side, &learner.rule, &self.game)?;
                    learner.adopt(table);
                }
            }
        }
        self.begin(0);
        Ok(())
    }

    /// The table. Beads are shared with the learner until it changes them; for a rule of values they are the greedy
    /// policy.
    pub fn table(&self) -> Table {
        match &self.mind {
            Mind::Beads(_, table) => table.clone(),
            Mind::Values(learner) => learner.table(self.side),
        }
    }

    /// The contents of a box that has been met.
    pub fn content(&self, key: Key) -> Option<BoxContent> {
        match &self.mind {
            Mind::Beads(_, table) => table.get(key).map(BoxContent::Beads),
            Mind::Values(learner) => learner.found(key).cloned().map(BoxContent::Values),
        }
    }

    /// The beads of a box that has been met, or its greedy policy as beads.
    pub fn beads(&self, key: Key) -> Option<Vec<u64>> {
        let mut beads = Vec::new();
        self.read(key, &mut beads).then_some(beads)
    }

    /// Reads the beads of a box, or its greedy policy as beads; `false` if it has not been met.
    fn read(&self, key: Key, beads: &mut Vec<u64>) -> bool {
        match &self.mind {
            Mind::Beads(_, table) => table.read(key, beads).is_some(),
            Mind::Values(learner) => learner.greedy(key, beads),
        }
    }

    /// Sets up the game with this number, counted from the first of its first set, on which a rule of values can
    /// depend. Discards the draws of a game that has not been concluded.
    pub fn begin(&mut self, number: u64) {
        self.at = self.game.start();
        self.ply = 0;
        self.begin_game(number);
    }

    /// As [`begin`](Self::begin), for a caller who keeps the position.
    pub(super) fn begin_game(&mut self, number: u64) -> InGame<'_, G> {
        let mut within = self.in_game();
        match &mut within {
            InGame::Beads(core, _) => core.begin(number),
            InGame::Values(learner) => learner.begin(number),
        }
        within
    }

    fn in_game(&mut self) -> InGame<'_, G> {
        match &mut self.mind {
            Mind::Beads(core, table) => InGame::Beads(core, table.parts_mut()),
            Mind::Values(learner) => InGame::Values(learner),
        }
    }

    /// Records a move of either side.
    ///
    /// # Errors
    ///
    /// [`Error::Move`](crate::error::Error::Move) if it is not legal; then nothing is recorded.
    pub fn played(&mut self, m: Move) -> Result<()> {
        self.game.check_move(&self.at, m)?;
        self.at = self.game.play(&self.at, m);
        self.ply += 1;
        Ok(())
    }

    /// Takes this side, as a machine for both sides can between two games.
    pub fn sit(&mut self, side: Side) {
        self.side = side;
    }

    /// Chooses a move by a bead or the values of the box of the position. It must be its turn.
    pub fn choose(&mut self, dice: &mut Dice) -> Choice {
        let (side, at, ply) = (self.side, self.at, self.ply);
        self.in_game().choose(side, &at, ply, dice)
    }

    /// Takes over a move chosen by the caller, as if it had drawn a bead of that colour, even if its box has
    /// none: it learns from the game as if it had played the move itself. It must be its turn.
    /// [`played`](Self::played) then records the move.
    ///
    /// # Errors
    ///
    /// [`Error::Move`](crate::error::Error::Move) if the move is not legal.
    pub fn follow(&mut self, m: Move) -> Result<()> {
        self.game.check_move(&self.at, m)?;
        let (side, at, ply) = (self.side, self.at, self.ply);
        match self.in_game() {
            InGame::Beads(core, mut parts) => core.sit(side).follow(&mut parts, &at, ply, m),
            InGame::Values(learner) => learner.follow(&at, ply, m),
        }
        Ok(())
    }

    /// Goes through a game that was played elsewhere, as through the one of this number with its own moves.
    /// [`conclude`](Self::conclude) then learns from it. If it `resigned`, it finds its box empty at the end.
    ///
    /// # Errors
    ///
    /// [`Error::Move`](crate::error::Error::Move) if a move is not legal.
    pub fn replay(&mut self, number: u64, moves: &[Move], resigned: bool) -> Result<()> {
        self.begin(number);
        for &m in moves {
            if self.game.side(&self.at) == self.side {
                self.follow(m)?;
            }
            self.played(m)?;
        }
        let layout = match &self.mind {
            Mind::Beads(_, table) => table.layout(),
            Mind::Values(learner) => learner.layout,
        };
        let left = || self.beads(layout.place(&self.game, &self.at).key);
        if resigned && left().is_some_and(|left| left.iter().all(|&n| n == 0)) {
            self.choose(&mut Dice::new(0, Purpose::Match, 0, 0));
        }
        Ok(())
    }

    /// Adds a box of beads, if there is no box with this key.
    pub fn insert(&mut self, key: Key, matchbox: Matchbox) {
        if let Mind::Beads(core, table) = &mut self.mind
            && table.get(key).is_none()
        {
            table.first_mut().take(key);
            table.insert(key, matchbox);
            core.snapshot.boxes += 1;
        }
    }

    /// Learns by the rule from the game, which is over.
    pub fn conclude(&mut self, verdict: Verdict) {
        let (side, plies) = (self.side, self.ply);
        self.in_game().conclude(side, verdict, plies);
    }

    /// Returns a snapshot of the table, and resets the counts of events.
    pub fn report(&mut self) -> Snapshot {
        match &mut self.mind {
            Mind::Beads(core, _) => core.snapshot.take(),
            Mind::Values(learner) => learner.snapshot(),
        }
    }

    /// A snapshot with its exact chances, if there is an evaluator.
    pub(super) fn evaluated(&mut self, evaluator: Option<&dyn Evaluator>) -> Snapshot {
        let mut snapshot = self.report();
        let mut read = |key, beads: &mut _| self.read(key, beads);
        snapshot.exact = evaluator.map(|by| by.evaluate(self.side, &mut read));
        snapshot
    }
}
