//! Describes how a model was made.

use menace::learn::Table;
use menace::store::{Model, Step};
use menace::text::count;

use super::exit::shortened;

pub(crate) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    write_steps(&model.steps(), "  ", &mut text);
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text += &format!("  stopped with {left} left; the same command continues it\n");
    }
    text + &format!("  written by menace {}\n", shortened(&model.version))
}

/// Writes each step on a line, with the steps of merged models below their names.
fn write_steps(steps: &[Step<'_>], indent: &str, text: &mut String) {
    for step in steps {
        match step {
            Step::Chapter(chapter) => *text += &format!("{indent}{}\n", chapter.in_words()),
            Step::Merge(parents) => {
                *text += &format!("{indent}merged from\n");
                for parent in parents {
                    *text += &format!("{indent}  {}\n", parent.name);
                    write_steps(&parent.steps, &format!("{indent}    "), text);
                }
            }
        }
    }
}

/// A note that a table is full, if it is.
pub(crate) fn full(model: &Model, table: &Table) -> Option<String> {
    let chapter = model.chapters.last()?;
    let [boxes, bytes] = chapter.terms.each(model.learners.sides().count() as u64);
    let (len, footprint) = (table.len() as u64, table.footprint());
    let is_full = len >= boxes || bytes.saturating_sub(footprint) <= footprint / len.max(1);
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
