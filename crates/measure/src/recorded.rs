//! Games that other people or programs have recorded, and the results that were written there.

use super::transcript::{Ending, PlayedGame};
use crate::error::Result;
use crate::game::{Game, Outcome, Side};
use crate::games::{AnyGame, Position, over};
use crate::text::count;

/// A game as it was recorded, whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The line of the file on which it begins; `None` in a file without lines.
    pub line: Option<u64>,
    /// The names of the players, the first side's first, if they are written there.
    pub players: Option<[String; 2]>,
    /// The position from which it begins.
    pub start: Position,
    /// Its moves, with all passes.
    pub moves: Vec<crate::game::Move>,
    /// The result that is written there.
    pub stated: Option<Stated>,
    /// What is written there for a result, if it cannot be read.
    pub unread: Option<String>,
}

/// A result as it is written in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stated {
    /// The words or numbers.
    pub text: String,
    /// What they mean.
    pub outcome: Outcome,
    /// By how many points the first side won, if that is written.
    pub margin: Option<i64>,
    /// Whether the record mentions that a side resigned or ran out of time.
    pub early: bool,
}

impl Stated {
    /// Reads a result: `1-0`, `1/2-1/2` and the like with the first side's points first, discs such as `38-26`, a
    /// margin such as `+12` or `B+12`, or words such as `first wins`, `draw`, `white`, `X won`. `B`, black and X are
    /// the first side.
    pub fn read(text: &str) -> Option<Self> {
        let words = text.trim().trim_matches('"').to_lowercase();
        let made = |outcome, margin, early| {
            let text = text.trim().to_owned();
            Some(Self {
                text,
                outcome,
                margin,
                early,
            })
        };
        let (words, early) = match words.split_once(':') {
            // GGF: resigned, out of time, by settlement.
            Some((words, "r" | "t" | "s" | "l")) => (words.to_owned(), true),
            _ => (words, false),
        };
        if matches!(
            words.as_str(),
            "draw" | "drawn" | "tie" | "1/2-1/2" | "1/2" | "0.5-0.5" | "d"
        ) {
            return made(Outcome::Draw, None, early);
        }
        if let Some((one, other)) = words.split_once(['-', ':', '\u{2013}'])
            && let (Ok(one), Ok(other)) = (one.trim().parse::<u16>(), other.trim().parse::<u16>())
        {
            let margin = i64::from(one) - i64::from(other);
            // A point for the winner is not a count of discs.
            let is_count = u32::from(one) + u32::from(other) > 2;
            return made(leads(margin), is_count.then_some(margin), early);
        }
        let number = match words.split_once('.') {
            Some((whole, zeros)) if zeros.bytes().all(|b| b == b'0') => whole,
            _ => &words,
        };
        if let Ok(margin) = number.parse::<i32>() {
            let margin = i64::from(margin);
            return made(leads(margin), (margin.abs() > 1).then_some(margin), early);
        }
        if let Some((winner, by)) = words.split_once('+') {
            let side = side(winner)?;
            let sign = if side == Side::First { 1 } else { -1 };
            let margin = by.parse::<u32>().ok().map(|by| sign * i64::from(by));
            let early = margin.is_none() && !by.is_empty();
            return made(Outcome::Win(side), margin.filter(|by| by.abs() > 1), early);
        }
        if let Some(loser) = words.strip_suffix("resigns") {
            return made(Outcome::Win(side(loser)?.other()), None, true);
        }
        let ends = [" wins", " won", " win"];
        let winner = ends.into_iter().find_map(|end| words.strip_suffix(end));
        made(Outcome::Win(side(winner.unwrap_or(&words))?), None, early)
    }

    /// Whether a text in a list of moves can only be a result.
    pub fn is_no_move(text: &str) -> bool {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let lower = text.to_lowercase();
        let score = lower.split_once(['-', ':']);
        score.is_some_and(|(one, other)| digits(one) && digits(other))
            || lower.strip_prefix(['+', '-']).is_some_and(digits)
            || lower
                .split_once('+')
                .is_some_and(|(winner, _)| side(winner).is_some())
            || ["draw", "tie", "1/2-1/2", "0.5-0.5"].contains(&lower.as_str())
            || ["wins", "won", "resigns"]
                .iter()
                .any(|end| lower.ends_with(end))
    }
}

/// The side that people call so, in small letters.
fn side(text: &str) -> Option<Side> {
    match text.trim() {
        "b" | "black" | "x" | "first" | "player 1" | "player1" => Some(Side::First),
        "w" | "white" | "o" | "second" | "player 2" | "player2" => Some(Side::Second),
        _ => None,
    }
}

