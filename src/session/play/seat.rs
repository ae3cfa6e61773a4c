//! The players at the board, and how a machine evaluates a position.

use std::sync::Arc;

use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::games::{AnyGame, Position};
use crate::learn::{Boxes, Choice, Layout, Learner, Matchbox, Rule, Snapshot, Table};
use crate::player::Player;
use crate::store::{BoxView, Model};

/// The player of one side.
pub enum Seat {
    /// A person, whose moves the caller passes on.
    Person,
    /// A player, whose moves are drawn from its weights.
    Player {
        /// The player.
        player: Arc<dyn Player<AnyGame>>,
        /// The model whose beads the player draws, if it has one.
        boxes: Option<Arc<Model>>,
    },
    /// A learner, which draws beads and learns from every finished game.
    Learner(Box<Pupil>),
}

/// What a machine's choice in a position is based on.
#[derive(Clone, Debug)]
pub enum Thought {
    /// The contents of its box.
    Matchbox(BoxView<AnyGame>),
    /// Its weights of the legal moves.
    Weights(Vec<(Move, u64)>),
    /// Its rule has no box for the position: all moves have the same chance.
    NoBox,
}

/// A box that was used, with its beads before, if it had been met.
pub(super) type Used = (Key, Option<Vec<u64>>);

/// A machine's choice, and what it is based on.
pub(super) struct Chosen {
    pub(super) choice: Choice,
    pub(super) thought: Thought,
    pub(super) used: Option<Used>,
}

impl Seat {
    /// The choice of a machine; `None` for a person.
    pub(super) fn choose(
        &mut self,
        game: &AnyGame,
        at: &Position,
        ply: u16,
        dice: &mut Dice,
    ) -> Option<Chosen> {
        match self {
            Self::Person => None,
            Self::Player { player, boxes } => {
                let moves: Vec<Move> = game.moves(at).collect();
                let mut weights = vec![0; moves.len()];
                player.weigh(game, at, &moves, &mut weights);
                let drawn = dice.draw(&weights);
                let choice = drawn.map_or(Choice::Resign, |i| Choice::Move(moves[i]));
                let thought = match boxes.as_ref().map(|model| BoxView::at(game, model, at)) {
                    Some(Ok(view)) => Thought::Matchbox(view),
                    Some(Err(_)) => Thought::NoBox,
                    None => Thought::Weights(moves.into_iter().zip(weights).collect()),
                };
                Some(Chosen {
                    choice,
                    thought,
                    used: None,
                })
            }
            Self::Learner(pupil) => Some(pupil.choose(at, ply, dice)),
        }
    }

    pub(super) fn pupil(&self) -> Option<&Pupil> {
        match self {
            Self::Learner(pupil) => Some(pupil),
            _ => None,
        }
    }

    pub(super) fn pupil_mut(&mut self) -> Option<&mut Pupil> {
        match self {
            Self::Learner(pupil) => Some(pupil),
            _ => None,
        }
    }
}

/// A learner at the board, whose boxes can be viewed and restored.
pub struct Pupil {
    game: AnyGame,
    rule: Rule,
    side: Side,
    pub(super) learner: Learner<AnyGame>,
    /// The snapshot of its table after the last game, from which the next game continues.
    pub(super) last: Option<Snapshot>,
}

impl Pupil {
    /// A learner that continues with a table, if there is one, and the snapshot of the last set.
    ///
    /// # Errors
    ///
    /// [`Error::Mismatch`](crate::Error::Mismatch) when the table is of another side, game or layout.
    pub fn new(
        game: AnyGame,
        rule: Rule,
        side: Side,
        learnt: (Option<&Table>, Option<&Snapshot>),
    ) -> Result<Self> {
        let mut learner = Learner::new(game.clone(), rule.clone(), side);
        learner.resume_from(learnt.0, learnt.1)?;
        Ok(Self {
            game,
            rule,
            side,
            learner,
            last: learnt.1.cloned(),
        })
    }

    /// The table that it has learnt.
    #[must_use]
    pub fn table(&self) -> Table {
        self.learner.table()
    }

    /// Its current box for a position after `ply` moves; `None` where its rule has no box.
    #[must_use]
    pub fn view(&self, at: &Position, ply: u16) -> Option<BoxView<AnyGame>> {
        let layout = Layout::from(&self.rule);
        if !layout.has_box(&self.game, at) {
            return None;
        }
        let found = |key| self.learner.matchbox(key);
        Some(BoxView::of(&self.game, &self.rule, at, found, || Some(ply)))
    }

    pub(super) fn choose(&mut self, at: &Position, ply: u16, dice: &mut Dice) -> Chosen {
        let view = self.view(at, ply);
        let used = view.as_ref().map(|_| {
            let key = Layout::from(&self.rule).place(&self.game, at).key;
            (key, self.learner.beads(key))
        });
        Chosen {
            choice: self.learner.choose(dice, &mut |_, _| {}),
            thought: view.map_or(Thought::NoBox, Thought::Matchbox),
            used,
        }
    }

    /// Ends a game and returns the snapshot after it. Without a verdict, nothing is learnt from the game.
    pub(super) fn conclude(&mut self, verdict: Option<Verdict>) -> Snapshot {
        if let Some(verdict) = verdict {
            self.learner.conclude(verdict, &mut |_, _| {});
        }
        let snapshot = self.learner.report();
        self.last = Some(snapshot.clone());
        snapshot
    }

    /// Its table before a game that used these boxes, without those that did not exist then.
    pub(super) fn table_before(&self, boxes: &[Used]) -> Table {
        let now = self.learner.table();
        if boxes.is_empty() {
            return now;
        }
        let mut table = Table::new(now.side(), now.layout()).with_first(now.first().clone());
        for (key, matchbox) in &now {
            let before = boxes.iter().find(|(other, _)| *other == key);
            let beads = before.map_or(Some(&matchbox.beads), |(_, before)| before.as_ref());
            if let Some(beads) = beads.cloned() {
                let ply = matchbox.ply;
                table.insert(key, Matchbox { ply, beads });
            }
        }
        if self.rule.boxes == Boxes::SecondMeeting {
            // The positions met once are restored from the last meeting to the first.
            for (key, _) in boxes.iter().rev().filter(|(_, before)| before.is_none()) {
                if now.get(*key).is_some() {
                    table.first_mut().remember(*key);
                } else {
                    table.first_mut().take(*key);
                }
            }
        }
        table
    }

    /// Restores these boxes from before a game, and continues from the snapshot before it.
    pub(super) fn put_back(&mut self, boxes: &[Used], last: Option<&Snapshot>) -> Result<()> {
        let table = self.table_before(boxes);
        let learnt = (Some(&table), last);
        *self = Self::new(self.game.clone(), self.rule.clone(), self.side, learnt)?;
        Ok(())
    }
}
