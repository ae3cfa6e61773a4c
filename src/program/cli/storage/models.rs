//! Short descriptions of models, as text and as JSON.

use std::path::Path;

use menace::store::{Model, replaced_by};
use menace::text::count;
use serde_json::{Value, json};

/// The main facts about a model, as JSON.
pub(crate) fn json(name: &str, model: &Model, boxes: u64) -> Value {
    json!({
        "model": name,
        "game": model.game,
        "learner": model.learners.name(),
        "rule": model.rule().name,
        "games": model.games(),
        "sets": model.sets(),
        "sets_left": model.pending.as_ref().map_or(0, |pending| pending.left),
        "boxes": boxes,
    })
}

/// A note that the training of a model was stopped, if it was.
pub(crate) fn stopped(model: &Model) -> Option<String> {
    let pending = model.pending.as_ref()?;
    Some(match pending.left {
        0 => "stopped before its pictures were drawn".to_owned(),
        left => format!("stopped with {} left", count(left, "set", "sets")),
    })
}

/// The state of a model: whether its training was stopped, and which model it will replace.
pub(crate) fn standing(path: &Path, model: &Model) -> String {
    let other = replaced_by(path).and_then(|other| Some(other.file_name()?.to_owned()));
    let other = other.map(|other| format!("to replace {}", other.display()));
    let parts: Vec<String> = stopped(model).into_iter().chain(other).collect();
    parts.join(", ")
}
