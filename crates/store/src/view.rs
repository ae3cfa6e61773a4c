//! The contents of a matchbox at a position: the moves that each colour stands for, its beads, and the
//! chance of each move.
//!
//! Under a rule with symmetries, equivalent positions share a box, and equivalent moves may share a
//! colour. A view turns the box to the given position, and counts the beads of a colour once, however
//! many moves the colour stands for.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};
use std::fmt;

use super::model::Model;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move, Side};
use crate::games;
use crate::learn::{AtEmpty, BoxContent, Empty, Layout, Rule, Table};
use crate::text::float;

/// A matchbox at one of its positions.
#[derive(Clone, Debug)]
pub struct BoxView<G: Game> {
    /// The position.
    pub at: G::Position,
    /// The side to move, whose box it is.
    pub side: Side,
    /// Whether the box has been met; if not, it is shown as the rule would fill it.
    pub met: bool,
    /// The number of moves played before the box was first met. For a box never met, the fewest moves
    /// after which play can meet it; `None` if the position is too far from the start to search for.
    pub ply: Option<u16>,
    /// The contents: one colour for each class of moves that the rule distinguishes.
    pub colours: Vec<ColourView>,
    /// What the rule does with it when it is empty.
    pub empty: Empty,
}

/// The beads of one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColourView {
    /// The legal moves it stands for at the position, ascending. When the colour is drawn, each of them
    /// has the same chance.
    pub moves: Vec<Move>,
    /// Its beads, or its weight under a rule of odds. Under a rule of values, 1 if no colour has a greater value.
    pub beads: u64,
    /// Its value, under a rule of values.
    pub value: Option<MoveValue>,
}

/// What the moves of a colour are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The value in units of 2^-32.
    pub units: i64,
    /// How often it has been learnt from.
    pub visits: u64,
}

/// Exact: a value has at most 39 bits, so its shortest decimal reads back to the same value.
impl From<MoveValue> for f64 {
    #[expect(clippy::cast_precision_loss, reason = "a value has at most 39 bits")]
    fn from(value: MoveValue) -> Self {
        value.units as Self / 4_294_967_296.0
    }
}

/// With three decimals, or with the given precision.
impl fmt::Display for MoveValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = f.precision().unwrap_or(3);
        let whole = (0..places).fold(1.0, |whole, _| 10.0 * whole);
        // Adding zero makes a negative zero plain.
        let rounded = (f64::from(*self) * whole).round() / whole + 0.0;
        write!(f, "{rounded:.places$}")
    }
}

