//! `menace check`: verifies model files.

use std::io::Write;
use std::path::{Path, PathBuf};

use menace::store::{self, Model};
use menace::text::{count, thousands};
use serde_json::json;

use super::exit;
use super::models;
use super::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace check models/*.menace")]
pub(super) struct Args {
    /// The model files
    #[arg(required = true, value_name = "MODEL")]
    models: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut bad = 0;
    let mut told = Vec::new();
    for path in &args.models {
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
                let error = format!("{error:#}");
                told.push(json!({"model": name, "sound": false, "error": error}));
            }
            Ok((model, boxes)) => writeln!(out, "{name}: sound: {}", text(&model, boxes))?,
            Err(error) => writeln!(out, "{}", exit::told(&format!("{error:#}")))?,
        }
    }
    if args.json {
        print_json(out, &json!({"models": told}))?;
    }
    anyhow::ensure!(
        bad == 0,
        "{} of {} not sound",
        thousands(bad),
        count(args.models.len() as u64, "file", "files")
    );
    Ok(())
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
