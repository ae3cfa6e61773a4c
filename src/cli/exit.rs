//! How a command ends that fails: what is told, and the exit code.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use menace::learn::Learners;
use menace::{Error, session, store};

/// A training that was stopped by Ctrl-C after it had saved what it had learnt.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Stopped(pub(super) String);

/// A command line that cannot be, beyond what its grammar tells.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

/// Tells what went wrong, one line a cause, and which exit code that is.
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let mut stderr = io::stderr().lock();
    let _ = writeln!(
        stderr,
        "menace: {}{}",
        one_line(&error.to_string()),
        hint(error)
    );
    for cause in error.chain().skip(1) {
        let _ = writeln!(stderr, "  because: {}", one_line(&cause.to_string()));
    }
    ExitCode::from(code(error))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}

fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Stopped>() {
        return 130;
    }
    match error.downcast_ref::<Error>() {
        Some(
            Error::Name { .. }
            | Error::Parameter { .. }
            | Error::Player { .. }
            | Error::Move { .. }
            | Error::Position { .. }
            | Error::NoBox { .. }
            | Error::Rule { .. }
            | Error::Request(_),
        ) => 2,
        _ if error.is::<Usage>() => 2,
        _ => 1,
    }
}

/// A message on one line, whatever was typed that it repeats.
fn one_line(message: &str) -> String {
    let shown = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    message.chars().map(shown).collect()
}

/// Where to find the names when none resembles the one that was typed.
fn hint(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Error>() {
        Some(Error::Name { kind, nearest, .. }) if nearest.is_empty() => {
            let list = match *kind {
                "search" | "evaluation" | "extension" | "order" | "option" => "searches".to_owned(),
                _ => format!("{kind}s"),
            };
            format!("; `menace list {list}` names them all")
        }
        Some(Error::File { path, source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            made_by(path)
        }
        _ => String::new(),
    }
}

/// The command that makes a model which is not there.
fn made_by(path: &Path) -> String {
    if path
        .extension()
        .is_none_or(|ending| ending != store::EXTENSION)
    {
        return String::new();
    }
    let learners = [Learners::First, Learners::Second, Learners::Both];
    let is_usual = |who: &Learners| path == session::default_model(session::GAME, *who);
    let command = match learners.into_iter().find(is_usual) {
        Some(Learners::First) => "menace train".to_owned(),
        Some(learners) => format!("menace train --learner {learners}"),
        None => format!(
            "menace train --out {}",
            one_line(&path.display().to_string())
        ),
    };
    format!("; `{command}` makes it")
}
