//! Hints on what to do about an error: options, commands, and similar names.

use std::fs;
use std::io;
use std::path::Path;

use matchboxes::Error;
use matchboxes::error::{Action, Damage, Existing, Mismatch};
use matchboxes::games::{self, Unfit};
use matchboxes::learn::Learners;
use matchboxes::text::Shown as _;
use matchboxes::{session, store};

/// A plain message for a folder in the place of a file, and the other way round.
pub(crate) fn plainly(error: &anyhow::Error) -> Option<String> {
    let Some(Error::File {
        path,
        action:
            action @ (Action::Read | Action::ReadFolder | Action::ReadSolved | Action::ReadGames),
        cause,
    }) = error.downcast_ref::<Error>()
    else {
        return None;
    };
    // Windows denies access to a folder read as a file, and has another error for a file read as a folder.
    let what = match (action, cause.kind()) {
        (Action::ReadFolder, _) if path.is_file() => "is not a folder",
        (_, io::ErrorKind::NotFound) if path.is_symlink() => "is a link that leads nowhere",
        (_, io::ErrorKind::NotFound) | (Action::ReadFolder, _) => return None,
        _ if path.is_dir() => "is a folder; name a file in it",
        _ => return None,
    };
    Some(format!("{}: {what}", path.shown()))
}

