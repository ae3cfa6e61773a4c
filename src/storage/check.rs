//! `menace check`: verifies models and the other files that commands write and can read again.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use matchboxes::Error;
use matchboxes::error::Damage;
use matchboxes::exchange::SheetContent;
use matchboxes::session::{KnownFile, Sound};
use matchboxes::store::{self, Model};
use matchboxes::text::{Shown as _, count, thousands};
use serde_json::{Value, json};

use super::models;
use crate::messages::console;
use crate::messages::exit;
use crate::messages::hints::listed;
use crate::options::JsonOption;
use crate::output::print_json;
use crate::output::width::layout;

#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  menace check models/*.menace
  menace check models
  menace check models --json

In a folder and its subfolders it checks all files that menace writes and can read again. These are models and their \
numbered copies, endgame databases and opening books, policies and matchboxes as CSV or JSON, recorded games, \
parts of studies and sweeps, and classes. Every position and move must be legal; a CSV file does not name its game, so only its \
rows are checked. Other files are skipped, and so are names that begin with a dot. With --quiet only damaged files are listed. The exit code is 1 \
if a file is damaged or cannot be read.")]
pub(crate) struct Args {
    /// The files, or folders that contain them
    #[arg(required_unless_present = "restore", value_name = "FILE|FOLDER")]
    files: Vec<PathBuf>,

    /// Put this rescue file back in its place, if it is undamaged: x.menace for x-saved-42-1.menace
    #[arg(long, value_name = "FILE", conflicts_with_all = ["files", "json"])]
    restore: Option<PathBuf>,

    #[command(flatten)]
    json: JsonOption,
}

pub(crate) fn run(args: &Args, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(saved) = &args.restore {
        let sound = verify(saved).1?;
        return Ok(write_undamaged(&store::put_back(saved)?, &sound, out)?);
    }
    let (paths, unread) = collect_files(&args.files);
    let (mut files, mut bad, mut are_models) = (0, 0, true);
    let [mut model_list, mut other_list] = [const { Vec::new() }; 2];
    for error in unread {
        (files, bad, are_models) = (files + 1, bad + 1, false);
        let folder = match &error {
            Error::File { path, .. } => Some(path.display().to_string()),
            _ => None,
        };
        let error = listed(&error.into());
        if args.json.json {
            other_list.push(
                json!({"file": folder, "kind": "folder", "undamaged": false, "error": error}),
            );
        } else {
            writeln!(out, "{}", exit::shortened(&error))?;
        }
    }
    for path in &paths {
        let (known, found) = verify(path);
        // A training in progress in a named folder may have ended, and its file been renamed, in the
        // meantime.
        if found.is_err() && !args.files.contains(path) && store::is_gone(path) {
            continue;
        }
        files += 1;
        let is_model = known == KnownFile::Model;
        bad += u64::from(found.is_err());
        are_models &= is_model;
        match &found {
            Ok(sound) if !args.json.json => write_undamaged(path, sound, out)?,
            Err(error) if !args.json.json => writeln!(out, "{}", exit::shortened(&listed(error)))?,
            _ => {
                let list = if is_model {
                    &mut model_list
                } else {
                    &mut other_list
                };
                list.push(json_of(path, known, &found));
            }
        }
    }
    if args.json.json {
        let summary = json!({"files": files, "undamaged": files - bad, "damaged": bad});
        let all = json!({"models": model_list, "others": other_list, "summary": summary});
        print_json(out, "check", &all)?;
    } else if paths != args.files || files > 1 {
        write_counts(files, bad, are_models, out)?;
    }
    let files = count(files, "file", "files");
    anyhow::ensure!(
        bad == 0,
        "{} of {files} damaged or unreadable",
        thousands(bad)
    );
    Ok(())
}

/// Prints that a file is undamaged, and what it is.
fn write_undamaged(path: &Path, sound: &Sound, out: &mut dyn Write) -> std::io::Result<()> {
    // The file of a training in progress will replace a model.
    let what = store::replaced_by(path).map_or_else(String::new, |model| {
        format!("a training in progress, to replace {}: ", model.shown())
    });
    let (path, text) = (path.shown(), text(sound));
    let line = layout().sentence(&format!("{path}: undamaged: {what}{text}"), 0);
    console::summary(out).write_all(line.as_bytes())
}

