//! The players at the board, and how a machine evaluates a position.

use std::sync::Arc;

use crate::arena::Ending;
use crate::dice::Dice;
use crate::error::Result;
use crate::game::{Game, Key, Move, Side, Verdict};
use crate::games::{AnyGame, Position};
use crate::learn::{
    BoxContent, Boxes, Choice, Empty, Layout, Learner, Matchbox, Rule, Snapshot, Table,
};
use crate::player::Player;
use crate::session::resolve::check_learning;
use crate::store::{BoxView, Model};

/// The player of one side.
pub(super) enum Seat {
    /// A person, whose moves the caller passes on.
    Person,
    /// A player, whose moves are drawn from its weights, and the model whose beads it draws, if it has one.
    Player {
        player: Arc<dyn Player<AnyGame>>,
        boxes: Option<Arc<Model>>,
    },
    /// A learner, which draws beads or compares values, and learns from every finished game.
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

/// What the hand is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandTask {
    /// A bead from the box.
    Bead,
    /// The box is empty and is filled with its starting beads; then a bead from it.
    Refill,
    /// The box is empty and gets one bead of any colour, chosen by lot, which is also drawn.
    OneBead,
    /// The box is empty and stays so: any move, chosen by lot.
    AnyMove,
    /// The rule makes the box only when its position is met again: any move, chosen by lot.
    NotYet,
    /// The rule has no box for the position: any move, chosen by lot.
    NoBox,
}

impl HandTask {
    /// Its name, as the page knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bead => "bead",
            Self::Refill => "refill",
            Self::OneBead => "one-bead",
            Self::AnyMove => "any-move",
            Self::NotYet => "not-yet",
            Self::NoBox => "no-box",
        }
    }

    /// What is asked for at a box; `None` if the machine cannot move from it.
    pub(super) fn at(rule: &Rule, view: &BoxView<AnyGame>) -> Option<Self> {
        match rule.empty {
            _ if view.total() > 0 => Some(Self::Bead),
            Empty::Refill => Some(Self::Refill),
            Empty::OneBead => Some(Self::OneBead),
            Empty::AnyMove => Some(Self::AnyMove),
            _ => None,
        }
    }
}

/// A box that was used, with what lay in it before, if it had been met.
pub(in crate::session) type Used = (Key, Option<BoxContent>);

/// A machine's choice, and what it is based on.
pub(super) struct Chosen {
    pub(super) choice: Choice,
    pub(super) thought: Thought,
    pub(super) used: Option<Used>,
}

impl Seat {
    /// The choice of a machine in a position after `ply` moves; `None` for a person.
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
pub(in crate::session) struct Pupil {
    game: AnyGame,
    rule: Rule,
    side: Side,
    learner: Learner<AnyGame>,
    /// The games that it had begun before it sat down.
    before: u64,
    /// The number of the present game, counted with those.
    number: u64,
    /// The snapshot of its table after the last game, from which the next game continues.
    pub(super) last: Option<Snapshot>,
}

impl Pupil {
    /// A learner that continues with a table, if there is one, and the snapshot of the last set.
    pub(in crate::session) fn new(
        game: AnyGame,
        rule: Rule,
        side: Side,
        table: Option<&Table>,
        last: Option<&Snapshot>,
    ) -> Result<Self> {
        check_learning(&rule)?;
        let mut learner = Learner::new(game.clone(), rule.clone(), side);
        learner.resume_from(table, last)?;
        Ok(Self {
            game,
            rule,
            side,
            learner,
            before: 0,
            number: 0,
            last: last.cloned(),
        })
    }

    /// The same after this number of games, which are those that it has begun in earlier sets. A rule of values can
    /// have schedules over them.
    pub(super) fn after(mut self, games: u64) -> Self {
        self.before = games;
        self.begin(0);
        self
    }

    /// Counts this many of the games before as games at the board.
    pub(super) fn back(&mut self, games: u64) {
        self.before -= games;
    }

    /// The table that it has learnt.
    pub(super) fn table(&self) -> Table {
        self.learner.table()
    }

    /// Its current box for a position after `ply` moves; `None` where its rule has no box.
    pub(super) fn view(&self, at: &Position, ply: u16) -> Option<BoxView<AnyGame>> {
        let layout = Layout::from(&self.rule);
        if !layout.has_box(&self.game, at) {
            return None;
        }
        Some(BoxView::lookup(
            &self.game,
            &self.rule,
            at,
            |key| self.learner.content(key),
            || Some(ply),
        ))
    }

    /// A box before what is learnt from the end of a game. Some values are learnt while it is played: then it is the
    /// box as it was when it was `used`.
    pub(super) fn before_learning(
        &self,
        at: &Position,
        ply: u16,
        used: Option<&BoxView<AnyGame>>,
    ) -> Option<BoxView<AnyGame>> {
        match used.filter(|used| used.has_values()) {
            Some(used) => Some(used.clone()),
            None => self.view(at, ply),
        }
    }

    /// The key of the box of a position, if its rule has one.
    pub(super) fn key(&self, at: &Position) -> Option<Key> {
        let layout = Layout::from(&self.rule);
        layout
            .has_box(&self.game, at)
            .then(|| layout.place(&self.game, at).key)
    }

