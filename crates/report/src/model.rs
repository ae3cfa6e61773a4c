//! The main facts about models and about parts of studies.

use std::path::Path;

use matchboxes_games::text::{Shown as _, columns, count, escaped, thousands};
use matchboxes_store::{Course, Model, Part, PartOf, replaced_by};
use serde::Serialize;

use crate::row::{Row, row};

/// The main facts about a model of this name.
pub(crate) fn model(name: &str, model: &Model) -> Row {
    Row::default()
        .with("model", name)
        .with("game", model.game())
        .with("learner", model.learners().name())
        .with("rule", &model.rule().name)
        .with("games", model.games())
        .with("sets", model.sets())
        .with("sets_left", sets_left(model))
        .with("boxes", model.boxes())
}

/// Where a model comes from: its file, the programs that wrote it, its game and who learnt.
pub(crate) fn origin(path: &Path, model: &Model) -> Row {
    Row::default()
        .with("model", path.to_string_lossy())
        .with("version", &model.made_by)
        .with("written_by", &model.written_by)
        .with("game", model.game())
        .with("learner", model.learners().name())
}

/// The sets that a stopped training has still to play.
pub(crate) fn sets_left(model: &Model) -> u64 {
    model.pending.map_or(0, |pending| pending.left)
}

/// The same for the file of a model, with the model that it will replace if it is a training in progress.
pub fn model_file(path: &Path, of: &Model) -> Row {
    let row = model(&path.to_string_lossy(), of);
    match replaced_by(path) {
        Some(other) => row.with("replaces", other.to_string_lossy()),
        None => row,
    }
}

/// The main facts about the file of a part.
pub(crate) fn part(path: &Path, part: &Part) -> Row {
    let (played, all) = part.progress();
    let row = Row::default()
        .with("file", path.to_string_lossy())
        .with("kind", "part")
        .with("first", part.runs.start)
        .with("end", part.runs.end)
        .with("of", part.whole_runs())
        .with("played", played)
        .with("to_play", all - played);
    match part.part_of() {
        PartOf::Study => {
            let trainings = part.courses.iter().map(Course::in_words);
            row.with("trainings", trainings.collect::<Vec<_>>())
        }
        PartOf::Sweep => row.with("sweep", part.what()),
    }
}

/// Models that are merged.
#[derive(Default, Serialize)]
pub struct MergedModels {
    #[serde(flatten)]
    whole: Row,
    parents: Vec<Row>,
    #[serde(skip)]
    table: Vec<Vec<String>>,
}

impl MergedModels {
    /// Adds a model.
    pub fn add(&mut self, name: &str, of: &Model) {
        self.parents.push(model(name, of));
        self.tell(format!("  {}", escaped(name)), of);
    }

    /// Adds the model that they became.
    pub fn finish(&mut self, path: &Path, of: &Model) {
        self.whole = model(&path.to_string_lossy(), of);
        self.tell("  merged".to_owned(), of);
    }

    fn tell(&mut self, name: String, of: &Model) {
        let boxes = count(of.boxes(), "box", "boxes");
        let games = count(of.games(), "game", "games");
        self.table.push(row(name, [boxes, games]));
    }

    /// A line for each model, below what they have in common.
    pub fn text(&self, merged: &Model) -> String {
        format!(
            "{}: {} learning, rule {}, {} models merged\n\n{}",
            merged.game(),
            merged.learners().in_words(),
            merged.rule().name,
            thousands(self.parents.len() as u64),
            columns(&self.table),
        )
    }
}

/// `tic-tac-toe, first side learning, rule rote, 10,000 games`.
pub(crate) fn in_words(model: &Model) -> String {
    format!(
        "{}, {} learning, rule {}, {}",
        model.game(),
        model.learners().in_words(),
        model.rule().name,
        count(model.games(), "game", "games"),
    )
}

/// A note that the training of a model was stopped, if it was.
pub(crate) fn stopped(model: &Model) -> Option<String> {
    let pending = model.pending.as_ref()?;
    Some(match pending.left {
        0 => "stopped before its pictures were drawn".to_owned(),
        left => format!("stopped with {} left", count(left, "set", "sets")),
    })
}

/// Whether the training of a model was stopped, and which model it will replace.
pub(crate) fn standing(path: &Path, model: &Model) -> String {
    let other = replaced_by(path).and_then(|other| Some(other.file_name()?.to_owned()));
    let other = other.map(|other| format!("to replace {}", Path::new(&other).shown()));
    let parts: Vec<String> = stopped(model).into_iter().chain(other).collect();
    parts.join(", ")
}
