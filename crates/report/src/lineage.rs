//! How a model came about, step by step.

use std::path::Path;

use matchboxes_games::game::{Results, Side};
use matchboxes_games::text::{Shown as _, columns, count, percent, share, thousands};
use matchboxes_learn::{History, Learners};
use matchboxes_store::{Chapter, LineageStep, Model, NumberedCopy, Provenance};
use serde::Serialize;

use crate::layout::Layout;
use crate::listing::shortened;
use crate::model::{in_words, origin, sets_left, stopped};
use crate::row::{Row, row};

/// How a model was made, with the numbered copies in its folder.
#[derive(Serialize)]
pub struct ModelLog<'a> {
    #[serde(flatten)]
    facts: Row,
    steps: Vec<LoggedStep<'a>>,
    kept: Vec<Row>,
    #[serde(skip)]
    model: &'a Model,
    #[serde(skip)]
    path: String,
    #[serde(skip)]
    copies: Vec<NumberedCopy>,
}

/// A step by which it came about.
#[derive(Serialize)]
#[serde(untagged)]
enum LoggedStep<'a> {
    Chapter {
        #[serde(flatten)]
        facts: Row,
        #[serde(flatten)]
        played: Option<PlayedSets>,
        #[serde(skip)]
        in_words: String,
    },
    Merge {
        what: &'static str,
        parents: Vec<LoggedParent<'a>>,
    },
}

/// What was played in a step.
#[derive(Serialize)]
struct PlayedSets {
    /// None if the history has them only together with other steps.
    results: Option<Results<u64>>,
}

/// A model that was merged with others.
#[derive(Serialize)]
struct LoggedParent<'a> {
    model: &'a str,
    steps: Vec<LoggedStep<'a>>,
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
    pub fn new(path: &Path, model: &'a Model, copies: Vec<NumberedCopy>) -> Self {
        let kept = copies.iter().map(|copy| {
            let row = Row::default().with("model", copy.path.to_string_lossy());
            row.with("sets", copy.sets).with("games", copy.games)
        });
        let facts = origin(path, model)
            .with("rule", &model.rule().name)
            .with("sets", model.sets())
            .with("games", model.games())
            .with("sets_left", sets_left(model));
        Self {
            facts,
            steps: logged(model.steps(), &model.history, &mut 0),
            kept: kept.collect(),
            model,
            path: path.shown(),
            copies,
        }
    }

    /// The same for people.
    pub fn text(&self, layout: Layout) -> String {
        let model = self.model;
        let (what, sets) = (in_words(model), count(model.sets(), "set", "sets"));
        let mut text = layout.sentence(&format!("{}: {what} in {sets}", self.path), 0);
        for (number, step) in (1_u64..).zip(&self.steps) {
            text += &step.text(model.learners(), &format!("{number}."), 0, layout);
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

/// The steps, with the results of their sets, of which `before` come before them in the history.
fn logged<'a>(
    steps: Vec<LineageStep<'a>>,
    history: &History,
    before: &mut u64,
) -> Vec<LoggedStep<'a>> {
    let logged = steps.into_iter().map(|step| match step {
        LineageStep::Chapter(of) => {
            let from = *before;
            *before += of.sets;
            LoggedStep::Chapter {
                facts: chapter(of),
                played: (!of.is_taken_over()).then(|| PlayedSets {
                    results: part(history, from, *before),
                }),
                in_words: of.in_words(),
            }
        }
        LineageStep::Merge(parents) => {
            let parents = parents.into_iter().map(|parent| LoggedParent {
                model: parent.name,
                steps: logged(parent.steps, history, before),
            });
            LoggedStep::Merge {
                what: "merge",
                parents: parents.collect(),
            }
        }
    });
    logged.collect()
}

impl LoggedStep<'_> {
    /// The step after its mark, with the details indented below it.
    fn text(&self, learners: Learners, mark: &str, indent: usize, layout: Layout) -> String {
        let under = indent + mark.len() + 1;
        let line = |text: &str| layout.sentence(&format!("{mark} {text}"), indent);
        match self {
            Self::Chapter {
                played, in_words, ..
            } => {
                let results = played.as_ref().and_then(|played| played.results);
                let results = results.map(|all| layout.sentence(&ended(learners, all), under));
                line(in_words) + &results.unwrap_or_default()
            }
            Self::Merge { parents, .. } => {
                let several = thousands(parents.len() as u64);
                let mut text = line(&format!("{several} models merged"));
                for parent in parents {
                    text += &layout.sentence(parent.model, under);
                    for step in &parent.steps {
                        text += &step.text(learners, "-", under + 2, layout);
                    }
                }
                text
            }
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

/// The results of the sets `from..to`; `None` if there are none, or if a record also covers other sets.
fn part(history: &History, from: u64, to: u64) -> Option<Results<u64>> {
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
