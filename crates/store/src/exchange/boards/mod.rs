//! Tables of other programs: a number for each move of each board, as JSON or from a map in memory.
//!
//! A board is its cells row by row from the top, as text (`"X O      "`, `"X..|.O.|..."`) or as a list of marks
//! (`(0, 1, -1, ...)`). The marks are those of a free cell and of the stones of both sides. Each way to read the two or
//! three marks is tried: one side begins, or the side to move always has the same mark, whichever seat it has. Those remain in
//! which most boards have as many stones of each side as when sides alternate. If several remain, usual marks are taken only
//! where a board shows that the usual side begins; else the user must say it, as for everything else that can be read in two
//! ways. The numbers are a list, one for each move of the game in its order, or a map from moves to numbers.

mod forms;
mod json;
mod marks;
mod rows;

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde::Deserialize;

use super::super::disk::open;
use super::super::file::{read_head, read_text, utf8};
use super::sheet::{Head, RowSource, Sheet, SheetContent, SheetRow, is_sheet};
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Budget, Graph, Merging};
use crate::interrupt;
use crate::text::count;
use forms::{UnreadTable, cells, mark};
use json::JsonKind;
use marks::{BoardTable, three};
pub use marks::{Marks, Seats};
pub use rows::Numbers;
use rows::{CellsFrom, by_move, content, has_cells, mirrored, rows_of};

/// The bytes of a file by which one of this program is recognised, and the largest file of another one that is read.
const HEAD: u64 = 4096;
const LONGEST: u64 = 1 << 28;

/// The byte order mark that some editors put at the start of a text in UTF-8.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// A table of boards and numbers.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// Each board as text, and its numbers.
    pub entries: Vec<(String, Numbers)>,
}

/// What the numbers of a table are, and how its boards are marked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardReading {
    /// [`SheetContent::Values`] or [`SheetContent::Policy`]; `None` if the numbers show it: values if one is negative, else a policy
    /// if all are whole or those of each board add up to 1.
    pub content: Option<SheetContent>,
    /// The marks of a free cell, the first side and the second: three characters, or words with commas between them; found
    /// if they are not given.
    pub marks: Option<String>,
    /// The mark that the side to move has on every board, whichever seat it has, if there is one.
    pub own: Option<String>,
    /// From which number cells, rows and columns are counted, 0 or 1; found if it is not given.
    pub cells_from: Option<u64>,
}

/// Rows that were made of a table.
#[derive(Clone, Debug)]
pub struct ReadBoards {
    /// The rows, of which [`Sheet::model`] makes a model.
    pub sheet: Sheet,
    /// How the marks are read, if boards have cells.
    pub marks: Option<Marks>,
    /// How many boards are used, and how many positions took the numbers of a mirror image.
    pub used: [usize; 2],
    /// How many boards are left out: the game is over there or cannot come there.
    pub left_out: usize,
}

/// Whether a text that begins like this can be the table of another program.
fn may_be_boards(head: &[u8]) -> bool {
    let head = utf8(head);
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    text.starts_with(['{', '[']) && !is_sheet(text)
}

