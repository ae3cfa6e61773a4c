//! Moves as people write them, alone and one after another: in either case, joined or apart, with their numbers
//! before them, columns and squares as numbers from 1, a pass in several ways or left out.

use super::words::no_move;
use super::{AnyGame, Position};
use crate::error::Result;
use crate::game::{Game, Move};

/// The longest text of moves that is read, in bytes.
pub(super) const LONGEST: usize = 2048;

/// The most moves that are tried for one text: in games of one's own, whose moves may be called `a` and `aa`, a text
/// can be cut in more ways than could ever be tried.
const STEPS: usize = 1 << 16;

/// The most readings of a text that are kept. Several may lead to one position, so that two do not always refuse it.
const READINGS: usize = 16;

/// How people write a pass, in small letters.
const PASSES: [&str; 5] = ["pass", "pa", "ps", "pp", "--"];

/// Reads one move of a position: by its name in either case, without its hyphen, in connect four and tic-tac-toe also
/// by the number of its column or square, from 1. A move that is not legal there is read too.
///
/// # Errors
///
/// [`Error::Move`](crate::Error::Move) if no move is called so.
#[inline(never)]
pub fn read_move(game: &AnyGame, at: &Position, text: &str) -> Result<Move> {
    let usual = game.read_move(text);
    let is_legal = |&m: &Move| game.moves(at).any(|legal| legal == m);
    if usual.as_ref().is_ok_and(is_legal) {
        return usual;
    }
    let word = text.to_lowercase();
    let is_meant = |&m: &Move| {
        let mut ways = ways(game, &word).iter();
        ways.any(|&by| names(game, at, m, by).contains(&word))
    };
    let mut meant = game.moves(at).filter(is_meant);
    match (meant.next(), meant.next()) {
        (Some(m), None) => Ok(m),
        (None, _) if usual.is_err() => {
            let mut all = (0..game.move_count()).map(Move);
            all.find(is_meant).map_or(usual, Ok)
        }
        _ => usual,
    }
}

/// Reads moves that are made one after another from a position, `f5d6c3` or `1. F5 d6 2. c3`. A forced pass may be
/// left out, or be written after the end of the game.
///
/// # Errors
///
/// [`Error::Move`](crate::Error::Move) with the number of the illegal move, or with two ways to read the text.
#[inline(never)]
pub fn read_moves(game: &AnyGame, start: &Position, text: &str) -> Result<Vec<Move>> {
    let refuse = |text: &str, reason: String| {
        let text: String = text.chars().take(40).collect();
        no_move(game, &text, reason)
    };
    if words(text).map(|word| word.len()).sum::<usize>() > LONGEST {
        let reason = format!("the moves take more than {LONGEST} bytes");
        return Err(refuse(text, reason));
    }
    let Readings { mut found, far } = readings(game, start, text);
    match &found[..] {
        [] => {}
        [_] => return Ok(found.remove(0).1),
        [one, another, ..] => {
            let [one, another] = [one, another].map(|(_, moves)| game.write_moves(moves));
            return Err(refuse(text, format!("it can mean `{one}` or `{another}`")));
        }
    }
    let (at, number, word) = far.unwrap_or((*start, 1, text.to_owned()));
    let reason = match game.outcome(&at) {
        Some(_) => format!(
            "the game is over after move {}: {}",
            number - 1,
            over(game, &at)
        ),
        None => format!("move {number} is not legal in {}", game.write_position(&at)),
    };
    Err(refuse(&word, reason))
}

/// Who has won a game that is over in a position, such as `X has won`; empty if it is not over.
#[inline(never)]
pub fn over(game: &AnyGame, at: &Position) -> String {
    use crate::game::{Outcome, Pieces, Side};
    let has_none = game.nature().pieces == Pieces::None;
    match game.outcome(at) {
        None => String::new(),
        Some(Outcome::Draw) => "it is a draw".to_owned(),
        Some(Outcome::Win(side)) if has_none => format!("{} has won", side.name()),
        Some(Outcome::Win(Side::First)) => "X has won".to_owned(),
        Some(Outcome::Win(Side::Second)) => "O has won".to_owned(),
    }
}

/// Whether a text is made of names of moves, legal at the start or not.
#[inline(never)]
pub fn is_made_of_moves(game: &AnyGame, text: &str) -> bool {
    let mut words = words(text).peekable();
    let start = game.start();
    words.peek().is_some() && words.all(|word| read_move(game, &start, &word).is_ok())
}

/// The words of a text of moves, in small letters, without the numbers of moves (`12.`) and marks of praise.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
    words.map(without_number).filter(|word| !word.is_empty())
}

fn without_number(word: &str) -> String {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = match rest.strip_prefix('.') {
        Some(rest) if rest.len() < word.len() - 1 => rest.trim_start_matches('.'),
        _ => word,
    };
    rest.trim_end_matches(['!', '?']).to_lowercase()
}

