//! Short descriptions of models and parts of studies, as text and as JSON.

use std::path::Path;

use matchboxes::session::lock_to_change;
use matchboxes::store::{Course, Model, Part, PartOf, encode_sound, replaced_by};
use matchboxes::text::{Shown as _, count};
use serde_json::{Value, json};

use crate::files::replace;

/// The main facts about a model, as JSON.
pub(crate) fn json(name: &str, model: &Model) -> Value {
    json!({
        "model": name,
        "game": model.game(),
        "learner": model.learners().name(),
        "rule": model.rule().name,
        "games": model.games(),
        "sets": model.sets(),
        "sets_left": model.pending.map_or(0, |pending| pending.left),
        "boxes": model.boxes(),
    })
}

/// The same for the file of a model, with the model that it will replace if it is a training in progress.
pub(crate) fn of_file(path: &Path, model: &Model) -> Value {
    let mut value = json(&path.display().to_string(), model);
    if let Some(other) = replaced_by(path) {
        value["replaces"] = other.display().to_string().into();
    }
    value
}

/// The main facts about a part of a study, as JSON.
pub(crate) fn of_part(path: &Path, part: &Part) -> Value {
    let (runs, (played, all)) = (&part.runs, part.progress());
    let mut value = json!({
        "file": path.display().to_string(),
        "kind": "part",
        "first": runs.start,
        "end": runs.end,
        "of": part.whole_runs(),
        "played": played,
        "to_play": all - played,
    });
    match part.part_of() {
        PartOf::Study => value["trainings"] = part.courses.iter().map(Course::in_words).collect(),
        PartOf::Sweep => value["sweep"] = part.what().into(),
    }
    value
}

/// Writes a model to the path of `--out`.
pub(crate) fn write(path: &Path, model: &Model, force: bool) -> anyhow::Result<()> {
    let _lock = lock_to_change(path)?;
    replace(path, &encode_sound(path, model)?, force)
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
