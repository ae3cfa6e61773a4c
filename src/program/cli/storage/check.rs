//! `menace check`: verifies models and the other files that commands write and can read again.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use menace::error::Damage;
use menace::store::exchange::Content;
use menace::store::{self, Known, Miscount, Model, Repaired, Sound};
use menace::text::{count, thousands};
use serde_json::{Value, json};

use super::models;
use crate::cli::common::console;
use crate::cli::common::exit;
use crate::cli::common::hints::listed;
use crate::cli::common::options::JsonOption;
use crate::cli::common::output::print_json;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace check models/*.menace
  menace check models
  menace check models --json
  menace check models --repair

In a folder and its subfolders it checks all files that menace writes and can read again: models and their \
numbered copies, endgame databases and opening books, policies and matchboxes as CSV or JSON, and recorded \
games. Every position and move must be legal; a CSV file does not name its game, so only its rows are \
checked. Other files are skipped. With --quiet only files that are not sound are listed. The exit code is 1 \
if a file is not sound.

--repair is for a model whose history gives a different number of boxes than the model has: versions of \
November 2026 wrote such models when a finished game was taken back. It writes a sound copy next to the \
model, x-repaired.menace for x.menace, with all its boxes and a history that ends with their number, and \
prints what it changed. The file itself is not changed. The exit code is then 1 if a file is neither sound \
nor repaired.")]
pub(crate) struct Args {
    /// The files, or folders that contain them
    #[arg(required = true, value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Write a sound copy next to a model whose history gives a different number of boxes than it has
    #[arg(long)]
    repair: bool,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    let paths = collect_files(&args.files)?;
    let (mut bad, mut repaired, mut are_models) = (0, 0, true);
    let (mut model_list, mut other_list) = (Vec::new(), Vec::new());
    let mut files = 0;
    for path in &paths {
        let name = path.display().to_string();
        let (known, found) = verify(path);
        // A training in progress in a named folder may have ended meanwhile, and its file been renamed.
        if found.is_err() && !args.files.contains(path) && store::is_gone(path) {
            continue;
        }
        files += 1;
        let is_model = known == Known::Model;
        bad += u64::from(found.is_err());
        are_models &= is_model;
        let copy = match &found {
            Err(_) if args.repair && is_model => store::repair(path)?,
            _ => None,
        };
        repaired += u64::from(copy.is_some());
        match &found {
            Ok(sound) if !args.json.json => {
                let what = in_progress(path).unwrap_or_default();
                writeln!(
                    console::summary(out),
                    "{name}: sound: {what}{}",
                    text(sound)
                )?;
            }
            Err(error) if !args.json.json => writeln!(out, "{}", exit::shortened(&listed(error)))?,
            _ if is_model => model_list.push(of_model(path, &found, copy.as_ref())),
            _ => other_list.push(of_other(&name, known, &found)),
        }
        if let Some(copy) = copy.filter(|_| !args.json.json) {
            writeln!(out, "{}: sound: {}", copy.path.display(), of(&copy.model))?;
            for change in copy.miscounts.iter().map(in_words) {
                writeln!(out, "  {change}")?;
            }
        }
    }
    if args.json.json {
        let mut summary = json!({"files": files, "sound": files - bad, "not_sound": bad});
        if args.repair {
            summary["repaired"] = repaired.into();
        }
        let all = json!({"models": model_list, "others": other_list, "summary": summary});
        print_json(out, &all)?;
    } else if paths != args.files || files > 1 {
        let counted = if are_models {
            count(files, "model", "models")
        } else {
            count(files, "file", "files")
        };
        let [sound, not] = [files - bad, bad].map(thousands);
        writeln!(console::summary(out), "{counted}: {sound} sound, {not} not")?;
    }
    let left = bad - repaired;
    anyhow::ensure!(
        left == 0,
        "{} of {} not sound",
        thousands(left),
        count(files, "file", "files")
    );
    Ok(())
}

/// Describes a correction in the repaired copy.
fn in_words(miscount: &Miscount) -> String {
    let Miscount { side, counted, met } = miscount;
    format!(
        "{} side: the history counted {}, the table has {}; corrected to {}",
        side.name(),
        count(*counted, "box", "boxes"),
        thousands(*met),
        thousands(*met)
    )
}

/// The named files and the files in the named folders, each once.
fn collect_files(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
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

/// The kind of a file and the result of its check. A file that no command reads is reported as a model that
/// is not sound.
fn verify(path: &Path) -> (Known, anyhow::Result<Sound>) {
    match Known::of(path) {
        Ok(Some(known)) => (known, known.verify(path).map_err(Into::into)),
        Ok(None) => {
            let error = menace::Error::Damaged {
                path: path.to_owned(),
                reason: Damage::Kind(
                    "a model, an endgame database, an opening book, an export or a file of recorded games",
                ),
            };
            (Known::Model, Err(error.into()))
        }
        Err(_) => (Known::Model, Known::Model.verify(path).map_err(Into::into)),
    }
}

/// Describes the file of a training in progress that will replace a model.
fn in_progress(path: &Path) -> Option<String> {
    let model = store::replaced_by(path)?;
    Some(format!(
        "a training in progress, to replace {}: ",
        model.display()
    ))
}

fn of_model(path: &Path, found: &anyhow::Result<Sound>, copy: Option<&Repaired>) -> Value {
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
        Err(error) => {
            let mut value = json!({"model": name, "sound": false, "error": listed(error)});
            if let Some(copy) = copy {
                let changes: Vec<String> = copy.miscounts.iter().map(in_words).collect();
                let path = copy.path.display().to_string();
                value["repaired"] = json!({"model": path, "changes": changes});
            }
            value
        }
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
                None => format!("{what}, {rows}, without the name of its game"),
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
