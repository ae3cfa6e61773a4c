//! Verifies the files that this program writes and reads again. Their kind is recognised by their first
//! bytes; then the whole file is read, which finds any damage and anything that the rules of the game do
//! not allow.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::class::CLASS_FILE;
#[cfg(not(target_family = "wasm"))]
use super::class::class_of;
use crate::error::{Damage, Error, Result};
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
#[expect(missing_docs, reason = "most are what they are called")]
pub enum KnownFile {
    Model,
    Database,
    Book,
    /// A policy or matchboxes as text.
    Sheet,
    /// Recorded games: this program's, or others' in GGF, SGF or with tags as in PGN.
    Games,
    Part,
    /// The events of a class.
    Class,
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
    /// The events of a class: its name, and the numbers of groups and games.
    Class(String, usize, usize),
}

/// The number of bytes of a file that are read to recognise its kind.
const HEAD: u64 = 4096;
/// How the first line of a class goes on after its checksum.
const BEGUN: &str = " {\"what\":\"begun\"";

/// Whether this is the file of a class, or what was saved beside it.
fn is_class(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| {
        name == CLASS_FILE || name.starts_with("class-saved-") && has_ending(path, "jsonl")
    })
}

impl KnownFile {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Database => "database",
            Self::Book => "book",
            Self::Sheet => "export",
            Self::Games => "games",
            Self::Part => "part",
            Self::Class => "class",
        }
    }

    /// The kind by a name: of a class, or with the ending `.menace`, `.endgames`, `.book` or `.part`. Such a file is of this
    /// kind even if its first bytes are damaged.
    fn of_name(path: &Path) -> Option<Self> {
        let endings = [
            (EXTENSION, Self::Model),
            ("endgames", Self::Database),
            ("book", Self::Book),
            (PART_ENDING, Self::Part),
        ];
        let mut kinds = endings.into_iter();
        let named = kinds.find(|(ending, _)| has_ending(path, ending));
        let of_class = is_class(path).then_some(Self::Class);
        of_class.or(named.map(|(_, kind)| kind))
    }

    /// The kind of a file by its name, otherwise by its first bytes; `None` if no command would read it.
    fn detect(path: &Path) -> Result<Option<Self>> {
        if let Some(kind) = Self::of_name(path) {
            return Ok(Some(kind));
        }
        let head = read_head(path, HEAD)?;
        let kinds = [
            (is_model(&head), Self::Model),
            (is_database(&head), Self::Database),
            (is_book(&head), Self::Book),
            (is_part(&head), Self::Part),
        ];
        if let Some((_, kind)) = kinds.into_iter().find(|(begins, _)| *begins) {
            return Ok(Some(kind));
        }
        let head = utf8(&head);
        let text = String::from_utf8_lossy(&head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        if text.get(8..).is_some_and(|text| text.starts_with(BEGUN)) {
            return Ok(Some(Self::Class));
        }
        Ok(if text.starts_with("position,side,") || is_sheet(text) {
            Some(Self::Sheet)
        } else {
            Records::is_named(text).then_some(Self::Games)
        })
    }

    /// The kind of a file and the result of its check; a file that no command reads is a model that is damaged.
    pub fn check(path: &Path) -> (Self, Result<Sound>) {
        match Self::detect(path) {
            Ok(Some(known)) => (known, known.verify(path)),
            Ok(None) => {
                let readable = "a model, an endgame database, an opening book, an export, a file of recorded games, \
                                a part of a study or sweep or a class";
                let path = path.to_owned();
                let reason = Damage::Kind(readable);
                (Self::Model, Err(Error::Damaged { path, reason }))
            }
            Err(_) => (Self::Model, Self::Model.verify(path)),
        }
    }

    /// The files of these names and, of folders, those that are [below](Self::below) them, each once, and the errors of
    /// folders that cannot be read.
    pub fn named(names: &[PathBuf]) -> (Vec<PathBuf>, Vec<Error>) {
        let (mut paths, mut unread) = (Vec::new(), Vec::new());
        for path in names {
            if path.is_dir() {
                let (files, errors) = Self::below(path);
                paths.extend(files);
                unread.extend(errors);
            } else {
                paths.push(path.clone());
            }
        }
        let mut seen = HashSet::new();
        paths.retain(|path| seen.insert(path.clone()));
        (paths, unread)
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
                let found = store::read_database(path, None)?;
                Sound::Database(found.origin.game.clone(), found.entries().len())
            }
            Self::Book => {
                let found = store::read_book(path, None)?;
                Sound::Book(found.origin.game.clone(), found.pages().len())
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
                    sheet.model(&parse(game)?, &rule, Gaps::Random)?;
                }
                Sound::Sheet(sheet.content(), game, sheet.len())
            }
            Self::Games => {
                let records = Records::read(path, None)?;
                Sound::Games(records.game.name(), records.games.len())
            }
            Self::Part => Sound::Part(Box::new(Part::read(path)?)),
            // A class is not served there.
            #[cfg(target_family = "wasm")]
            Self::Class => return Err(Error::line(path, 1, "no class is read here")),
            #[cfg(not(target_family = "wasm"))]
            Self::Class => {
                let class = class_of(path, &store::Journal::read(path)?)?;
                let class = class.ok_or_else(|| Error::line(path, 1, "no class begins"))?;
                let name = class.facts().class.clone();
                Sound::Class(name, class.present().count(), class.games().len())
            }
        })
    }

    /// All files of these kinds in a folder and its subfolders, sorted, and the errors of the folders that cannot be read.
    /// Hidden files are skipped.
    pub fn below(folder: &Path) -> (Vec<PathBuf>, Vec<Error>) {
        let (mut files, errors) = files_below(folder);
        // Keeps files that cannot be read; verifying them reports the error.
        let may_be = |path: &Path| path.is_file() || Self::of_name(path).is_some();
        files.retain(|path| may_be(path) && !matches!(Self::detect(path), Ok(None)));
        (files, errors)
    }
}
