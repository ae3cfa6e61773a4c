//! The history of a model as JSON, which `menace train --json` prints at the end.

use std::path::Path;

use menace::game::Side;
use menace::learn::{Exact, Snapshot};
use menace::store::Model;
use menace::text::float;
use serde_json::{Value, json};

/// The history of a model; scripts rely on these keys.
pub(crate) fn json(model: &Model, path: &Path) -> Value {
    let mut set = 0;
    let history: Vec<Value> = model
        .history
        .records
        .iter()
        .map(|record| {
            set += record.sets;
            let snapshots = record.snapshots.each_ref().map(Option::as_ref);
            let pair = |[first, second]: [u64; 2]| json!({"first": first, "second": second});
            let counts = |of: fn(&Snapshot) -> u64| pair(snapshots.map(|s| s.map_or(0, of)));
            let mut value = json!({
                "set": set,
                "sets": record.sets,
                "first_wins": record.results.first_wins,
                "draws": record.results.draws,
                "second_wins": record.results.second_wins,
                "resigned": pair(record.resigned),
                "refused": counts(|s| s.refused),
                "rescued": counts(|s| s.rescued),
                "saturated": counts(|s| s.saturated),
                "boxes": counts(|s| s.boxes),
                "zeroed": counts(Snapshot::zeroed_total),
            });
            for (side, snapshot) in Side::BOTH.into_iter().zip(snapshots) {
                if let Some(exact) = snapshot.and_then(|s| s.exact.as_ref()) {
                    for (name, chance) in exact_figures(exact) {
                        value[format!("{}_exact_{name}", side.name())] = json!(chance);
                    }
                }
            }
            value
        })
        .collect();
    json!({
        "model": path.display().to_string(),
        "games": model.games(),
        "seed": model.chapters.last().map_or(0, |chapter| chapter.seed),
        "learner": model.learners.name(),
        "rule": model.rule().name,
        "history": history,
    })
}

/// The exact figures as chances, with their names in the files of a study.
pub(crate) fn exact_figures(exact: &Exact) -> [(&'static str, f64); 10] {
    let chance = |parts: u64| float(parts) / 1e12;
    #[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
    let best_response = exact.best_response as f64 / 1e12;
    let [random, perfect] = [exact.random, exact.perfect].map(|ends| ends.map(chance));
    [
        ("random_won", random[0]),
        ("random_drawn", random[1]),
        ("random_lost", random[2]),
        ("perfect_won", perfect[0]),
        ("perfect_drawn", perfect[1]),
        ("perfect_lost", perfect[2]),
        ("worst_loss", chance(exact.worst_loss)),
        ("best_response", best_response),
        ("right", chance(exact.right)),
        ("right_where_play_goes", chance(exact.right_reached)),
    ]
}
