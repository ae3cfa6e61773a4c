//! Positions as people write them: boards in other letters, with or without the side to move, and moves from the start.
//!
//! A text is read in every way that fits, and only if all of them give one position; the form that
//! [`Game::write_position`] writes always gives the written position.

use super::words::no_position;
use super::written::{LONGEST, is_scored, readings};
use super::{AnyGame, Position};
use crate::error::{Error, Result};
use crate::game::{Game, Place, Rows, Side};

/// Reads a position in the usual form, or as people write it: moves from the start, joined or apart (`f5d6c3`, in
/// connect four and tic-tac-toe also columns and squares from 1, `4455`, in connect four also `d1 d2`); a board without
/// lines between its rows, in small letters, with a blank, `-`, `_` or the number of the cell for what is free, or in other
/// signs (0, 1 and 2, or 0, 1 and -1; red and yellow; pawns as in chess), as a list of Python, as it is drawn or with its rows apart; a board of the UCI data sets (`x,o,b`, with or without its class); Othello's OBF, FFO and GGF
/// lines; the side to move before a board or behind it; piles without the side to move.
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
    let is_written_so = |at| game.write_position(at) == text;
    if text.len() > LONGEST || usual.as_ref().is_ok_and(is_written_so) {
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
    let mut other_side = None;
    for (form, side) in other_forms(game, text) {
        match usual_form(game, &form) {
            Ok(at) if game.side(&at) == side => add(at),
            Ok(at) => other_side = Some((at, side)),
            Err(_) => {}
        }
    }
    match (&found[..], other_side) {
        ([], Some((at, side))) => return Err(not_its_turn(game, text, &at, side)),
        ([], None) => return usual.map_err(|usual| unread(game, usual, moves.far)),
        _ => {}
    }
    match found[..] {
        [at] => Ok(at),
        // The side was not written, and does not matter.
        [one, another] if is_impartial_pair(game, &one, &another) => {
            Ok(game.without_side(&one).unwrap_or(one))
        }
        [] | [_, _, ..] => {
            let written = |at| format!("`{}`", game.write_position(at));
            let two: Vec<String> = found.iter().take(2).map(written).collect();
            let reason = format!("it can mean {}; write one of them", two.join(" or "));
            Err(no_position(game, text, reason))
        }
    }
}

/// The error for a board whose stones say that the other side is to move than is named. If O began, the marks are exchanged.
fn not_its_turn(game: &AnyGame, text: &str, at: &Position, named: Side) -> Error {
    let board = game.write_position(at);
    let stones = ['X', 'O'].map(|mark| board.matches(mark).count());
    let mark = ["X", "O"][named.index()];
    let exchanged = board.chars().map(|c| match c {
        'X' => 'O',
        'O' => 'X',
        other => other,
    });
    let exchanged: String = exchanged.collect();
    let composed = game.compose(&exchanged);
    let is_board = composed.is_ok_and(|at| game.side(&at) != named);
    let hint = format!("; if O began, exchange the marks: `{exchanged}`");
    let hint = if is_board { hint } else { String::new() };
    let reason = format!(
        "{mark} to move, but X and O have {} and {}{hint}",
        stones[0], stones[1]
    );
    no_position(game, text, reason)
}

/// The error for a text without a reading: if it begins with moves, the first illegal one; else the forms
/// that are read.
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
        _ if is_scored(text) => {
            "a number behind numbers without blanks is no move: put it in their row, or leave it out".to_owned()
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
    let board = "are read too; so is a board in small letters or on one line, with `-`, `_` or its number for a free cell, \
                 or as 0, 1 and 2 or 0, 1 and -1";
    match game {
        AnyGame::OwnGame(_) => format!("{moves}, are read too"),
        AnyGame::Mnk(_) => format!("{moves}, {board}"),
        _ if !has_board(game) => format!("{moves}, and piles alone are read too"),
        AnyGame::TicTacToe(_) => format!("{moves}, or `51`, {board}"),
        AnyGame::ConnectFour(_) => format!("{moves}, or `44`, {board}"),
        AnyGame::Hexapawn(_) => format!("{moves}, {board}, with the side to move"),
        AnyGame::Othello(_) => format!("{moves}, and OBF lines {board}, with the side to move"),
        _ => format!("{moves}, {board}"),
    }
}

