//! How a model came about, step by step.

use std::path::Path;

use matchboxes_games::game::{Results, Side};
use matchboxes_games::text::{Shown as _, columns, count, percent, share, thousands};
use matchboxes_learn::{History, Learners};
use matchboxes_store::{Chapter, LineageStep, Model, NumberedCopy, Provenance};
use serde_json::{Value, json};

use crate::layout::Layout;
use crate::listing::shortened;
use crate::model::{in_words, origin, sets_left, stopped};
use crate::row::{Row, row};

/// How a model was made, with the numbered copies in its folder.
pub struct ModelLog<'a> {
    path: &'a Path,
    model: &'a Model,
    copies: Vec<NumberedCopy>,
}

/// How the games or the boxes of a chapter came about.
pub(crate) fn chapter(of: &Chapter) -> Row {
    let (sets, seed) = (of.sets, of.seed);
    let row = |what: &str| {
        Row::default()
            .with("what", what)
            .with("rule", &of.rule.name)
    };
    match &of.how {
        Provenance::Trained { run, from, .. } => {
            let from = from.iter().map(|model| model.path.clone());
            row("training")
                .with("opponent", &of.opponent)
                .with("fallback", &of.fallback)
                .with("sets", sets)
                .with("games_per_set", of.games_per_set)
                .with("seed", seed)
                .with("run", *run)
                .with("exact", of.exact.has_sets())
                .with("from", from.collect::<Vec<_>>())
        }
        Provenance::WithPerson { .. } => row("with_person").with("sets", sets).with("seed", seed),
        Provenance::ByHand { .. } => row("by_hand").with("sets", sets),
        Provenance::Recorded { file, .. } => row("recorded").with("sets", sets).with("file", file),
        Provenance::Imported { file, .. } => row("import").with("file", file),
        Provenance::Merged { model, .. } => row("merge").with("model", model),
    }
}

/// How a model was made.
pub fn how_made(model: &Model) -> String {
    let mut text = format!(
        "{}: {} learning\n",
        model.game(),
        model.learners().in_words()
    );
    write_steps(&model.steps(), "  ", &mut text);
    if let Some(pending) = &model.pending {
        let left = count(pending.left, "set", "sets");
        text += &format!("  stopped with {left} left; the same command continues it\n");
    }
    let by = [&model.made_by, &model.written_by].map(|text| shortened(text));
    text + &match by {
        [made, last] if made == last => format!("  written by menace {made}\n"),
        [made, last] => format!("  made by menace {made}, last written by menace {last}\n"),
    }
}

