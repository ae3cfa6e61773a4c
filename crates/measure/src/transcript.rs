//! Games as text: the players, then one game per line with its moves and its ending.
//!
//! ```text
//! menace games 1
//! game tic-tac-toe
//! first perfect
//! second models/x.menace
//! seed 1961
//!
//! b2 a1 c1 a3 a2 c2 b1 b3 c3: draw
//! b2 b1: second resigns
//! ```
//!
//! The first line is exactly as shown. Then come, each once and in any order, the `game`, the players of the `first` and
//! `second` side (`person` is a human), and the `seed` if there is one. Each later line is a game: its moves separated by
//! spaces, a colon, and the result: `first wins`, `draw` or `second wins` by the rules (in Othello with the discs, `second
//! wins, 5 to 11`, which may be left out), `first resigns`, `second resigns`, or `stopped`. Empty lines and lines that begin
//! with `#` are ignored.
//!
//! Games that are read are checked against the rules: every move must be legal, and the ending must match the last position.

use std::fmt;

use crate::game::{Game, Move, Outcome, Side};
use crate::games::parse;
use crate::text::escaped;

/// The first line of a transcript; its last word is the format version.
const TITLE: &str = "menace games 1";

/// One game from its start to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its moves from the start.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ending: Ending,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Over(Outcome),
    /// This side resigned and so lost.
    Resigned(Side),
    /// The game was stopped before its end.
    Stopped,
}

impl Ending {
    /// Every ending.
    const ALL: [Self; 6] = [
        Self::Over(Outcome::Win(Side::First)),
        Self::Over(Outcome::Draw),
        Self::Over(Outcome::Win(Side::Second)),
        Self::Resigned(Side::First),
        Self::Resigned(Side::Second),
        Self::Stopped,
    ];

    /// The outcome; `None` if the game was stopped.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Over(outcome) => Some(outcome),
            Self::Resigned(side) => Some(Outcome::Win(side.other())),
            Self::Stopped => None,
        }
    }

    /// The words for this ending in a transcript.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Over(Outcome::Win(Side::First)) => "first wins",
            Self::Over(Outcome::Draw) => "draw",
            Self::Over(Outcome::Win(Side::Second)) => "second wins",
            Self::Resigned(Side::First) => "first resigns",
            Self::Resigned(Side::Second) => "second resigns",
            Self::Stopped => "stopped",
        }
    }
}

impl PlayedGame {
    /// The line of this game in a transcript, with the points at the end of a game that counts some.
    pub fn line<G: Game>(&self, game: &G) -> String {
        let start = game.start();
        let end = self.moves.iter().fold(start, |at, &m| game.play(&at, m));
        let points = points(game, &end).filter(|_| matches!(self.ending, Ending::Over(_)));
        let points = points.map_or_else(String::new, |points| format!(", {points}"));
        let moves = game.write_moves(&self.moves);
        format!("{moves}: {}{points}", self.ending.words())
    }

    /// Reads a line and checks it by playing its moves; the error describes what is wrong with it.
    #[inline(never)]
    fn read<G: Game>(game: &G, line: &str) -> Result<Self, String> {
        let (moves, ending) = line.rsplit_once(':').ok_or(
            "write a game as its moves, a colon and how it ended, such as `b2 a1: second resigns`",
        )?;
        let mut at = game.start();
        let mut played = Vec::new();
        for word in moves.split_whitespace() {
            let number = played.len() + 1;
            let m = game
                .read_move(word)
                .map_err(|error| format!("move {number}: {error}"))?;
            if !game.moves(&at).any(|legal| legal == m) {
                let there = game.write_position(&at);
                return Err(format!("move {number}: `{word}` is not legal in {there}"));
            }
            at = game.play(&at, m);
            played.push(m);
        }
        let all = ending.trim();
        let (ending, written) = all.split_once(", ").unzip();
        let ending = ending.unwrap_or(all);
        let found = Ending::ALL.into_iter().find(|end| end.words() == ending);
        let found = found.ok_or_else(|| {
            let known = Ending::ALL.map(Ending::words).join("`, `");
            format!("`{ending}` is not an ending; the endings are `{known}`")
        })?;
        match (game.outcome(&at), found) {
            (Some(outcome), Ending::Over(stated)) if outcome == stated => {}
            (Some(outcome), _) => {
                let words = Ending::Over(outcome).words();
                return Err(format!("after these moves the game is over: {words}"));
            }
            (None, Ending::Over(_)) => {
                let there = game.write_position(&at);
                return Err(format!("after these moves the game is not over: {there}"));
            }
            (None, _) => {}
        }
        if let Some(written) = written {
            let counted = points(game, &at).filter(|_| matches!(found, Ending::Over(_)));
            let counted = counted.ok_or_else(|| format!("`{written}`: this end has no points"))?;
            if written != counted {
                return Err(format!(
                    "it says `{written}`, but after these moves the points are {counted}"
                ));
            }
        }
        Ok(Self {
            moves: played,
            ending: found,
        })
    }
}

