//! Positions as people write them: boards in other letters, with or without the side to move, and moves from the start.
//!
//! A text is read in every way that fits, and only if all of them give one position; the form in which
//! [`Game::write_position`] writes always means what it says.

use super::words::no_position;
use super::written::{LONGEST, readings};
use super::{AnyGame, Position};
use crate::error::{Error, Result};
use crate::game::{Game, Place, Rows, Side};

/// Reads a position in the usual form, or as people write it: moves from the start, joined or apart (`f5d6c3`, in
/// connect four and tic-tac-toe also columns and squares from 1, `4455`); a board without lines between its rows, in small letters, with `-`, `_` or
/// the number of the cell for what is free, or as `1`, `0` and `-1`; a board of the UCI data sets (`x,o,b`, with or
/// without its class); Othello's OBF and FFO lines; piles without the side to move.
///
/// # Errors
///
/// [`Error::Position`](crate::Error::Position) if the text is no position in any way, or two different ones.
#[inline(never)]
pub fn position(game: &AnyGame, text: &str) -> Result<Position> {
    read(game, text, AnyGame::read_position)
}

/// Reads a position in the same forms, also one that is made up rather than reached, as far as the game can
/// [go on](Game::compose) from it. It is only to be searched: tables and files know no such positions.
///
/// # Errors
///
/// As [`position`].
#[inline(never)]
pub fn composed(game: &AnyGame, text: &str) -> Result<Position> {
    position(game, text).or_else(|_| read(game, text, AnyGame::compose))
}

/// Reads a position by one of two ways from the usual form to it.
fn read(
    game: &AnyGame,
    text: &str,
    usual_form: fn(&AnyGame, &str) -> Result<Position>,
) -> Result<Position> {
    let usual = usual_form(game, text);
    if text.len() > LONGEST
        || usual
            .as_ref()
            .is_ok_and(|at| game.write_position(at) == text)
    {
        return usual;
    }
    let mut found = Vec::new();
    let mut add = |at: Position| {
        if !found.contains(&at) {
            found.push(at);
        }
    };
    usual.iter().copied().for_each(&mut add);
    let moves = readings(game, &game.start(), text);
    moves.found.iter().for_each(|(at, _)| add(*at));
    other_forms(game, text)
        .iter()
        .filter_map(|form| usual_form(game, form).ok())
        .for_each(&mut add);
    match found[..] {
        [] => usual.map_err(|usual| unread(game, usual, moves.far)),
        [at] => Ok(at),
        [one, another, ..] => {
            let [one, another] = [one, another].map(|at| game.write_position(&at));
            let reason = format!("it can mean `{one}` or `{another}`; write one of them");
            Err(no_position(game, text, reason))
        }
    }
}

/// The error for a text without a reading: if it begins with moves, which one is none; else the forms that are read.
fn unread(game: &AnyGame, usual: Error, far: Option<(Position, usize, String)>) -> Error {
    let Error::Position { text, reason, .. } = &usual else {
        return usual;
    };
    let reason = match far {
        Some((at, number, word)) if number > 1 => {
            let word: String = word.chars().take(20).collect();
            let there = game.write_position(&at);
            format!("as moves from the start, move {number}, `{word}`, is not legal in {there}")
        }
        // It is a board that play cannot lead to.
        _ if !other_forms(game, text).is_empty() => return usual,
        _ => format!("{reason}; {}", also_read(game)),
    };
    no_position(game, text, reason)
}

/// The forms that are read besides the usual one.
fn also_read(game: &AnyGame) -> String {
    let mut at = game.start();
    let mut moves = Vec::new();
    for _ in 0..2 {
        let first = game.moves(&at).next();
        moves.extend(first.map(|m| game.write_move(m)));
        at = first.map_or(at, |m| game.play(&at, m));
    }
    let moves = format!("moves from the start, such as `{}`", moves.join(" "));
    let board = "a board in small letters or on one line, with `-`, `_` or the number of the cell for a free one, or as \
                 1, 0 and -1";
    match game {
        AnyGame::OwnGame(_) => format!("{moves}, are read too"),
        AnyGame::Mnk(_) => format!("{moves}, and {board} are read too"),
        _ if !has_board(game) => {
            format!("{moves}, and piles alone where only one side can be to move are read too")
        }
        AnyGame::TicTacToe(_) => format!("{moves}, or `51`, and {board} are read too"),
        AnyGame::ConnectFour(_) => format!("{moves}, or `44`, and {board} are read too"),
        AnyGame::Hexapawn(_) => {
            format!("{moves}, and {board}, with the side to move, are read too")
        }
        AnyGame::Othello(_) => {
            format!("{moves}, OBF lines, and {board}, with the side to move, are read too")
        }
        _ => format!("{moves}, and {board} are read too"),
    }
}

