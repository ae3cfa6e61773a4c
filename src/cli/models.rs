//! Models in one line each, for people and as JSON.

use menace::store::Model;
use menace::text::count;
use serde_json::{Value, json};

/// What a model is, for scripts.
pub(super) fn json(name: &str, model: &Model, boxes: u64) -> Value {
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

/// That the training of a model was stopped, if it was.
pub(super) fn stopped(model: &Model) -> Option<String> {
    let pending = model.pending.as_ref()?;
    Some(match pending.left {
        0 => "stopped before its pictures were drawn".to_owned(),
        left => format!("stopped with {} left", count(left, "set", "sets")),
    })
}
