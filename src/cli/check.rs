//! `menace check`: verifies models and the other files that commands write to read them again.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::error::Damage;
use menace::store::exchange::Content;
use menace::store::{self, Known, Model, Sound};
use menace::text::{count, thousands};
use serde_json::{Value, json};

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

Of a folder, all files in it and in its folders are verified that commands write to read them again: \
models with their kept copies, endgame databases and opening books, policies and matchboxes as CSV \
or JSON, recorded games. Every position and move is tried by the rules; a CSV file does not tell \
its game, and only its rows are gone through. Other files are passed over. Exit code 1 says that one \
is not sound.")]
pub(super) struct Args {
    /// The files, or folders of them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let paths = gathered(&args.files)?;
    let (mut bad, mut are_models) = (0, true);
    let (mut told, mut others) = (Vec::new(), Vec::new());
    for path in &paths {
        let name = path.display().to_string();
        let (known, found) = verified(path);
        let is_model = known == Known::Model;
        bad += u64::from(found.is_err());
        are_models &= is_model;
        match &found {
            Ok(sound) if !args.json => {
                let what = under_way(path).unwrap_or_default();
                writeln!(out, "{name}: sound: {what}{}", text(sound))?;
            }
            Err(error) if !args.json => writeln!(out, "{}", exit::told(&listed(error)))?,
            _ if is_model => told.push(of_model(path, &found)),
            _ => others.push(of_other(&name, known, &found)),
        }
    }
    let files = paths.len() as u64;
    if args.json {
        let summary = json!({"files": files, "sound": files - bad, "not_sound": bad});
        let all = json!({"models": told, "others": others, "summary": summary});
        print_json(out, &all)?;
    } else if paths != args.files || files > 1 {
        let files = if are_models {
            count(files, "model", "models")
        } else {
            count(files, "file", "files")
        };
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
            Known::below(path)?
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

/// What a file is, and what is told of it once everything in it has been found to fit together. What
/// nobody reads again is no model, which is what was to be expected here.
fn verified(path: &Path) -> (Known, anyhow::Result<Sound>) {
    match Known::of(path) {
        Ok(Some(known)) => (known, known.verify(path).map_err(Into::into)),
        Ok(None) => {
            let error = menace::Error::Damaged {
                path: path.to_owned(),
                reason: Damage::Kind(
                    "a model, nor an endgame database, an opening book, an export or recorded games",
                ),
            };
            (Known::Model, Err(error.into()))
        }
        Err(_) => (Known::Model, Known::Model.verify(path).map_err(Into::into)),
    }
}

/// Of a training under way, what it is.
fn under_way(path: &Path) -> Option<String> {
    let model = store::replaced_by(path)?;
    Some(format!(
        "a training under way, to replace {}: ",
        model.display()
    ))
}

fn of_model(path: &Path, found: &anyhow::Result<Sound>) -> Value {
    let name = path.display().to_string();
    match found {
        Ok(Sound::Model(model)) => {
            let mut value = models::json(&name, model, boxes(model));
            if let Some(other) = store::replaced_by(path) {
                value["replaces"] = other.display().to_string().into();
            }
            value["sound"] = true.into();
            value
        }
        Ok(_) => json!({"model": name, "sound": true}),
        Err(error) => json!({"model": name, "sound": false, "error": listed(error)}),
    }
}

fn of_other(name: &str, known: Known, found: &anyhow::Result<Sound>) -> Value {
    let kind = match known {
        Known::Model => "model",
        Known::Database => "database",
        Known::Book => "book",
        Known::Sheet => "export",
        Known::Games => "games",
    };
    let mut value = json!({"file": name, "kind": kind});
    match found {
        Ok(sound) => {
            let (game, number) = match sound {
                Sound::Model(model) => (Some(&model.game), 1),
                Sound::Sheet(_, game, number) => (game.as_ref(), *number),
                Sound::Database(game, number)
                | Sound::Book(game, number)
                | Sound::Games(game, number) => (Some(game), *number),
            };
            value["game"] = json!(game);
            value["entries"] = json!(number);
            value["sound"] = true.into();
        }
        Err(error) => {
            value["sound"] = false.into();
            value["error"] = listed(error).into();
        }
    }
    value
}

fn boxes(model: &Model) -> u64 {
    let tables = model.tables.iter().flatten();
    tables.map(|table| table.len() as u64).sum()
}

fn text(sound: &Sound) -> String {
    let number = |n: &usize, one, many| count(*n as u64, one, many);
    match sound {
        Sound::Model(model) => of(model),
        Sound::Database(game, n) => {
            let positions = number(n, "position", "positions");
            format!("an endgame database of {game}, {positions}")
        }
        Sound::Book(game, n) => {
            let positions = number(n, "position", "positions");
            format!("an opening book of {game}, {positions}")
        }
        Sound::Sheet(content, game, n) => {
            let what = match content {
                Content::Policy => "a policy",
                Content::Boxes => "matchboxes",
            };
            let rows = number(n, "row", "rows");
            match game {
                Some(game) => format!("{what} of {game}, {rows}"),
                None => format!("{what}, {rows}, of a game that it does not tell"),
            }
        }
        Sound::Games(game, n) => format!("{} of {game}", number(n, "game", "games")),
    }
}

fn of(model: &Model) -> String {
    let stopped = models::stopped(model).map_or_else(String::new, |stopped| format!(", {stopped}"));
    format!(
        "{}, {} learning, rule {}, {} in {}, {}{stopped}",
        model.game,
        model.learners.in_words(),
        model.rule().name,
        count(model.games(), "game", "games"),
        count(model.sets(), "set", "sets"),
        count(boxes(model), "box", "boxes"),
    )
}
