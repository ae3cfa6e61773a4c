//! Takes back moves and games: the boxes from before the game are restored, and the first turns of the game are
//! replayed, with the same draws or the same beads.

use super::rounds::Play;
use super::seat::Seat;
use super::turns::{Round, Turn};
use crate::arena::Ending;
use crate::error::Result;
use crate::game::Side;
use crate::learn::Choice;

/// What was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undone {
    /// Whether a finished game is open again; then what was learnt from it is undone.
    pub reopened: bool,
    /// Whether an earlier game is the current one again.
    pub earlier: bool,
}

impl Play {
    /// Whether [`undo`](Self::undo) has something to take back.
    pub fn can_undo(&self) -> bool {
        let mut rounds = std::iter::once(&self.now).chain(&self.past);
        rounds.any(|round| self.left(round).is_some())
    }

    /// How many turns of a round are left without the last action that somebody chose; `None` if there was none.
    fn left(&self, round: &Round) -> Option<usize> {
        // Before a change of sides, the person had the other one.
        let is_same = round.changed == self.changed;
        match round.end.as_ref().map(|end| end.ending) {
            Some(Ending::Resigned(side)) if self.is_person(side) == is_same => {
                Some(round.turns.len())
            }
            _ => round.turns.iter().rposition(|turn| turn.chosen),
        }
    }

    /// Takes back a person's last action and everything after it: a move with its answer, or the end of a
    /// game with what was learnt from it. If there is no such action in the current game, it takes back
    /// the last one of an earlier game; `None` if there is none at all.
    ///
    /// # Errors
    ///
    /// None, since a learner's own table fits it.
    pub fn undo(&mut self) -> Result<Option<Undone>> {
        if !self.can_undo() {
            return Ok(None);
        }
        let mut earlier = false;
        let turns = loop {
            if let Some(turns) = self.left(&self.now) {
                break turns;
            }
            self.put_back()?;
            if let Some(round) = self.past.pop() {
                self.seat(round.changed);
                self.now = round;
                self.restored = self.restored.min(self.past.len());
            }
            earlier = true;
        };
        let reopened = self.now.end.is_some();
        self.put_back()?;
        self.replay(turns)?;
        Ok(Some(Undone { reopened, earlier }))
    }

    /// Restores the learners' boxes from before the current game, which no longer counts.
    pub(super) fn put_back(&mut self) -> Result<()> {
        if std::mem::take(&mut self.now.counts) {
            self.records.pop();
        }
        let learnt = self.learnt_from();
        for side in Side::BOTH {
            let used = std::mem::take(&mut self.now.used[side.index()]);
            let last = self.now.snapshots[side.index()].as_ref();
            if let Some(pupil) = self.seats[side.index()].pupil_mut() {
                pupil.put_back(&used, last, learnt)?;
            }
        }
        Ok(())
    }

    /// Replays the first turns of the current game, after its boxes were restored: with the same draws, unless they
    /// were made by hand or elsewhere.
    pub(super) fn replay(&mut self, turns: usize) -> Result<()> {
        let round = &mut self.now;
        round.end = None;
        if let (Some(before), Some(turn)) = (round.before.get(turns), round.turns.get(turns)) {
            (round.dice, round.at) = (before.clone(), turn.at);
        }
        round.before.truncate(turns);
        round.turns.truncate(turns);
        if self.by_hand.is_some() || !self.replay_by(true) {
            self.put_back()?;
            self.replay_by(false);
        }
        Ok(())
    }

    /// Replays all turns by the dice, or as they were made; returns whether the dice gave the same moves.
    fn replay_by(&mut self, is_drawn: bool) -> bool {
        let turns = (0..).zip(&self.now.turns);
        let built = |(ply, turn): (u16, &Turn)| match self.by_hand {
            Some(_) => self.ply_of(&turn.at),
            None => ply,
        };
        let built: Vec<u16> = turns.map(built).collect();
        let round = &mut self.now;
        for (ply, built) in built.into_iter().enumerate() {
            let turn = &mut round.turns[ply];
            let side = turn.side.index();
            let mut dice = round.before[ply].clone();
            let used = match &mut self.seats[side] {
                Seat::Learner(pupil) if is_drawn => {
                    let chosen = pupil.choose(&turn.at, built, &mut dice);
                    if chosen.choice != Choice::Move(turn.m) {
                        round.used[side].extend(chosen.used);
                        return false;
                    }
                    turn.thought = Some(chosen.thought);
                    chosen.used
                }
                Seat::Learner(pupil) => {
                    let (thought, used) = pupil.draw(&turn.at, built, turn.m);
                    turn.thought = Some(thought);
                    used
                }
                Seat::Person => None,
                // It may have drawn, as often as it needed to.
                Seat::Player { .. } => {
                    dice = round.before.get(ply + 1).unwrap_or(&round.dice).clone();
                    None
                }
            };
            round.used[side].extend(used);
            *round.before.get_mut(ply + 1).unwrap_or(&mut round.dice) = dice;
            for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
                pupil.played(turn.m);
            }
        }
        true
    }
}