/// Whether its positions are boards, that all its sketches show.
fn has_board(game: &AnyGame) -> bool {
    game.sketch(&game.start()).rows == Rows::Squares
}

/// What a text may be in the usual form, if it is a board or piles.
fn other_forms(game: &AnyGame, text: &str) -> Vec<String> {
    let (text, _remark) = text.split_once([';', '%']).unwrap_or((text, ""));
    match game {
        AnyGame::OwnGame(_) => Vec::new(),
        _ if has_board(game) => boards(game, text),
        _ => piles(text),
    }
}

fn piles(text: &str) -> Vec<String> {
    let words: Vec<&str> = words(text, "-+").collect();
    let split = words.iter().position(|word| word.parse::<u8>().is_err());
    let (numbers, tail) = words.split_at(split.unwrap_or(words.len()));
    let sides = sides(tail).into_iter();
    sides
        .map(|side| format!("{} {}", numbers.join(" "), side.name()))
        .collect()
}

/// The words of a text between blanks, commas, bars, slashes and these.
fn words<'a>(text: &'a str, more: &'a str) -> impl Iterator<Item = &'a str> {
    let parts =
        text.split(move |c: char| c.is_whitespace() || ",/|".contains(c) || more.contains(c));
    parts.filter(|word| !word.is_empty())
}

/// The sides that may be to move according to the words after a board: both if there are none.
fn sides(tail: &[&str]) -> Vec<Side> {
    let [word] = tail else {
        return if tail.is_empty() {
            Side::BOTH.to_vec()
        } else {
            Vec::new()
        };
    };
    match word.to_lowercase().as_str() {
        "x" | "*" | "b" | "black" | "first" => vec![Side::First],
        "o" | "w" | "white" | "second" => vec![Side::Second],
        "positive" | "negative" | "win" | "loss" | "draw" => Side::BOTH.to_vec(),
        _ => Vec::new(),
    }
}

/// A board in the usual form, for each order of its cells and each side that may be to move.
fn boards(game: &AnyGame, text: &str) -> Vec<String> {
    let (columns, count) = board_size(game);
    let words: Vec<&str> = words(text, "").collect();
    let Some((cells, used)) = cells(game, &words, count) else {
        return Vec::new();
    };
    let row_by_row = cells
        .chunks(columns)
        .map(|row| row.iter().collect())
        .collect();
    let mut orders: Vec<Vec<String>> = vec![row_by_row];
    let rows = count / columns;
    if game.nature().falls && used == count {
        // The data set goes up column by column.
        let row = |row: usize| {
            (0..columns)
                .map(|column| cells[column * rows + rows - 1 - row])
                .collect()
        };
        orders.push((0..rows).map(row).collect());
    }
    let mut forms = Vec::new();
    for rows in orders {
        let board = rows.join("/");
        for side in sides(&words[used..]) {
            let mark = if side == Side::First { "X" } else { "O" };
            // A game reads only one of them: the side to move follows from the stones, or is written.
            forms.extend([format!("{board} {mark}"), board.clone()]);
        }
    }
    forms
}

/// The columns and the cells of the board: of the first one, where a sketch shows it twice.
fn board_size(game: &AnyGame) -> (usize, usize) {
    let sketch = game.sketch(&game.start());
    let gap = sketch.places.iter().position(|place| *place == Place::Gap);
    let columns = gap.unwrap_or(sketch.columns);
    (columns, sketch.places.len() / sketch.columns * columns)
}

/// The cells that the first words of a text fill, as `X`, `O` and `.`, and the number of these words.
fn cells(game: &AnyGame, words: &[&str], count: usize) -> Option<(Vec<char>, usize)> {
    let numbers = words.len() >= count
        && words[..count]
            .iter()
            .all(|word| ["1", "0", "-1"].contains(word));
    let mut cells = Vec::new();
    for (used, word) in words.iter().enumerate() {
        if cells.len() == count {
            return Some((cells, used));
        }
        if numbers {
            cells.push(match *word {
                "1" => 'X',
                "0" => '.',
                _ => 'O',
            });
            continue;
        }
        for c in word.chars() {
            cells.push(cell(game, c, cells.len())?);
        }
    }
    (cells.len() == count).then_some((cells, words.len()))
}

/// What stands in a cell, the number of which may stand for a free one.
fn cell(game: &AnyGame, c: char, number: usize) -> Option<char> {
    let othello = matches!(game, AnyGame::Othello(_));
    match c {
        'X' | 'x' | '*' => Some('X'),
        'O' | 'o' => Some('O'),
        'B' | 'b' if othello => Some('X'),
        'W' | 'w' if othello => Some('O'),
        '.' | '-' | '_' | 'b' => Some('.'),
        _ => {
            let digit = usize::try_from(c.to_digit(10)?).ok()?;
            (digit == number || digit == number + 1).then_some('.')
        }
    }
}
