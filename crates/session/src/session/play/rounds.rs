//! A sequence of games between two sides, which can be taken back.
//!
//! All draws of a game come from one generator, so a game is a pure function of the seed, its number and
//! the person's moves. Taking something back restores the boxes from before the game, and then replays
//! the first turns of the game with the same draws.

use std::collections::HashMap;
use std::sync::Arc;

use super::listed::listed;
use super::seat::{HandTask, Seat, Thought};
use super::turns::{BoxChange, GameEnd, Round, Turn, conclude};
use crate::arena::{Ending, PlayedGame};
use crate::dice::{Dice, Purpose};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Side};
use crate::games::{AnyGame, Position};
use crate::learn::{Choice, Record, Table};
use crate::store::BoxView;

/// Games between two sides, played move by move.
pub struct Play {
    pub(super) game: AnyGame,
    /// Where every game begins.
    start: Position,
    pub(super) seats: [Seat; 2],
    seed: u64,
    /// The number of sets that the learners had played before this board.
    before: u64,
    pub(super) past: Vec<Round>,
    /// How many games of the past were played before this board.
    pub(super) restored: usize,
    pub(super) now: Round,
    /// The records of the games that count, one for each game, shared so that they can be recognised.
    pub(super) records: Vec<Arc<Record>>,
    /// If the machine is played by hand: after how many moves each of its boxes can first be met, which decides what it holds
    /// at the start.
    pub(super) by_hand: Option<HashMap<Key, u16>>,
    /// Whether the sides are changed: the player set up for the first side has the second.
    pub(super) changed: bool,
}

impl Play {
    /// Sets up the first game.
    ///
    /// If a side learns, each game is a set of one game, with the draws that a training with the same seed
    /// would have after `sets` sets. Otherwise the first game has the draws of a match.
    pub(super) fn new(game: AnyGame, seats: [Seat; 2], seed: u64, sets: u64) -> Self {
        let dice = Dice::new(seed, Purpose::Match, 0, 0);
        let start = game.start();
        let now = Round::new(start, dice, [None, None]);
        let mut play = Self {
            game,
            start,
            seats,
            seed,
            before: sets,
            past: Vec::new(),
            restored: 0,
            now,
            records: Vec::new(),
            by_hand: None,
            changed: false,
        };
        play.now = play.round();
        play
    }

    /// Lets games begin at this position, without learning: a learner counts the moves from the start of the game.
    pub fn start_at(&mut self, start: Position) {
        self.start = start;
        self.now = self.round();
    }