/// The message of an error, without its causes. The fields of a request are the options of a command.
pub(crate) fn message(error: &(dyn std::error::Error + 'static)) -> String {
    let option = |field: &str| format!("--{}", field.replace('_', "-"));
    match (
        error.downcast_ref::<Error>(),
        error.downcast_ref::<games::Error>(),
    ) {
        (Some(known), _) => known.worded(option),
        (_, Some(input)) => input.worded(option),
        _ => error.to_string(),
    }
}

/// What is wrong with the input, if the error has it: alone, or among the errors of files.
pub(crate) fn input_error(error: &anyhow::Error) -> Option<&games::Error> {
    match error.downcast_ref::<Error>() {
        Some(known) => known.input(),
        None => error.downcast_ref(),
    }
}

pub(crate) fn listed(error: &anyhow::Error) -> String {
    plainly(error).unwrap_or_else(|| {
        let all: Vec<String> = error.chain().map(message).collect();
        all.join(": ")
    })
}

/// What to do about an error; empty if that is unknown.
pub(crate) fn hint(error: &anyhow::Error) -> String {
    if let Some(input) = input_error(error) {
        // An error with context already contains a hint.
        let is_bare = error.to_string() == input.to_string();
        return input_hint(input, is_bare);
    }
    error
        .downcast_ref::<Error>()
        .map_or_else(String::new, file_hint)
}

fn input_hint(error: &games::Error, is_bare: bool) -> String {
    let fixed = match error {
        games::Error::Name {
            kind,
            name,
            nearest,
        } => return name_hint(kind, name, nearest),
        games::Error::Player { reason, .. } => match reason {
            Unfit::Game(game) => return format!("; add `--game {game}`"),
            Unfit::Script { learner, .. } => {
                return format!("; let the {learner} side learn that game (`--learner {learner}`)");
            }
            Unfit::TrainingOnly => "; `menace train --opponent` accepts it",
            _ => "",
        },
        games::Error::Rule { reason, .. }
            if reason == "`opponent` goes with a learner of one side" =>
        {
            "; name the opponent of a shared one with --opponent"
        }
        games::Error::TooLarge { purpose, .. } if is_bare => match *purpose {
            "perfect play" => {
                "; a search such as id:pvs:nodes=100000 plays a game of any size, and wins as soon and loses as late as it can prove"
            }
            "a kit of its boxes" => "; no one could build that many: choose a smaller game",
            _ => "; `menace match` samples games of any size",
        },
        _ => "",
    };
    fixed.to_owned()
}

/// Names the folder that cannot be written, which need not be the one of the file.
fn denied_hint(path: &Path) -> String {
    let mut folders = path.ancestors().skip(1);
    let folder = folders.find(|folder| folder.is_dir());
    let folder = folder.filter(|folder| *folder != Path::new("."));
    let folder = folder.map_or_else(
        || "this folder".into(),
        |folder| format!("the folder {}", folder.display()),
    );
    format!("; you may not write in {folder}: use a folder of your own")
}

fn file_hint(error: &Error) -> String {
    let fixed = match error {
        Error::File {
            path,
            action,
            cause,
        } if cause.kind() == io::ErrorKind::NotFound => match action {
            Action::Read => return missing_hint(path),
            Action::ReadSolved => SOLVED,
            Action::ReadGames => "; `menace play` and `menace match` write one with --record FILE",
            _ => "",
        },
        Error::File { path, .. } if error.is_denied() => return denied_hint(path),
        Error::File { cause, .. } if cause.kind() == io::ErrorKind::StorageFull => {
            "; make room, and give the same command again"
        }
        Error::Mismatch(reason) => match reason {
            Mismatch::Side { requested, .. } => {
                return format!(
                    "; let it play the other side, or train a model for this one \
                     (`menace train --learner {requested}`)"
                );
            }
            Mismatch::Rule { .. } => "; leave out --rule, or name another file with --out",
            Mismatch::Learners(_) => {
                "; `menace train --learner both --from A --from B` starts with a table for each side"
            }
            _ => "",
        },
        Error::Damaged { reason, .. } => match reason {
            Damage::Stump { .. }
            | Damage::Short { .. }
            | Damage::Long { .. }
            | Damage::Checksum => "; use another copy of it, or repeat the command that wrote it",
            Damage::Kind(_) => SOLVED,
            Damage::NoPart => "; `menace study --out FILE` writes one",
            Damage::Foreign => "; `menace import` makes a model from CSV or JSON",
            _ => "",
        },
        Error::Exists { reason, .. } => match reason {
            Existing::Nothing => "; leave out --continue",
            Existing::Other(_) => "; --force replaces it, or name another file",
            Existing::Results(_) => "; --force replaces them, or name another folder",
            Existing::Stopped { .. } => "; --continue finishes it, --force starts again",
            Existing::OtherPlayer { .. } => "; put that file back, or --force starts again",
            Existing::Length { .. } => "; --continue resumes it, --force replaces it",
            Existing::Bytes => "; --force replaces it",
            Existing::Training(_) => {
                "; --force replaces it, --continue trains it further, --out names another file"
            }
            Existing::Rescued(kept) => {
                let saved = kept.iter().take(1).map(|saved| saved.display().to_string());
                let saved: String = saved.collect();
                return format!("; `menace check --restore {saved}` puts it back");
            }
            Existing::InProgress { .. } => {
                "; `menace train --continue` resumes it, and so does the command that started it; `menace train --force` \
                 starts another in its place; remove it to keep the model"
            }
            _ => "",
        },
        Error::Stays { .. } => "; --force replaces it",
        _ => "",
    };
    fixed.to_owned()
}

fn name_hint(kind: &str, name: &str, nearest: &[String]) -> String {
    let file = format!("{name}.{}", store::EXTENSION);
    match kind {
        "player" if Path::new(&file).exists() => format!("; did you mean {file}?"),
        "player" if ["human", "me", "person", "you"].contains(&name) => {
            "; `menace play` is for people".to_owned()
        }
        "rule" if name.contains(',') => " Repeat --rule: commas never separate rules".to_owned(),
        "player" if games::parse(name).is_ok() => format!("; a game is named by `--game {name}`"),
        "rule" if Path::new(name).is_file() => {
            if Path::new(name).extension() == Some("toml".as_ref()) {
                "; name one of these, since no rule file is read here"
            } else {
                "; the name of a rule file must end in .toml"
            }
            .to_owned()
        }
        _ if !nearest.is_empty() => String::new(),
        "search" | "evaluation" | "extension" | "order" | "option" => {
            "; `menace list searches` lists them all".to_owned()
        }
        _ => format!("; `menace list {kind}s` lists them all"),
    }
}

const SOLVED: &str = "; `menace solve` writes one with --database FILE or --book FILE";

/// For a missing file: existing files with similar names, and for a model the command that makes it.
fn missing_hint(path: &Path) -> String {
    let near = near_files(path);
    if path == Path::new("-") {
        return "; this command reads a file, not standard input".to_owned();
    }
    if near.is_empty() && path.extension().is_none() {
        return format!(
            "; a model ends in .{}, a part of a study in .part",
            store::EXTENSION
        );
    }
    if !store::has_model_ending(path) {
        return near;
    }
    let learners = [Learners::First, Learners::Second, Learners::Both];
    let command = match learners
        .into_iter()
        .find(|who| path == session::default_model(session::GAME, *who))
    {
        Some(Learners::First) => "menace train".to_owned(),
        Some(learners) => format!("menace train --learner {learners}"),
        None => format!("menace train --out {}", path.shown()),
    };
    let otherwise = if near.is_empty() { ";" } else { " If not," };
    format!("{near}{otherwise} `{command}` makes it")
}

/// A question after up to two existing files with similar names, if there are any.
pub(crate) fn near_files(path: &Path) -> String {
    const ALIKE: f64 = 0.85;
    // The extension is the same for all, so only the rest of the names is compared.
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().into_owned()
    };
    let name = stem(path);
    let entries = fs::read_dir(store::folder_of(path))
        .into_iter()
        .flatten()
        .flatten();
    let mut found: Vec<(f64, String)> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|other| !other.starts_with('.') && Path::new(other).extension() == path.extension())
        .map(|other| (strsim::jaro_winkler(&name, &stem(Path::new(&other))), other))
        .filter(|(likeness, other)| *likeness >= ALIKE && path.file_name() != Some(other.as_ref()))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let near = found.into_iter().take(2);
    let near = near.map(|(_, name)| path.with_file_name(name).display().to_string());
    match near.collect::<Vec<_>>().as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    }
}
