//! How a table is written, in words that a person can also type, and why it is not read.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::super::sheet::SheetContent;
use super::cells::CellLayout;
use super::entry::TableEntry;
use super::forms::quoted;
use crate::error::Error;
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
pub enum ValuesOf {
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

impl ValuesOf {
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
    pub view: Option<ValuesOf>,
    /// Whether positions that the table lacks take the numbers of mirror images; by default they do not, and a table with
    /// one of several mirror images of each board is refused.
    pub mirrors: Option<bool>,
}

impl BoardReading {
    /// What is described, by the names of the fields, as it is typed; without `mirrors`.
    pub fn options(&self) -> Vec<(&'static str, String)> {
        const ALL: &str = "form numbers cells own marks cells_from view";
        let values = json!(self);
        let value = |field| values.get(field).filter(|value| !value.is_null());
        let given = |field| Some((field, typed(value(field)?)));
        ALL.split(' ').filter_map(given).collect()
    }
}

/// A value as it is typed, in quotes where a shell would not take it as it is.
fn typed(value: &Value) -> String {
    let plain = |c: char| c.is_alphanumeric() || ".,_-".contains(c);
    match value {
        Value::String(text) if text.chars().all(plain) => text.clone(),
        other => other.to_string(),
    }
}

/// The forms of a table, for people whose table is in none of them.
const READ: &str = "read are JSON and CSV of boards with a list of numbers, with moves and their numbers, or with a move in one \
    key; of boards after a move with their values; and what `menace export` writes (docs/knowledge-base.md has an example of \
    each)";

/// Why a table is not read. The reason names fields of [`BoardReading`](super::BoardReading) in backquotes, in this order.
#[derive(Default)]
pub(super) struct UnreadTable {
    line: Option<u64>,
    fields: Vec<&'static str>,
    reason: String,
    /// The view of which its numbers seem to be, if that is the reason.
    pub(super) view: Option<ValuesOf>,
}

impl<T: Into<String>> From<T> for UnreadTable {
    fn from(reason: T) -> Self {
        Self::naming([], reason)
    }
}

impl UnreadTable {
    pub(super) fn naming(fields: impl Into<Vec<&'static str>>, reason: impl Into<String>) -> Self {
        Self {
            fields: fields.into(),
            reason: reason.into(),
            ..Self::default()
        }
    }

    /// That its numbers seem to be of this view.
    pub(super) fn of_view(view: ValuesOf, seen: &str) -> Self {
        let word = typed(&json!(view));
        let reason = format!("{seen}: say `view` {word} if they are of that player");
        Self {
            view: Some(view),
            ..Self::naming(["view"], reason)
        }
    }

    /// The same, seen on a line.
    pub(super) fn at(self, line: Option<u64>) -> Self {
        Self { line, ..self }
    }

    /// That this was seen, and what is read instead.
    pub(super) fn unknown(line: Option<u64>, seen: &str) -> Self {
        Self::from(format!("{seen}; {READ}")).at(line)
    }

    /// The refusal of the contents of this entry.
    pub(super) fn in_entry(mut self, entry: &TableEntry) -> Self {
        self.reason = format!("{}: {}", quoted(&entry.name), self.reason);
        self.at(entry.line)
    }

    /// The error for a table of this name.
    pub(super) fn error(self, origin: &str) -> Error {
        match self.line {
            Some(line) if self.fields.is_empty() => Error::line(origin, line, self.reason),
            line => {
                let line = line.map_or_else(String::new, |line| format!(" line {line}"));
                Error::fields(self.fields, format!("{origin}{line}: {}", self.reason))
            }
        }
    }
}
