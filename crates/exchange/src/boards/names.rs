//! What the names of a table can be: boards, boards with a move in one key, or boards after a move.

use std::borrow::Cow;

use super::cells::{CellBoards, CellLayout};
use super::entry::{Numbers, TableEntry};
use super::forms::{quoted, without_side};
use super::reading::{BoardReading, TableForm, UnreadTable};
use super::rows::{has_cells, is_move};
use crate::error::Result;
use crate::game::Game;
use crate::games::{self, AnyGame};

/// The separators of a board and a move in one key.
const SEPARATORS: [&str; 12] = [",", "|", ":", ";", "_", "/", "->", "=>", "-", "#", "@", " "];

/// The names of a table as boards, in one way.
pub(super) struct Named<'a> {
    pub(super) form: TableForm,
    pub(super) entries: Cow<'a, [TableEntry]>,
    /// Which of them are boards, and their cells, if the game has some.
    pub(super) boards: CellBoards,
}

impl<'a> Named<'a> {
    /// All that the names of a table can be: what most of them are.
    pub(super) fn all(
        game: &AnyGame,
        entries: &'a [TableEntry],
        reading: &BoardReading,
    ) -> Result<Vec<Self>, UnreadTable> {
        let is_one = |entry: &&TableEntry| matches!(entry.numbers, Numbers::One(_));
        let ones = entries.iter().filter(is_one).count();
        if ones > 0 && ones < entries.len() {
            return Err("some of its boards have one number, and others several".into());
        }
        let mut found: Vec<Self> = Vec::new();
        let mut add = |form, entries: Cow<'a, [TableEntry]>| {
            if reading.form.is_none_or(|asked| asked == form) {
                let mut boards = read_boards(game, &entries, reading.cells);
                boards.retain(|boards| boards.count() * 2 >= entries.len().max(1));
                found.extend(boards.into_iter().map(|boards| Self {
                    form,
                    entries: entries.clone(),
                    boards,
                }));
            }
        };
        if ones == 0 {
            let is_map = |entry: &TableEntry| matches!(entry.numbers, Numbers::Map(_));
            let are_maps = entries.iter().all(is_map);
            let forms = [TableForm::Lists, TableForm::Moves];
            add(forms[usize::from(are_maps)], entries.into());
        }
        // A table may be below the name of a player or of the table. Without cells a move could be taken for a board.
        let below = |entry: &TableEntry| match &entry.numbers {
            Numbers::Map(inner) if has_cells(game) => inner.clone(),
            Numbers::One(_) => vec![entry.clone()],
            Numbers::List(_) | Numbers::Map(_) => Vec::new(),
        };
        let single: Vec<TableEntry> = entries.iter().flat_map(below).collect();
        for separator in SEPARATORS {
            let split = single.iter().map(|entry| with_move(game, entry, separator));
            let split: Vec<Option<TableEntry>> = split.collect();
            if split.iter().flatten().count() * 2 > single.len() {
                // What has no move is refused with its line, if it comes to this form.
                let all = split.into_iter().zip(&single);
                let whole = all.map(|(parts, own)| parts.unwrap_or_else(|| own.clone()));
                add(TableForm::Keys, whole.collect());
            }
        }
        add(TableForm::After, single.into());
        // Boards are no names of tables.
        let has_moves = |named: &Self| matches!(named.form, TableForm::Lists | TableForm::Moves);
        if found.iter().any(has_moves) {
            found.retain(has_moves);
        }
        if found.is_empty() {
            return Err(no_board(game, entries, reading));
        }
        Ok(found)
    }

    /// An entry, for people to see how it was read.
    pub(super) fn example(&self) -> String {
        let entry = &self.entries[self.entries.len() - 1];
        let board = format!("the board {}", quoted(&entry.name));
        match (&entry.numbers, entry.numbers.map()) {
            (_, [own, ..]) => format!("{board} and the move {}", quoted(&own.name)),
            (Numbers::One(_), _) => format!("{board} after a move"),
            _ => board,
        }
    }

    /// Refuses an entry that is no board: one that lost a cell would else be missing without a word.
    pub(super) fn check(&self, game: &AnyGame) -> Result<(), UnreadTable> {
        let is_keys = self.form == TableForm::Keys;
        let lacks_move = |own: &TableEntry| is_keys && matches!(own.numbers, Numbers::One(_));
        let mut all = self.entries.iter().zip(&self.boards.marks);
        match all.find(|(entry, board)| board.is_none() || lacks_move(entry)) {
            Some((entry, _)) => Err(among_boards(game, entry)),
            None => Ok(()),
        }
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

/// That no name, or too few, is a board.
fn no_board(game: &AnyGame, entries: &[TableEntry], reading: &BoardReading) -> UnreadTable {
    let boards = read_boards(game, entries, reading.cells).swap_remove(0);
    let mut all = entries.iter().zip(&boards.marks);
    match all.find(|(_, board)| board.is_none()) {
        None => UnreadTable::unknown(None, "it has no boards of this form"),
        Some((entry, _)) if boards.count() > 0 => among_boards(game, entry),
        Some((entry, _)) => {
            let seen = format!("{} is no {}", quoted(&entry.name), board_name(game));
            UnreadTable::unknown(entry.line, &seen)
        }
    }
}

/// The boards of these names, in each way to read their cells, if the game has some.
fn read_boards(
    game: &AnyGame,
    entries: &[TableEntry],
    layout: Option<CellLayout>,
) -> Vec<CellBoards> {
    if !has_cells(game) {
        let is_board = |entry: &TableEntry| games::position(game, &entry.name).is_ok();
        let marks = |entry| is_board(entry).then(Vec::new);
        return vec![CellBoards {
            marks: entries.iter().map(marks).collect(),
            ..CellBoards::default()
        }];
    }
    let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
    CellBoards::read(&names, game.sketch(&game.start()).places.len(), layout)
}

fn board_name(game: &AnyGame) -> String {
    if has_cells(game) {
        format!("board of {} cells", game.sketch(&game.start()).places.len())
    } else {
        format!("position of {}", game.name())
    }
}

/// The board of a key and its only move, with this between them.
fn with_move(game: &AnyGame, entry: &TableEntry, separator: &str) -> Option<TableEntry> {
    let (board, m) = split(&entry.name, separator)?;
    let named = |name: &str, numbers| TableEntry {
        name: name.to_owned(),
        numbers,
        ..entry.clone()
    };
    is_move(game, without_side(m).1).then(|| {
        let own = named(m, entry.numbers.clone());
        named(board, Numbers::Map(vec![own]))
    })
}

/// The two parts of a key around the last such separator that is neither in quotes nor in inner parentheses.
fn split<'a>(key: &'a str, separator: &str) -> Option<(&'a str, &'a str)> {
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
        let m = m[separator.len()..].trim().trim_matches(['\'', '"']);
        Some((unquoted(board), m))
    };
    if !key.contains(separator) {
        return None;
    }
    // Marks around a pair are no part of it; around a board alone they are.
    let inside = key.trim().strip_prefix(['(', '[']);
    let inside = inside.and_then(|text| text.strip_suffix([')', ']']));
    inside.and_then(parts).or_else(|| parts(key))
}

/// A board without the quotes around it.
fn unquoted(board: &str) -> &str {
    let text = board.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '\'' | '"'));
    let inside = quote.and_then(|quote| text.strip_prefix(quote)?.strip_suffix(quote));
    let inside = inside.filter(|inside| !inside.contains(['\'', '"']));
    inside.unwrap_or(board)
}
