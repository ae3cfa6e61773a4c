//! Games that other people and programs have recorded, in the forms in which they are usually kept.
//!
//! | form | recognised by |
//! |---|---|
//! | transcripts of this program | their first line |
//! | WTHOR, the database of the French federation (`.wtb`) | 16 bytes and then 68 for each game |
//! | GGF, of the Generic Game Server, and SGF, of which the first variation is read | `(;` at the start of a game |
//! | tables with a column of moves, separated by commas, semicolons or tabs | a column in which moves can be read |
//! | lists with numbers, as in PGN, with or without tags | tags, or the numbers of the moves |
//! | bare transcripts, one on each line | everything else |
//!
//! Moves are read by [`games::read_moves`](crate::games::read_moves()): in either case, joined or apart, with passes in
//! several ways or left out. The first mark of a file may be a byte order mark; bytes that are no UTF-8 are allowed in
//! names and comments.

mod columns;
mod lists;
mod nodes;
mod wthor;

use std::path::Path;

use super::file::{read_at_most, utf8};
use super::place::{damaged, invalid};
use crate::arena::{RawGame, RecordedGame, Transcript};
use crate::error::{Action, Error, Result};
use crate::game::Game;
use crate::games::{AnyGame, parse};

/// The largest file of games that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The game of files in forms of Othello's.
const OTHELLO: &str = "othello";

const NO_GAMES: &str = "it holds no games";

/// The games that are tried for a file that names none.
const USUAL: [&str; 4] = [OTHELLO, "connect-four", "tic-tac-toe", "hexapawn"];

/// The recorded games of a file.
#[derive(Clone, Debug)]
pub struct Records {
    /// The game that is played.
    pub game: AnyGame,
    /// The names of the players of all games, the first side's first, if they are known.
    pub players: Option<[String; 2]>,
    /// The seed of games that this program has played.
    pub seed: Option<u64>,
    /// The games, in the order of the file.
    pub games: Vec<RecordedGame>,
}

impl Records {
    /// Reads a file. Without a game it is the one that the file names, or the only one of Othello, connect four,
    /// tic-tac-toe and hexapawn in which all its games can be played.
    ///
    /// # Errors
    ///
    /// [`Error::File`] when the file cannot be read, [`Error::Line`] with the game and the move that is not legal,
    /// [`Error::Damaged`] for a WTHOR file, which has no lines; [`Error::Request`] when the game must be named.
    pub fn read(path: &Path, game: Option<&AnyGame>) -> Result<Self> {
        let bytes = read_at_most(path, LONGEST).map_err(|mut error| {
            if let Error::File { action, .. } = &mut error {
                *action = Action::ReadGames;
            }
            error
        })?;
        Self::parse(path, &bytes, game)
    }

    /// Whether a text that begins like this holds games in a form that says so.
    pub(super) fn is_named(text: &str) -> bool {
        ["menace games ", "(;", "[Event "]
            .iter()
            .any(|start| text.starts_with(start))
    }

    /// Reads the contents of a file; `path` is its name in errors.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read).
    pub fn parse(path: &Path, bytes: &[u8], game: Option<&AnyGame>) -> Result<Self> {
        if let Some(found) = wthor::games(bytes) {
            let found = found.map_err(|reason| damaged(path, invalid(reason)))?;
            return Self::of(path, &found, true, game);
        }
        let bytes = utf8(bytes);
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes);
        let text = &*text;
        if text.trim().is_empty() {
            return Err(Error::line(path, 1, NO_GAMES));
        }
        if text.trim_start().starts_with("menace games ") {
            return Self::of_transcript(Transcript::read(bytes, path)?, game);
        }
        if text.trim_start().starts_with("(;") || text.contains("(;GM[") {
            let (found, is_othello) = nodes::games(text);
            return Self::of(path, &found, is_othello, game);
        }
        let of = |game: &AnyGame| {
            let found = match columns::games(text, game) {
                Some(found) => found,
                None => lists::games(text).map_err(|line| {
                    Error::line(path, line, "what begins here in brackets has no end")
                })?,
            };
            Self::of(path, &found, false, Some(game))
        };
        if let Some(game) = game {
            return of(game);
        }
        let games = USUAL.into_iter().map(parse).collect::<Result<Vec<_>>>()?;
        let (mut read, mut wrong) = (Vec::new(), Vec::new());
        for found in games.iter().map(of) {
            match found {
                Ok(found) => read.push(found),
                Err(error) => wrong.push(error),
            }
        }
        match read.len() {
            0 => Err(no_game(path, wrong)),
            1 => Ok(read.remove(0)),
            _ => {
                let names: Vec<String> = read.iter().map(|one| one.game.name()).collect();
                let (path, names) = (path.display(), names.join(" and "));
                Err(Error::request(format!(
                    "{path}: these can be games of {names}; name the game"
                )))
            }
        }
    }

    fn of_transcript(transcript: Transcript, game: Option<&AnyGame>) -> Result<Self> {
        let own = agreed(parse(&transcript.game)?, game)?;
        let games = transcript.games.iter();
        Ok(Self {
            games: games.map(|played| RecordedGame::of(&own, played)).collect(),
            game: own,
            players: Some(transcript.players),
            seed: transcript.seed,
        })
    }

    /// Reads the moves of all games; they are of Othello if the file says so, or if no other game is asked for.
    fn of(
        path: &Path,
        found: &[RawGame],
        is_othello: bool,
        asked: Option<&AnyGame>,
    ) -> Result<Self> {
        let game = match asked {
            Some(asked) if !is_othello => asked.clone(),
            asked => agreed(parse(OTHELLO)?, asked)?,
        };
        let read = |(number, raw): (usize, &RawGame)| {
            raw.read(&game).map_err(|error| {
                let reason = format!("game {number}: {error}");
                match raw.line {
                    None => damaged(path, invalid(reason)),
                    Some(line) => Error::line(path, line, reason),
                }
            })
        };
        let games = (1..).zip(found).map(read).collect::<Result<Vec<_>>>()?;
        if games.is_empty() {
            return Err(damaged(path, invalid(NO_GAMES)));
        }
        Ok(Self {
            game,
            players: None,
            seed: None,
            games,
        })
    }
}

/// The game that a file names, unless another one is asked for.
fn agreed(own: AnyGame, asked: Option<&AnyGame>) -> Result<AnyGame> {
    match asked {
        Some(asked) if !asked.is_same(&own) => {
            let (own, asked) = (own.name(), asked.name());
            Err(Error::request(format!(
                "the file has games of {own}, not of {asked}"
            )))
        }
        _ => Ok(own),
    }
}

/// The error of the game in which most of the file can be played, or that it is none.
fn no_game(path: &Path, wrong: Vec<Error>) -> Error {
    let line = |error: &Error| match error {
        Error::Line { line, .. } => *line,
        _ => 1,
    };
    let last = wrong.iter().map(line).max().unwrap_or(1);
    let mut farthest: Vec<Error> = wrong
        .into_iter()
        .filter(|error| line(error) == last)
        .collect();
    if farthest.len() == 1 {
        return farthest.remove(0);
    }
    let games = USUAL.join(", ");
    let reason = format!("no game of {games}; name the game, and the error tells the move");
    Error::line(path, last, reason)
}