/// Whether its positions are boards, that all its sketches show.
fn has_board(game: &AnyGame) -> bool {
    game.sketch(&game.start()).rows == Rows::Squares
}

/// What a text may be in the usual form, if it is a board or piles, with the side to move.
fn other_forms(game: &AnyGame, text: &str) -> Vec<(String, Side)> {
    let (text, _remark) = text.split_once([';', '%']).unwrap_or((text, ""));
    match game {
        AnyGame::OwnGame(_) => Vec::new(),
        _ if has_board(game) => {
            let texts = [
                Some(text.to_owned()),
                as_list(text),
                with_blanks(game, text),
                as_drawn(game, text),
            ];
            let texts = texts.iter().flatten();
            texts.flat_map(|text| boards(game, text)).collect()
        }
        _ => piles(text),
    }
}

/// Whether both are one position of an impartial game, but for the side to move.
fn is_impartial_pair(game: &AnyGame, one: &Position, another: &Position) -> bool {
    let without = game.without_side(one);
    without.is_some() && without == game.without_side(another) && !has_board(game)
}

/// A list of Python or JSON as words: without brackets and quotes, and with `.` for what is nothing there.
fn as_list(text: &str) -> Option<String> {
    if !text.contains(['[', '(', '\'', '"']) {
        return None;
    }
    let mut words = text.to_owned();
    for nothing in ["' '", "\" \"", "''", "\"\"", "None", "null"] {
        words = words.replace(nothing, ".");
    }
    Some(words.replace(['[', ']', '(', ')', '\'', '"'], " "))
}

/// A board whose rows or cells are apart and whose free cells are blanks.
fn with_blanks(game: &AnyGame, text: &str) -> Option<String> {
    let (columns, count) = board_size(game);
    let parts: Vec<&str> = text.split(['/', '|', '\n']).collect();
    let all_have = |length: usize| parts.iter().all(|part| part.chars().count() == length);
    let is_board = parts.len() == count / columns && all_have(columns)
        || parts.len() == count && all_have(1)
        || parts.len() == 1 && all_have(count);
    (is_board && text.contains(' ')).then(|| text.replace(' ', "."))
}

/// A board as programs draw it: with a line for each row, below the letters of the columns and behind the number of each row
/// or not, or with bars between cells, which are then blank if they are free.
fn as_drawn(game: &AnyGame, text: &str) -> Option<String> {
    let (columns, _) = board_size(game);
    let is_row = |line: &&str| !line.contains("--") && !line.trim().is_empty();
    let mut lines: Vec<&str> = text.lines().filter(is_row).collect();
    let letters = lines.first()?.split_whitespace().map(str::to_lowercase);
    let has_letters = letters.eq(('a'..='z').take(columns).map(String::from));
    lines.drain(..usize::from(has_letters));
    let rows = lines.iter().enumerate().map(|(row, line)| {
        let mut cells: Vec<&str> = line.split('|').map(str::trim).collect();
        if cells.len() == columns + 2 {
            cells = cells[1..=columns].to_vec();
        } else if has_letters {
            let number = (row + 1).to_string();
            let words = line.split_whitespace();
            cells = words.filter(|word| *word != number).collect();
        }
        for cell in cells.iter_mut().filter(|cell| cell.is_empty()) {
            *cell = ".";
        }
        cells.join(" ")
    });
    (has_letters || text.contains('|')).then(|| rows.collect::<Vec<_>>().join("/"))
}

fn piles(text: &str) -> Vec<(String, Side)> {
    let words: Vec<&str> = words(text, "-+()[]{}'\"").collect();
    let split = words.iter().position(|word| word.parse::<u8>().is_err());
    let (numbers, tail) = words.split_at(split.unwrap_or(words.len()));
    let sides = sides(tail).into_iter();
    sides
        .map(|side| (format!("{} {}", numbers.join(" "), side.name()), side))
        .collect()
}

