//! Games one after the other between two seats, and the way back through them.
//!
//! The draws of a game come from one generator, so a game is a pure function of the seed, its number
//! and what a person does. To take something back is to put the boxes back as they were before the game
//! and to play its first turns over again, with the same draws.

use std::sync::Arc;

use super::seat::{Chosen, Pupil, Seat, Thought};
use super::turns::{Change, End, Round, Turn};
use crate::arena::{Ending, PlayedGame};
use crate::dice::{Dice, Purpose};
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};
use crate::games::{AnyGame, Position};
use crate::learn::{Choice, Record, Table};
use crate::store::BoxView;

/// Games between two seats, played move by move.
pub struct Play {
    game: AnyGame,
    seats: [Seat; 2],
    seed: u64,
    /// How many sets the learners had played before.
    sets: u64,
    past: Vec<Round>,
    now: Round,
    /// The counts of the games that count, one each.
    records: Vec<Arc<Record>>,
}

/// What was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undone {
    /// A game that was over is open again, and what was learnt from it is gone.
    pub reopened: bool,
    /// The game before the present one is on again.
    pub earlier: bool,
}

impl Play {
    /// A first game is set up.
    ///
    /// Where somebody learns, a game is a set of one game, with the draws that a training under the
    /// same seed would have after `sets` sets; else the first game is that of a match.
    #[must_use]
    pub fn new(game: AnyGame, seats: [Seat; 2], seed: u64, sets: u64) -> Self {
        let dice = Dice::new(seed, Purpose::Match, 0, 0);
        let now = Round::new(game.start(), dice, [None, None]);
        let mut play = Self {
            game,
            seats,
            seed,
            sets,
            past: Vec::new(),
            now,
            records: Vec::new(),
        };
        play.now = play.round();
        play
    }

    /// The rules.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The position on the board.
    #[must_use]
    pub const fn at(&self) -> &Position {
        &self.now.at
    }

    /// Who is to move, or would be.
    #[must_use]
    pub fn side(&self) -> Side {
        self.game.side(&self.now.at)
    }