const fn leads(margin: i64) -> Outcome {
    match margin {
        1.. => Outcome::Win(Side::First),
        0 => Outcome::Draw,
        _ => Outcome::Win(Side::Second),
    }
}

impl RecordedGame {
    /// A game of a transcript that this program wrote.
    pub fn from_played(game: &AnyGame, played: &PlayedGame) -> Self {
        let early = matches!(played.ending, Ending::Resigned(_));
        let stated = played.ending.outcome().map(|outcome| Stated {
            text: played.ending.words().to_owned(),
            outcome,
            margin: None,
            early,
        });
        Self {
            line: None,
            players: None,
            start: game.start(),
            moves: played.moves.clone(),
            stated,
            unread: None,
        }
    }

    /// The position after its last move.
    pub fn end(&self, game: &AnyGame) -> Position {
        self.moves
            .iter()
            .fold(self.start, |at: Position, &m| game.play(&at, m))
    }

    /// The outcome by the rules, or else the one that is written there.
    pub fn outcome(&self, game: &AnyGame) -> Option<Outcome> {
        let by_rules = game.outcome(&self.end(game));
        by_rules.or_else(|| Some(self.stated.as_ref()?.outcome))
    }

    /// How it ended, in words, without the points.
    pub fn ending(&self, game: &AnyGame) -> String {
        match (game.outcome(&self.end(game)), &self.stated) {
            (Some(outcome), _) => Ending::Over(outcome).words().to_owned(),
            (None, Some(stated)) => stated.text.clone(),
            (None, None) => Ending::Stopped.words().to_owned(),
        }
    }

    /// Its moves and how it ended, on one line.
    pub fn text(&self, game: &AnyGame) -> String {
        format!("{}: {}", game.write_moves(&self.moves), self.ending(game))
    }

    /// What is written there that the moves contradict. A margin may be counted with or without the empty squares,
    /// which go to the winner by the rules of the World Othello Federation.
    pub fn contradiction(&self, game: &AnyGame) -> Option<String> {
        let stated = self.stated.as_ref()?;
        let at = self.end(game);
        let outcome = game.outcome(&at)?;
        let text = &stated.text;
        let moves = count(self.moves.len() as u64, "move", "moves");
        let over = over(game, &at);
        if stated.outcome != outcome {
            return Some(format!(
                "it says `{text}`, but after {moves} the game is over: {over}"
            ));
        }
        let (margin, [first, second]) = stated.margin.zip(game.points(&at))?;
        let plain = i64::from(first) - i64::from(second);
        let (unit, with_empty) = match &at {
            Position::Othello(at) => ("discs", at.score_with_empty()),
            _ => ("points", [first, second]),
        };
        let with_empty = i64::from(with_empty[0]) - i64::from(with_empty[1]);
        let is_right = [plain, with_empty].contains(&margin) || stated.early;
        (!is_right).then(|| {
            format!("it says `{text}`, but after {moves} the game is over with {first} to {second} {unit}")
        })
    }
}

/// A game as a text and its moves not yet read.
#[derive(Clone, Debug, Default)]
pub struct RawGame {
    /// The line of the file on which it begins; `None` in a file without lines.
    pub line: Option<u64>,
    /// The names of the players, the first side's first.
    pub players: Option<[String; 2]>,
    /// The position from which it begins; `None` for the start of the game.
    pub start: Option<String>,
    /// Its moves, joined or apart.
    pub moves: String,
    /// The result, if one is written there.
    pub result: Option<String>,
}

impl RawGame {
    /// Reads its moves and its result.
    ///
    /// # Errors
    ///
    /// [`Error::Position`](crate::error::Error::Position) and [`Error::Move`](crate::error::Error::Move) with what
    /// cannot be read.
    pub fn read(&self, game: &AnyGame) -> Result<RecordedGame> {
        let start = self.start.as_deref();
        let start =
            start.map_or_else(|| Ok(game.start()), |at| crate::games::position(game, at))?;
        let moves = if self.moves.trim().is_empty() {
            Vec::new()
        } else {
            crate::games::read_moves(game, &start, &self.moves)?
        };
        let result = self
            .result
            .as_deref()
            .filter(|text| !matches!(text.trim(), "" | "*" | "?"));
        let stated = result.and_then(Stated::read);
        Ok(RecordedGame {
            line: self.line,
            players: self.players.clone(),
            start,
            moves,
            unread: result.filter(|_| stated.is_none()).map(str::to_owned),
            stated,
        })
    }
}
