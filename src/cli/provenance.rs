//! What made a model, in words.

use menace::learn::{Table, Terms};
use menace::store::Model;
use menace::text::{count, thousands};

/// What made a model, in words.
pub(super) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    for chapter in &model.chapters {
        if chapter.is_import() {
            text.push_str(&format!(
                "  imported from {}, with boxes as {} lays them out\n",
                chapter.from.join(" and "),
                chapter.rule.name
            ));
            continue;
        }
        let against = match chapter.opponent.as_str() {
            "" => "against each other".to_owned(),
            opponent => format!("against {opponent}"),
        };
        let run = if chapter.run == 0 {
            String::new()
        } else {
            format!(", run {}", chapter.run)
        };
        let from = match chapter.from.as_slice() {
            [] => String::new(),
            names => format!(", beginning from {}", names.join(" and ")),
        };
        let terms = terms(chapter.terms);
        text.push_str(&format!(
            "  {} of {} {against}, rule {}, seed {}{run}{terms}{from}\n",
            count(chapter.sets, "set", "sets"),
            count(chapter.games_per_set, "game", "games"),
            chapter.rule.name,
            chapter.seed,
        ));
    }
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command with --continue goes on\n"
        ));
    }
    text.push_str(&format!("  written by menace {}\n", model.version));
    text
}

/// How a chapter was played besides its rule, where that is not the usual way.
fn terms(terms: Terms) -> String {
    let mut text = String::new();
    if terms.batch > 1 {
        text.push_str(&format!(", in batches of {}", thousands(terms.batch)));
    }
    if let Some(boxes) = terms.most_boxes {
        text.push_str(&format!(
            ", at most {} a side",
            count(boxes, "box", "boxes")
        ));
    }
    if let Some(bytes) = terms.most_bytes {
        text.push_str(&format!(
            ", at most {} of tables",
            count(bytes, "byte", "bytes")
        ));
    }
    text
}

/// What is to be said of a table that may have no more boxes, if that has come.
pub(super) fn full(model: &Model, table: &Table) -> Option<&'static str> {
    let terms = model.chapters.last()?.terms;
    let [boxes, bytes] = terms.each(model.learners.sides().count() as u64);
    let least = table.footprint() / (table.len() as u64).max(1);
    let is_full = table.len() as u64 >= boxes || bytes.saturating_sub(table.footprint()) <= least;
    is_full.then_some(
        "  It may have no more: what is new to it is played at random and not kept (--max-boxes, --max-memory)",
    )
}
