//! Lists of what is in folders: models, parts of studies, and files that were checked.

use std::path::Path;

use matchboxes_games::text::{Shown as _, count, escaped, thousands};
use matchboxes_session::session::{KnownFile, Sound};
use matchboxes_store::{self as store, Model, Part, replaced_by};
use serde::Serialize;

use crate::layout::Layout;
use crate::model::{in_words, model_file, part, standing, stopped};
use crate::row::Row;

/// The models in a folder, the trainings in progress that will replace one, and what cannot be read.
#[derive(Serialize, Default)]
pub struct ListedModels {
    under_way: Vec<Row>,
    damaged: Vec<Row>,
    models: Vec<Row>,
    #[serde(skip)]
    table: Vec<Vec<String>>,
    #[serde(skip)]
    errors: String,
}

/// The columns of a model by importance: whether it was stopped, boxes, games, rule, game and learner.
const ORDER: [usize; 6] = [6, 5, 4, 3, 1, 2];

impl ListedModels {
    /// Adds a file.
    pub fn add(&mut self, path: &Path, found: store::Result<Model>) {
        match found {
            Ok(model) => {
                let list = match replaced_by(path) {
                    Some(_) => &mut self.under_way,
                    None => &mut self.models,
                };
                list.push(model_file(path, &model));
                self.table.push(vec![
                    path.shown(),
                    model.game().to_owned(),
                    model.learners().to_string(),
                    model.rule().name.clone(),
                    count(model.games(), "game", "games"),
                    count(model.boxes(), "box", "boxes"),
                    standing(path, &model),
                ]);
            }
            Err(error) => {
                self.damaged.push(damaged("model", path, &error));
                self.errors += &(shortened(&error.to_string()) + "\n");
            }
        }
    }

    /// How many files cannot be read.
    pub fn damaged(&self) -> u64 {
        self.damaged.len() as u64
    }

    /// A line for each file; none if there is none.
    pub fn text(&self, layout: Layout) -> String {
        layout.fitted(&self.table, &ORDER) + &self.errors
    }
}

/// The parts of studies and sweeps in a folder, and what cannot be read.
#[derive(Serialize, Default)]
pub struct ListedParts {
    damaged: Vec<Row>,
    parts: Vec<Row>,
}

impl ListedParts {
    /// Adds a file; the line about it.
    pub fn add(&mut self, path: &Path, found: store::Result<Part>) -> String {
        match found {
            Ok(own) => {
                self.parts.push(part(path, &own));
                format!("{}: {}", path.shown(), own.in_words())
            }
            Err(error) => {
                self.damaged.push(damaged("part", path, &error));
                shortened(&error.to_string())
            }
        }
    }

    /// How many files cannot be read.
    pub fn damaged(&self) -> u64 {
        self.damaged.len() as u64
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.damaged.is_empty()
    }
}

fn damaged(what: &'static str, path: &Path, error: &store::Error) -> Row {
    let row = Row::default().with(what, path.to_string_lossy());
    row.with("error", error.to_string())
}

/// Files that were checked.
#[derive(Serialize, Default)]
pub struct CheckedFiles {
    models: Vec<Row>,
    others: Vec<Row>,
    summary: CheckedCounts,
}

#[derive(Serialize, Default)]
struct CheckedCounts {
    files: u64,
    undamaged: u64,
    damaged: u64,
}

impl CheckedFiles {
    /// Adds a file of this kind, with what it is or the error that was found.
    pub fn add(&mut self, path: &Path, known: KnownFile, found: Result<&Sound, &str>) {
        let name = path.to_string_lossy();
        let row = match found {
            Ok(Sound::Model(model)) => model_file(path, model),
            Ok(Sound::Part(own)) => part(path, own),
            _ if known == KnownFile::Model => Row::default().with("model", name),
            _ => Row::default().with("file", name).with("kind", known.name()),
        };
        let row = match found {
            Ok(Sound::Sheet(_, game, n)) => row.with("game", game.clone()).with("entries", *n),
            Ok(Sound::Database(game, n) | Sound::Book(game, n) | Sound::Games(game, n)) => {
                row.with("game", game).with("entries", *n)
            }
            Ok(Sound::Class(name, groups, games)) => {
                let row = row.with("class", name);
                row.with("groups", *groups).with("games", *games)
            }
            _ => row,
        };
        let is_model = known == KnownFile::Model;
        self.count(row, is_model, found.err());
    }

