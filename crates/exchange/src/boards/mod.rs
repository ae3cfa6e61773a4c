//! Tables of other programs: numbers of boards and moves, as JSON, in columns or from a map in memory.
//!
//! A text is first brought into one form, [entries](TableEntry): names and their numbers. What the names are then is
//! decided in one place: boards, boards with a move in one key, or boards after a move.
//!
//! A board is its cells row by row from the top, as text (`"X O      "`, `"X..|.O.|..."`) or as a list of marks
//! (`(0, 1, -1, ...)`). The marks stand for a free cell and the stones of both sides. Each way to read the two
//! or three marks is tried: one side begins, or the side to move always has the same mark, whichever side it has.
//! Those remain in which most boards have as many stones of each side as when sides alternate. If several remain,
//! usual marks are taken only where a board shows that the usual side begins; else the user must say it, as for
//! everything else that can be read in two ways. The numbers are a list, one for each move of the game in its order,
//! or a map from moves to numbers.

mod after;
mod cells;
mod checks;
mod columns;
mod entry;
mod forms;
mod json;
mod marks;
mod names;
mod reading;
mod rows;
mod way;

use std::io::Read;
use std::path::Path;

use super::sheet::{Head, RowSource, Sheet, SheetContent, SheetRow, is_sheet};
use super::spreadsheet::heading;
use crate::error::{Error, Result};
use crate::game::{Game, Move};
use crate::games::AnyGame;
use crate::graph::{Budget, Graph, Merging};
use crate::interrupt;
use crate::store::{open, read_head, read_text, utf8};
use cells::CellBoards;
pub use entry::{Numbers, TableEntry};
use forms::UnreadTable;
pub use marks::{Marks, Seats};
use names::Named;
pub use reading::{BoardReading, TableForm, View};
use rows::{Known, content, rows_of};

use way::{Found, Way};

/// The bytes of a file by which one of this program is recognised, and the largest file of another one that is read.
const HEAD: u64 = 4096;
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
    /// The description of the table as it was read: the fields of a [`BoardReading`] that ask for it, with their values.
    pub options: Vec<(&'static str, String)>,
    /// Whether its boards do not say the side to move, so that it is one machine for both sides.
    pub is_shared: bool,
    /// Of what the table has numbers.
    pub form: TableForm,
    /// How the marks are read, if boards have cells.
    pub marks: Option<Marks>,
    /// Whether each free cell has its own number.
    pub is_numbered: bool,
    /// Whether boards of digits lacked the zeros before the others.
    pub lacks_zeros: bool,
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

/// Whether a text that begins like this can be the table of another program.
fn may_be_boards(head: &[u8]) -> bool {
    let head = utf8(head);
    if std::str::from_utf8(&head).is_err_and(|error| error.error_len().is_some()) {
        return false;
    }
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches(MARK).trim_start();
    if text.starts_with(['{', '[']) {
        return !is_sheet(text);
    }
    let mut lines = text.lines().filter(|line| !line.starts_with("sep="));
    let first = lines.next().unwrap_or_default();
    let fields = first.split([',', ';', '\t']);
    let headings: Vec<String> = fields
        .map(|field| heading(field.trim_matches('"')))
        .collect();
    let has = |name: &str| headings.iter().any(|own| own == name);
    !(text.is_empty() || has("position") && has("side"))
}

/// Whether a text in UTF-8 begins as JSON does.
fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(MARK.as_bytes()).unwrap_or(head);
    matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
}

