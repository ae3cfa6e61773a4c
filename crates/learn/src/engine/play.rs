//! The engine: what all runs of a training share, and how they play a set.
//!
//! A [`RunState`] is everything that belongs to one run. A single run plays game after game with its state
//! in registers. Two runs play in step, one round of each in turn, so that the processor works on one while
//! it waits for the memory of the other. Both ways give the same games.
//!
//! The steps are compiled separately for each pair of movers, so that no move has to test who learns.

use super::super::history::{Evaluator, History, Record};
use super::super::layout::Layout;
use super::super::lesson::Teacher;
use super::super::rule::Duplicates;
use super::super::table::Table;
use super::super::training::Training;
use super::learner::EngineLearner;
use super::transitions::{Mover, Successor, SuccessorState, Transitions, UNIFORM};
use crate::dice::{Dice, Purpose};
use crate::game::{Game, Key, Outcome, Side};
use crate::game_log::GameLog;
use crate::graph::Budget;
use crate::interrupt;

/// A side that does not learn.
const FIXED: u8 = 0;
/// A side that learns, where each colour stands for one move.
const SINGLE: u8 = 1;
/// A side that learns, where moves that are mirror images of each other share a colour.
const MERGED: u8 = 2;

/// The most games of a set that are played before the run looks whether it is left.
const PART: u64 = 1024;

/// What all runs of a training share.
pub(crate) struct Engine<G: Game> {
    transitions: Transitions<G>,
    training: Training<G>,
    teacher: Teacher,
}

#[derive(Clone, Copy)]
enum GameEnd {
    With(Outcome),
    /// The box of this side was empty, or its player resigned.
    Empty(Side),
}

/// Everything that belongs to one run.
pub(crate) struct RunState {
    /// The number of the run.
    pub(crate) run: u64,
    learners: [EngineLearner; 2],
    pub(crate) history: History,
    dice: Dice,
    /// The number of sets played.
    sets: u64,
    /// The set being played, or the last one.
    pub(crate) record: Record,
    /// Its games.
    pub(crate) log: GameLog,
    cursor: Cursor,
}

/// Where a run is in its current game.
#[derive(Clone, Copy)]
struct Cursor {
    /// The move that led to the position.
    at: Successor,
    /// The number of moves of the game so far.
    ply: u16,
    /// The number of the game in the run, from 0; refused games count.
    game: u64,
}

impl Cursor {
    #[inline]
    const fn new(at: Successor, game: u64) -> Self {
        Self { at, ply: 0, game }
    }
}

impl RunState {
    /// Creates the run with this number, which has met no position.
    pub(crate) fn new(run: u64) -> Self {
        Self {
            run,
            learners: <[EngineLearner; 2]>::default(),
            history: History::default(),
            dice: Dice::new(0, Purpose::Training, run, 0),
            sets: 0,
            record: Record::default(),
            log: GameLog::default(),
            cursor: Cursor::new(Successor::UNKNOWN, 0),
        }
    }

    /// Continues from a history, including what the rule and the opponent carry over from set to set.
    pub(crate) fn resume_from(&mut self, history: History) {
        self.cursor.game = history.records.iter().map(Record::begun).sum();
        self.sets = history.sets();
        let last = history.records.last().map(|last| &last.snapshots);
        for (learner, snapshot) in self.learners.iter_mut().zip(last.into_iter().flatten()) {
            if let Some(snapshot) = snapshot {
                learner.snapshot.origin = snapshot.origin;
            }
        }
        self.history = history;
    }
}

impl<G: Game> Engine<G> {
    pub(crate) fn new(training: Training<G>) -> Self {
        let layout = Layout::from(&training.rule);
        let seats = Side::BOTH.map(|side| {
            if training.learners.learns(side) {
                Mover::Learner(layout)
            } else {
                Mover::Fixed(training.opponent.players())
            }
        });
        Self {
            transitions: Transitions::new(training.game.clone(), seats),
            teacher: training.rule.clone().into(),
            training,
        }
    }

    /// Gives a run the boxes of a table, if that side learns.
    pub(crate) fn adopt(&mut self, state: &mut RunState, table: &Table) {
        let side = table.side();
        if self.training.learners.learns(side) {
            let slots = &mut self.transitions.slots[side.index()];
            for (key, matchbox) in table {
                let slot = slots.row(key, matchbox.beads.len());
                state.learners[side.index()].adopt(slot, &matchbox);
            }
        }
    }

