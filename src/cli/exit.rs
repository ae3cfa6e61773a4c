//! How a failed command ends: its message and its exit code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use menace::Error;
use menace::error::{Existing, Mismatch};
use menace::text::thousands;

use super::console;
use super::hints::{hint, plainly};

/// A training that was stopped by Ctrl-C after it had saved what it had learnt.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Stopped(pub(super) String);

/// A wrong command line, beyond what its grammar finds.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Usage(pub(super) String);

/// Prints what went wrong, one line a cause, and gives the exit code.
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    let plain = plainly(error).or_else(|| unwritten(error));
    // A plain message needs no cause.
    let causes = if plain.is_some() { 0 } else { usize::MAX };
    let mut stderr = io::stderr().lock();
    let _ = writeln!(
        stderr,
        "{} {}{}",
        console::error_label(),
        told(&plain.unwrap_or_else(|| error.to_string())),
        told(&hint(error))
    );
    for cause in error.chain().skip(1).take(causes) {
        let _ = writeln!(stderr, "  because: {}", told(&cause.to_string()));
    }
    ExitCode::from(code(error))
}

/// An error of the system without a file is about standard output.
fn unwritten(error: &anyhow::Error) -> Option<String> {
    let source = error.downcast_ref::<io::Error>()?;
    let is_bare = error.chain().count() == 1;
    is_bare.then(|| format!("writing to standard output failed: {source}"))
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
            | Error::Request(_)
            | Error::Mismatch(Mismatch::Side { .. })
            | Error::Exists {
                reason: Existing::Ending,
                ..
            },
        ) => 2,
        _ if error.is::<Usage>() => 2,
        _ => 1,
    }
}

/// Prints what is wrong with a command line, or the help that was asked for.
pub(super) fn misread(error: &clap::Error) -> ExitCode {
    // Without a command the help is shown, which repeats nothing and is as long as it is.
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let text = error.render().to_string();
    let is_odd = text.chars().any(|c| c.is_control() && c != '\n');
    let is_long = text.chars().count() > LONGEST || text.lines().count() > MOST_LINES;
    if error.use_stderr() && !is_help && (is_odd || is_long) {
        // It repeats what was typed, however long that is and whatever a terminal makes of it.
        let mut lines: Vec<String> = text.lines().map(told).collect();
        if let Some(more) = lines.len().checked_sub(MOST_LINES).filter(|more| *more > 0) {
            let left_out = format!("[{} lines left out]", thousands(more as u64 + 1));
            lines.splice(4..5 + more, [left_out]);
        }
        let _ = writeln!(io::stderr().lock(), "{}", lines.join("\n"));
    } else {
        let printed = error.print().and_then(|()| io::stdout().flush());
        if let Err(source) = printed
            && !error.use_stderr()
        {
            // Help and version go to standard output, and a closed pipe is no failure.
            return report(&source.into());
        }
    }
    ExitCode::from(u8::from(error.use_stderr()) * 2)
}

/// The longest message that is printed in full, and how much of a longer one is.
const LONGEST: usize = 1_000;
const BEGINNING: usize = 400;
const END: usize = 200;
/// The most lines of a message on the command line.
const MOST_LINES: usize = 12;

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
