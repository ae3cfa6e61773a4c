//! What the names of a table are: boards, boards with a move in one key, or boards after a move. All of these are tried, and
//! where two of them read the table in different ways, neither is taken.

use std::borrow::Cow;
use std::fmt;

use super::entry::{Numbers, TableEntry};
use super::forms::{CellBoards, UnreadTable, coordinates, quoted, without_side};
use super::rows::has_cells;
use crate::error::Result;
use crate::game::Game;
use crate::games::{self, AnyGame};

/// The separators of a board and a move in one key.
const SEPARATORS: [&str; 12] = [",", "|", ":", ";", "_", "/", "->", "=>", "-", "#", "@", " "];

/// Of what a table has numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// Boards, with a list of numbers.
    Lists,
    /// Boards, with moves and their numbers.
    Moves,
    /// Boards and moves in one key.
    Keys,
    /// Boards after a move.
    AfterMove,
}

impl fmt::Display for TableForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lists => "boards with a list of numbers",
            Self::Moves => "boards with the numbers of moves",
            Self::Keys => "boards and moves in one key",
            Self::AfterMove => {
                "boards after a move, with the values of the player who has just moved"
            }
        })
    }
}

/// The names of a table as boards.
pub(super) struct Named<'a> {
    pub(super) form: TableForm,
    pub(super) entries: Cow<'a, [TableEntry]>,
    /// The cells of the boards, if the game has some.
    pub(super) boards: CellBoards,
    /// The first entry of the table that is no board.
    wrong: Option<TableEntry>,
}

impl<'a> Named<'a> {
    /// What the names of a table are. Where most are boards, the others are refused: a board that lost a cell would else be
    /// missing without a word.
    pub(super) fn read(game: &AnyGame, entries: &'a [TableEntry]) -> Result<Self, UnreadTable> {
        let named = Self::most(game, entries)?;
        match &named.wrong {
            Some(entry) => Err(among_boards(game, entry)),
            None => Ok(named),
        }
    }

    /// What most names of a table are.
    fn most(game: &AnyGame, entries: &'a [TableEntry]) -> Result<Self, UnreadTable> {
        let is_one = |entry: &&TableEntry| matches!(entry.numbers, Numbers::One(_));
        let ones = entries.iter().filter(is_one).count();
        if ones == 0 {
            let lists = entries
                .iter()
                .any(|entry| matches!(entry.numbers, Numbers::List(_)));
            let form = if lists {
                TableForm::Lists
            } else {
                TableForm::Moves
            };
            if let Some(named) = Self::boards(game, form, entries.into())? {
                return Ok(named);
            }
        }
        // A table may be below the name of a player or of the table. Without cells a move could be taken for
        // a board.
        let below = |entry: &TableEntry| match &entry.numbers {
            Numbers::Map(inner) if has_cells(game) => inner.clone(),
            Numbers::One(_) => vec![entry.clone()],
            Numbers::List(_) | Numbers::Map(_) => Vec::new(),
        };
        let single: Vec<TableEntry> = entries.iter().flat_map(below).collect();
        if ones == 0 || ones == entries.len() {
            Self::of_keys(game, &single, entries)
        } else {
            Err("some of its boards have one number, and others several"
                .to_owned()
                .into())
        }
    }

    /// The names that have one number each; `entries` are all of the table.
    fn of_keys(
        game: &AnyGame,
        single: &[TableEntry],
        entries: &[TableEntry],
    ) -> Result<Self, UnreadTable> {
        let mut found = Self::boards(game, TableForm::AfterMove, single.to_vec().into())?;
        for separator in SEPARATORS {
            let parts = |entry| with_move(game, entry, separator);
            let whole = single.iter().find(|entry| parts(entry).is_none());
            let split: Vec<TableEntry> = single.iter().filter_map(parts).collect();
            if split.len() * 2 <= single.len() {
                continue;
            }
            let Some(mut read) = Self::boards(game, TableForm::Keys, split.into())? else {
                continue;
            };
            read.wrong = whole.cloned().or(read.wrong);
            match &found {
                Some(other) if !other.is_same(&read) => {
                    let [one, other] = [other, &read].map(Self::example);
                    let reason = format!("its keys can be read in 2 ways: as {one}; as {other}");
                    return Err(reason.into());
                }
                _ => found = Some(read),
            }
        }
        if let Some(found) = found {
            return Ok(found);
        }
        let (_, are) = read_boards(game, entries)?;
        let wrong = are.iter().position(|is_board| !is_board);
        Err(match wrong.and_then(|i| entries.get(i)) {
            Some(entry) if are.contains(&true) => among_boards(game, entry),
            Some(entry) => {
                let seen = format!("{} is no {}", quoted(&entry.name), board_name(game));
                UnreadTable::unknown(entry.line, &seen)
            }
            None => UnreadTable::unknown(None, "it has no boards"),
        })
    }

