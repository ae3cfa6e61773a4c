//! `menace log`: shows how a model was made, step by step.

use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::game::{Results, Side};
use matchboxes::learn::{History, Learners};
use matchboxes::store::{self, Chapter, LineageStep, Model, NumberedCopy};
use matchboxes::text::{Shown as _, columns, count, percent, share, thousands};
use serde_json::{Value, json};

use super::models;
use crate::options::JsonOption;
use crate::output::chapters;
use crate::output::print_json;
use crate::output::width::layout;
use matchboxes_report::row;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace log models/tic-tac-toe-first.menace
  menace log models/tic-tac-toe-both.menace --json

Below each training are its results, if the history still has them separately: beyond 4,096 sets it combines \
several sets. The numbered copies that `menace train --keep-every` wrote next to the model are listed too; \
each is a model and can be used as a player. What a model has learnt is what `menace show` shows.")]
pub(crate) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    args.models.iter().try_for_each(|path| log(args, path, out))
}

fn log(args: &Args, path: &Path, out: &mut dyn Write) -> anyhow::Result<()> {
    let model = &store::read_history(path)?;
    let kept = store::kept(path, model)?;
    let mut log = Log { model, sets: 0 };
    if args.json.json {
        return print_json(out, "log", log.json(path, &kept));
    }
    write!(out, "{}", log.text(path))?;
    if !kept.is_empty() {
        let rows = kept.iter().map(|copy| {
            let sets = count(copy.sets, "set", "sets");
            let games = count(copy.games, "game", "games");
            row(format!("  {}", copy.path.shown()), [sets, games])
        });
        let rows: Vec<_> = rows.collect();
        write!(out, "\nNumbered copies\n{}", columns(&rows))?;
    }
    Ok(())
}

/// Walks through the steps of a model, and through the sets of its history in parallel.
struct Log<'a> {
    model: &'a Model,
    /// The number of sets in the steps written so far.
    sets: u64,
}

impl Log<'_> {
    fn text(&mut self, path: &Path) -> String {
        let model = self.model;
        let (what, sets) = (models::in_words(model), count(model.sets(), "set", "sets"));
        let mut text = layout().sentence(&format!("{}: {what} in {sets}", path.shown()), 0);
        for (number, step) in (1_u64..).zip(model.steps()) {
            text += &self.step(&step, &format!("{number}."), 0);
        }
        if let Some(stopped) = models::stopped(model) {
            text += &layout().sentence(&stopped, 3);
        }
        text
    }

    /// A step after its mark, with the details indented below it.
    fn step(&mut self, step: &LineageStep<'_>, mark: &str, indent: usize) -> String {
        let under = indent + mark.len() + 1;
        match step {
            LineageStep::Chapter(chapter) => {
                let mut text = layout().sentence(&format!("{mark} {}", chapter.in_words()), indent);
                if let Some(results) = self.played(chapter) {
                    text += &layout().sentence(&self.ended(results), under);
                }
                text
            }
            LineageStep::Merge(parents) => {
                let several = thousands(parents.len() as u64);
                let mut text =
                    layout().sentence(&format!("{mark} {several} models merged"), indent);
                for parent in parents {
                    text += &layout().sentence(parent.name, under);
                    for step in &parent.steps {
                        text += &self.step(step, "-", under + 2);
                    }
                }
                text
            }
        }
    }

    /// The results of the next chapter, if the history has them separately.
    fn played(&mut self, chapter: &Chapter) -> Option<Results<u64>> {
        let from = self.sets;
        self.sets += chapter.sets;
        part(&self.model.history, from, self.sets)
    }

    /// The results of a chapter in words, from the learner's side.
    fn ended(&self, results: Results<u64>) -> String {
        let side = self.model.learners().sides().next();
        let side = side.unwrap_or(Side::First);
        let shares = results.seen_by(side);
        let [won, drawn, lost] = shares.map(|n| percent(share(n, results.games())));
        let games = count(results.games(), "game", "games");
        if self.model.learners() == Learners::Both {
            format!("{games}: first won {won}, drawn {drawn}, second won {lost}")
        } else {
            format!("{games}: won {won}, drawn {drawn}, lost {lost}")
        }
    }

    fn json(&mut self, path: &Path, kept: &[NumberedCopy]) -> Value {
        let model = self.model;
        let steps = self.steps_json(&model.steps());
        let kept = kept.iter().map(|copy| {
            json!({"model": copy.path.display().to_string(), "sets": copy.sets, "games": copy.games})
        });
        json!({
            "model": path.display().to_string(),
            "version": model.made_by,
            "written_by": model.written_by,
            "game": model.game(),
            "learner": model.learners().name(),
            "rule": model.rule().name,
            "sets": model.sets(),
            "games": model.games(),
            "sets_left": model.pending.map_or(0, |pending| pending.left),
            "steps": steps,
            "kept": kept.collect::<Value>(),
        })
    }

    fn steps_json(&mut self, steps: &[LineageStep<'_>]) -> Value {
        steps.iter().map(|step| self.step_json(step)).collect()
    }

    fn step_json(&mut self, step: &LineageStep<'_>) -> Value {
        match step {
            LineageStep::Chapter(chapter) => {
                let mut value = chapters::json_of(chapter);
                if !chapter.is_taken_over() {
                    value["results"] = json!(self.played(chapter));
                }
                value
            }
            LineageStep::Merge(parents) => {
                let parents = parents.iter().map(
                    |parent| json!({"model": parent.name, "steps": self.steps_json(&parent.steps)}),
                );
                json!({"what": "merge", "parents": parents.collect::<Value>()})
            }
        }
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
