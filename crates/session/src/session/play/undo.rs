//! Takes back moves and games: the boxes from before the game are restored, and the first turns of the game are
//! replayed, with the same draws or the same beads.

use super::rounds::Play;
use super::seat::Seat;
use super::turns::Round;
use crate::error::Result;
use crate::game::Side;

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

    /// How many turns of a round are left without the last action of a person; none if no person has done anything in it.
    fn left(&self, round: &Round) -> Option<usize> {
        // Before a change of sides, the person had the other one.
        let is_same = round.changed == self.changed;
        round.before_last_of(|side| self.is_person(side) == is_same)
    }

    /// Takes back a person's last action and everything after it: a move with its answer, or the end of a
    /// game with what was learnt from it. If there is no such action in the current game, it takes back
    /// the last one of an earlier game; `None` if there is none at all.
    ///
    /// # Errors
    ///
    /// The errors of [`Pupil::new`](super::Pupil::new), which do not occur for a learner's own table.
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
            }
            earlier = true;
        };
        let reopened = self.now.end.is_some();
        self.put_back()?;
        self.replay(turns);
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

    /// Replays the first turns of the current game, after its boxes were restored.
    pub(super) fn replay(&mut self, turns: usize) {
        let left = self.now.turns.iter().take(turns);
        let built: Vec<u16> = left.map(|turn| self.ply_of(&turn.at)).collect();
        let round = &mut self.now;
        round.end = None;
        if let (Some(before), Some(turn)) = (round.before.get(turns), round.turns.get(turns)) {
            (round.dice, round.at) = (before.clone(), turn.at);
        }
        round.before.truncate(turns);
        round.turns.truncate(turns);
        let played = round.turns.iter_mut().zip(&round.before);
        for ((ply, built), (turn, dice)) in (0..).zip(built).zip(played) {
            let side = turn.side.index();
            if let Some(pupil) = self.seats[side].pupil_mut() {
                let used = if self.by_hand.is_some() {
                    let (thought, used) = pupil.draw(&turn.at, built, turn.m);
                    turn.thought = Some(thought);
                    used
                } else {
                    pupil.choose(&turn.at, ply, &mut dice.clone()).used
                };
                round.used[side].extend(used);
            }
            for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
                pupil.played(turn.m);
            }
        }
    }
}
