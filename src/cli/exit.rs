//! How a command ends that fails: what is told, and the exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use menace::Error;
use menace::text::thousands;

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
        told(&plain.unwrap_or_else(|| error.to_string())),
        told(&hint(error))
    );
    for cause in error.chain().skip(1).take(causes) {
        let _ = writeln!(stderr, "  because: {}", told(&cause.to_string()));
    }
    ExitCode::from(code(error))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = match error.downcast_ref::<Error>() {
        Some(Error::File { source, .. }) => Some(source),
        _ => error.downcast_ref::<io::Error>(),
    };
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

/// Tells what is wrong with a command line, or what was asked for about it.
pub(super) fn misread(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    if error.use_stderr() && text.chars().count() > LONGEST {
        // It repeats what was typed, however long that is.
        let lines: Vec<String> = text.lines().map(told).collect();
        let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
    } else {
        // Help and version go to standard output, and a closed pipe is no failure.
        let _ = error.print();
    }
    ExitCode::from(u8::from(error.use_stderr()) * 2)
}

/// The longest message that is told in full, and how much of a longer one is.
const LONGEST: usize = 1_000;
const BEGINNING: usize = 400;
const END: usize = 200;

/// A message on one line that is not too long to be read, whatever it repeats.
pub(super) fn told(message: &str) -> String {
    let line = one_line(message);
    let letters = line.chars().count();
    if letters <= LONGEST {
        return line;
    }
    let beginning: String = line.chars().take(BEGINNING).collect();
    let end: String = line.chars().skip(letters - END).collect();
    let out = thousands((letters - BEGINNING - END) as u64);
    format!("{beginning} [{out} letters left out] {end}")
}

/// A message on one line, whatever was typed that it repeats.
pub(super) fn one_line(message: &str) -> String {
    let shown = |c: char| {
        if c.is_control() {
            c.escape_default().to_string()
        } else {
            c.to_string()
        }
    };
    message.chars().map(shown).collect()
}