    /// The same after games that were played before this board and can be taken back: each with the machine's side and
    /// its record. Their sets are among those that the learners had played.
    pub(super) fn after(mut self, games: Vec<(Side, Round, Record)>) -> Self {
        self.restored = games.len();
        self.before -= games.len() as u64;
        for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
            pupil.back(games.len() as u64);
        }
        for (machine, round, record) in games {
            let changed = self.person() == Some(machine);
            self.past.push(Round { changed, ..round });
            self.records.push(Arc::new(record));
        }
        self
    }

    /// The games with people that count, as texts.
    pub(super) fn texts(&self) -> Vec<String> {
        let rounds = self.past.iter().chain([&self.now]);
        let counted = rounds.filter(|round| round.counts);
        let person = self.person().unwrap_or(Side::First);
        let text = |round: &Round| {
            let is_same = round.changed == self.changed;
            let machine = if is_same { person.other() } else { person };
            listed(machine, self.is_by_hand(), round).text(&self.game)
        };
        counted.map(text).collect()
    }

    /// The games of this board that have ended, each with its number.
    pub(in crate::session) fn rounds(&self) -> impl Iterator<Item = (u64, &Round)> {
        let rounds = self.past[self.restored..].iter().chain([&self.now]);
        (1..).zip(rounds).filter(|(_, round)| round.end.is_some())
    }

    /// The rules.
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The position on the board.
    pub const fn at(&self) -> &Position {
        &self.now.at
    }

    /// The side to move; after the end of a game, the side that would be.
    pub fn side(&self) -> Side {
        self.game.side(&self.now.at)
    }

    /// Whether it is a person's turn.
    pub fn waits(&self) -> bool {
        self.now.end.is_none() && self.is_person(self.side())
    }

    /// The turns of the current game.
    pub fn turns(&self) -> &[Turn] {
        &self.now.turns
    }

    /// How the current game ended, once it is over.
    pub const fn end(&self) -> Option<&GameEnd> {
        self.now.end.as_ref()
    }

    /// The number of the current game at this board, from 1.
    pub fn number(&self) -> usize {
        self.past.len() + 1 - self.restored
    }

    /// How many games were learnt from since this board was set up.
    pub fn learnt_here(&self) -> u64 {
        self.learnt_from() - self.restored as u64
    }

    /// The number of the current game, from 1, among those that count here or can be taken back.
    pub fn counted(&self) -> u64 {
        self.learnt_from() + u64::from(!self.now.counts)
    }

    /// All games of this board in which a side moved, resigned or refused to play; unfinished games end with their last
    /// move.
    pub fn played(&self) -> Vec<PlayedGame> {
        let rounds = self.past[self.restored..].iter().chain([&self.now]);
        let begun = rounds.filter(|round| round.has_begun());
        let games = begun.map(|round| PlayedGame {
            moves: round.turns.iter().map(|turn| turn.m).collect(),
            ending: round.end.as_ref().map_or(Ending::Stopped, |end| end.ending),
        });
        games.collect()
    }

    /// The record of every game that was learnt from; each game is a set of its own.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().map(|record| &**record)
    }

    /// The current boxes of a side, if it learns, including those that it has met in an unfinished game.
    pub fn table(&self, side: Side) -> Option<Table> {
        Some(self.seats[side.index()].pupil()?.table())
    }

    /// What a side has learnt from the games in [`records`](Self::records), if it learns: its boxes before
    /// the current game, unless the current game is one of them.
    pub fn learnt(&self, side: Side) -> Option<Table> {
        let pupil = self.seats[side.index()].pupil()?;
        let used = &self.now.used[side.index()];
        Some(if self.now.counts {
            pupil.table()
        } else {
            pupil.table_before(used)
        })
    }

    /// The box of the machine to move, if it has one: a learner's, or the box of a model that is only read.
    pub fn matchbox(&self) -> Option<BoxView<AnyGame>> {
        match &self.seats[self.side().index()] {
            Seat::Person => None,
            Seat::Player { boxes, .. } => {
                BoxView::at(&self.game, boxes.as_ref()?, &self.now.at).ok()
            }
            Seat::Learner(pupil) => pupil.view(&self.now.at, self.ply_of(&self.now.at)),
        }
    }

    /// Makes a person's move, or the move of the bead that was drawn by hand.
    ///
    /// # Errors
    ///
    /// [`games::Error::Move`](crate::games::Error::Move) when it is not legal, `games::Error::Request` when it is not
    /// the turn of a person or a hand, or the box has no such bead by the record.
    pub fn make(&mut self, m: Move) -> Result<()> {
        let asked = self.asks();
        if asked.is_none() {
            self.persons_turn()?;
        }
        self.game.check_move(&self.now.at, m)?;
        let Some(asked) = asked else {
            self.turn(m, None, true);
            return Ok(());
        };
        let view = self.matchbox();
        let mut colours = view.iter().flat_map(|view| &view.colours);
        let drawn = colours.find(|colour| colour.moves.contains(&m));
        if asked == HandTask::Bead && drawn.is_none_or(|colour| colour.beads == 0) {
            let reason = "by the record there is no such bead in the box";
            return Err(Error::request(reason));
        }
        self.follow(m, true);
        Ok(())
    }

    /// Resigns for the person whose turn it is.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) when it is not a person's turn.
    pub fn resign(&mut self) -> Result<()> {
        self.persons_turn()?;
        let side = self.side();
        self.conclude(Ending::Resigned(side), None);
        Ok(())
    }

    /// Lets the machine whose turn it is choose; returns false if it is not a machine's turn, or its bead is to be
    /// drawn by hand. A move that is known is made for the hand.
    pub fn step(&mut self) -> bool {
        let side = self.side();
        if self.now.end.is_some() || self.is_person(side) || self.asks().is_some() {
            return false;
        }
        if self.is_by_hand()
            && self.matchbox().is_none_or(|view| view.total() > 0)
            && let Some(m) = { self.game.moves(&self.now.at).next() }
        {
            self.follow(m, false);
            return true;
        }
        let (at, ply) = (self.now.at, self.ply());
        let before = self.now.dice.clone();
        let seat = &mut self.seats[side.index()];
        let Some(chosen) = seat.choose(&self.game, &at, ply, &mut self.now.dice) else {
            return false;
        };
        self.now.used[side.index()].extend(chosen.used);
        let thought = chosen.thought;
        match chosen.choice {
            Choice::Move(m) => self.turn(m, Some((thought, before)), false),
            Choice::Resign => self.conclude(Ending::Resigned(side), Some(thought)),
            Choice::Refuse => self.conclude(Ending::Stopped, Some(thought)),
        }
        true
    }

    /// Sets up the next game. An unfinished game does not count, nor does one that a machine refused to
    /// begin; the boxes that learners opened in it are removed.
    ///
    /// # Errors
    ///
    /// None, since a learner's own table fits it.
    pub fn begin(&mut self) -> Result<()> {
        if !self.now.counts {
            self.put_back()?;
        }
        if self.now.has_begun() {
            let next = Round::new(self.start, self.now.dice.clone(), [None, None]);
            self.past.push(std::mem::replace(&mut self.now, next));
        }
        self.now = self.round();
        Ok(())
    }

    pub(super) fn is_person(&self, side: Side) -> bool {
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
        Err(Error::request(reason))
    }

    /// How many games have been learnt from at this board.
    pub(super) fn learnt_from(&self) -> u64 {
        self.records.len() as u64
    }

    pub(super) fn ply(&self) -> u16 {
        u16::try_from(self.now.turns.len()).unwrap_or(u16::MAX)
    }

    /// A new game, with snapshots of the learners before it.
    pub(super) fn round(&mut self) -> Round {
        let (mut learns, learnt) = (false, self.learnt_from());
        for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
            pupil.begin(learnt);
            learns = true;
        }
        let dice = if learns {
            Dice::new(
                self.seed,
                Purpose::Training,
                0,
                self.before + self.learnt_from(),
            )
        } else {
            Dice::new(self.seed, Purpose::Match, 0, self.past.len() as u64)
        };
        let seats = self.seats.each_ref();
        let snapshots = seats.map(|seat| seat.pupil()?.last.clone());
        Round {
            changed: self.changed,
            ..Round::new(self.start, dice, snapshots)
        }
    }

    /// Makes a move, which somebody chose or not; for a machine, with its thought and the dice before its draw.
    pub(super) fn turn(&mut self, m: Move, machine: Option<(Thought, Dice)>, chosen: bool) {
        let (thought, before) = machine.unzip();
        let before = before.unwrap_or_else(|| self.now.dice.clone());
        self.now.before.push(before);
        self.now.turns.push(Turn {
            at: self.now.at,
            side: self.game.side(&self.now.at),
            m,
            thought,
            chosen,
        });
        self.now.at = self.game.play(&self.now.at, m);
        let pupils = self.seats.iter_mut().filter_map(Seat::pupil_mut);
        pupils.for_each(|pupil| pupil.played(m));
        if let Some(outcome) = self.game.outcome(&self.now.at) {
            self.conclude(Ending::Over(outcome), None);
        }
    }

    /// Ends the game, which counts and is learnt from unless a machine refused to begin against a person.
    fn conclude(&mut self, ending: Ending, thought: Option<Thought>) {
        let by_person = matches!(ending, Ending::Resigned(side) if self.is_person(side));
        let with_person = Side::BOTH.into_iter().any(|side| self.is_person(side));
        let counts = !with_person || by_person || !self.now.turns.is_empty();
        let before = self.boxes(true);
        let pupils = self.seats.each_mut().map(Seat::pupil_mut);
        let record = conclude(pupils, ending, counts);
        let learnt = record.snapshots.iter().any(Option::is_some);
        let pairs = before.into_iter().zip(self.boxes(false));
        let changes = pairs.map(|((m, before), (_, after))| BoxChange { m, before, after });
        self.now.end = Some(GameEnd {
            ending,
            thought,
            changes: changes.collect(),
        });
        if learnt && counts {
            self.now.counts = true;
            self.records.push(Arc::new(record));
        }
    }

    /// The boxes that learners have used in the current game, as they are now, or before what is learnt from the
    /// game.
    fn boxes(&self, before: bool) -> Vec<(Move, BoxView<AnyGame>)> {
        let turns = (0..).zip(&self.now.turns);
        let used = turns.filter_map(|(ply, turn)| {
            let pupil = self.seats[turn.side.index()].pupil()?;
            let used = match &turn.thought {
                Some(Thought::Matchbox(view)) if before => Some(view),
                _ => None,
            };
            Some((turn.m, pupil.before_learning(&turn.at, ply, used)?))
        });
        used.collect()
    }
}