/// Prints how many of the files are undamaged.
fn write_counts(
    files: u64,
    bad: u64,
    are_models: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let what = if are_models { "model" } else { "file" };
    let counted = count(files, what, &format!("{what}s"));
    let [undamaged, damaged] = [files - bad, bad].map(thousands);
    let summary = &mut console::summary(out);
    writeln!(summary, "{counted}: {undamaged} undamaged, {damaged} not")
}

/// The named files and the files in the named folders, each once, and the errors of folders that cannot be read.
fn collect_files(named: &[PathBuf]) -> (Vec<PathBuf>, Vec<Error>) {
    let (mut paths, mut unread) = (Vec::new(), Vec::new());
    for path in named {
        if path.is_dir() {
            let (files, errors) = KnownFile::below(path);
            paths.extend(files);
            unread.extend(errors);
        } else {
            paths.push(path.clone());
        }
    }
    let mut seen = HashSet::new();
    paths.retain(|path| seen.insert(path.clone()));
    (paths, unread)
}

/// The kind of a file and the result of its check; a file that no command reads is a model that is damaged.
fn verify(path: &Path) -> (KnownFile, anyhow::Result<Sound>) {
    let known = KnownFile::detect(path);
    if let Ok(None) = known {
        let readable = "a model, an endgame database, an opening book, an export, a file of recorded games, \
                        a part of a study or sweep or a class";
        let error = Error::Damaged {
            path: path.to_owned(),
            reason: Damage::Kind(readable),
        };
        return (KnownFile::Model, Err(error.into()));
    }
    let known = known.ok().flatten().unwrap_or(KnownFile::Model);
    (known, known.verify(path).map_err(Into::into))
}

fn json_of(path: &Path, known: KnownFile, found: &anyhow::Result<Sound>) -> Value {
    let kind = match known {
        KnownFile::Model => "model",
        KnownFile::Database => "database",
        KnownFile::Book => "book",
        KnownFile::Sheet => "export",
        KnownFile::Games => "games",
        KnownFile::Part => "part",
        KnownFile::Class => "class",
    };
    let name = path.display().to_string();
    let mut value = match found {
        Ok(Sound::Model(model)) => models::of_file(path, model),
        Ok(Sound::Part(part)) => models::of_part(path, part),
        _ if known == KnownFile::Model => json!({"model": name}),
        _ => json!({"file": name, "kind": kind}),
    };
    match found {
        Ok(Sound::Sheet(_, game, n)) => {
            value["game"] = json!(game);
            value["entries"] = json!(n);
        }
        Ok(Sound::Database(game, n) | Sound::Book(game, n) | Sound::Games(game, n)) => {
            value["game"] = json!(game);
            value["entries"] = json!(n);
        }
        Ok(Sound::Class(name, groups, games)) => {
            value["class"] = json!(name);
            value["groups"] = json!(groups);
            value["games"] = json!(games);
        }
        _ => {}
    }
    value["undamaged"] = found.is_ok().into();
    if let Err(error) = found {
        value["error"] = listed(error).into();
    }
    value
}

fn text(sound: &Sound) -> String {
    let number = |n: &usize, one, many| count(*n as u64, one, many);
    let positions = |n| number(n, "position", "positions");
    match sound {
        Sound::Model(model) => model_in_words(model),
        Sound::Part(part) => {
            format!("a part of a {}, {}", part.part_of(), part.in_words())
        }
        Sound::Database(game, n) => format!("an endgame database of {game}, {}", positions(n)),
        Sound::Book(game, n) => format!("an opening book of {game}, {}", positions(n)),
        Sound::Sheet(content, game, n) => {
            let what = match content {
                SheetContent::Policy => "a policy",
                SheetContent::Boxes => "matchboxes",
                SheetContent::Values => "values",
            };
            let rows = number(n, "row", "rows");
            match game {
                Some(game) => format!("{what} of {game}, {rows}"),
                None => format!("{what}, {rows}, without the name of its game"),
            }
        }
        Sound::Games(game, n) => format!("{} of {game}", number(n, "game", "games")),
        Sound::Class(name, groups, games) => {
            let groups = number(groups, "group", "groups");
            format!(
                "the class {name}, {groups}, {}",
                number(games, "game", "games")
            )
        }
    }
}

fn model_in_words(model: &Model) -> String {
    let stopped = models::stopped(model).map_or_else(String::new, |stopped| format!(", {stopped}"));
    format!(
        "{} in {}, {}{stopped}",
        models::in_words(model),
        count(model.sets(), "set", "sets"),
        count(model.boxes(), "box", "boxes"),
    )
}