    /// The box of a position, with what lies in it, if its rule has one.
    pub(super) fn used(&self, at: &Position) -> Option<Used> {
        let key = self.key(at)?;
        Some((key, self.learner.content(key)))
    }

    /// Whether its rule waits for a second meeting before it makes the box of this key.
    pub(super) fn waits_for(&self, key: Key) -> bool {
        let waits = self.rule.boxes == Boxes::SecondMeeting && self.learner.content(key).is_none();
        waits && !self.table().first().has(key)
    }

    /// Makes the move of a bead that was drawn by hand from the box of a position, which was built as one first met
    /// after `built` moves.
    pub(super) fn draw(&mut self, at: &Position, built: u16, m: Move) -> (Thought, Option<Used>) {
        let thought = self.view(at, built);
        let used = self.used(at);
        self.build(at, built);
        let legal = self.learner.follow(m);
        legal.expect("the board has checked it");
        (thought.map_or(Thought::NoBox, Thought::Matchbox), used)
    }

    /// Makes the box of a position if it has none and the rule does not wait for it, as one first met after `ply`
    /// moves.
    pub(super) fn build(&mut self, at: &Position, ply: u16) {
        let layout = Layout::from(&self.rule);
        let Some((key, None)) = self.used(at) else {
            return;
        };
        if self.waits_for(key) {
            return;
        }
        let colours = layout.place(&self.game, at).colours.len();
        let beads = vec![self.rule.start_beads(ply, colours); colours];
        self.learner.insert(key, Matchbox { ply, beads });
    }

    pub(super) const fn rule(&self) -> &Rule {
        &self.rule
    }

    /// Takes the other side, as a machine for both sides can between two games.
    pub(super) fn change_seat(&mut self) {
        self.side = self.side.other();
        self.learner.sit(self.side);
    }

    /// Sets the beads of a box, which is first met after `ply` moves if it had not been met.
    pub(super) fn set(&mut self, key: Key, ply: u16, beads: Vec<u64>) -> Result<()> {
        let mut table = self.table();
        let ply = table.get(key).map_or(ply, |found| found.ply);
        table.first_mut().take(key);
        table.insert(key, Matchbox { ply, beads });
        self.renew(&table, self.last.clone().as_ref())
    }

    /// The same machine with this table and this snapshot, at the start of the present game.
    fn renew(&mut self, table: &Table, last: Option<&Snapshot>) -> Result<()> {
        self.learner.resume_from(Some(table), last)?;
        self.learner.begin(self.number);
        self.last = last.cloned();
        Ok(())
    }

    /// Sets up the next game, after this number of them at the board.
    pub(super) fn begin(&mut self, learnt: u64) {
        self.number = self.before + learnt;
        self.learner.begin(self.number);
    }

    /// Records a move of either side.
    pub(super) fn played(&mut self, m: Move) {
        let legal = self.learner.played(m);
        legal.expect("the board has checked it");
    }

    /// Chooses a move in the position, after `ply` moves.
    pub(super) fn choose(&mut self, at: &Position, ply: u16, dice: &mut Dice) -> Chosen {
        let view = self.view(at, ply);
        let used = self.used(at);
        Chosen {
            choice: self.learner.choose(dice),
            thought: view.map_or(Thought::NoBox, Thought::Matchbox),
            used,
        }
    }

    /// Goes through a game that was played elsewhere, the next after this number of them at the board.
    pub(super) fn replay(&mut self, learnt: u64, moves: &[Move], ending: Ending) -> Result<()> {
        self.number = self.before + learnt;
        let resigned = ending == Ending::Resigned(self.side);
        Ok(self.learner.replay(self.number, moves, resigned)?)
    }

    /// Ends a game and returns the snapshot after it. Without a verdict, nothing is learnt from the game.
    pub(super) fn conclude(&mut self, verdict: Option<Verdict>) -> Snapshot {
        if let Some(verdict) = verdict {
            self.learner.conclude(verdict);
        }
        let snapshot = self.learner.report();
        self.last = Some(snapshot.clone());
        snapshot
    }

    /// Its table before a game that used these boxes, without those that did not exist then.
    pub(super) fn table_before(&self, boxes: &[Used]) -> Table {
        let now = self.table();
        if boxes.is_empty() {
            return now;
        }
        if let Some(values) = now.values() {
            let mut values = values.clone();
            for (key, before) in boxes.iter().rev() {
                match before {
                    Some(BoxContent::Values(found)) => values.insert(*key, found.clone()),
                    _ => values.remove(key),
                };
            }
            return Table::valued(now.side(), now.layout(), values);
        }
        let mut table = Table::new(now.side(), now.layout()).with_first(now.first().clone());
        for (key, mut matchbox) in &now {
            match boxes.iter().find(|(other, _)| *other == key) {
                Some((_, Some(BoxContent::Beads(found)))) => {
                    matchbox.beads.clone_from(&found.beads);
                }
                Some(_) => continue,
                None => {}
            }
            table.insert(key, matchbox);
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

    /// Restores these boxes from before a game, the next after this number of them at the board, and continues from the
    /// snapshot before it.
    pub(super) fn put_back(
        &mut self,
        boxes: &[Used],
        last: Option<&Snapshot>,
        learnt: u64,
    ) -> Result<()> {
        let table = self.table_before(boxes);
        self.number = self.before + learnt;
        self.renew(&table, last)
    }
}
