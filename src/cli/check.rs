//! `menace check`: verifies model files.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::store::{self, Model};
use menace::text::{count, thousands};
use serde_json::json;

use super::exit;
use super::hints::listed;
use super::models;
use super::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace check models/*.menace
  menace check models
  menace check models --json

Of a folder, all models in it and in its folders are verified. Exit code 1 says that one is not sound.")]
pub(super) struct Args {
    /// The model files, or folders of them
    #[arg(required = true, value_name = "MODEL|FOLDER")]
    models: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut bad = 0;
    let mut told = Vec::new();
    let paths = gathered(&args.models)?;
    for path in &paths {
        let found = check(path);
        bad += u64::from(found.is_err());
        let name = path.display().to_string();
        match found {
            Ok((model, boxes)) if args.json => {
                let mut value = models::json(&name, &model, boxes);
                value["sound"] = true.into();
                told.push(value);
            }
            Err(error) if args.json => {
                let error = listed(&error);
                told.push(json!({"model": name, "sound": false, "error": error}));
            }
            Ok((model, boxes)) => writeln!(out, "{name}: sound: {}", text(&model, boxes))?,
            Err(error) => writeln!(out, "{}", exit::told(&listed(&error)))?,
        }
    }
    let files = paths.len() as u64;
    if args.json {
        let summary = json!({"files": files, "sound": files - bad, "not_sound": bad});
        print_json(out, &json!({"models": told, "summary": summary}))?;
    } else if paths != args.models || files > 1 {
        let files = count(files, "model", "models");
        let [sound, not] = [paths.len() as u64 - bad, bad].map(thousands);
        writeln!(out, "{files}: {sound} sound, {not} not")?;
    }
    anyhow::ensure!(
        bad == 0,
        "{} of {} not sound",
        thousands(bad),
        count(files, "file", "files")
    );
    Ok(())
}

/// The files that are named and those of the folders that are, each once.
fn gathered(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    let mut seen = HashSet::new();
    for path in named {
        let found = if path.is_dir() {
            store::models_below(path)?
        } else {
            vec![path.clone()]
        };
        for path in found {
            if seen.insert(path.clone()) {
                paths.push(path);
            }
        }
    }
    Ok(paths)
}

/// A model and the number of its boxes, once everything in it has been found to fit together.
fn check(path: &Path) -> anyhow::Result<(Model, u64)> {
    let model = store::verify(path)?;
    let boxes = model.tables.iter().flatten();
    let boxes = boxes.map(|table| table.len() as u64).sum();
    Ok((model, boxes))
}

fn text(model: &Model, boxes: u64) -> String {
    let stopped = models::stopped(model).map_or_else(String::new, |stopped| format!(", {stopped}"));
    format!(
        "{}, {} learning, rule {}, {} in {}, {}{stopped}",
        model.game,
        model.learners.in_words(),
        model.rule().name,
        count(model.games(), "game", "games"),
        count(model.sets(), "set", "sets"),
        count(boxes, "box", "boxes"),
    )
}