/// Writes each step on a line, with the steps of merged models below their names.
fn write_steps(steps: &[LineageStep<'_>], indent: &str, text: &mut String) {
    for step in steps {
        match step {
            LineageStep::Chapter(chapter) => *text += &format!("{indent}{}\n", chapter.in_words()),
            LineageStep::Merge(parents) => {
                *text += &format!("{indent}merged from\n");
                for parent in parents {
                    *text += &format!("{indent}  {}\n", parent.name);
                    write_steps(&parent.steps, &format!("{indent}    "), text);
                }
            }
        }
    }
}

impl<'a> ModelLog<'a> {
    /// How the model in this file was made, which has these numbered copies.
    pub const fn new(path: &'a Path, model: &'a Model, copies: Vec<NumberedCopy>) -> Self {
        Self {
            path,
            model,
            copies,
        }
    }

    /// All of it as a document.
    pub fn document(&self) -> Value {
        let model = self.model;
        let kept = self.copies.iter().map(|copy| {
            let row = Row::default().with("model", copy.path.to_string_lossy());
            row.with("sets", copy.sets).with("games", copy.games)
        });
        origin(self.path, model)
            .with("rule", &model.rule().name)
            .with("sets", model.sets())
            .with("games", model.games())
            .with("sets_left", sets_left(model))
            .document(json!({
                "steps": steps(&model.steps(), &model.history, &mut 0),
                "kept": kept.collect::<Vec<_>>(),
            }))
    }

    /// The same for people.
    pub fn text(&self, layout: Layout) -> String {
        let model = self.model;
        let (what, sets) = (in_words(model), count(model.sets(), "set", "sets"));
        let what = format!("{}: {what} in {sets}", self.path.shown());
        let mut text = layout.sentence(&what, 0);
        let mut before = 0;
        for (number, step) in (1_u64..).zip(model.steps()) {
            let (mark, at) = (format!("{number}."), &mut before);
            text += &step_in_words(&step, model, at, (&mark, 0), layout);
        }
        if let Some(stopped) = stopped(model) {
            text += &layout.sentence(&stopped, 3);
        }
        let rows = self.copies.iter().map(|copy| {
            let sets = count(copy.sets, "set", "sets");
            let games = count(copy.games, "game", "games");
            row(format!("  {}", copy.path.shown()), [sets, games])
        });
        match &rows.collect::<Vec<_>>()[..] {
            [] => text,
            rows => text + "\nNumbered copies\n" + &columns(rows),
        }
    }
}

/// The steps as documents, with the results of their sets, of which `before` come before them in the history.
fn steps(all: &[LineageStep<'_>], history: &History, before: &mut u64) -> Vec<Value> {
    let documents = all.iter().map(|step| match step {
        LineageStep::Chapter(of) => {
            let results = part(history, of, before);
            if of.is_taken_over() {
                json!(chapter(of))
            } else {
                // Null if the history has them only together with other steps.
                chapter(of).document(json!({ "results": results }))
            }
        }
        LineageStep::Merge(parents) => {
            let parents = parents.iter().map(|parent| {
                json!({ "model": parent.name, "steps": steps(&parent.steps, history, before) })
            });
            json!({ "what": "merge", "parents": parents.collect::<Vec<_>>() })
        }
    });
    documents.collect()
}

/// A step in words after its mark at this indent, with the details indented below it.
fn step_in_words(
    step: &LineageStep<'_>,
    model: &Model,
    before: &mut u64,
    (mark, indent): (&str, usize),
    layout: Layout,
) -> String {
    let under = indent + mark.len() + 1;
    let line = |text: &str| layout.sentence(&format!("{mark} {text}"), indent);
    match step {
        LineageStep::Chapter(of) => {
            let results = part(&model.history, of, before).filter(|_| !of.is_taken_over());
            let ended = results.map(|all| layout.sentence(&ended(model.learners(), all), under));
            line(&of.in_words()) + &ended.unwrap_or_default()
        }
        LineageStep::Merge(parents) => {
            let several = thousands(parents.len() as u64);
            let mut text = line(&format!("{several} models merged"));
            for parent in parents {
                text += &layout.sentence(parent.name, under);
                for step in &parent.steps {
                    text += &step_in_words(step, model, before, ("-", under + 2), layout);
                }
            }
            text
        }
    }
}

/// The results of a chapter in words, from the learner's side.
fn ended(learners: Learners, results: Results<u64>) -> String {
    let side = learners.sides().next().unwrap_or(Side::First);
    let shares = results.seen_by(side);
    let [won, drawn, lost] = shares.map(|n| percent(share(n, results.games())));
    let games = count(results.games(), "game", "games");
    if learners == Learners::Both {
        format!("{games}: first won {won}, drawn {drawn}, second won {lost}")
    } else {
        format!("{games}: won {won}, drawn {drawn}, lost {lost}")
    }
}

/// The results of the sets of a chapter, of which `before` come before it; `None` if there are none, or if a record also
/// covers other sets.
fn part(history: &History, of: &Chapter, before: &mut u64) -> Option<Results<u64>> {
    let from = *before;
    let to = from + of.sets;
    *before = to;
    let mut at = 0;
    let mut sum = None;
    for record in &history.records {
        let begins = at;
        at += record.sets;
        if begins >= to || at <= from {
            continue;
        }
        if begins < from || at > to {
            return None;
        }
        *sum.get_or_insert_with(Results::default) += record.results;
    }
    sum
}
