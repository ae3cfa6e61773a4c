//! What made a model, in words.

use menace::learn::Table;
use menace::store::{Chapter, Model, Step};
use menace::text::{count, thousands};

use super::exit::told;

/// What made a model, in words.
pub(super) fn provenance(model: &Model) -> String {
    let mut text = format!("{}: {} learning\n", model.game, model.learners.in_words());
    tell(&model.steps(), "  ", &mut text);
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text.push_str(&format!(
            "  stopped with {left} left; the same command with --continue goes on\n"
        ));
    }
    text.push_str(&format!("  written by menace {}\n", told(&model.version)));
    text
}

/// Each step on a line, those of models that were merged beneath their names.
fn tell(steps: &[Step<'_>], indent: &str, text: &mut String) {
    for step in steps {
        match step {
            Step::Chapter(chapter) => text.push_str(&format!("{indent}{}\n", in_words(chapter))),
            Step::Merge(parents) => {
                text.push_str(&format!("{indent}the tables added up of\n"));
                for parent in parents {
                    text.push_str(&format!("{indent}  {}\n", parent.name));
                    tell(&parent.steps, &format!("{indent}    "), text);
                }
            }
        }
    }
}

/// What one chapter was.
pub(super) fn in_words(chapter: &Chapter) -> String {
    if chapter.is_import() {
        return format!(
            "imported from {}, with boxes as {} lays them out",
            chapter.from.join(" and "),
            chapter.rule.name
        );
    }
    if chapter.is_with_person() {
        return format!(
            "{} played against a person, rule {}, seed {}",
            count(chapter.sets, "game", "games"),
            chapter.rule.name,
            chapter.seed,
        );
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
    let terms = terms(chapter);
    format!(
        "{} of {} {against}, rule {}, seed {}{run}{terms}{from}",
        count(chapter.sets, "set", "sets"),
        count(chapter.games_per_set, "game", "games"),
        chapter.rule.name,
        chapter.seed,
    )
}

/// How a chapter was played besides its rule, where that is not the usual way.
fn terms(chapter: &Chapter) -> String {
    let (terms, mut text) = (chapter.terms, String::new());
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
    if !chapter.outside.is_empty() {
        text.push_str(&format!(", {} where there is no box", chapter.outside));
    }
    text
}

/// What is to be said of a table that may have no more boxes, if that has come.
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
            "  It may have no more: what is new to it is played {how} and not kept (--max-boxes, --max-memory)"
        )
    })
}