    /// Whether it is a person's turn.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.now.end.is_none() && self.is_person(self.side())
    }

    /// The turns of the present game.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.now.turns
    }

    /// How the present game ended, once it is over.
    #[must_use]
    pub const fn end(&self) -> Option<&End> {
        self.now.end.as_ref()
    }

    /// The number of the present game, from 1.
    #[must_use]
    pub fn number(&self) -> usize {
        self.past.len() + 1
    }

    /// All games in which anything was done, those left unfinished as far as they went.
    #[must_use]
    pub fn played(&self) -> Vec<PlayedGame> {
        let rounds = self.past.iter().chain([&self.now]);
        let begun = rounds.filter(|round| !round.turns.is_empty() || round.end.is_some());
        let told = begun.map(|round| PlayedGame {
            moves: round.turns.iter().map(|turn| turn.m).collect(),
            ending: round.end.as_ref().map_or(Ending::Stopped, |end| end.ending),
        });
        told.collect()
    }

    /// The counts of every game that was learnt from, each a set of its own.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().map(|record| &**record)
    }

    /// The same, such that a record can be known again.
    pub(super) fn counted(&self) -> &[Arc<Record>] {
        &self.records
    }

    /// The boxes of a side as they lie now, if it learns: also those that it has met in a game which is
    /// not over.
    #[must_use]
    pub fn table(&self, side: Side) -> Option<Table> {
        Some(self.seats[side.index()].pupil()?.table())
    }

    /// What a side has learnt from the games in [`records`](Self::records), if it learns: its boxes as
    /// they were before the present game, unless that is one of them.
    #[must_use]
    pub fn learnt(&self, side: Side) -> Option<Table> {
        let pupil = self.seats[side.index()].pupil()?;
        Some(if self.now.counts {
            pupil.table()
        } else {
            pupil.table_before(&self.now.used[side.index()])
        })
    }

    /// The box of the machine that is to move, if it has one: of a learner, or of a model that is
    /// read.
    #[must_use]
    pub fn matchbox(&self) -> Option<BoxView<AnyGame>> {
        match &self.seats[self.side().index()] {
            Seat::Person => None,
            Seat::Player { boxes, .. } => {
                BoxView::at(&self.game, boxes.as_ref()?, &self.now.at).ok()
            }
            Seat::Learner(pupil) => pupil.view(&self.now.at, self.ply()),
        }
    }

    /// A person moves.
    ///
    /// # Errors
    ///
    /// [`Error::Move`] when it is not legal, [`Error::Request`] when no person is to move.
    pub fn make(&mut self, m: Move) -> Result<()> {
        self.persons_turn()?;
        if !self.game.moves(&self.now.at).any(|legal| legal == m) {
            return Err(Error::Move {
                game: self.game.name(),
                text: self.game.write_move(m),
                reason: "it is not legal in this position".to_owned(),
            });
        }
        self.turn(m, None);
        Ok(())
    }

    /// The person whose turn it is gives the game up.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] when no person is to move.
    pub fn resign(&mut self) -> Result<()> {
        self.persons_turn()?;
        let side = self.side();
        self.conclude(Ending::Resigned(side), None);
        Ok(())
    }

    /// The machine whose turn it is does something; whether there was one to do so.
    pub fn step(&mut self) -> bool {
        let side = self.side();
        if self.now.end.is_some() || self.is_person(side) {
            return false;
        }
        let (at, ply) = (self.now.at, self.ply());
        let before = self.now.dice.clone();
        let seat = &mut self.seats[side.index()];
        let Some(chosen) = seat.choose(&self.game, &at, ply, &mut self.now.dice) else {
            return false;
        };
        let Chosen {
            choice,
            thought,
            used,
        } = chosen;
        self.now.used[side.index()].extend(used);
        match choice {
            Choice::Move(m) => {
                self.turn(m, Some((thought, before)));
            }
            Choice::Resign => self.conclude(Ending::Resigned(side), Some(thought)),
            Choice::Refuse => self.conclude(Ending::Stopped, Some(thought)),
        }
        true
    }

    /// The next game is set up. One that is left before its end counts for nothing, as does one that a
    /// machine would not even begin, and the boxes that learners had opened in it are gone.
    ///
    /// # Errors
    ///
    /// None that a table of their own could give.
    pub fn begin(&mut self) -> Result<()> {
        if !self.now.counts {
            self.put_back()?;
        }
        if self.now.turns.is_empty() && self.now.end.is_none() {
            self.now = self.round();
            return Ok(());
        }
        let next = Round::new(self.game.start(), self.now.dice.clone(), [None, None]);
        self.past.push(std::mem::replace(&mut self.now, next));
        self.now = self.round();
        Ok(())
    }

    /// Takes back what a person did last, and all that followed: a move with its answer, the end of a
    /// game with what was learnt from it. Where the present game has nothing to take back, that is the
    /// last one of the game before; `None` where there is nothing at all.
    ///
    /// # Errors
    ///
    /// None that a table of their own could give.
    pub fn undo(&mut self) -> Result<Option<Undone>> {
        let person = [Side::First, Side::Second].map(|side| self.is_person(side));
        let left = |round: &Round| round.before_last_of(|side| person[side.index()]);
        let (mut turns, mut earlier) = (left(&self.now), false);
        if turns.is_none() && !self.past.iter().any(|round| left(round).is_some()) {
            return Ok(None);
        }
        while turns.is_none() {
            self.put_back()?;
            if let Some(round) = self.past.pop() {
                self.now = round;
            }
            turns = left(&self.now);
            earlier = true;
        }
        let reopened = self.now.end.is_some();
        self.put_back()?;
        self.replay(turns.unwrap_or(0));
        Ok(Some(Undone { reopened, earlier }))
    }

    fn is_person(&self, side: Side) -> bool {
        matches!(self.seats[side.index()], Seat::Person)
    }

    fn persons_turn(&self) -> Result<()> {
        if self.waits() {
            return Ok(());
        }
        let reason = match self.now.end {
            Some(_) => "the game is over",
            None => "the machine is to move",
        };
        Err(Error::Request(reason.to_owned()))
    }

    fn ply(&self) -> u16 {
        u16::try_from(self.now.turns.len()).unwrap_or(u16::MAX)
    }

    /// A new game, before which the learners stand as they do.
    fn round(&mut self) -> Round {
        self.seats
            .iter_mut()
            .filter_map(Seat::pupil_mut)
            .for_each(Pupil::begin);
        let learns = self.seats.iter().any(|seat| seat.pupil().is_some());
        let dice = if learns {
            let number = self.sets + self.records.len() as u64;
            Dice::new(self.seed, Purpose::Training, 0, number)
        } else {
            Dice::new(self.seed, Purpose::Match, 0, self.past.len() as u64)
        };
        let snapshots = self
            .seats
            .each_ref()
            .map(|seat| seat.pupil()?.last().cloned());
        Round::new(self.game.start(), dice, snapshots)
    }

    /// Makes a move; of a machine with what it made of the position and the dice before its draw.
    fn turn(&mut self, m: Move, machine: Option<(Thought, Dice)>) {
        let (thought, before) = match machine {
            Some((thought, before)) => (Some(thought), before),
            None => (None, self.now.dice.clone()),
        };
        self.now.before.push(before);
        self.now.turns.push(Turn {
            at: self.now.at,
            side: self.game.side(&self.now.at),
            m,
            thought,
        });
        self.now.at = self.game.play(&self.now.at, m);
        let pupils = self.seats.iter_mut().filter_map(Seat::pupil_mut);
        pupils.for_each(|pupil| pupil.played(m));
        if let Some(outcome) = self.game.outcome(&self.now.at) {
            self.conclude(Ending::Over(outcome), None);
        }
    }

    /// The game is over: learners learn, and it is counted, unless a person sat there and a machine
    /// would not even begin.
    fn conclude(&mut self, ending: Ending, thought: Option<Thought>) {
        let by_person = matches!(ending, Ending::Resigned(side) if self.is_person(side));
        let waited = Side::BOTH.into_iter().any(|side| self.is_person(side));
        let counts = !waited || by_person || !self.now.turns.is_empty();
        let outcome = ending.outcome().filter(|_| counts);
        let before = self.boxes();
        let mut record = Record {
            sets: 1,
            ..Record::default()
        };
        if let Some(outcome) = outcome {
            record.results.count(outcome);
        }
        if let Ending::Resigned(side) = ending {
            record.resigned[side.index()] += 1;
        }
        let mut learnt = false;
        for side in Side::BOTH {
            if let Some(pupil) = self.seats[side.index()].pupil_mut() {
                let verdict = outcome.map(|outcome| outcome.verdict(side));
                record.snapshots[side.index()] = Some(pupil.conclude(verdict));
                learnt = true;
            }
        }
        let pairs = before.into_iter().zip(self.boxes());
        let changes = pairs.map(|((m, before), (_, after))| Change { m, before, after });
        self.now.end = Some(End {
            ending,
            thought,
            changes: changes.collect(),
        });
        if learnt && counts {
            self.now.counts = true;
            self.records.push(Arc::new(record));
        }
    }

    /// The boxes that learners have used in the present game, as they are now.
    fn boxes(&self) -> Vec<(Move, BoxView<AnyGame>)> {
        let turns = (0..).zip(&self.now.turns);
        let used = turns.filter_map(|(ply, turn)| {
            let pupil = self.seats[turn.side.index()].pupil()?;
            Some((turn.m, pupil.view(&turn.at, ply)?))
        });
        used.collect()
    }

    /// Puts the learners' boxes back as they were before the present game, which counts no more.
    fn put_back(&mut self) -> Result<()> {
        if std::mem::take(&mut self.now.counts) {
            self.records.pop();
        }
        for side in Side::BOTH {
            let used = std::mem::take(&mut self.now.used[side.index()]);
            let last = self.now.snapshots[side.index()].as_ref();
            if let Some(pupil) = self.seats[side.index()].pupil_mut() {
                pupil.put_back(&used, last)?;
            }
        }
        Ok(())
    }

    /// Plays the first turns of the present game over again, its boxes having been put back.
    fn replay(&mut self, turns: usize) {
        let round = &mut self.now;
        round.end = None;
        if let (Some(before), Some(turn)) = (round.before.get(turns), round.turns.get(turns)) {
            (round.dice, round.at) = (before.clone(), turn.at);
        }
        round.before.truncate(turns);
        round.turns.truncate(turns);
        let played = round.turns.iter().zip(&round.before);
        for (ply, (turn, dice)) in (0..).zip(played) {
            let side = turn.side.index();
            if let Some(pupil) = self.seats[side].pupil_mut() {
                let again = pupil.choose(&self.game, &turn.at, ply, &mut dice.clone());
                round.used[side].extend(again.used);
            }
            for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
                pupil.played(turn.m);
            }
        }
    }
}