    /// Whether no more positions and moves have been laid out than a game of this size has.
    pub(crate) fn is_within(&self, budget: Budget) -> bool {
        let Transitions {
            graph, successors, ..
        } = &self.transitions;
        budget.covers(graph.len(), successors.len())
    }

    /// The beads of a run in the box with this key, if the side learns and has met it.
    pub(crate) fn beads(&self, state: &RunState, side: Side, key: Key) -> Option<Vec<u64>> {
        let slot = self.transitions.slots[side.index()].find(key)?;
        state.learners[side.index()].beads(slot)
    }

    pub(crate) fn table(&self, state: &RunState, side: Side) -> Option<Table> {
        let (training, i) = (&self.training, side.index());
        let boxes = state.learners[i].boxes(&self.transitions.slots[i]);
        let learns = training.learners.learns(side);
        learns.then(|| Table::from_boxes(&training.game, side, &training.rule, boxes))
    }

    /// Plays one set of each run, in pairs that play in step.
    pub(crate) fn play_set(&mut self, states: &mut [RunState], evaluator: Option<&dyn Evaluator>) {
        let mut end = 0;
        for state in &mut *states {
            end = self.begin_set(state);
        }
        // One function for each pair of movers, so that their kind is matched once a set, not once a move.
        match self.seats() {
            [SINGLE, FIXED] => self.play_in_step::<SINGLE, FIXED>(states, end),
            [MERGED, FIXED] => self.play_in_step::<MERGED, FIXED>(states, end),
            [FIXED, SINGLE] => self.play_in_step::<FIXED, SINGLE>(states, end),
            [FIXED, MERGED] => self.play_in_step::<FIXED, MERGED>(states, end),
            [SINGLE, SINGLE] => self.play_in_step::<SINGLE, SINGLE>(states, end),
            _ => self.play_in_step::<MERGED, MERGED>(states, end),
        }
        for state in states {
            self.end_set(state, evaluator);
        }
    }

    fn seats(&self) -> [u8; 2] {
        Side::BOTH.map(|side| match self.training.learners.learns(side) {
            false => FIXED,
            true if self.training.rule.duplicates == Duplicates::Merge => MERGED,
            true => SINGLE,
        })
    }

    /// Prepares a set, and returns the number of the first game after it.
    fn begin_set(&self, state: &mut RunState) -> u64 {
        let seed = self.training.seed;
        // Every set has its own dice, so a resumed run draws the same as a run without a stop.
        state.dice = Dice::new(seed, Purpose::Training, state.run, state.sets);
        state.record = Record::one_set();
        state.log.begin();
        state.cursor = Cursor::new(self.transitions.root, state.cursor.game);
        state.cursor.game + self.training.games_per_set
    }

    fn end_set(&self, state: &mut RunState, evaluator: Option<&dyn Evaluator>) {
        for side in self.training.learners.sides() {
            let i = side.index();
            let mut snapshot = state.learners[i].snapshot.take();
            snapshot.exact = evaluator.map(|evaluator| {
                evaluator.evaluate(side, &mut |key, beads| {
                    let slot = self.transitions.slots[i].find(key);
                    slot.is_some_and(|slot| state.learners[i].read(slot, beads))
                })
            });
            state.record.snapshots[i] = Some(snapshot);
        }
        state.sets += 1;
        state.history.push(state.record.clone());
    }

    fn play_games<const FIRST: u8, const SECOND: u8>(&mut self, state: &mut RunState, end: u64) {
        // Copies, which stay in registers; data reached through `state` is read again after each write to a
        // box.
        let mut dice = state.dice.clone();
        let mut cursor = state.cursor;
        while cursor.game < end {
            interrupt::point();
            let part = end.min(cursor.game + PART);
            while cursor.game < part {
                self.round::<FIRST, SECOND>(state, &mut dice, &mut cursor);
            }
        }
        (state.dice, state.cursor) = (dice, cursor);
    }

    fn play_in_step<const FIRST: u8, const SECOND: u8>(
        &mut self,
        states: &mut [RunState],
        end: u64,
    ) {
        for pair in states.chunks_mut(2) {
            if let [one, other] = pair {
                self.play_pair::<FIRST, SECOND>(one, other, end);
            }
            // One run may need more rounds than the other, and the last one may have no partner.
            for state in pair {
                self.play_games::<FIRST, SECOND>(state, end);
            }
        }
    }