/// Whether a text is numbers without blanks between them and another number behind them, such as a position and its score.
#[inline(never)]
pub fn is_scored(text: &str) -> bool {
    let words: Vec<String> = words(text).collect();
    let are_digits = |word: &String| word.bytes().all(|digit| digit.is_ascii_digit());
    words.len() == 2 && words[0].len() > 1 && words.iter().all(are_digits)
}

/// In how many ways a text of moves can be read, and how far it could be.
pub(super) struct Readings {
    pub(super) found: Vec<(Position, Vec<Move>)>,
    /// If there is none: the position, the number of the illegal move, from 1, and its word.
    pub(super) far: Option<(Position, usize, String)>,
}

pub(super) fn readings(game: &AnyGame, start: &Position, text: &str) -> Readings {
    let words: Vec<String> = words(text).collect();
    let mut all = Readings {
        found: Vec::new(),
        far: None,
    };
    let [word, rest @ ..] = &words[..] else {
        return all;
    };
    let ways = ways(game, text).iter();
    for &by in ways.filter(|&&by| by != MoveNames::Number || !is_scored(text)) {
        let mut moves = MoveReader {
            game,
            by,
            steps: STEPS,
            played: Vec::new(),
            all: &mut all,
        };
        moves.follow(*start, word, rest);
    }
    all
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MoveNames {
    /// By their own names.
    Own,
    /// By a number from 1.
    Number,
    /// By the column and the row, from the bottom, in which a stone ends.
    Square,
}

/// How moves are named in a text: in every game by name, in some also as numbers from 1 or by the square of a stone.
fn ways(game: &AnyGame, text: &str) -> &'static [MoveNames] {
    use MoveNames::{Number, Own, Square};
    let has_both =
        text.contains(char::is_alphabetic) && text.contains(|c: char| c.is_ascii_digit());
    match game {
        AnyGame::ConnectFour(_) if has_both => &[Own, Number, Square],
        AnyGame::ConnectFour(_) | AnyGame::TicTacToe(_) => &[Own, Number],
        AnyGame::Mnk(game) if game.is_three_by_three() && !game.marking().is_wild() => {
            &[Own, Number]
        }
        _ => &[Own],
    }
}

/// How people write a move of a position, in small letters.
fn names(game: &AnyGame, at: &Position, m: Move, by: MoveNames) -> Vec<String> {
    let name = game.write_move(m).to_lowercase();
    match (by, name.as_str()) {
        (MoveNames::Number, _) => vec![(m.0 + 1).to_string()],
        (MoveNames::Square, _) => {
            let board = game.write_position(at);
            let column = |row: &str| row.chars().nth(m.0.into());
            let stones = board.split('/').filter(|row| column(row) != Some('.'));
            vec![format!("{name}{}", stones.count() + 1)]
        }
        (MoveNames::Own, "pass") => PASSES.map(str::to_owned).to_vec(),
        (MoveNames::Own, name) if name.contains('-') => {
            vec![name.replace('-', ""), name.to_owned()]
        }
        (MoveNames::Own, name) => vec![name.to_owned()],
    }
}

/// Reads moves one after another, in every way that fits.
struct MoveReader<'a> {
    game: &'a AnyGame,
    by: MoveNames,
    /// How many more moves are tried.
    steps: usize,
    played: Vec<Move>,
    all: &'a mut Readings,
}

impl MoveReader<'_> {
    fn follow(&mut self, at: Position, word: &str, rest: &[String]) {
        let next = || rest.split_first();
        if word.is_empty() {
            match next() {
                Some((next, rest)) => self.follow(at, next, rest),
                None => self.ends(at),
            }
            return;
        }
        if self.game.outcome(&at).is_some() && PASSES.contains(&word) {
            return self.follow(at, "", rest);
        }
        let moves: Vec<Move> = self.game.moves(&at).collect();
        let mut is_read = false;
        for &m in &moves {
            for name in names(self.game, &at, m, self.by) {
                if self.all.found.len() >= READINGS || self.steps == 0 {
                    return;
                }
                if let Some(after) = word.strip_prefix(&name) {
                    is_read = true;
                    self.steps -= 1;
                    self.make(at, m, after, rest);
                }
            }
        }
        if is_read {
            return;
        }
        match moves[..] {
            // Records of Othello leave a forced pass out.
            [m] if self.game.write_move(m) == "pass" => self.make(at, m, word, rest),
            _ => self.stops(at, word),
        }
    }

    fn make(&mut self, at: Position, m: Move, word: &str, rest: &[String]) {
        self.played.push(m);
        self.follow(self.game.play(&at, m), word, rest);
        self.played.pop();
    }

    fn ends(&mut self, at: Position) {
        let found = &mut self.all.found;
        if found.iter().all(|(_, moves)| *moves != self.played) {
            found.push((at, self.played.clone()));
        }
    }

    /// Notes the word that was no move, if no other reading came farther.
    fn stops(&mut self, at: Position, word: &str) {
        let number = self.played.len() + 1;
        let far = &mut self.all.far;
        if far.as_ref().is_none_or(|(_, far, _)| *far < number) {
            *far = Some((at, number, word.to_owned()));
        }
    }
}
