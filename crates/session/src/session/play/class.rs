//! A machine that several boards teach at once: each board plays against it as it stands, and games are learnt in the
//! order in which they end.

use std::sync::Arc;

use super::rounds::Play;
use super::seat::{Pupil, Seat, Thought};
use super::setup::{Opened, fresh, learner, opened, options, reading};
use super::turns::{Change, conclude};
use crate::arena::{Ending, PlayedGame};
use crate::error::Result;
use crate::game::{Game, Move, Side};
use crate::games::AnyGame;
use crate::learn::{Learners, Rule};
use crate::store::{BoxView, Chapter, ListedGame, Model, Provenance};

/// A machine on one side of a game, taught by games with people that end one after the other.
pub struct ClassMachine {
    game: AnyGame,
    side: Side,
    pupil: Pupil,
    chapter: Chapter,
    model: Arc<Model>,
}

impl ClassMachine {
    /// A machine that knows nothing. The seed tells it from others with which it may be merged; nothing is drawn from it.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::error::Error::Mismatch) when the rule is not one for the game.
    pub fn new(game: AnyGame, rule: Rule, side: Side, seed: u64) -> Result<Self> {
        let learners = match side {
            Side::First => Learners::First,
            Side::Second => Learners::Second,
        };
        let (mut model, _) = fresh(&game, Some(rule), learners)?;
        let chapter = Chapter {
            how: Provenance::WithPerson { games: Vec::new() },
            ..options(&model.last().spec, "", seed)
        };
        model.chapters = vec![chapter.clone()];
        let pupil = learner(&game, &mut model, side)?;
        model.tables[side.index()] = Some(pupil.table());
        Ok(Self {
            game,
            side,
            pupil,
            chapter,
            model: Arc::new(model),
        })
    }

    /// The machine as it stands.
    pub const fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The number of games that it has learnt from.
    pub fn games(&self) -> u64 {
        self.model.sets()
    }

    /// Learns from a game, and returns how it has changed the boxes that were used in it. A game without a result
    /// changes nothing.
    ///
    /// # Errors
    ///
    /// [`games::Error::Move`](crate::games::Error::Move) when a move is not legal; then nothing is learnt.
    pub fn learn(&mut self, played: &PlayedGame) -> Result<Vec<Change>> {
        let Some(outcome) = played.ending.outcome() else {
            return Ok(Vec::new());
        };
        let mut at = self.game.start();
        for &m in &played.moves {
            self.game.check_move(&at, m)?;
            at = self.game.play(&at, m);
        }
        self.pupil.begin(self.games());
        let mut at = self.game.start();
        let (mut used, mut boxes) = (Vec::new(), Vec::new());
        for (ply, &m) in (0..).zip(&played.moves) {
            if self.game.side(&at) == self.side {
                used.push((m, ply, at, self.pupil.view(&at, ply)));
                boxes.extend(self.pupil.used(&at));
                self.pupil.follow(m);
            }
            self.pupil.played(m);
            at = self.game.play(&at, m);
        }
        if played.ending == Ending::Resigned(self.side) {
            boxes.extend(self.pupil.used(&at));
        }
        let listed = ListedGame {
            machine: self.side,
            moves: played.moves.iter().map(|&m| (m, true)).collect(),
            boxes,
        };
        self.chapter.list([listed.text(&self.game)]);
        let pupil = &self.pupil;
        let before = used
            .iter()
            .map(|(_, ply, at, used)| pupil.before_learning(at, *ply, used.as_ref()));
        let before: Vec<_> = before.collect();
        let mut pupils = [None, None];
        pupils[self.side.index()] = Some(&mut self.pupil);
        let mut record = conclude(pupils, Some(outcome));
        if let Ending::Resigned(side) = played.ending {
            record.resigned[side.index()] += 1;
        }
        let chapter = self.chapter.of_sets(self.games() + 1);
        // Copied only while a board reads it.
        let model = Arc::make_mut(&mut self.model);
        model.history.push(record);
        model.chapters = vec![chapter];
        model.tables[self.side.index()] = Some(self.pupil.table());
        let pairs = used.into_iter().zip(before);
        let changes = pairs.filter_map(|((m, ply, at, _), before)| {
            let (before, after) = (before?, self.pupil.view(&at, ply)?);
            Some(Change { m, before, after })
        });
        Ok(changes.collect())
    }

    /// A board at which a person plays against the machine as it stands, which learns nothing there.
    #[must_use]
    pub fn board(&self, name: &str, seed: u64) -> Opened {
        let seat = reading(self.model.clone(), name);
        let opened = opened(self.game.clone(), self.side.other(), name, seat, seed, 0);
        Opened {
            rule: Some(self.chapter.rule.name.clone()),
            ..opened
        }
    }
}

impl Play {
    /// Lets the machine that is read at this board be this one from now on, as it has learnt since.
    pub fn read_now(&mut self, model: &Arc<Model>, name: &str) {
        for seat in &mut self.seats {
            if matches!(seat, Seat::Player { boxes: Some(_), .. }) {
                *seat = reading(model.clone(), name);
            }
        }
    }

    /// Puts a game there as it was left, with the moves of both sides, up to one that is not legal.
    pub fn put(&mut self, moves: &[Move]) {
        for &m in moves {
            if self.now.end.is_some() || self.game.check_move(&self.now.at, m).is_err() {
                return;
            }
            let thought = match &self.seats[self.side().index()] {
                Seat::Player {
                    boxes: Some(model), ..
                } => {
                    let view = BoxView::at(&self.game, model, &self.now.at);
                    Some(view.map_or(Thought::NoBox, Thought::Matchbox))
                }
                _ => None,
            };
            let chosen = thought.is_none();
            let machine = thought.map(|thought| (thought, self.now.dice.clone()));
            self.turn(m, machine, chosen);
        }
    }

    /// Notes how the boxes were changed that were used in the game that has ended, which was learnt elsewhere.
    pub fn note_changes(&mut self, changes: Vec<Change>) {
        if let Some(end) = &mut self.now.end {
            end.changes = changes;
        }
    }
}