impl Boards {
    /// Reads the table of another program from a file; `None` if the file is none, such as one that this program wrote.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read, [`Error::Line`] if it is no JSON.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let head = read_head(path, HEAD)?;
        if !may_be_boards(&head) {
            return Ok(None);
        }
        if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
            return Self::parse(path, &read_text(path, LONGEST)?);
        }
        let mut file = BufReader::new(open(path)?);
        let mark = if head.starts_with(MARK) {
            MARK.len()
        } else {
            0
        };
        let there = file.fill_buf().map_or(0, <[u8]>::len);
        file.consume(mark.min(there));
        Self::from_json(serde_json::Deserializer::from_reader(file))
            .map_err(|error| no_json(path, &error))
    }

    /// As [`read`](Self::read), for the contents of a file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] if it is no JSON.
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Option<Self>> {
        if !may_be_boards(&bytes[..bytes.len().min(4096)]) {
            return Ok(None);
        }
        Self::of_json(&utf8(bytes)).map_err(|error| no_json(path, &error))
    }

    /// The table in a JSON text: an object from boards to lists or maps of numbers, alone or within lists and objects.
    /// `None` if there is none.
    ///
    /// # Errors
    ///
    /// When the text is no JSON, or the table is larger than any that could be used.
    pub fn of_json(text: &[u8]) -> serde_json::Result<Option<Self>> {
        let text = text.strip_prefix(MARK).unwrap_or(text);
        Self::from_json(serde_json::Deserializer::from_slice(text))
    }

    fn from_json<'de>(
        mut reader: serde_json::Deserializer<impl serde_json::de::Read<'de>>,
    ) -> serde_json::Result<Option<Self>> {
        let found = JsonKind::deserialize(&mut reader)?;
        reader.end()?;
        Ok(found.boards().map(|entries| Self { entries }))
    }

    /// Makes rows of the table for a game; `origin` is its name in errors. A position that the table lacks takes the
    /// numbers of a mirror image that it has.
    ///
    /// # Errors
    ///
    /// [`games::Error::Request`] if the boards or the marks cannot be read, [`games::Error::TooLarge`] for a large game.
    pub fn sheet(
        &self,
        game: &AnyGame,
        origin: &str,
        reading: &BoardReading,
    ) -> Result<ReadBoards> {
        let refuse = |refusal: UnreadTable| refusal.error(origin);
        let wrong = |reason: String| refuse(reason.into());
        let size = game.sketch(&game.start()).places.len();
        let from = match reading.cells_from {
            Some(from) if from > 1 => {
                let reason = format!("`cells_from` {from}: cells are counted from 0 or from 1");
                return Err(UnreadTable::naming(vec!["cells_from"], reason).error(origin));
            }
            Some(from) => CellsFrom::given(i64::from(from == 1)),
            None => CellsFrom::detect(game, self.entries.iter().map(|(_, numbers)| numbers)),
        };
        let boards: Vec<&str> = self.entries.iter().map(|(board, _)| &**board).collect();
        let boards = cells(&boards, size);
        let marks = if has_cells(game) {
            Some(self.marks(game, &boards, from, reading).map_err(refuse)?)
        } else {
            None
        };
        let graph = Graph::complete(game.clone(), Merging::None, Budget::EXACT, "a whole policy")?;
        let known = self.known(&graph, &boards, marks.as_ref(), from);
        let known = known.map_err(refuse)?;
        if known.is_empty() {
            let read = marks.map_or_else(String::new, |marks| format!(" where {marks}"));
            return Err(wrong(format!(
                "none of its boards is a position of {}{read}",
                game.name()
            )));
        }
        let content = match reading.content {
            Some(content) => content,
            None => content(&legal_numbers(game, &graph, &known)).map_err(refuse)?,
        };
        let (rows, used) = rows_of_all(&graph, &known, content).map_err(refuse)?;
        Ok(ReadBoards {
            sheet: Sheet {
                origin: origin.to_owned(),
                head: Head {
                    game: Some(game.name()),
                    rule: None,
                    content,
                    is_shared: false,
                    count: rows.len(),
                    largest: rows.iter().map(|row| row.value.abs()).fold(0.0, f64::max),
                },
                rows: RowSource::Held(rows),
                last_line: 1,
            },
            marks,
            used,
            left_out: self.entries.len() - known.len(),
        })
    }

    /// The numbers of all moves of the game, by the unfinished positions that the boards show and play can lead to.
    fn known(
        &self,
        graph: &Graph<AnyGame>,
        boards: &[Option<Vec<String>>],
        marks: Option<&Marks>,
        from: CellsFrom,
    ) -> Result<HashMap<Key, NumberByMove>, UnreadTable> {
        let game = graph.game();
        let mut known = HashMap::new();
        for (i, ((board, numbers), cells)) in self.entries.iter().zip(boards).enumerate() {
            interrupt::every(1024, i);
            let at = match (cells, marks) {
                (Some(cells), Some(marks)) => marks.position(game, cells),
                _ => games::position(game, board).ok(),
            };
            let Some(at) = at.filter(|at| game.outcome(at).is_none() && graph.find(at).is_some())
            else {
                continue;
            };
            let by_move = by_move(game, &at, numbers, from);
            let mut by_move = by_move.map_err(|refusal| refusal.on_board(board))?;
            // What other programs have there for moves that are not legal means nothing.
            for (m, number) in (0..).map(Move).zip(&mut by_move) {
                *number = number.filter(|_| game.moves(&at).any(|legal| legal == m));
                if number.is_some_and(|number| !number.is_finite()) {
                    let m = game.write_move(m);
                    return Err(format!("`{board}`: the number of {m} is not finite").into());
                }
            }
            if known.insert(game.key(&at), by_move).is_some() {
                return Err(format!("the position of `{board}` stands there twice").into());
            }
        }
        Ok(known)
    }

    /// A board, for people to see what was read, shortened.
    fn example(&self) -> String {
        let board = self.entries.last().map_or("", |(board, _)| board);
        let short: String = board.chars().take(60).collect();
        format!("`{short}`")
    }

    /// How the marks of its boards are read.
    fn marks(
        &self,
        game: &AnyGame,
        boards: &[Option<Vec<String>>],
        from: CellsFrom,
        reading: &BoardReading,
    ) -> Result<Marks, UnreadTable> {
        let read = boards.iter().flatten().count();
        if read * 2 < boards.len() {
            return Err(format!(
                "only {read} of {} have as many cells as the game: {}",
                count(boards.len() as u64, "board", "boards"),
                self.example()
            )
            .into());
        }
        let given = reading.marks.as_deref().map(three).transpose()?;
        let own = reading.own.as_deref().map(mark);
        let (places, boards): (Vec<usize>, Vec<&[String]>) = boards
            .iter()
            .enumerate()
            .filter_map(|(place, board)| Some((place, board.as_deref()?)))
            .unzip();
        let greatest = |place: usize, at: &Position| {
            let (_, numbers) = &self.entries[places[place]];
            let all = by_move(game, at, numbers, from).unwrap_or_default();
            let number = |m: Move| all.get(usize::from(m.0)).copied().flatten().unwrap_or(0.0);
            let most = game.moves(at).map(number).fold(f64::NEG_INFINITY, f64::max);
            game.moves(at).filter(|m| number(*m) >= most).collect()
        };
        let table = BoardTable {
            game,
            boards,
            greatest: &greatest,
        };
        table.marks(given, own.as_deref())
    }
}

