//! Tables of other programs: numbers of boards and moves, as JSON, in columns or from a map in memory.
//!
//! A text is first brought into one form, [entries](TableEntry): names and their numbers. What the names are is then tried in
//! each [way](BoardReading) that the table does not contradict: as boards, boards with a move in one key or boards after a move,
//! with cells, marks and moves written so or so. If several ways remain that mean different things, usual marks are taken
//! only where the boards and the numbers show that the usual side begins; else the user must say it.

mod cells;
mod checks;
mod columns;
mod entry;
mod forms;
mod marks;
mod names;
mod nested;
mod reading;
mod rows;
mod way;

use std::path::Path;

use super::sheet::{Head, RowSource, Sheet, is_sheet};
use super::spreadsheet::heading;
use crate::error::Result;
use crate::game::Game;
use crate::games::AnyGame;
use crate::graph::{Budget, Graph, Merging};
use crate::store::{read_head, read_text, utf8};
pub use cells::CellLayout;
pub use entry::{Numbers, TableEntry};
pub use marks::Marks;
use names::Named;
use reading::UnreadTable;
pub use reading::{BoardReading, TableForm, ValuesOf};
use rows::rows;
use way::{Found, Way};

/// The bytes of a file by which one of this program is recognised, and the largest file of another one that is read.
const HEAD: usize = 4096;
const LONGEST: u64 = 1 << 28;

/// The byte order mark that some editors put at the start of a text in UTF-8.
const MARK: &str = "\u{feff}";

/// A table of boards and numbers.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// What it names, and the numbers there.
    pub entries: Vec<TableEntry>,
}

/// Rows that were made of a table.
#[derive(Clone, Debug)]
pub struct ReadBoards {
    /// The rows, of which [`Sheet::model`] makes a model.
    pub sheet: Sheet,
    /// The description of the table as it was read.
    pub reading: BoardReading,
    /// Whether its boards do not say the side to move, so that it is one machine for both sides.
    pub is_shared: bool,
    /// How the marks are read, if boards have cells.
    pub marks: Option<Marks>,
    /// The count of numbers that are used.
    pub numbers: usize,
    /// How many legal moves of the boards used have none.
    pub missing: usize,
    /// How many numbers other than 0 are of moves that are not legal.
    pub unused: usize,
    /// How many boards are used, and how many positions took the numbers of a mirror image.
    pub used: [usize; 2],
    /// How many boards are left out: the game is over there or cannot come there.
    pub left_out: usize,
}

