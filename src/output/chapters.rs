//! How a model came about, as JSON.

use matchboxes::store::{Chapter, Provenance};
use serde_json::{Value, json};

/// How the games or the boxes of a chapter came about, as JSON.
pub(crate) fn json_of(chapter: &Chapter) -> Value {
    let (rule, sets, seed) = (&chapter.rule.name, chapter.sets, chapter.seed);
    match &chapter.how {
        Provenance::Trained { run, from, .. } => json!({
            "what": "training",
            "rule": rule,
            "opponent": chapter.opponent,
            "fallback": chapter.fallback,
            "sets": sets,
            "games_per_set": chapter.games_per_set,
            "seed": seed,
            "run": run,
            "exact": chapter.exact.has_sets(),
            "from": from.iter().map(|model| &model.path).collect::<Vec<_>>(),
        }),
        Provenance::WithPerson { .. } => {
            json!({"what": "with_person", "rule": rule, "sets": sets, "seed": seed})
        }
        Provenance::ByHand { .. } => json!({"what": "by_hand", "rule": rule, "sets": sets}),
        Provenance::Recorded { file, .. } => {
            json!({"what": "recorded", "rule": rule, "sets": sets, "file": file})
        }
        Provenance::Imported { file, .. } => json!({"what": "import", "rule": rule, "file": file}),
        Provenance::Merged { model, .. } => {
            json!({"what": "merge", "rule": rule, "model": model})
        }
    }
}