    /// Adds a folder that cannot be read.
    pub fn add_unread(&mut self, folder: Option<&Path>, error: &str) {
        let row = Row::default()
            .with("file", folder.map(Path::to_string_lossy).as_deref())
            .with("kind", "folder");
        self.count(row, false, Some(error));
    }

    fn count(&mut self, row: Row, is_model: bool, error: Option<&str>) {
        let row = row.with("undamaged", error.is_none());
        let list = if is_model {
            &mut self.models
        } else {
            &mut self.others
        };
        self.summary.files += 1;
        if let Some(error) = error {
            self.summary.damaged += 1;
            list.push(row.with("error", error));
        } else {
            self.summary.undamaged += 1;
            list.push(row);
        }
    }

    /// How many files there are, and how many of them are damaged or cannot be read.
    pub fn counts(&self) -> [u64; 2] {
        [self.summary.files, self.summary.damaged]
    }

    /// How many of the files are undamaged.
    pub fn text(&self) -> String {
        let what = if self.others.is_empty() {
            "model"
        } else {
            "file"
        };
        let counted = count(self.summary.files, what, &format!("{what}s"));
        let [undamaged, damaged] = [self.summary.undamaged, self.summary.damaged].map(thousands);
        format!("{counted}: {undamaged} undamaged, {damaged} not\n")
    }
}

/// That a file is undamaged, and what it is.
pub fn undamaged(path: &Path, sound: &Sound, layout: Layout) -> String {
    // The file of a training in progress will replace a model.
    let what = replaced_by(path).map_or_else(String::new, |model| {
        format!("a training in progress, to replace {}: ", model.shown())
    });
    let (path, text) = (path.shown(), sound_in_words(sound));
    layout.sentence(&format!("{path}: undamaged: {what}{text}"), 0)
}

fn sound_in_words(sound: &Sound) -> String {
    let number = |n: &usize, one, many| count(*n as u64, one, many);
    let positions = |n| number(n, "position", "positions");
    match sound {
        Sound::Model(model) => {
            let stopped = stopped(model).map_or_else(String::new, |text| format!(", {text}"));
            let sets = count(model.sets(), "set", "sets");
            let boxes = count(model.boxes(), "box", "boxes");
            format!("{} in {sets}, {boxes}{stopped}", in_words(model))
        }
        Sound::Part(part) => format!("a part of a {}, {}", part.part_of(), part.in_words()),
        Sound::Database(game, n) => format!("an endgame database of {game}, {}", positions(n)),
        Sound::Book(game, n) => format!("an opening book of {game}, {}", positions(n)),
        Sound::Sheet(content, game, n) => {
            let (what, rows) = (content.in_words(), number(n, "row", "rows"));
            match game {
                Some(game) => format!("{what} of {game}, {rows}"),
                None => format!("{what}, {rows}, without the name of its game"),
            }
        }
        Sound::Games(game, n) => format!("{} of {game}", number(n, "game", "games")),
        Sound::Class(name, groups, games) => {
            let groups = number(groups, "group", "groups");
            let games = number(games, "game", "games");
            format!("the class {name}, {groups}, {games}")
        }
    }
}

/// Messages of at most this many characters are printed in full, longer ones with their beginning and end.
const LONGEST: usize = 1_000;
const BEGINNING: usize = 400;
const END: usize = 200;

/// A message on one line, with control characters escaped, shortened if it is too long.
pub fn shortened(message: &str) -> String {
    let line = escaped(message);
    let length = line.chars().count();
    if length <= LONGEST {
        return line;
    }
    let beginning: String = line.chars().take(BEGINNING).collect();
    let end: String = line.chars().skip(length - END).collect();
    let out = thousands((length - BEGINNING - END) as u64);
    format!("{beginning} [{out} characters left out] {end}")
}