/// The words of a text between blanks, commas, bars, slashes and these.
fn words<'a>(text: &'a str, more: &'a str) -> impl Iterator<Item = &'a str> {
    let parts =
        text.split(move |c: char| c.is_whitespace() || ",/|".contains(c) || more.contains(c));
    parts.filter(|word| !word.is_empty())
}

/// The sides that may be to move according to the words after a board: both if there are no such words.
fn sides(tail: &[&str]) -> Vec<Side> {
    let word = match tail {
        [] => return Side::BOTH.to_vec(),
        [word] => word.to_lowercase(),
        _ => return Vec::new(),
    };
    match word.as_str() {
        "x" | "*" | "b" | "black" | "first" => vec![Side::First],
        "o" | "w" | "white" | "second" => vec![Side::Second],
        "positive" | "negative" | "win" | "loss" | "draw" => Side::BOTH.to_vec(),
        _ => Vec::new(),
    }
}

/// A board in the usual form, for each alphabet, each order of its cells and each side that may be to move.
fn boards(game: &AnyGame, text: &str) -> Vec<(String, Side)> {
    let (columns, count) = board_size(game);
    let all: Vec<&str> = words(text, "").collect();
    let mut forms = Vec::new();
    for words in arranged(&all, count / columns) {
        let alphabets = Alphabet::ALL.into_iter();
        for alphabet in alphabets.filter(|alphabet| alphabet.is_of(game, text)) {
            let Some((cells, tail)) = alphabet.cells(&words, count) else {
                continue;
            };
            // The side that was put behind the board may be its first cell.
            if words.len() == all.len() && words != all && tail.len() != 1 {
                continue;
            }
            // In the data set every cell is a word.
            let by_column = game.nature().falls && words.len() == count + tail.len();
            let sides = alphabet.sides(&tail);
            forms.extend(usual_forms(&cells, columns, by_column, &sides));
        }
    }
    forms
}

/// The words of a board as they are, with the side before it put behind it, and without the size before it, as in GGF.
fn arranged<'a>(words: &[&'a str], rows: usize) -> Vec<Vec<&'a str>> {
    let mut all = vec![words.to_vec()];
    if let [first, rest @ ..] = words {
        if sides(&[first]).len() == 1 {
            all.push(rest.iter().chain([first]).copied().collect());
        }
        if *first == rows.to_string() {
            all.push(rest.to_vec());
        }
    }
    all
}

