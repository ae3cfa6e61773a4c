//! GGF and SGF: games in parentheses, as nodes with properties, `KEY[value]`. Of variations the first is read.
//!
//! GGF (Generic Game Format, of Michael Buro's server): `(;GM[Othello]PB[..]PW[..]RE[+4.000]BO[8 ---..- *]B[f5//1.2];)`.
//! SGF (Smart Game Format): `(;GM[2]PB[..]RE[B+4];B[fe];W[ff])`, a square as two letters from the top left corner.

use crate::arena::RawGame;
use crate::error::Result;

/// The most stones that one side has before the first move.
const STONES: usize = 64;

/// Passes on the games, one after another, each with whether it is marked as Othello.
pub(super) fn each(text: &str, take: &mut dyn FnMut(RawGame, bool) -> Result<()>) -> Result<()> {
    let mut rest = text;
    let mut line = 1;
    while let Some(start) = rest.find("(;") {
        line += lines(&rest[..start]);
        let end = end(&rest[start..]);
        let whole = &rest[start..start + end];
        let game = GameNode::parse(whole, line);
        let is_othello = game.is_othello;
        take(game.raw(), is_othello)?;
        line += lines(whole);
        rest = &rest[start + end..];
    }
    Ok(())
}

fn lines(text: &str) -> u64 {
    text.bytes().filter(|&byte| byte == b'\n').count() as u64
}

/// Where the parenthesis at the start of a text is closed, brackets left out.
fn end(text: &str) -> usize {
    let (mut depth, mut in_value, mut escaped) = (0_usize, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => in_value = false,
            _ if in_value => {}
            '[' => in_value = true,
            '(' => depth += 1,
            ')' if depth <= 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// The properties of a game that are used.
#[derive(Default)]
struct GameNode {
    raw: RawGame,
    is_othello: bool,
    players: [Option<String>; 2],
    size: Option<usize>,
    is_ggf: bool,
    stones: [Vec<String>; 2],
    white_begins: bool,
}

impl GameNode {
    fn parse(text: &str, line: u64) -> Self {
        let mut game = Self::default();
        game.raw.line = Some(line);
        let (mut key, mut rest) = (String::new(), text);
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '[' => {
                    let (value, after) = value(rest);
                    game.property(&key, &value);
                    rest = after;
                    // A property can have several values.
                    if !rest.trim_start().starts_with('[') {
                        key.clear();
                    }
                }
                // The first variation ends here, and with it the game.
                ')' => break,
                c if c.is_ascii_uppercase() => key.push(c),
                _ => {}
            }
        }
        game
    }

    fn property(&mut self, key: &str, value: &str) {
        match key {
            "GM" => {
                self.is_ggf = value.parse::<u8>().is_err();
                self.is_othello |= value == "2" || value.eq_ignore_ascii_case("othello");
            }
            "PB" => self.players[0] = Some(value.to_owned()),
            "PW" => self.players[1] = Some(value.to_owned()),
            "RE" => self.raw.result = Some(value.to_owned()),
            "SZ" | "TY" => self.size = value.trim_end_matches('r').parse().ok(),
            "BO" => {
                let board = value.split_once(' ').map_or(value, |(_, board)| board);
                self.raw.start = Some(board.to_owned());
            }
            "AB" if self.stones[0].len() < STONES => self.stones[0].push(self.square(value)),
            "AW" if self.stones[1].len() < STONES => self.stones[1].push(self.square(value)),
            "PL" => self.white_begins = value.to_uppercase().starts_with('W'),
            "B" | "W" => {
                self.raw.moves += &self.square(value);
                self.raw.moves.push(' ');
            }
            _ => {}
        }
    }

    /// A square as it is called here, or a pass.
    fn square(&self, value: &str) -> String {
        let (name, _) = value.split_once('/').unwrap_or((value, ""));
        let name = name.trim().to_lowercase();
        match name.as_bytes() {
            [] => "pass".to_owned(),
            b"tt" if !self.is_ggf => "pass".to_owned(),
            [column @ b'a'..=b'z', row @ b'a'..=b'z'] if !self.is_ggf => {
                format!("{}{}", char::from(*column), row - b'a' + 1)
            }
            _ => name,
        }
    }

    fn raw(mut self) -> RawGame {
        if let [Some(first), Some(second)] = &self.players {
            self.raw.players = Some([first.clone(), second.clone()]);
        }
        let size = self.size.unwrap_or(8);
        if self.stones.iter().any(|stones| !stones.is_empty()) && (1..=26).contains(&size) {
            self.raw.start = Some(self.board(size));
        }
        self.raw
    }

    /// The board of the stones that are set, and the side to move.
    fn board(&self, size: usize) -> String {
        let cell = |row: usize, column: usize| {
            let name = format!(
                "{}{}",
                char::from(b'a' + u8::try_from(column).unwrap_or(0)),
                row + 1
            );
            match self.stones.iter().position(|stones| stones.contains(&name)) {
                Some(side) => ['X', 'O'][side],
                None => '.',
            }
        };
        let rows: Vec<String> = (0..size)
            .map(|row| (0..size).map(|column| cell(row, column)).collect())
            .collect();
        let side = if self.white_begins { "O" } else { "X" };
        format!("{} {side}", rows.join("/"))
    }
}

/// A value up to its bracket, and the text after it.
fn value(text: &str) -> (String, &str) {
    let (mut value, mut escaped) = (String::new(), false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => {
                escaped = false;
                value.push(c);
            }
            '\\' => escaped = true,
            ']' => return (value, &text[at + 1..]),
            _ => value.push(c),
        }
    }
    (value, "")
}
