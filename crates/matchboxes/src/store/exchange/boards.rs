//! Tables of other programs: a number for each move of each board, as JSON or from a map in memory.
//!
//! A board is its cells row by row from the top, as text (`"X O      "`, `"X..|.O.|..."`) or as a list of marks
//! (`(0, 1, -1, ...)`). The marks are those of a free cell, the first side and the second. They are found: each way to read
//! the two or three marks is tried, and that is taken in which most boards have as many stones of each side as when sides
//! alternate, the first beginning; of equal ones the usual marks. The numbers are a list, one for each move of the game in
//! its order, or a map from moves to numbers.

use std::collections::{BTreeSet, HashMap};

use std::path::Path;

use serde_json::Value;

use super::super::file::{read_head, read_text, utf8};
use super::sheet::{Content, Head, Row, Rows, Sheet, is_sheet};
use super::values;
use crate::error::{Error, Result};
use crate::game::{Game, Key, Move};
use crate::games::{self, AnyGame, Position};
use crate::graph::{Budget, Graph, Merging, Node};

/// The bytes of a file by which one of this program is recognised, and the largest file of another one that is read.
const HEAD: u64 = 4096;
const LONGEST: u64 = 1 << 28;

/// The bits of the greatest weight of a box whose weights are no whole numbers.
const SCALE: f64 = 1_099_511_627_776.0;

/// A table of boards and numbers.
#[derive(Clone, Debug, Default)]
pub struct Boards {
    /// Each board as text, and its numbers.
    pub entries: Vec<(String, Numbers)>,
}