impl Boards {
    /// Reads the table of another program from a file; `None` if the file is one that this program wrote.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read, [`Error::Line`] if no table is found in it.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let head = read_head(path, HEAD)?;
        if !may_be_boards(&head) {
            return Ok(None);
        }
        if is_json(&head) {
            return Self::from_json(path, &head, open(path)?);
        }
        Self::parse(path, &read_text(path, LONGEST)?)
    }

    /// As [`read`](Self::read), for the contents of a file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] if no table is found in it.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Option<Self>> {
        if !may_be_boards(&bytes[..bytes.len().min(4096)]) {
            return Ok(None);
        }
        let bytes = utf8(bytes);
        if is_json(&bytes) {
            return Self::from_json(path, &bytes, &*bytes);
        }
        let Ok(text) = std::str::from_utf8(&bytes) else {
            return Ok(None);
        };
        let entries = columns::table(text.trim_start_matches(MARK));
        let entries = entries.map_err(|refusal| refusal.error(&path.display().to_string()))?;
        Ok(Some(Self { entries }))
    }

    /// The table in a JSON text that begins like this.
    fn from_json(path: &Path, head: &[u8], text: impl Read) -> Result<Option<Self>> {
        let found = json::table(text).map_err(|error| {
            let reason = format!("this JSON cannot be read: {error}");
            Error::line(path, error.line() as u64, reason)
        })?;
        let is_own = |entries: &Vec<TableEntry>| entries.iter().all(|entry| entry.name == "game");
        if found.as_ref().is_none_or(is_own) {
            // It may have been written by this program, or as this program writes.
            if String::from_utf8_lossy(head).contains("\"game\"") {
                return Ok(None);
            }
            let unknown = UnreadTable::unknown(Some(1), "this JSON has no table");
            return Err(unknown.error(&path.display().to_string()));
        }
        Ok(found.map(|entries| Self { entries }))
    }

    /// The table in a JSON text: an object from names to numbers or to lists or maps of numbers, alone or within
    /// lists and objects. `None` if there is none.
    ///
    /// # Errors
    ///
    /// When the text is no JSON, or the table is larger than any that could be used.
    pub fn of_json(text: &[u8]) -> serde_json::Result<Option<Self>> {
        Ok(json::table(text)?.map(|entries| Self { entries }))
    }

    /// The names of the ways to write the cells of a board one after another.
    pub fn layouts() -> impl Iterator<Item = &'static str> {
        CellBoards::names()
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
        let mut tried: Vec<(Way<'_>, ReadBoards, Known)> = Vec::new();
        let mut refused = None;
        let mut is_turned = false;
        for mut way in Way::all(graph, &named, reading)? {
            let mut read = self.read_in(graph, &way, origin, reading);
            if let Err(reason) = &read
                && let Some(view) = reason.view.filter(|_| reading.view.is_none())
            {
                // Numbers alone do not show that a way is wrong: it is asked about, with another view.
                way.view = view;
                is_turned = true;
                let refusal =
                    std::mem::replace(&mut read, self.read_in(graph, &way, origin, reading)).err();
                refused = refused.or(refusal);
            }
            match read {
                Err(reason) => refused = refused.or(Some(reason)),
                Ok((read, known)) if tried.iter().all(|(.., other)| *other != known) => {
                    tried.push((way, read, known));
                }
                Ok(_) => {}
            }
        }
        // Numbers for moves that are not legal speak against a way where another has none.
        if tried.iter().any(|(_, read, _)| read.unused == 0) {
            tried.retain(|(_, read, _)| read.unused == 0);
        }
        let ways: Vec<Way<'_>> = tried.iter().map(|(way, ..)| way.clone()).collect();
        match (refused, &ways[..]) {
            (Some(refused), [] | [_]) if is_turned || ways.is_empty() => return Err(refused),
            (None, []) => return Err("it has no boards".to_owned().into()),
            (_, [_]) => {}
            _ => Way::check_usual(&ways, is_turned)?,
        }
        Ok(tried.swap_remove(0).1)
    }

    /// What the table is, read in this way, and the numbers of its boards.
    fn read_in(
        &self,
        graph: &Graph<AnyGame>,
        way: &Way<'_>,
        origin: &str,
        reading: &BoardReading,
    ) -> Result<(ReadBoards, Known), UnreadTable> {
        let mut found = way.found(reading.mirrors)?;
        let known = &mut found.known;
        let unused = checks::take_illegal(graph, known)?;
        let numbers = known.values().flatten().flatten().count();
        if numbers == 0 {
            return Err("no number of a legal move was read in it".to_owned().into());
        }
        let content = match (way.named.form, reading.content) {
            (TableForm::AfterMove, Some(content)) if content != SheetContent::Values => {
                let reason = "`numbers` weights is not for boards after a move, with values of the player who has just moved";
                return Err(UnreadTable::naming(vec!["numbers"], reason.to_owned()));
            }
            (TableForm::AfterMove, _) => SheetContent::Values,
            (_, Some(content)) => content,
            (_, None) => content(&legal_numbers(graph, known))?,
        };
        if content == SheetContent::Values {
            checks::check_view(graph, known, way.view)?;
        }
        let legal: usize = legal_numbers(graph, known).iter().map(Vec::len).sum();
        let rows = rows_of_all(graph, &found, content)?;
        let mut options = way.options();
        let meaning = if content == SheetContent::Values {
            "values"
        } else {
            "weights"
        };
        options.insert(1, ("numbers", meaning.to_owned()));
        let read = ReadBoards {
            options,
            is_shared: found.is_shared,
            form: way.named.form,
            is_numbered: way.named.boards.numbered_from.is_some(),
            lacks_zeros: way.named.boards.lacks_zeros,
            numbers,
            missing: legal.saturating_sub(numbers),
            unused,
            marks: way.marks.clone(),
            used: [found.known.len() - found.filled, found.filled],
            left_out: self.entries.len().saturating_sub(found.names),
            sheet: Sheet {
                origin: origin.to_owned(),
                head: Head {
                    game: Some(graph.game().name()),
                    rule: None,
                    content,
                    is_shared: found.is_shared,
                    count: rows.len(),
                    largest: rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max),
                },
                rows: RowSource::Held(rows),
                last_line: 1,
            },
        };
        Ok((read, found.known))
    }
}

/// The numbers of the legal moves of each board.
fn legal_numbers(graph: &Graph<AnyGame>, known: &Known) -> Vec<Vec<f64>> {
    let boards = graph.nodes().filter_map(|node| {
        let numbers = known.get(&graph.game().key(graph.position(node)))?;
        let legal = graph.edges(node).iter();
        let number = |m: Move| numbers[usize::from(m.0)].unwrap_or(0.0);
        Some(legal.map(|edge| number(edge.m)).collect())
    });
    boards.collect()
}

/// The rows of all positions whose numbers are known; of one of two that differ by the side to move, if they are of one
/// machine for both.
fn rows_of_all(
    graph: &Graph<AnyGame>,
    found: &Found,
    content: SheetContent,
) -> Result<Vec<SheetRow>, UnreadTable> {
    let game = graph.game();
    let mut rows = Vec::new();
    for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
        interrupt::every(1024, node.index());
        let at = graph.position(node);
        let either = game
            .without_side(at)
            .filter(|either| found.is_shared && either != at);
        let is_there = either.is_some_and(|either| found.known.contains_key(&game.key(&either)));
        let Some(numbers) = found.known.get(&game.key(at)).filter(|_| !is_there) else {
            continue;
        };
        let rows_there = rows_of(graph, node, numbers, content, found.is_shared);
        let rows_there =
            rows_there.map_err(|reason| format!("`{}`: {reason}", game.write_position(at)));
        rows.extend(rows_there?);
    }
    Ok(rows)
}
