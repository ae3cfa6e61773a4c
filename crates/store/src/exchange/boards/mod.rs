//! Tables of other programs: a number for each move of each board, as JSON or from a map in memory.
//!
//! A board is its cells row by row from the top, as text (`"X O      "`, `"X..|.O.|..."`) or as a list of marks
//! (`(0, 1, -1, ...)`). The marks are those of a free cell, the first side and the second. They are found: each way to read
//! the two or three marks is tried, and that is taken in which most boards have as many stones of each side as when sides
//! alternate, the first beginning; of equal ones the usual marks. The numbers are a list, one for each move of the game in
//! its order, or a map from moves to numbers.

mod marks;
mod rows;

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;

use super::super::file::{read_head, read_text, utf8};
use super::sheet::{Content, Head, Rows, Sheet, is_sheet};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move};
use crate::games::{self, AnyGame};
use crate::graph::{Budget, Graph, Merging};
use marks::{found, marks, position, three};
pub use rows::Numbers;
use rows::{by_move, has_cells, mirrored, rows_of};

/// The bytes of a file by which one of this program is recognised, and the largest file of another one that is read.
const HEAD: u64 = 4096;
const LONGEST: u64 = 1 << 28;

/// A table of boards and numbers.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// Each board as text, and its numbers.
    pub entries: Vec<(String, Numbers)>,
}

/// What the numbers of a table are, and how its boards are marked.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// [`Content::Values`] or [`Content::Policy`]; `None` for values if one is negative, else for a policy.
    pub content: Option<Content>,
    /// The marks of a free cell, the first side and the second, as three characters; found if they are not given.
    pub marks: Option<String>,
}

/// Rows that were made of a table.
#[derive(Clone, Debug)]
pub struct ReadBoards {
    /// The rows, of which [`Sheet::model`] makes a model.
    pub sheet: Sheet,
    /// The marks of a free cell, the first side and the second, if boards have cells.
    pub marks: Option<[String; 3]>,
    /// How many boards are used, and how many positions took the numbers of a mirror image.
    pub used: [usize; 2],
    /// How many boards are left out: the game is over there or cannot come there.
    pub left_out: usize,
}

impl Boards {
    /// Reads the table of another program from a file; `None` if the file is none, such as one that this program wrote.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read, [`Error::Line`] if it is no JSON.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let head = read_head(path, HEAD)?;
        let head = utf8(&head);
        let text = String::from_utf8_lossy(&head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if !text.starts_with(['{', '[']) || is_sheet(text) {
            return Ok(None);
        }
        Self::of_json(&read_text(path, LONGEST)?).map_err(|error| {
            let reason =
                format!("this JSON cannot be read: {error}; it has no NaN or Infinity, but null");
            Error::line(path, error.line() as u64, reason)
        })
    }

    /// The table in a JSON text: an object from boards to lists or maps of numbers, alone or within lists and objects.
    /// `None` if there is none.
    ///
    /// # Errors
    ///
    /// When the text is no JSON.
    pub fn of_json(text: &[u8]) -> serde_json::Result<Option<Self>> {
        let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
        Ok(Self::within(&serde_json::from_slice(text)?))
    }

    fn within(value: &Value) -> Option<Self> {
        let Value::Object(map) = value else {
            return value.as_array()?.iter().find_map(Self::within);
        };
        let entries = map
            .iter()
            .map(|(board, value)| Some((board.clone(), numbers(value)?)));
        let entries: Option<Vec<_>> = entries.collect();
        match entries {
            Some(entries) if !entries.is_empty() => Some(Self { entries }),
            _ => map.values().find_map(Self::within),
        }
    }