/// The numbers of a board; `None` where there is none.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// One for each move of the game, in its order, or for each cell.
    List(Vec<Option<f64>>),
    /// By the name of the move, or the number of its cell.
    Map(Vec<(String, Option<f64>)>),
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
        Self::of_json(&read_text(path, LONGEST)?).map_err(|error| Error::Line {
            path: path.to_owned(),
            line: error.line() as u64,
            reason: format!(
                "this JSON cannot be read: {error}; it has no NaN or Infinity, but null"
            ),
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
        let has_cells = matches!(
            game,
            AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::ConnectFour(_)
        );
        let order = match (&reading.marks, has_cells) {
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

/// The marks of the cells of a board.
fn marks(board: &str, cells: usize) -> Option<Vec<String>> {
    let every = |text: &mut dyn Iterator<Item = char>| text.map(String::from).collect::<Vec<_>>();
    let quoted: Vec<String> = board
        .split(['\'', '"'])
        .skip(1)
        .step_by(2)
        .map(str::to_owned)
        .collect();
    let is_apart = |c: char| c.is_whitespace() || ",;|/()[]{}".contains(c);
    let words: Vec<String> = board
        .split(is_apart)
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    let rows = every(&mut board.chars().filter(|c| !"|/\n".contains(*c)));
    let joined = every(&mut board.chars().filter(|&c| !is_apart(c)));
    [every(&mut board.chars()), quoted, words, rows, joined]
        .into_iter()
        .find(|marks| marks.len() == cells)
}

fn three(text: &str) -> Option<[String; 3]> {
    let marks: Vec<String> = text.chars().map(String::from).collect();
    marks.try_into().ok()
}

/// The marks of a free cell, the first side and the second, as most boards have them.
fn found<'a>(boards: impl Iterator<Item = &'a Vec<String>>) -> Result<[String; 3], String> {
    let boards: Vec<&Vec<String>> = boards.collect();
    let all: BTreeSet<&str> = boards
        .iter()
        .flat_map(|board| board.iter().map(String::as_str))
        .collect();
    if all.is_empty() {
        return Err("no board there has as many cells as the game".to_owned());
    }
    if all.len() > 3 {
        let all: Vec<&str> = all.into_iter().take(9).collect();
        return Err(format!(
            "boards have one of three marks in each cell; these have `{}`",
            all.join("`, `")
        ));
    }
    // Boards that lack a mark have the usual one.
    let mut all: Vec<&str> = all.into_iter().collect();
    let usual = [" ", "X", "O"]
        .into_iter()
        .filter(|mark| !all.contains(mark))
        .collect::<Vec<_>>();
    all.extend(usual.into_iter().take(3 - all.len().min(3)));
    let orders = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let votes = |order: &[&str; 3]| {
        let count = |board: &[String], mark: &str| board.iter().filter(|own| *own == mark).count();
        let in_turn = |board: &&&Vec<String>| {
            let [first, second] = [order[1], order[2]].map(|mark| count(board, mark));
            first == second || first == second + 1
        };
        let is_free =
            [" ", ".", "-", "_", "0", "b", "B", "e", "None", "null", ""].contains(&order[0]);
        let is_first =
            ["X", "x", "1"].contains(&order[1]) || ["O", "o", "2", "-1"].contains(&order[2]);
        (boards.iter().filter(in_turn).count(), is_free, is_first)
    };
    let orders = orders.map(|order| order.map(|i| all[i]));
    let best = orders
        .iter()
        .max_by_key(|order| votes(order))
        .unwrap_or(&orders[0]);
    Ok(best.map(str::to_owned))
}

fn position(game: &AnyGame, marks: &[String], order: &[String; 3]) -> Option<Position> {
    let cell = |mark: &String| Some(['.', 'X', 'O'][order.iter().position(|own| own == mark)?]);
    let cells: Vec<char> = marks.iter().map(cell).collect::<Option<_>>()?;
    let rows = cells.chunks(game.sketch(&game.start()).columns);
    let rows: Vec<String> = rows.map(|row| row.iter().collect()).collect();
    game.read_position(&rows.join("/")).ok()
}

/// The numbers by the number of the move.
fn by_move(
    game: &AnyGame,
    at: &Position,
    numbers: &Numbers,
    is_zero_based: bool,
) -> Result<Vec<Option<f64>>, String> {
    let count = usize::from(game.move_count());
    let map = match numbers {
        Numbers::List(list) if list.len() == count => return Ok(list.clone()),
        Numbers::List(list) => {
            return Err(format!(
                "{} numbers for the {count} moves of the game",
                list.len()
            ));
        }
        Numbers::Map(map) => map,
    };
    let mut all = vec![None; count];
    let columns = game.sketch(at).columns;
    for (name, number) in map {
        let words: Vec<&str> = name
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .collect();
        let digits: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        let m = match digits.as_deref() {
            Some([cell]) => cell.checked_sub(usize::from(!is_zero_based)),
            Some([row, column]) => Some(row * columns + column),
            _ => games::read_move(game, at, name)
                .ok()
                .map(|m| usize::from(m.0)),
        };
        let m = m
            .filter(|&m| m < count)
            .ok_or_else(|| format!("`{name}` is no move"))?;
        all[m] = *number;
    }
    Ok(all)
}

/// The numbers of a mirror image of a position, turned to it.
fn mirrored(
    game: &AnyGame,
    at: &Position,
    known: &HashMap<Key, Vec<Option<f64>>>,
) -> Option<Vec<Option<f64>>> {
    (0..game.symmetries())
        .map(crate::game::Symmetry)
        .find_map(|by| {
            let theirs = known.get(&game.key(&game.turn(at, by)))?;
            let own =
                (0..game.move_count()).map(|m| theirs[usize::from(game.turn_move(Move(m), by).0)]);
            Some(own.collect())
        })
}

/// The rows of a position.
fn rows_of(
    graph: &Graph<AnyGame>,
    node: Node,
    numbers: &[Option<f64>],
    content: Content,
) -> Result<Vec<Row>, String> {
    let game = graph.game();
    let own = || {
        graph
            .edges(node)
            .iter()
            .map(|edge| numbers[usize::from(edge.m.0)].unwrap_or(0.0))
    };
    if content != Content::Values && own().any(|number| !(number >= 0.0 && number.is_finite())) {
        return Err("a weight is negative or no number; are these values?".to_owned());
    }
    let most = own().fold(0.0, f64::max);
    let is_whole = own().all(|number| number.fract() == 0.0 && number < SCALE);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is from 0 to 2^40"
    )]
    let weight = |number: f64| {
        if is_whole {
            number as u64
        } else {
            (number / most * SCALE).round() as u64
        }
    };
    let row = |(edge, number): (&crate::graph::Edge, f64)| {
        let is_value = content == Content::Values;
        Ok(Row {
            line: 1,
            position: game.write_position(graph.position(node)),
            side: Some(graph.side(node)),
            moves: game.write_move(edge.m),
            number: if is_value { 0 } else { weight(number) },
            value: if is_value {
                values::units(&number.to_string())?
            } else {
                0
            },
            probability: None,
            ply: if is_value { graph.ply(node) } else { 0 },
        })
    };
    graph.edges(node).iter().zip(own()).map(row).collect()
}
