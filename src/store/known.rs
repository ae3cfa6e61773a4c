//! The files that this program writes to read them again, told apart by what they begin with, and each
//! gone through to its end: whatever is not as it was written is found, and so is what the rules of
//! its game do not allow.

use std::io::Read;
use std::path::{Path, PathBuf};

use super::exchange::{Content, Gaps, Sheet};
use super::file::verify;
use super::kept::files_below;
use super::model::Model;
use super::place::{EXTENSION, failed, open, read_head};
use super::{format, solved};
use crate::arena::Transcript;
use crate::error::{Action, Result};
use crate::games::parse;
use crate::learn::preset;

/// What a file is said to be, by its ending or its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// A model.
    Model,
    /// An endgame database.
    Database,
    /// An opening book.
    Book,
    /// A policy or matchboxes as text.
    Sheet,
    /// Recorded games.
    Games,
}

/// A file that is whole and that the rules of its game allow.
#[derive(Clone, Debug)]
pub enum Sound {
    /// A model.
    Model(Box<Model>),
    /// An endgame database of a game, and how many positions it holds.
    Database(String, usize),
    /// An opening book of a game, and how many positions it has an answer for.
    Book(String, usize),
    /// A policy or matchboxes: of what game, if the file tells it, and how many rows there are. Without
    /// a game nothing can be said of positions and moves.
    Sheet(Content, Option<String>, usize),
    /// How many games of a game.
    Games(String, usize),
}

/// How much of a file is looked at to tell what it is.
const HEAD: u64 = 4096;

impl Known {
    /// What a file is: a model where its name ends as those of models do, anything else by its first
    /// bytes; nothing where no command would read it.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when the system does not let us read.
    pub fn of(path: &Path) -> Result<Option<Self>> {
        if path.extension().is_some_and(|end| end == EXTENSION) {
            return Ok(Some(Self::Model));
        }
        let head = read_head(path, HEAD)?;
        if format::is_model(&head) {
            return Ok(Some(Self::Model));
        }
        if solved::is_database(&head) {
            return Ok(Some(Self::Database));
        }
        if solved::is_book(&head) {
            return Ok(Some(Self::Book));
        }
        let text = String::from_utf8_lossy(&head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        Ok(if text.starts_with("position,side,") || is_sheet(text) {
            Some(Self::Sheet)
        } else {
            text.starts_with("menace games ").then_some(Self::Games)
        })
    }

    /// Goes through a file of this kind.
    ///
    /// # Errors
    ///
    /// What reading it for use gives: [`Error::Damaged`](crate::Error::Damaged) or
    /// [`Error::Line`](crate::Error::Line) with what is wrong, [`Error::File`](crate::Error::File)
    /// when the system does not let us read.
    pub fn verify(self, path: &Path) -> Result<Sound> {
        Ok(match self {
            Self::Model => Sound::Model(Box::new(verify(path)?)),
            Self::Database => {
                let game = solved::game_of_database(path)?;
                let database = solved::read_database(&parse(&game)?, path)?;
                Sound::Database(game, database.len())
            }
            Self::Book => {
                let game = solved::game_of_book(path)?;
                let book = solved::read_book(&parse(&game)?, path)?;
                Sound::Book(game, book.len())
            }
            Self::Sheet => {
                let sheet = Sheet::read(path)?;
                let game = sheet.game().map(str::to_owned);
                if let Some(game) = &game {
                    let rule = match sheet.rule() {
                        Some(rule) => rule.clone(),
                        None => preset("rote")?,
                    };
                    // A part of a policy is one as well, for whoever asks for it.
                    let gaps = match sheet.content() {
                        Content::Policy => Gaps::Random,
                        Content::Boxes => Gaps::Refuse,
                    };
                    sheet.model(&parse(game)?, &rule, gaps)?;
                }
                Sound::Sheet(sheet.content(), game, sheet.len())
            }
            Self::Games => {
                let mut text = Vec::new();
                let read = open(path)?.read_to_end(&mut text);
                read.map_err(|source| failed(path, Action::Read, source))?;
                let transcript = Transcript::read(&text, path)?;
                Sound::Games(transcript.game, transcript.games.len())
            }
        })
    }

    /// All files of these kinds in a folder and in the folders within it, sorted; hidden ones and those
    /// that nobody reads again are passed over.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::Error::File) when a folder cannot be read.
    pub fn below(folder: &Path) -> Result<Vec<PathBuf>> {
        let mut files = files_below(folder)?;
        // What cannot be read is told of where it is verified.
        files.retain(|path| path.is_file() && !matches!(Self::of(path), Ok(None)));
        Ok(files)
    }
}

/// Whether a text is a JSON object of a game and a player that lists rows, as far as its first lines
/// tell.
fn is_sheet(text: &str) -> bool {
    let lists = ["\"policy\"", "\"boxes\"", "\"rule\""];
    let has = |word: &&str| text.contains(*word);
    text.starts_with('{') && ["\"game\"", "\"player\""].iter().all(has) && lists.iter().any(has)
}