    /// Makes rows of the table for a game; `origin` is its name in errors. A position that the table lacks takes the
    /// numbers of a mirror image that it has.
    ///
    /// # Errors
    ///
    /// [`Error::Request`] if the boards or the marks cannot be read, [`Error::TooLarge`] for a large game.
    pub fn sheet(&self, game: &AnyGame, origin: &str, reading: &Reading) -> Result<ReadBoards> {
        let refuse = |reason: String| Error::request(format!("{origin}: {reason}"));
        let cells = game.sketch(&game.start()).places.len();
        let boards = self.entries.iter().map(|(board, _)| marks(board, cells));
        let boards: Vec<Option<Vec<String>>> = boards.collect();
        let order = match (&reading.marks, has_cells(game)) {
            (_, false) => None,
            (Some(given), true) => Some(three(given).ok_or_else(|| {
                refuse(
                    "marks are three characters: of a free cell, the first side and the second"
                        .to_owned(),
                )
            })?),
            (None, true) => Some(found(boards.iter().flatten()).map_err(refuse)?),
        };
        let graph = Graph::complete(game.clone(), Merging::None, Budget::EXACT, "a whole policy")?;
        let is_zero_based = self.entries.iter().any(|(_, numbers)| {
            matches!(numbers, Numbers::Map(map) if map.iter().any(|(name, _)| name == "0"))
        });
        let mut known: HashMap<Key, Vec<Option<f64>>> = HashMap::new();
        for ((board, numbers), marks) in self.entries.iter().zip(&boards) {
            let at = match (marks, &order) {
                (Some(marks), Some(order)) => position(game, marks, order),
                _ => games::position(game, board).ok(),
            };
            let Some(at) = at.filter(|at| game.outcome(at).is_none() && graph.find(at).is_some())
            else {
                continue;
            };
            let by_move = by_move(game, &at, numbers, is_zero_based);
            let mut by_move = by_move.map_err(|reason| refuse(format!("`{board}`: {reason}")))?;
            // What other programs have there for moves that are not legal means nothing.
            for (m, number) in (0..).map(Move).zip(&mut by_move) {
                *number = number.filter(|_| game.moves(&at).any(|legal| legal == m));
            }
            if known.insert(game.key(&at), by_move).is_some() {
                return Err(refuse(format!(
                    "the position of `{board}` stands there twice"
                )));
            }
        }
        if known.is_empty() {
            let read = order.map(|order| format!(" with the marks `{}`", order.join("`, `")));
            let read = read.unwrap_or_default();
            return Err(refuse(format!(
                "none of its boards is a position of {}{read}",
                game.name()
            )));
        }
        let is_negative = || {
            known
                .values()
                .flatten()
                .flatten()
                .any(|&number| number < 0.0)
        };
        let content = reading.content.unwrap_or_else(|| {
            if is_negative() {
                Content::Values
            } else {
                Content::Policy
            }
        });
        let mut rows = Vec::new();
        let mut used = [0; 2];
        for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
            let at = graph.position(node);
            let own = known.get(&game.key(at)).cloned();
            used[0] += usize::from(own.is_some());
            let Some(numbers) =
                own.or_else(|| mirrored(game, at, &known).inspect(|_| used[1] += 1))
            else {
                continue;
            };
            let rows_there = rows_of(&graph, node, &numbers, content);
            let at = || game.write_position(at);
            rows.extend(rows_there.map_err(|reason| refuse(format!("`{}`: {reason}", at())))?);
        }
        Ok(ReadBoards {
            sheet: Sheet {
                origin: origin.to_owned(),
                head: Head {
                    game: Some(game.name()),
                    rule: None,
                    content,
                    is_shared: false,
                    count: rows.len(),
                },
                rows: Rows::Held(rows),
                last_line: 1,
            },
            marks: order,
            used,
            left_out: self.entries.len() - known.len(),
        })
    }
}

fn numbers(value: &Value) -> Option<Numbers> {
    let number = |value: &Value| match value {
        Value::Null => Some(None),
        value => value.as_f64().map(Some),
    };
    match value {
        Value::Array(list) if !list.is_empty() => list
            .iter()
            .map(number)
            .collect::<Option<_>>()
            .map(Numbers::List),
        Value::Object(map) => {
            let all = map
                .iter()
                .map(|(name, value)| Some((name.clone(), number(value)?)));
            all.collect::<Option<_>>().map(Numbers::Map)
        }
        _ => None,
    }
}
