//! Describes how a model was made.

use menace::learn::Table;
use menace::store::{Model, Step};
use menace::text::count;

use super::exit::shortened;

/// Describes how a model was made.
pub(crate) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    write_steps(&model.steps(), "  ", &mut text);
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command continues it\n"
        ));
    }
    text.push_str(&format!(
        "  written by menace {}\n",
        shortened(&model.version)
    ));
    text
}

/// Writes each step on a line, with the steps of merged models below their names.
fn write_steps(steps: &[Step<'_>], indent: &str, text: &mut String) {
    for step in steps {
        match step {
            Step::Chapter(chapter) => text.push_str(&format!("{indent}{}\n", chapter.in_words())),
            Step::Merge(parents) => {
                text.push_str(&format!("{indent}merged from\n"));
                for parent in parents {
                    text.push_str(&format!("{indent}  {}\n", parent.name));
                    write_steps(&parent.steps, &format!("{indent}    "), text);
                }
            }
        }
    }
}

/// A note that a table is full, if it is.
pub(crate) fn full(model: &Model, table: &Table) -> Option<String> {
    let chapter = model.chapters.last()?;
    let terms = chapter.terms;
    let [boxes, bytes] = terms.each(model.learners.sides().count() as u64);
    let least = table.footprint() / (table.len() as u64).max(1);
    let is_full = table.len() as u64 >= boxes || bytes.saturating_sub(table.footprint()) <= least;
    let how = match chapter.outside.as_str() {
        "" => "at random".to_owned(),
        outside => format!("by {outside}"),
    };
    is_full.then(|| {
        format!(
            "  The table is full: new positions are played {how} and not kept (--max-boxes, --max-memory)"
        )
    })
}
