//! What made a model, in words.

use menace::learn::Table;
use menace::store::{Model, Step};
use menace::text::count;

use super::exit::told;

/// What made a model, in words.
pub(super) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    tell(&model.steps(), "  ", &mut text);
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command continues it\n"
        ));
    }
    text.push_str(&format!("  written by menace {}\n", told(&model.version)));
    text
}

/// Each step on a line, those of models that were merged beneath their names.
fn tell(steps: &[Step<'_>], indent: &str, text: &mut String) {
    for step in steps {
        match step {
            Step::Chapter(chapter) => text.push_str(&format!("{indent}{}\n", chapter.in_words())),
            Step::Merge(parents) => {
                text.push_str(&format!("{indent}merged from\n"));
                for parent in parents {
                    text.push_str(&format!("{indent}  {}\n", parent.name));
                    tell(&parent.steps, &format!("{indent}    "), text);
                }
            }
        }
    }
}

/// A note that a table is full, if it is.
pub(super) fn full(model: &Model, table: &Table) -> Option<String> {
    let chapter = model.chapters.last()?;
    let terms = chapter.terms;
    let [boxes, bytes] = terms.each(model.learners.sides().count() as u64);
    let least = table.footprint() / (table.len() as u64).max(1);
    let is_full = table.len() as u64 >= boxes || bytes.saturating_sub(table.footprint()) <= least;
    let how = match chapter.outside.as_str() {
        "" => "at random".to_owned(),
        outside => format!("as {outside} does"),
    };
    is_full.then(|| {
        format!(
            "  The table is full: new positions are played {how} and not kept (--max-boxes, --max-memory)"
        )
    })
}
