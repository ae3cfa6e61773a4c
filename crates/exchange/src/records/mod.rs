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

use std::io;
use std::path::Path;

use crate::arena::{RecordedGame, Transcript};
use crate::error::{Action, Error, Result};
use crate::game::Game;
use crate::games::{AnyGame, parse};
use crate::store::{damaged, failed, invalid, read_once, utf8};
use columns::GameTable;
use lists::{Lists, TakeRaw};

/// The largest file of games that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// The game of files in forms of Othello's.
const OTHELLO: &str = "othello";

/// The most games that are held at once.
const MOST_HELD: usize = 1 << 20;

/// How many games are tried to recognize their game, and the words that end such a trial, which are never
/// printed.
const TRIED: usize = 1000;
const ENOUGH: &str = "enough games";

const NO_GAMES: &str = "it holds no games";

/// Receives games as they are read; an error ends the reading.
type TakeGame<'a> = &'a mut dyn FnMut(&AnyGame, RecordedGame) -> Result<()>;

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
    /// [`Error::Damaged`] for a WTHOR file, which has no lines;
    /// [`games::Error::Request`](crate::games::Error::Request) when the game must be named.
    pub fn read(path: &Path, game: Option<&AnyGame>) -> Result<Self> {
        Self::parse(path, &bytes_of(path)?, game)
    }

    /// Reads a file as [`read`](Self::read) does and passes on its games one after another, each with the game that is
    /// played, so that they are not all held; the list of what is returned is empty.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), and the errors of `take`.
    pub fn each(
        path: &Path,
        game: Option<&AnyGame>,
        take: &mut dyn FnMut(&AnyGame, RecordedGame) -> Result<()>,
    ) -> Result<Self> {
        Self::each_in(path, &bytes_of(path)?, game, take)
    }

    /// Whether a text that begins like this is marked as a list of games.
    pub fn is_named(text: &str) -> bool {
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
        let mut games = Vec::new();
        let records = Self::each_in(path, bytes, game, &mut |_, game| {
            if games.len() == MOST_HELD {
                let reason = format!(
                    "it has more than the {MOST_HELD} games that are held at once; split it"
                );
                return Err(failed(path, Action::ReadGames, io::Error::other(reason)));
            }
            games.push(game);
            Ok(())
        })?;
        Ok(Self { games, ..records })
    }

    fn each_in(
        path: &Path,
        bytes: &[u8],
        game: Option<&AnyGame>,
        take: TakeGame<'_>,
    ) -> Result<Self> {
        if let Some(found) = wthor::games(bytes) {
            let mut found = found.map_err(|reason| damaged(path, invalid(reason)))?;
            return Self::read_games(path, true, game, take, &mut |take| found.try_for_each(take));
        }
        let bytes = utf8(bytes);
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes);
        let text = &*text;
        if text.trim().is_empty() {
            return Err(Error::line(path, 1, NO_GAMES));
        }
        if text.trim_start().starts_with("menace games ") {
            let read = Transcript::read(bytes);
            let read = read.map_err(|wrong| Error::line(path, wrong.line, wrong.reason))?;
            return Self::of_transcript(read, game, take);
        }
        if text.trim_start().starts_with("(;") || text.contains("(;GM[") {
            let mut is_othello = false;
            nodes::each(text, &mut |_, is_so| {
                is_othello |= is_so;
                Ok(())
            })?;
            return Self::read_games(path, is_othello, game, take, &mut |take| {
                nodes::each(text, &mut |game, _| take(game))
            });
        }
        match game {
            Some(game) => Self::of_text(path, text, game, take),
            None => Self::of_some_game(path, text, take),
        }
    }

    /// Reads a table or a list of games of this game.
    fn of_text(path: &Path, text: &str, game: &AnyGame, take: TakeGame<'_>) -> Result<Self> {
        if let Some(table) = GameTable::detect(text, game) {
            return Self::read_games(path, false, Some(game), take, &mut |take| table.each(take));
        }
        let lists = Lists::parse(text)
            .map_err(|line| Error::line(path, line, "what begins here in brackets has no end"))?;
        Self::read_games(path, false, Some(game), take, &mut |take| lists.each(take))
    }

    /// Reads a text as the only game of the usual ones in which all of it can be played.
    fn of_some_game(path: &Path, text: &str, take: TakeGame<'_>) -> Result<Self> {
        let games = USUAL.into_iter().map(parse);
        let games = games.collect::<Result<Vec<_>, _>>()?;
        let (mut can_be, mut wrong) = (Vec::new(), Vec::new());
        for game in games {
            // In a long file the first games show which one is played.
            let mut tried = 0;
            let found = Self::of_text(path, text, &game, &mut |_, _| {
                tried += 1;
                if tried < TRIED {
                    return Ok(());
                }
                Err(Error::request(ENOUGH))
            });
            match found {
                Err(error) if tried < TRIED => wrong.push(error),
                _ => can_be.push(game),
            }
        }
        if can_be.len() > 1 {
            can_be.retain(
                |game| match Self::of_text(path, text, game, &mut |_, _| Ok(())) {
                    Ok(_) => true,
                    Err(error) => {
                        wrong.push(error);
                        false
                    }
                },
            );
        }
        match &can_be[..] {
            [] => Err(no_game(path, wrong)),
            [game] => Self::of_text(path, text, game, take),
            _ => {
                let names: Vec<String> = can_be.iter().map(Game::name).collect();
                let (path, names) = (path.display(), names.join(" and "));
                Err(Error::request(format!(
                    "{path}: these can be games of {names}; name the game"
                )))
            }
        }
    }

    fn of_transcript(
        transcript: Transcript,
        game: Option<&AnyGame>,
        take: TakeGame<'_>,
    ) -> Result<Self> {
        let own = agreed(parse(&transcript.game)?, game)?;
        for played in &transcript.games {
            take(&own, RecordedGame::from_played(&own, played))?;
        }
        Ok(Self {
            games: Vec::new(),
            game: own,
            players: Some(transcript.players),
            seed: transcript.seed,
        })
    }

    /// Reads the moves of all games that `each` passes on. They are of Othello if the file is, or if no other
    /// game is given.
    fn read_games(
        path: &Path,
        is_othello: bool,
        asked: Option<&AnyGame>,
        take: TakeGame<'_>,
        each: &mut dyn FnMut(TakeRaw<'_>) -> Result<()>,
    ) -> Result<Self> {
        let game = match asked {
            Some(asked) if !is_othello => asked.clone(),
            asked => agreed(parse(OTHELLO)?, asked)?,
        };
        let mut number = 0_u64;
        each(&mut |raw| {
            number += 1;
            let read = raw.read(&game).map_err(|error| {
                let reason = format!("game {number}: {error}");
                match raw.line {
                    None => damaged(path, invalid(reason)),
                    Some(line) => Error::line(path, line, reason),
                }
            });
            take(&game, read?)
        })?;
        if number == 0 {
            return Err(damaged(path, invalid(NO_GAMES)));
        }
        Ok(Self {
            game,
            players: None,
            seed: None,
            games: Vec::new(),
        })
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>> {
    read_once(path, LONGEST).map_err(|mut error| {
        if let Error::File { action, .. } = &mut error {
            *action = Action::ReadGames;
        }
        error
    })
}

/// The game that a file names, unless another one is given.
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

/// The error of the game in which most of the file can be played. If there are several such games, the error
/// for a file of no game.
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
    let reason = format!("no game of {games}; name the game, and the error shows the wrong move");
    Error::line(path, last, reason)
}