/// The numbers of the legal moves of each board.
fn legal_numbers(
    game: &AnyGame,
    graph: &Graph<AnyGame>,
    known: &HashMap<Key, Vec<Option<f64>>>,
) -> Vec<Vec<f64>> {
    let boards = graph.nodes().filter_map(|node| {
        let numbers = known.get(&game.key(graph.position(node)))?;
        let legal = graph.edges(node).iter();
        Some(
            legal
                .map(|edge| numbers[usize::from(edge.m.0)].unwrap_or(0.0))
                .collect(),
        )
    });
    boards.collect()
}

/// The error for a text that is no JSON.
fn no_json(path: &Path, error: &serde_json::Error) -> Error {
    let reason = format!("this JSON cannot be read: {error}; it has no NaN or Infinity, but null");
    Error::line(path, error.line() as u64, reason)
}

/// The number of each move of the game; `None` where there is none.
type NumberByMove = Vec<Option<f64>>;

/// The rows of all positions whose numbers, or those of a mirror image, are known; and how many are known in each way.
fn rows_of_all(
    graph: &Graph<AnyGame>,
    known: &HashMap<Key, NumberByMove>,
    content: SheetContent,
) -> Result<(Vec<SheetRow>, [usize; 2]), UnreadTable> {
    let game = graph.game();
    let (mut rows, mut used) = (Vec::new(), [0; 2]);
    for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
        interrupt::every(1024, node.index());
        let at = graph.position(node);
        let own = known.get(&game.key(at)).cloned();
        used[0] += usize::from(own.is_some());
        let Some(numbers) = own.or_else(|| mirrored(game, at, known).inspect(|_| used[1] += 1))
        else {
            continue;
        };
        let rows_there = rows_of(graph, node, &numbers, content);
        let rows_there = rows_there
            .map_err(|reason| UnreadTable::from(reason).on_board(&game.write_position(at)));
        rows.extend(rows_there?);
    }
    Ok((rows, used))
}
