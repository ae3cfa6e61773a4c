//! Verifies the files that this program writes and reads again. Their kind is recognised by their first
//! bytes; then the whole file is read, which finds any damage and anything that the rules of the game do
//! not allow.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};
use crate::exchange::{Gaps, Records, Sheet, SheetContent, is_sheet};
use crate::game::Game;
use crate::games::parse;
use crate::learn::preset;
use crate::store::{
    self, EXTENSION, Model, PART_ENDING, Part, files_below, has_ending, is_book, is_database,
    is_model, is_part, read_head, utf8,
};

/// The kind of a file, according to its ending or its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownFile {
    /// A model.
    Model,
    /// An endgame database.
    Database,
    /// An opening book.
    Book,
    /// A policy or matchboxes as text.
    Sheet,
    /// Recorded games: this program's, or others' in GGF, SGF or with tags as in PGN.
    Games,
    /// A part of a study or a sweep.
    Part,
}

/// A file that is complete and follows the rules of its game.
#[derive(Clone, Debug)]
pub enum Sound {
    /// A model.
    Model(Box<Model>),
    /// An endgame database: the game and the number of positions.
    Database(String, usize),
    /// An opening book: the game and the number of positions with an answer.
    Book(String, usize),
    /// A policy or matchboxes: the game, if the file names it, and the number of rows. Without a game the
    /// positions and moves are not checked.
    Sheet(SheetContent, Option<String>, usize),
    /// Recorded games: the game and the number of games.
    Games(String, usize),
    /// A part of a study or a sweep.
    Part(Box<Part>),
}

/// The number of bytes of a file that are read to recognise its kind.
const HEAD: u64 = 4096;

impl KnownFile {
    /// The kind by the ending of a name: `.menace`, `.endgames`, `.book` or `.part`. Such a file is of this
    /// kind even if its first bytes are damaged.
    fn of_ending(path: &Path) -> Option<Self> {
        let endings = [
            (EXTENSION, Self::Model),
            ("endgames", Self::Database),
            ("book", Self::Book),
            (PART_ENDING, Self::Part),
        ];
        endings
            .into_iter()
            .find_map(|(ending, kind)| has_ending(path, ending).then_some(kind))
    }

    /// The kind of a file by the ending of its name, otherwise by its first bytes; `None` if no command would read it.
    ///
    /// # Errors
    ///
    /// [`Error::File`](crate::error::Error::File) when the file cannot be read.
    pub fn detect(path: &Path) -> Result<Option<Self>> {
        if let Some(kind) = Self::of_ending(path) {
            return Ok(Some(kind));
        }
        let head = read_head(path, HEAD)?;
        if is_model(&head) {
            return Ok(Some(Self::Model));
        }
        if is_database(&head) {
            return Ok(Some(Self::Database));
        }
        if is_book(&head) {
            return Ok(Some(Self::Book));
        }
        if is_part(&head) {
            return Ok(Some(Self::Part));
        }
        let head = utf8(&head);
        let text = String::from_utf8_lossy(&head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        Ok(if text.starts_with("position,side,") || is_sheet(text) {
            Some(Self::Sheet)
        } else {
            Records::is_named(text).then_some(Self::Games)
        })
    }

    /// Verifies a file of this kind.
    ///
    /// # Errors
    ///
    /// The same as when a command reads the file: [`Error::Damaged`](crate::error::Error::Damaged) or
    /// [`Error::Line`](crate::error::Error::Line) with what is wrong, [`Error::File`](crate::error::Error::File)
    /// when the file cannot be read.
    pub fn verify(self, path: &Path) -> Result<Sound> {
        Ok(match self {
            Self::Model => Sound::Model(Box::new(store::verify(path)?)),
            Self::Database => {
                let found = store::verify_database(path)?;
                Sound::Database(found.origin().game.clone(), found.entries().len())
            }
            Self::Book => {
                let found = store::verify_book(path)?;
                Sound::Book(found.origin().game.clone(), found.pages().len())
            }
            Self::Sheet => {
                let sheet = Sheet::read(path)?;
                let game = sheet.game().map(str::to_owned);
                if let Some(game) = &game {
                    let rule = match (sheet.rule(), sheet.content()) {
                        (Some(rule), _) => rule.clone(),
                        (None, SheetContent::Policy | SheetContent::Boxes) => preset("rote")?,
                        (None, SheetContent::Values) => preset("q-learning")?,
                    };
                    // A part of a policy is valid too: a command can choose to accept it.
                    let gaps = match sheet.content() {
                        SheetContent::Policy => Gaps::Random,
                        SheetContent::Boxes | SheetContent::Values => Gaps::Refuse,
                    };
                    sheet.model(&parse(game)?, &rule, gaps)?;
                }
                Sound::Sheet(sheet.content(), game, sheet.len())
            }
            Self::Games => {
                let records = Records::read(path, None)?;
                Sound::Games(records.game.name(), records.games.len())
            }
            Self::Part => Sound::Part(Box::new(Part::read(path)?)),
        })
    }

    /// All files of these kinds in a folder and its subfolders, sorted, and the errors of the folders that cannot be read.
    /// Hidden files are skipped.
    pub fn below(folder: &Path) -> (Vec<PathBuf>, Vec<Error>) {
        let (mut files, errors) = files_below(folder);
        // Keeps files that cannot be read; verifying them reports the error.
        let may_be = |path: &Path| path.is_file() || Self::of_ending(path).is_some();
        files.retain(|path| may_be(path) && !matches!(Self::detect(path), Ok(None)));
        (files, errors)
    }
}