impl<G: Game> BoxView<G> {
    /// The box of a position, from the table of the side to move.
    ///
    /// # Errors
    ///
    /// [`games::Error::Position`] when the game is over there, [`Error::NoBox`] when the model has not learnt
    /// the side to move or its rule has no box for the position.
    pub fn at(game: &G, model: &Model, at: &G::Position) -> Result<Self> {
        let text = game.write_position(at);
        if game.outcome(at).is_some() {
            return Err(games::no_position(game, &text, "the game is over there").into());
        }
        let none = |reason: String| Error::NoBox { text, reason };
        let side = game.side(at);
        let Some(table) = model.table(side) else {
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

    /// The box that a side met at the earliest ply; of several, the one with the most beads, then the
    /// one with the smallest key.
    pub fn landmark(game: &G, model: &Model, side: Side) -> Option<Self> {
        let table = model.tables[side.index()].as_ref()?;
        let rank = |key, ply, beads: &[u64]| {
            let sum: u64 = beads.iter().sum();
            Some((Reverse(ply), sum, Reverse(key)))
        };
        let (_, _, Reverse(key)) = table.boxes().greatest(rank)?;
        Some(Self::new(game, model, table, &game.position(key)?))
    }

    /// The first box of a model: the landmark of its first side that has one.
    pub fn first(game: &G, model: &Model) -> Option<Self> {
        let mut sides = Side::BOTH.into_iter();
        sides.find_map(|side| Self::landmark(game, model, side))
    }

    fn new(game: &G, model: &Model, table: &Table, at: &G::Position) -> Self {
        Self::lookup(
            game,
            model.rule(),
            at,
            |key| table.content(key),
            || earliest(game, at),
        )
    }

    /// The box of a position under this rule, which must have one for it: the box that `found` returns
    /// for its key, or else a new one, first met at the ply that `new` returns.
    pub fn lookup(
        game: &G,
        rule: &Rule,
        at: &G::Position,
        found: impl FnOnce(Key) -> Option<BoxContent>,
        new: impl FnOnce() -> Option<u16>,
    ) -> Self {
        let placed = Layout::from(rule).place(game, at);
        let found = found(placed.key);
        let met = found.is_some();
        let ply = found.as_ref().map(BoxContent::ply).or_else(new);
        let (beads, values) = found
            .unwrap_or_else(|| BoxContent::new(rule, ply.unwrap_or(LATE), placed.colours.len()))
            .into_parts();
        let value = |i: usize| {
            values.as_ref().map(|found| MoveValue {
                units: found.values[i],
                visits: found.visits[i],
            })
        };
        let colours = placed.colours.into_iter().zip(beads).enumerate();
        Self {
            at: *at,
            side: game.side(at),
            met,
            ply,
            colours: colours
                .map(|(i, (moves, beads))| ColourView {
                    moves,
                    beads,
                    value: value(i),
                })
                .collect(),
            empty: rule.empty,
        }
    }

    /// The number of beads in the box; the moves of each colour count once.
    pub fn total(&self) -> u64 {
        self.colours.iter().map(|colour| colour.beads).sum()
    }

    /// Whether its rule keeps values.
    pub fn has_values(&self) -> bool {
        self.colours.iter().any(|colour| colour.value.is_some())
    }

    /// Whether some colour stands for several moves.
    pub fn is_shared(&self) -> bool {
        self.colours.iter().any(|colour| colour.moves.len() > 1)
    }

    /// The legal moves, ascending, each with its colour.
    pub fn moves(&self) -> Vec<(Move, &ColourView)> {
        let colours = self.colours.iter();
        let mut moves: Vec<_> = colours
            .flat_map(|colour| colour.moves.iter().map(move |&m| (m, colour)))
            .collect();
        moves.sort_unstable_by_key(|&(m, _)| m);
        moves
    }

    /// The chance of each of a colour's moves when a bead is drawn; for an empty box, the chance of a player by the
    /// table, 0 if it resigns.
    pub fn chance(&self, colour: &ColourView) -> f64 {
        let moves = |colour: &ColourView| float(colour.moves.len() as u64);
        if self.total() > 0 {
            return float(colour.beads) / (float(self.total()) * moves(colour));
        }
        match AtEmpty::from(self.empty) {
            AtEmpty::Resign => 0.0,
            AtEmpty::AnyMove => 1.0 / self.colours.iter().map(moves).sum::<f64>(),
            AtEmpty::AnyColour => 1.0 / (float(self.colours.len() as u64) * moves(colour)),
        }
    }

    /// Describes what happens when this box is empty and its side is to move.
    pub fn when_empty(&self) -> &'static str {
        match self.empty {
            Empty::Refuse if self.ply == Some(0) => "it refuses to play",
            Empty::AnyMove => "it plays any move",
            Empty::OneBead => "it gets one bead of a random colour when it is needed",
            Empty::Refill => "it is filled again when it is needed",
            _ => "it resigns",
        }
    }
}

/// The ply assumed for a position too far from the start to search for: later than every ply to which a
/// rule gives its own starting beads.
const LATE: u16 = u16::MAX;

/// The number of positions that [`earliest`] searches.
const SEARCHED: usize = 20_000;

/// The fewest moves from the start to a position, if it is among the first [`SEARCHED`] positions.
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