/// These cells in the usual form with each of these sides to move, row by row, and if it may be column by column upwards.
fn usual_forms(
    cells: &[char],
    columns: usize,
    by_column: bool,
    sides: &[Side],
) -> Vec<(String, Side)> {
    let rows = cells.len() / columns;
    let row_by_row = cells.chunks(columns).map(|row| row.iter().collect());
    let mut orders: Vec<Vec<String>> = vec![row_by_row.collect()];
    if by_column {
        let cell = |row: usize, column: usize| cells[column * rows + rows - 1 - row];
        let row = |row: usize| (0..columns).map(|column| cell(row, column)).collect();
        orders.push((0..rows).map(row).collect());
    }
    let mut forms = Vec::new();
    for board in orders.iter().map(|rows| rows.join("/")) {
        for &side in sides {
            let mark = if side == Side::First { "X" } else { "O" };
            // A game reads only one of them: the side to move follows from the stones, or is written.
            forms.extend([(format!("{board} {mark}"), side), (board.clone(), side)]);
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

/// What the signs in the cells of a board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    /// X and O; the number of a cell may mark a free one.
    Marks,
    /// The same, or black and white discs.
    Discs,
    /// 1, 0 and -1, each a word.
    Signed,
    /// 1 for the first side, 2 for the second, 0 for a free cell.
    Numbered,
    /// Red and yellow stones, red first.
    Red,
    /// The same, yellow first.
    Yellow,
    /// White and black pawns as in chess; a digit is a number of free cells.
    Pawns,
    /// The same with the letters of their colours.
    Colours,
    /// X and O, or Y, beside 0 for a free cell.
    Zeros,
}

impl Alphabet {
    const ALL: [Self; 9] = [
        Self::Marks,
        Self::Discs,
        Self::Signed,
        Self::Numbered,
        Self::Red,
        Self::Yellow,
        Self::Pawns,
        Self::Colours,
        Self::Zeros,
    ];

    /// Whether the text can be a board of the game that is written so.
    fn is_of(self, game: &AnyGame, text: &str) -> bool {
        match self {
            Self::Signed | Self::Numbered => true,
            Self::Marks => !matches!(game, AnyGame::Othello(_)),
            Self::Discs => matches!(game, AnyGame::Othello(_)),
            Self::Red | Self::Yellow => game.nature().falls && text.contains(['R', 'r', 'Y', 'y']),
            Self::Pawns => matches!(game, AnyGame::Hexapawn(_)) && text.contains(['P', 'p']),
            Self::Colours => matches!(game, AnyGame::Hexapawn(_)) && text.contains(['W', 'w']),
            Self::Zeros => text.contains('0') && text.contains(['O', 'o', 'Y', 'y']),
        }
    }

    /// The cells that the first words of a text fill, as `X`, `O` and `.`, and what follows them.
    fn cells(self, words: &[&str], count: usize) -> Option<(Vec<char>, Vec<String>)> {
        let mut cells = Vec::new();
        for (used, word) in words.iter().enumerate() {
            let rest = words[used..].iter().map(|&word| word.to_owned());
            if cells.len() == count {
                return Some((cells, rest.collect()));
            }
            if self == Self::Signed {
                cells.push(signed(word)?);
                continue;
            }
            for (place, c) in word.char_indices() {
                if cells.len() == count {
                    // The side to move is glued to the board.
                    let glued = word[place..].to_owned();
                    return Some((cells, std::iter::once(glued).chain(rest.skip(1)).collect()));
                }
                match c.to_digit(10) {
                    Some(free) if matches!(self, Self::Pawns | Self::Colours) => {
                        cells.extend(std::iter::repeat_n('.', free as usize));
                    }
                    _ => cells.push(self.cell(c, cells.len())?),
                }
            }
        }
        (cells.len() == count).then_some((cells, Vec::new()))
    }

    /// The contents of a cell with a known number.
    fn cell(self, c: char, number: usize) -> Option<char> {
        let (signs, meanings) = match self {
            Self::Marks => ("Xx*Oo.-_b", "XXXOO...."),
            Self::Discs => ("Xx*BbOoWw.-_", "XXXXXOOOO..."),
            Self::Signed => return None,
            Self::Numbered => ("102", "X.O"),
            Self::Red => ("RrYy.-_0", "XXOO...."),
            Self::Yellow => ("YyRr.-_0", "XXOO...."),
            Self::Pawns => ("Pp.-_", "XO..."),
            Self::Colours => ("WwBb.-_", "XXOO..."),
            Self::Zeros => ("XxOoYy0", "XXOOOO."),
        };
        let place = signs.chars().position(|sign| sign == c);
        let digit = || {
            let digit = usize::try_from(c.to_digit(10)?).ok()?;
            let is_own = digit == number || digit == number + 1;
            (matches!(self, Self::Marks | Self::Discs) && is_own).then_some('.')
        };
        place.map_or_else(digit, |place| meanings.chars().nth(place))
    }

    /// The sides that may be to move according to the words after a board.
    fn sides(self, tail: &[String]) -> Vec<Side> {
        let words: Vec<&str> = tail.iter().map(String::as_str).collect();
        match (self, &words[..]) {
            // White begins, and FEN has more words.
            (Self::Pawns | Self::Colours, ["w" | "white", ..]) => vec![Side::First],
            (Self::Pawns | Self::Colours, ["b" | "black", ..]) => vec![Side::Second],
            (_, words) => sides(words),
        }
    }
}

/// What the number of a cell means, such as `-1` or `1.0`.
fn signed(word: &str) -> Option<char> {
    match word {
        "1" | "1." | "1.0" => Some('X'),
        "0" | "0." | "0.0" | "-0.0" => Some('.'),
        "-1" | "-1." | "-1.0" => Some('O'),
        _ => None,
    }
}