    fn play_pair<const FIRST: u8, const SECOND: u8>(
        &mut self,
        one: &mut RunState,
        other: &mut RunState,
        end: u64,
    ) {
        let mut dice = [one.dice.clone(), other.dice.clone()];
        let mut cursor = [one.cursor, other.cursor];
        while cursor[0].game < end && cursor[1].game < end {
            interrupt::point();
            let part = end.min(cursor[0].game + PART);
            while cursor[0].game < part && cursor[1].game < end {
                self.round::<FIRST, SECOND>(one, &mut dice[0], &mut cursor[0]);
                self.round::<FIRST, SECOND>(other, &mut dice[1], &mut cursor[1]);
            }
        }
        [one.dice, other.dice] = dice;
        [one.cursor, other.cursor] = cursor;
    }

    /// Plays one move of each side. If the game ends, it is learnt from and the next game is set up.
    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn round<const FIRST: u8, const SECOND: u8>(
        &mut self,
        state: &mut RunState,
        dice: &mut Dice,
        cursor: &mut Cursor,
    ) {
        let [first, second] = &mut state.learners;
        let end = match self.step::<FIRST>(Side::First, first, dice, cursor) {
            None => self.step::<SECOND>(Side::Second, second, dice, cursor),
            end => end,
        };
        let Some(end) = end else { return };
        match end {
            GameEnd::With(outcome) => {
                state.record.results.count(outcome);
                state.log.add(Some(outcome));
                if FIRST != FIXED {
                    let verdict = outcome.verdict(Side::First);
                    first.conclude(Side::First, verdict, cursor.ply, &self.teacher);
                }
                if SECOND != FIXED {
                    let verdict = outcome.verdict(Side::Second);
                    second.conclude(Side::Second, verdict, cursor.ply, &self.teacher);
                }
            }
            GameEnd::Empty(side) => self.give_up(side, state, cursor.ply),
        }
        *cursor = Cursor::new(self.transitions.root, cursor.game + 1);
    }

    /// Plays one move, and returns how the game ends, if it does.
    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn step<const SEAT: u8>(
        &mut self,
        side: Side,
        learner: &mut EngineLearner,
        dice: &mut Dice,
        cursor: &mut Cursor,
    ) -> Option<GameEnd> {
        let at = cursor.at;
        let drawn = match SEAT {
            FIXED => self.draw_fixed(at, cursor.game, dice),
            _ => learner.draw(at, cursor.ply, &self.teacher, dice),
        };
        let successor = match drawn {
            // A bead of merged moves stands for all of them, each with the same chance.
            Some(drawn) if SEAT == MERGED => {
                let colour = at.successors as usize + drawn;
                match self.transitions.merged_moves(colour) {
                    (first, 1) => first,
                    (first, several) => first + dice.index(several),
                }
            }
            Some(drawn) => at.successors as usize + drawn,
            None if SEAT != FIXED && self.teacher.plays_on() => {
                let (first, moves) = self.transitions.all_moves(at, SEAT == MERGED);
                first + dice.index(moves)
            }
            None => return Some(GameEnd::Empty(side)),
        };
        cursor.ply += 1;
        cursor.at = self.transitions.target(successor);
        if cursor.at.state == SuccessorState::Open {
            return None;
        }
        if cursor.at.state == SuccessorState::Unknown {
            cursor.at = self.transitions.discover(successor, cursor.ply);
        }
        match cursor.at.state {
            SuccessorState::Over(outcome) => Some(GameEnd::With(outcome)),
            _ => None,
        }
    }

    #[expect(clippy::inline_always, reason = "state stays in registers: measured")]
    #[inline(always)]
    fn draw_fixed(&self, at: Successor, game: u64, dice: &mut Dice) -> Option<usize> {
        let player = self.training.opponent.index(game, dice);
        if at.row == UNIFORM {
            return Some(dice.index(usize::from(at.count)));
        }
        self.transitions.draw_fixed(at.row as usize + player, dice)
    }

    /// Ends a game in which a side could not draw: the side resigns, or refuses to play at all.
    #[cold]
    fn give_up(&self, side: Side, state: &mut RunState, plies: u16) {
        let (learners, record) = (&mut state.learners, &mut state.record);
        let is_first = learners[side.index()].drawn.is_empty();
        if self.training.learners.learns(side) && self.teacher.refuses(side, is_first) {
            for learner in learners.iter_mut() {
                learner.drawn.clear();
            }
            learners[side.index()].snapshot.refused += 1;
            state.log.add(None);
            return;
        }
        let outcome = Outcome::Win(side.other());
        record.resigned[side.index()] += 1;
        record.results.count(outcome);
        state.log.add(Some(outcome));
        for side in self.training.learners.sides() {
            let verdict = outcome.verdict(side);
            learners[side.index()].conclude(side, verdict, plies, &self.teacher);
        }
    }
}
