//! How a command ends that fails: what is told, and the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use menace::Error;

use super::hints::{hint, plainly};

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
    let plain = plainly(error);
    // What is told plainly needs no cause.
    let causes = if plain.is_some() { 0 } else { usize::MAX };
    let mut stderr = io::stderr().lock();
    let _ = writeln!(
        stderr,
        "menace: {}{}",
        one_line(&plain.unwrap_or_else(|| error.to_string())),
        one_line(&hint(error))
    );
    for cause in error.chain().skip(1).take(causes) {
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