/// The points of both sides in a position, as a transcript has them: `38 to 26`.
fn points<G: Game>(game: &G, at: &G::Position) -> Option<String> {
    let [first, second] = game.points(at)?;
    Some(format!("{first} to {second}"))
}

/// Games of the same two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The name of the game.
    pub game: String,
    /// The names of the players, the first side's first.
    pub players: [String; 2],
    /// The seed of all randomness, if known.
    pub seed: Option<u64>,
    /// The games in the order in which they were played.
    pub games: Vec<PlayedGame>,
}

/// A line of a text that makes no sense. The message does not name the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidLine {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for InvalidLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for InvalidLine {}

impl Transcript {
    /// The transcript as text.
    ///
    /// Control characters in names, such as line ends, are written as escapes.
    #[inline(never)]
    pub fn write<G: Game>(&self, game: &G) -> String {
        let [first, second] = &self.players;
        let mut lines = vec![
            TITLE.to_owned(),
            format!("game {}", self.game),
            format!("first {}", escaped(first)),
            format!("second {}", escaped(second)),
        ];
        lines.extend(self.seed.map(|seed| format!("seed {seed}")));
        lines.push(String::new());
        lines.extend(self.games.iter().map(|played| played.line(game)));
        lines.push(String::new());
        lines.join("\n")
    }

    /// Reads a transcript.
    ///
    /// # Errors
    ///
    /// The first invalid line and the reason.
    pub fn read(text: &[u8]) -> Result<Self, InvalidLine> {
        let wrong = |line: usize, reason: String| InvalidLine {
            line: line as u64,
            reason,
        };
        let text = str::from_utf8(text).map_err(|error| {
            let before = &text[..error.valid_up_to()];
            let line = before.split(|&byte| byte == b'\n').count();
            wrong(line, "this is not valid UTF-8".to_owned())
        })?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let (number, title) = lines.next().unwrap_or((1, ""));
        if title != TITLE {
            return Err(wrong(
                number,
                match title.strip_prefix("menace games ") {
                    Some(version) => format!("version {version}, written by a newer program"),
                    None => format!("a transcript of games begins with `{TITLE}`"),
                },
            ));
        }
        let mut header: [Option<&str>; 4] = [None; 4];
        let mut played = Vec::new();
        let (mut game_line, mut last) = (number, number);
        for (number, line) in lines {
            last = number;
            let (word, value) = line.split_once(' ').unwrap_or((line, ""));
            let key = HEADER.iter().position(|key| *key == word);
            let Some(key) = key.filter(|_| played.is_empty()) else {
                played.push((number, line));
                continue;
            };
            if header[key].replace(value.trim()).is_some() {
                return Err(wrong(number, format!("`{word}` is given twice")));
            }
            match word {
                "game" => game_line = number,
                "seed" if value.trim().parse::<u64>().is_err() => {
                    return Err(wrong(number, format!("`{value}` is not a seed")));
                }
                _ => {}
            }
        }
        let line = played.first().map_or(last, |(number, _)| *number);
        let needed = |key: usize| {
            let value = header[key].filter(|value| !value.is_empty());
            value.ok_or_else(|| wrong(line, format!("`{}` is missing", HEADER[key])))
        };
        let name = needed(0)?;
        let players = [needed(1)?.to_owned(), needed(2)?.to_owned()];
        let game = parse(name).map_err(|error| wrong(game_line, error.to_string()))?;
        let games = played
            .iter()
            .map(|&(number, line)| {
                PlayedGame::read(&game, line).map_err(|reason| wrong(number, reason))
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            game: name.to_owned(),
            players,
            seed: header[3].and_then(|seed| seed.parse().ok()),
            games,
        })
    }
}

/// The first words of the lines before the games.
const HEADER: [&str; 4] = ["game", "first", "second", "seed"];
