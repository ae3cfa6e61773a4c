//! Hints on what to do about an error: options, commands, and similar names.

use std::fs;
use std::io;
use std::path::Path;

use menace::Error;
use menace::error::{Action, Damage, Existing, Mismatch, Unfit, Unmerged};
use menace::learn::Learners;
use menace::{session, store};

/// A plain message for the most common errors of the operating system.
pub(crate) fn plainly(error: &anyhow::Error) -> Option<String> {
    let Some(Error::File {
        path,
        action:
            action @ (Action::Read | Action::ReadFolder | Action::ReadSolved | Action::ReadGames),
        source,
    }) = error.downcast_ref::<Error>()
    else {
        return None;
    };
    let what = match source.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder",
        io::ErrorKind::IsADirectory => "is a folder; name a file in it",
        io::ErrorKind::NotADirectory if *action == Action::ReadFolder => "is not a folder",
        _ => return None,
    };
    Some(format!("{}: {what}", path.display()))
}

/// An error as one line of a list.
pub(crate) fn listed(error: &anyhow::Error) -> String {
    plainly(error).unwrap_or_else(|| format!("{error:#}"))
}

/// What to do about an error; empty if that is unknown.
pub(crate) fn hint(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Error>() {
        Some(Error::Name {
            kind: "player",
            name,
            ..
        }) if Path::new(&format!("{name}.{}", store::EXTENSION)).exists() => {
            format!("; did you mean {name}.{}?", store::EXTENSION)
        }
        Some(Error::Name {
            kind: "rule", name, ..
        }) if Path::new(name).is_file() => "; the name of a rule file must end in .toml".to_owned(),
        Some(Error::Name { kind, nearest, .. }) if nearest.is_empty() => {
            let list = match *kind {
                "search" | "evaluation" | "extension" | "order" | "option" => "searches".to_owned(),
                _ => format!("{kind}s"),
            };
            format!("; `menace list {list}` lists them all")
        }
        Some(Error::File {
            path,
            action: Action::Read,
            source,
        }) if source.kind() == io::ErrorKind::NotFound => missing_hint(path),
        Some(Error::File {
            action: Action::ReadSolved,
            source,
            ..
        }) if source.kind() == io::ErrorKind::NotFound => SOLVED.to_owned(),
        Some(Error::File {
            action: Action::ReadGames,
            source,
            ..
        }) if source.kind() == io::ErrorKind::NotFound => {
            "; `menace play` and `menace match` write one with --record FILE".to_owned()
        }
        Some(Error::Player {
            reason: Unfit::Game(game),
            ..
        }) => format!("; add `--game {game}`"),
        Some(Error::Mismatch(Mismatch::Side { requested, .. })) => format!(
            "; let it play the other side, or train a model for this one \
             (`menace train --learner {requested}`)"
        ),
        Some(Error::Damaged { reason, .. }) => match reason {
            Damage::Stump { .. }
            | Damage::Short { .. }
            | Damage::Long { .. }
            | Damage::Checksum => "; use another copy of it, or train it again".to_owned(),
            Damage::Kind(_) => SOLVED.to_owned(),
            Damage::Foreign => "; `menace import` makes a model from CSV or JSON".to_owned(),
            _ => String::new(),
        },
        // An error with context already contains a hint.
        Some(large @ Error::TooLarge { purpose, .. }) if error.to_string() == large.to_string() => {
            match *purpose {
                "perfect play" => "; a search such as alphabeta:depth=4 plays a game of any size",
                "a kit of its boxes" => "; no one could build that many: choose a smaller game",
                _ => "; `menace match` samples games of any size",
            }
            .to_owned()
        }
        Some(Error::Exists { reason, .. }) => existing_hint(reason).to_owned(),
        Some(Error::Stays { .. }) => "; --force replaces it".to_owned(),
        Some(Error::Player {
            reason: Unfit::Script { learner, .. },
            ..
        }) => format!("; let the {learner} side learn that game (`--learner {learner}`)"),
        Some(Error::Player {
            reason: Unfit::TrainingOnly,
            ..
        }) => "; `menace train --opponent` accepts it".to_owned(),
        Some(Error::Mismatch(Mismatch::Rule { .. })) => {
            "; leave out --rule, or name another file with --out".to_owned()
        }
        Some(Error::Mismatch(Mismatch::Merge(Unmerged::Sides { .. }))) => {
            "; `menace train --learner both --from A --from B` starts with a table for each side"
                .to_owned()
        }
        _ => String::new(),
    }
}

/// What to do about a file that exists and must stay, or about one that cannot be continued.
fn existing_hint(reason: &Existing) -> &'static str {
    match reason {
        Existing::Nothing => "; leave out --continue",
        Existing::Other | Existing::Kind => "; --force replaces it, or name another file",
        Existing::NoReport => "; --force replaces it, --out names another folder",
        Existing::Stopped { .. } => "; --continue finishes it, --force starts again",
        Existing::Length { .. } => "; --continue resumes it, --force replaces it",
        Existing::Bytes => "; --force replaces it",
        Existing::Training(_) => {
            "; --force replaces it, --continue resumes it, --out names another file"
        }
        Existing::InProgress { .. } => {
            "; --continue resumes it, and so does the command that started it; --force starts another in its \
             place; remove it to keep the model"
        }
        _ => "",
    }
}

/// How to make a file of solved positions.
const SOLVED: &str = "; `menace solve` writes one with --database FILE or --book FILE";

/// For a missing file: existing files with similar names, and for a model the command that makes it.
fn missing_hint(path: &Path) -> String {
    let near = match nearest(path).as_slice() {
        [] => String::new(),
        names => format!("; did you mean {}?", names.join(" or ")),
    };
    if near.is_empty() && path.extension().is_none() {
        return format!("; a model is a file that ends in .{}", store::EXTENSION);
    }
    if path
        .extension()
        .is_none_or(|ending| ending != store::EXTENSION)
    {
        return near;
    }
    let learners = [Learners::First, Learners::Second, Learners::Both];
    let is_usual = |who: &Learners| path == session::default_model(session::GAME, *who);
    let command = match learners.into_iter().find(is_usual) {
        Some(Learners::First) => "menace train".to_owned(),
        Some(learners) => format!("menace train --learner {learners}"),
        None => format!("menace train --out {}", path.display()),
    };
    let otherwise = if near.is_empty() { ";" } else { " If not," };
    format!("{near}{otherwise} `{command}` makes it")
}

/// Up to two existing files with names similar to that of a missing one.
fn nearest(path: &Path) -> Vec<String> {
    const ALIKE: f64 = 0.85;
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // The extension is the same for all, so only the rest of the names is compared.
    let stem = |path: &Path| {
        path.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let name = stem(path);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<(f64, String)> = entries
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|other| !other.starts_with('.') && Path::new(other).extension() == path.extension())
        .map(|other| (strsim::jaro_winkler(&name, &stem(Path::new(&other))), other))
        .filter(|(likeness, other)| *likeness >= ALIKE && path.file_name() != Some(other.as_ref()))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let names = found.into_iter().take(2);
    names
        .map(|(_, name)| path.with_file_name(name).display().to_string())
        .collect()
}
