//! What lies in a matchbox as seen at a position: the moves that each colour stands for there, its
//! beads, and the chance of each move.
//!
//! Positions that are images of one another share a box, and moves that are images of one another
//! may share a colour, as the rule has it. Here the box is turned to the position that is looked
//! at, and the beads of a colour are told once, whatever the number of moves it stands for.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};

use super::model::Model;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Side};
use crate::learn::{Empty, Layout, Matchbox, Rule, Table};

/// A matchbox at one of its positions.
#[derive(Clone, Debug)]
pub struct BoxView<G: Game> {
    /// The position.
    pub at: G::Position,
    /// The side to move, whose box it is.
    pub side: Side,
    /// Whether the box has been met; if not, it is shown as the rule would fill it.
    pub met: bool,
    /// How many moves had been played when the box was first met. Of a box never met, the fewest
    /// after which play can meet it; `None` if that is too far from the start to be looked for.
    pub ply: Option<u16>,
    /// What lies in it, a colour for each class of moves to be told apart.
    pub colours: Vec<ColourView>,
    /// What becomes of it when it is empty, as its rule has it.
    pub empty: Empty,
}

/// The beads of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourView {
    /// The legal moves it stands for at the position, ascending: once it is drawn, each of them is
    /// played with the same chance.
    pub moves: Vec<Move>,
    /// Its beads, or weight under a rule of odds.
    pub beads: u64,
}

impl<G: Game> BoxView<G> {
    /// The box of a position, from the table of the side that is to move there.
    ///
    /// # Errors
    ///
    /// [`Error::Position`] when the game is over there, [`Error::NoBox`] when the model has not learnt
    /// the side to move or its rule has no box for the position.
    ///
    /// # Panics
    ///
    /// If the model has no chapter yet; a model from a file has one.
    pub fn at(game: &G, model: &Model, at: &G::Position) -> Result<Self> {
        let text = game.write_position(at);
        if game.outcome(at).is_some() {
            return Err(Error::Position {
                game: game.name(),
                text,
                reason: "the game is over there".to_owned(),
            });
        }
        let none = |reason: String| Error::NoBox { text, reason };
        let side = game.side(at);
        let Some(table) = &model.tables[side.index()] else {
            return Err(none(format!(
                "{} is to move there, and it has learnt the {} side",
                side.name(),
                side.other().name()
            )));
        };
        if !model.layout().has_box(game, at) {
            return Err(none(format!(
                "the rule {} has no box for it; any move is played",
                model.rule().name
            )));
        }
        Ok(Self::new(game, model, table, at))
    }

    /// The box of a side met at the earliest ply; where there are several, the one with most beads,
    /// then with the smallest key.
    ///
    /// # Panics
    ///
    /// As [`BoxView::at`].
    pub fn landmark(game: &G, model: &Model, side: Side) -> Option<Self> {
        let table = model.tables[side.index()].as_ref()?;
        let rank = |key, ply, beads: &[u64]| {
            let sum: u64 = beads.iter().sum();
            Some((Reverse(ply), sum, Reverse(key)))
        };
        let (_, _, Reverse(key)) = table.boxes().greatest(rank)?;
        Some(Self::new(game, model, table, &game.position(key)?))
    }

    fn new(game: &G, model: &Model, table: &Table, at: &G::Position) -> Self {
        let found = |key| table.get(key);
        Self::of(game, model.rule(), at, found, || earliest(game, at))
    }

    /// The box of a position by this rule, which has one for it: the one that is found by its key, or
    /// a new one, met after so many moves.
    pub(crate) fn of(
        game: &G,
        rule: &Rule,
        at: &G::Position,
        found: impl FnOnce(Key) -> Option<Matchbox>,
        new: impl FnOnce() -> Option<u16>,
    ) -> Self {
        let placed = Layout::from(rule).place(game, at);
        let found = found(placed.key);
        let met = found.is_some();
        let (ply, beads) = if let Some(Matchbox { ply, beads }) = found {
            (Some(ply), beads)
        } else {
            let (ply, colours) = (new(), placed.colours.len());
            let start = rule.start_beads(ply.unwrap_or(LATE), colours);
            (ply, vec![start; colours])
        };
        let colours = placed.colours.into_iter().zip(beads);
        Self {
            at: *at,
            side: game.side(at),
            met,
            ply,
            colours: colours
                .map(|(moves, beads)| ColourView { moves, beads })
                .collect(),
            empty: rule.empty,
        }
    }

    /// All beads in the box, those of each colour once.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.colours.iter().map(|colour| colour.beads).sum()
    }

    /// Whether some colour stands for several moves.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.colours.iter().any(|colour| colour.moves.len() > 1)
    }

    /// The legal moves, ascending, each with its colour.
    #[must_use]
    pub fn moves(&self) -> Vec<(Move, &ColourView)> {
        let colours = self.colours.iter();
        let mut moves: Vec<_> = colours
            .flat_map(|colour| colour.moves.iter().map(move |&m| (m, colour)))
            .collect();
        moves.sort_unstable_by_key(|&(m, _)| m);
        moves
    }

    /// The chance of each of a colour's moves when a bead is drawn; 0 of an empty box.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a chance is for people to read")]
    pub fn chance(&self, colour: &ColourView) -> f64 {
        let whole = self.total() as f64 * colour.moves.len() as f64;
        if whole > 0.0 {
            colour.beads as f64 / whole
        } else {
            0.0
        }
    }

    /// What happens when it is to move without beads.
    #[must_use]
    pub fn when_empty(&self) -> &'static str {
        match self.empty {
            Empty::Refuse if self.ply == Some(0) => "it refuses to play",
            Empty::Refill => "it is filled again when it is needed",
            _ => "it resigns",
        }
    }
}

/// Whatever is too far from the start to be looked for is later than any stage of its own.
const LATE: u16 = u16::MAX;

/// How many positions are looked at for the way to one.
const SEARCHED: usize = 20_000;

/// The fewest moves from the start to a position, if it is among the first [`SEARCHED`].
fn earliest<G: Game>(game: &G, to: &G::Position) -> Option<u16> {
    let start = game.start();
    let mut met = HashSet::from([start]);
    let mut open = VecDeque::from([(start, 0_u16)]);
    while let Some((at, ply)) = open.pop_front() {
        if at == *to {
            return Some(ply);
        }
        if met.len() < SEARCHED {
            let after = game.moves(&at).map(|m| game.play(&at, m));
            let new = after.filter(|after| met.insert(*after));
            open.extend(new.map(|after| (after, ply.saturating_add(1))));
        }
    }
    None
}
