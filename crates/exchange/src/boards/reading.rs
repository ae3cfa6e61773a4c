//! How a table is written, in words that a person can also type.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::sheet::SheetContent;
use super::cells::CellLayout;
use crate::game::Side;

/// Of what a table has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableForm {
    /// Boards, with a list of numbers.
    Lists,
    /// Boards, with moves and their numbers.
    Moves,
    /// Boards and moves in one key.
    Keys,
    /// Boards after a move, with their values.
    After,
}

/// Whose values the numbers of a table are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum View {
    /// Of the side that moves.
    #[default]
    Mover,
    /// Of the first side, also where the second one moves.
    First,
    /// Of the second side, also where the first one moves.
    Second,
    /// Of the opponent of the side that moves.
    Opponent,
}

impl View {
    /// Whether the values of the moves of this side are negated.
    pub(super) fn is_against(self, side: Side) -> bool {
        match self {
            Self::Mover => false,
            Self::First => side == Side::Second,
            Self::Second => side == Side::First,
            Self::Opponent => true,
        }
    }

    /// The view in which the values of the moves of these sides are the other side's than in this one.
    pub(super) fn turned(self, sides: &[Side]) -> Self {
        let [one, other] = Side::BOTH.map(|side| self.is_against(side) != sides.contains(&side));
        match (one, other) {
            (false, false) => Self::Mover,
            (false, true) => Self::First,
            (true, false) => Self::Second,
            (true, true) => Self::Opponent,
        }
    }
}

/// The description of a table: where its boards and moves are, how its cells are written, which mark is whose, and what its
/// numbers are. What is not given is found, if the table shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct BoardReading {
    /// Where the moves are.
    pub form: Option<TableForm>,
    /// [`SheetContent::Values`] or [`SheetContent::Policy`]; `None` if the numbers show it: values if one is
    /// negative, else a policy if all are whole or add up to 1 on each board.
    #[serde(rename = "numbers")]
    pub content: Option<SheetContent>,
    /// How the cells of a board are written.
    pub cells: Option<CellLayout>,
    /// The mark that the player has on every board, whichever side it takes, if there is one: the side to move, or in a
    /// table of boards after a move the side that has just moved.
    pub own: Option<String>,
    /// The marks of a free cell, the first side and the second: three characters, or words with commas between them.
    pub marks: Option<String>,
    /// From which number cells, rows and columns, or piles, are counted, 0 or 1.
    pub cells_from: Option<u64>,
    /// Whose values the numbers are; by default of the side that moves.
    pub view: Option<View>,
    /// Whether positions that the table lacks take the numbers of mirror images; by default they do not, and a table with
    /// one of several mirror images of each board is refused.
    pub mirrors: Option<bool>,
}

impl BoardReading {
    /// What is described, by the names of the fields, as it is typed; without `mirrors`.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        let all = [
            "form",
            "numbers",
            "cells",
            "own",
            "marks",
            "cells_from",
            "view",
        ];
        let values = json!(self);
        let value = |field| values.get(field).filter(|value| !value.is_null());
        let given = |field| Some((field, typed(value(field)?)));
        all.into_iter().filter_map(given).collect()
    }
}

/// A value as it is typed, in quotes where a shell would not take it as it is.
pub(super) fn typed(value: &Value) -> String {
    let plain = |c: char| c.is_alphanumeric() || ".,_-".contains(c);
    match value {
        Value::String(text) if text.chars().all(plain) => text.clone(),
        other => other.to_string(),
    }
}