    /// The names as boards, if most of them are.
    fn boards(
        game: &AnyGame,
        form: TableForm,
        entries: Cow<'a, [TableEntry]>,
    ) -> Result<Option<Self>, UnreadTable> {
        let (boards, are) = read_boards(game, &entries)?;
        let read = are.iter().filter(|&&is_board| is_board).count();
        let wrong = are.iter().position(|is_board| !is_board);
        let named = Self {
            form,
            wrong: wrong.map(|i| entries[i].clone()),
            entries,
            boards,
        };
        Ok((read > 0 && read * 2 >= are.len()).then_some(named))
    }

    /// Whether both have the same boards and moves.
    fn is_same(&self, other: &Self) -> bool {
        let name = |entry: &TableEntry| match &entry.numbers {
            Numbers::Map(map) => coordinates(&map[0].name).ok_or_else(|| map[0].name.clone()),
            _ => Err(String::new()),
        };
        let names = |named: &Self| named.entries.iter().map(name).collect::<Vec<_>>();
        self.boards.marks == other.boards.marks && names(self) == names(other)
    }

    /// An entry, for people to see how it was read.
    fn example(&self) -> String {
        match self.entries.last() {
            Some(TableEntry {
                name,
                numbers: Numbers::Map(map),
                ..
            }) => format!(
                "the board {} and the move {}",
                quoted(name),
                quoted(&map[0].name)
            ),
            last => {
                let name = last.map_or("", |entry| &entry.name);
                format!("the board {} after a move", quoted(name))
            }
        }
    }
}

/// The cells of the boards of these names, if the game has some, and which names are boards.
fn read_boards(
    game: &AnyGame,
    entries: &[TableEntry],
) -> Result<(CellBoards, Vec<bool>), UnreadTable> {
    if has_cells(game) {
        let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
        let boards = CellBoards::read(&names, game.sketch(&game.start()).places.len())?;
        let are = boards.marks.iter().map(Option::is_some).collect();
        return Ok((boards, are));
    }
    let is_board = |entry: &TableEntry| games::position(game, &entry.name).is_ok();
    Ok((
        CellBoards::default(),
        entries.iter().map(is_board).collect(),
    ))
}

/// What a board of the game is called.
fn board_name(game: &AnyGame) -> String {
    if has_cells(game) {
        format!("board of {} cells", game.sketch(&game.start()).places.len())
    } else {
        format!("position of {}", game.name())
    }
}

/// That an entry is no board, where others are.
fn among_boards(game: &AnyGame, entry: &TableEntry) -> UnreadTable {
    let reason = format!(
        "this is no {}, as others are: write each in full, on each row, free cells with a mark too, and take out what is none",
        board_name(game)
    );
    UnreadTable::from(reason).in_entry(entry)
}

/// The board of a key and its only move, with this between them.
fn with_move(game: &AnyGame, entry: &TableEntry, separator: &str) -> Option<TableEntry> {
    let (board, own) = split(&entry.name, separator)?;
    let (_, m) = without_side(own);
    let is_cell = has_cells(game) && coordinates(m).is_some_and(|all| all.len() <= 2);
    let inner = TableEntry {
        name: own.to_owned(),
        ..entry.clone()
    };
    (is_cell || game.read_move(m).is_ok()).then(|| TableEntry {
        name: board.to_owned(),
        numbers: Numbers::Map(vec![inner]),
        ..*entry
    })
}

/// The two parts of a key around the last such separator that is neither in quotes nor in inner parentheses.
fn split<'a>(key: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
    let inside = key.trim().strip_prefix(['(', '[']);
    let inside = inside.and_then(|text| text.strip_suffix([')', ']']));
    // Marks around a pair are no part of it; around a board alone they are.
    let all = [inside, Some(key)];
    let parts = |text: &'a str| {
        let (mut depth, mut quote, mut place) = (0_i32, None, None);
        for (i, c) in text.char_indices() {
            match c {
                _ if quote == Some(c) => quote = None,
                _ if quote.is_some() => {}
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                '\'' | '"' => quote = Some(c),
                _ => {}
            }
            if depth == 0 && quote.is_none() && text[i..].starts_with(separator) {
                place = Some(i);
            }
            if depth < 0 {
                return None;
            }
        }
        let (board, m) = text.split_at(place?);
        let (m, quotes) = (m[separator.len()..].trim(), ['\'', '"']);
        Some((unquoted(board), m.trim_matches(quotes)))
    };
    all.into_iter().flatten().find_map(parts)
}

/// A board without the quotes around it.
fn unquoted(board: &str) -> &str {
    let text = board.trim();
    let inside = ['\'', '"'].into_iter().find_map(|quote| {
        let inside = text.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inside.contains(quote)).then_some(inside)
    });
    inside.unwrap_or(board)
}
