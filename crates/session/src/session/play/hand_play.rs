//! Games at a machine played by hand.

use std::collections::HashMap;

use super::rounds::Play;
use super::seat::{HandTask, Pupil, Seat};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Side};
use crate::games::{AnyGame, Position};
use crate::learn::{BoxContent, Layout, MOST_BEADS};
use crate::store::BoxView;

impl Play {
    /// The same board for a machine played by hand. `plies` says of each box after how many moves it can first be met.
    pub(super) fn by_hand(mut self, plies: HashMap<Key, u16>) -> Self {
        self.by_hand = Some(plies);
        self
    }

    /// Whether the machine's beads are drawn by hand.
    pub const fn is_by_hand(&self) -> bool {
        self.by_hand.is_some()
    }

    /// After how many moves the box of a position is made: for a real box, as it was built.
    pub(super) fn ply_of(&self, at: &Position) -> u16 {
        let built = || {
            let plies = self.by_hand.as_ref()?;
            let pupil = self.seats.iter().find_map(Seat::pupil)?;
            plies.get(&pupil.key(at)?).copied()
        };
        built().unwrap_or_else(|| self.ply())
    }

    /// The side of the only person.
    pub fn person(&self) -> Option<Side> {
        let mut persons = Side::BOTH.into_iter().filter(|&side| self.is_person(side));
        persons.next().filter(|_| persons.next().is_none())
    }

    /// What the hand is asked for; `None` if it is not the turn of a machine played by hand, or the move is known.
    pub fn asks(&self) -> Option<HandTask> {
        let side = self.side();
        if !self.is_by_hand() || self.now.end.is_some() || self.is_person(side) {
            return None;
        }
        self.game.moves(&self.now.at).nth(1)?;
        let pupil = self.seats[side.index()].pupil()?;
        let (Some(view), Some((key, _))) = (
            pupil.view(&self.now.at, self.ply_of(&self.now.at)),
            pupil.used(&self.now.at),
        ) else {
            return Some(HandTask::NoBox);
        };
        if pupil.waits_for(key) {
            return Some(HandTask::NotYet);
        }
        let asked = HandTask::at(pupil.rule(), &view)?;
        // A box whose beads all have one colour from the start leaves no choice.
        (asked != HandTask::Bead || view.colours.len() > 1).then_some(asked)
    }

    /// Lets the person and a machine that can play either side change sides, before a game.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) during a game, or for a machine that has one side.
    pub fn change_seats(&mut self) -> Result<()> {
        let mut pupils = self.seats.iter().filter_map(Seat::pupil);
        let is_shared = pupils
            .next()
            .is_some_and(|pupil| Layout::from(pupil.rule()).shared);
        if !self.is_by_hand() || !is_shared || self.now.has_begun() {
            let reason = "sides are changed before a game, by a machine that can play either";
            return Err(Error::request(reason));
        }
        self.seat(!self.changed);
        self.now = self.round();
        Ok(())
    }

    /// Changes the sides, if they are not as wanted.
    pub(super) fn seat(&mut self, changed: bool) {
        if self.changed != changed {
            self.changed = changed;
            self.seats.swap(0, 1);
            let pupils = self.seats.iter_mut().filter_map(Seat::pupil_mut);
            pupils.for_each(Pupil::change_seat);
        }
    }

    /// Corrects the record of a box to the beads on the table, one number for each of its colours. It also holds for
    /// all games before, as if the difference had been there from the start. If the machine has just resigned at this
    /// box, its turn is open again.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) if beads are not drawn by hand, the machine has no
    /// such box, or it has other colours.
    pub fn correct(&mut self, at: &Position, beads: &[u64]) -> Result<()> {
        let ply = self.ply_of(at);
        let pupil = self
            .seats
            .iter()
            .find_map(Seat::pupil)
            .filter(|_| self.is_by_hand());
        let found = pupil.and_then(|pupil| Some((pupil.used(at)?, pupil.view(at, ply)?)));
        let Some(((key, _), view)) = found else {
            return Err(Error::request("there is no real box for it"));
        };
        let sum = beads.iter().try_fold(0_u64, |sum, &n| sum.checked_add(n));
        if sum.is_none_or(|sum| sum > MOST_BEADS) {
            let reason = format!("a box holds at most {MOST_BEADS} beads");
            return Err(Error::request(reason));
        }
        if view.colours.len() != beads.len() {
            let reason = format!("the box has {} colours of beads", view.colours.len());
            return Err(Error::request(reason));
        }
        let turns = match &self.now.end {
            Some(end) if end.thought.is_some() => {
                let place = pupil.and_then(|pupil| pupil.used(&self.now.at));
                place
                    .filter(|(given_up_at, _)| *given_up_at == key)
                    .map(|_| self.now.turns.len())
            }
            Some(_) => None,
            None => Some(self.now.turns.len()),
        };
        if turns.is_some() {
            self.put_back()?;
        }
        for pupil in self.seats.iter_mut().filter_map(Seat::pupil_mut) {
            pupil.set(key, ply, beads.to_vec())?;
        }
        let rounds = self.past.iter_mut().chain([&mut self.now]);
        for (other, before) in rounds.flat_map(|round| round.used.iter_mut().flatten()) {
            if let Some(BoxContent::Beads(before)) = before.as_mut().filter(|_| *other == key) {
                let before = before.beads.iter_mut();
                for ((before, &now), colour) in before.zip(beads).zip(&view.colours) {
                    *before = (*before + now).saturating_sub(colour.beads);
                }
            }
        }
        turns.map_or(Ok(()), |turns| self.replay(turns))
    }

    /// The box of a position for the machine played by hand.
    pub fn box_at(&self, at: &Position) -> Option<BoxView<AnyGame>> {
        self.seats
            .iter()
            .find_map(Seat::pupil)?
            .view(at, self.ply_of(at))
    }

    /// Makes a move of the machine's that the dice have not chosen.
    pub(super) fn follow(&mut self, m: Move, chosen: bool) {
        let (at, side) = (self.now.at, self.side());
        let built = self.ply_of(&at);
        let Some(pupil) = self.seats[side.index()].pupil_mut() else {
            return;
        };
        let (thought, used) = pupil.draw(&at, built, m);
        self.now.used[side.index()].extend(used);
        self.turn(m, Some((thought, self.now.dice.clone())), chosen);
    }
}