/// Whether a text begins as JSON does.
fn is_nested(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Whether a text that begins like this can be the table of another program.
fn may_be_boards(head: &[u8]) -> bool {
    let head = utf8(&head[..head.len().min(HEAD)]);
    if std::str::from_utf8(&head).is_err_and(|error| error.error_len().is_some()) {
        return false;
    }
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches(MARK).trim_start();
    if is_nested(text) {
        return !is_sheet(text);
    }
    let mut lines = text.lines().filter(|line| !line.starts_with("sep="));
    let fields = lines.next().unwrap_or_default().split([',', ';', '\t']);
    let headings = fields.map(|field| heading(field.trim_matches('"')));
    let headings: Vec<String> = headings.collect();
    let has = |name: &str| headings.iter().any(|own| own == name);
    !(text.is_empty() || has("position") && has("side"))
}

impl Boards {
    /// Reads the table of another program from a file; `None` if the file is one that this program wrote.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read, and as [`parse`](Self::parse).
    pub fn read(path: &Path) -> Result<Option<Self>> {
        if !may_be_boards(&read_head(path, HEAD as u64)?) {
            return Ok(None);
        }
        Self::parse(path, &read_text(path, LONGEST)?)
    }

    /// As [`read`](Self::read), for the contents of a file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Line`](crate::error::Error::Line) if no table is found in it.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Option<Self>> {
        let text = utf8(bytes);
        let (Ok(text), true) = (std::str::from_utf8(&text), may_be_boards(bytes)) else {
            return Ok(None);
        };
        let text = text.trim_start_matches(MARK);
        let (is_nested, origin) = (is_nested(text), path.display().to_string());
        let found = if is_nested {
            nested::table(text)
        } else {
            columns::table(text)
        };
        let entries = found.map_err(|refusal| refusal.error(&origin))?;
        if is_nested && entries.iter().all(|entry| entry.name == "game") {
            // It may have been written by this program, or as this program writes.
            if text.contains("\"game\"") {
                return Ok(None);
            }
            return Err(UnreadTable::unknown(Some(1), "this JSON has no table").error(&origin));
        }
        Ok(Some(Self { entries }))
    }

    /// Makes rows of the table for a game; `origin` is its name in errors. Of all ways to read it those are tried that it
    /// does not contradict. If they mean different things, they are refused with what to type for each.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`](crate::games::Error::Request) if the boards or the marks cannot be read,
    /// [`games::Error::TooLarge`](crate::games::Error::TooLarge) for a large game.
    pub fn sheet(
        &self,
        game: &AnyGame,
        origin: &str,
        reading: &BoardReading,
    ) -> Result<ReadBoards> {
        let graph = Graph::complete(game.clone(), Merging::None, Budget::EXACT, "a whole policy")?;
        let read = self.read_on(&graph, origin, reading);
        read.map_err(|refusal| refusal.error(origin))
    }

    fn read_on(
        &self,
        graph: &Graph<AnyGame>,
        origin: &str,
        reading: &BoardReading,
    ) -> Result<ReadBoards, UnreadTable> {
        let named = Named::all(graph.game(), &self.entries, reading)?;
        let mut tried: Vec<(Way<'_>, Found)> = Vec::new();
        let (mut refused, mut is_turned) = (None, false);
        for mut way in Way::all(graph, &named, reading)? {
            let mut found = way.found();
            if let Err(reason) = &found
                && let Some(view) = reason.view.filter(|_| reading.view.is_none())
            {
                // Numbers alone do not show that a way is wrong: it is asked about, with another view.
                (way.reading.view, is_turned) = (Some(view), true);
                refused = refused.or(found.err());
                found = way.found();
            }
            match found {
                Err(reason) => refused = refused.or(Some(reason)),
                Ok(found) if tried.iter().all(|(_, other)| other.known != found.known) => {
                    tried.push((way, found));
                }
                Ok(_) => {}
            }
        }
        // Numbers for moves that are not legal speak against a way where another has none.
        if tried.iter().any(|(_, found)| found.unused == 0) {
            tried.retain(|(_, found)| found.unused == 0);
        }
        if let Some(refused) = refused
            && (tried.is_empty() || is_turned && tried.len() == 1)
        {
            return Err(refused);
        }
        let (ways, found): (Vec<_>, Vec<_>) = tried.into_iter().unzip();
        Way::check_usual(&ways, is_turned)?;
        self.made(&ways[0], &found[0], origin)
    }

    /// The rows of the numbers that were found in this way.
    fn made(&self, way: &Way<'_>, found: &Found, origin: &str) -> Result<ReadBoards, UnreadTable> {
        let (graph, content) = (way.graph, found.content);
        let is_shared = way.nodes.iter().any(|all| all.len() > 1);
        let rows = rows(graph, &found.known, content, is_shared)?;
        let numbers = found.known.values().flatten().flatten().count();
        let legal = found.known.keys().map(|&node| graph.edges(node).len());
        Ok(ReadBoards {
            reading: BoardReading {
                content: Some(content),
                ..way.reading.clone()
            },
            is_shared,
            marks: way.marks.clone(),
            numbers,
            missing: legal.sum::<usize>() - numbers,
            unused: found.unused,
            used: [found.known.len() - found.filled, found.filled],
            left_out: self.entries.len().saturating_sub(found.names),
            sheet: Sheet {
                origin: origin.to_owned(),
                head: Head {
                    game: Some(graph.game().name()),
                    rule: None,
                    content,
                    is_shared,
                    count: rows.len(),
                    largest: rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max),
                },
                rows: RowSource::Held(rows),
                last_line: 1,
            },
        })
    }
}
