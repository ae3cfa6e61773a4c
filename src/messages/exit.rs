//! Error messages and exit codes.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::Command;
use clap::error::ErrorKind;
use matchboxes::Error;
use matchboxes::error::{Action, Existing, Mismatch};
use matchboxes::games;
use matchboxes_report::shortened;

use crate::messages::console;
use crate::messages::hints::{hint, input_error, message, plainly};
use crate::messages::misread;

/// A command that Ctrl-C stopped, with a message about what is saved.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Stopped(pub(crate) String);

/// A mistake on the command line that clap does not find.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Usage(pub(crate) String);

pub(crate) fn usage(what: impl Into<String>) -> anyhow::Error {
    Usage(what.into()).into()
}

/// Prints an error with one line for each cause, and returns the exit code.
pub(crate) fn report(error: &anyhow::Error) -> ExitCode {
    if is_closed_pipe(error) {
        return ExitCode::SUCCESS;
    }
    // A plain message needs no causes.
    let (text, causes) = match plainly(error).or_else(|| output_error(error)) {
        Some(plain) => (plain, 0),
        None => (message(error.as_ref()), usize::MAX),
    };
    let [text, hint] = [&text, &hint(error)].map(|text| shortened(text));
    let mut stderr = io::stderr().lock();
    let _ = writeln!(stderr, "{} {text}{hint}", console::error_label());
    for cause in error.chain().skip(1).take(causes) {
        let _ = writeln!(stderr, "  because: {}", shortened(&message(cause)));
    }
    ExitCode::from(code(error))
}

/// The message for an I/O error without a file: only standard output has none.
fn output_error(error: &anyhow::Error) -> Option<String> {
    let source = error.downcast_ref::<io::Error>()?;
    let is_bare = error.chain().count() == 1;
    is_bare.then(|| format!("writing to standard output failed: {source}"))
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = match error.downcast_ref::<Error>() {
        Some(Error::File { cause, .. }) => Some(cause),
        _ => error.downcast_ref::<io::Error>(),
    };
    // ERROR_PIPE_NOT_CONNECTED, which is of no kind.
    let is_disconnected = |io: &io::Error| cfg!(windows) && io.raw_os_error() == Some(233);
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe || is_disconnected(io))
}

fn code(error: &anyhow::Error) -> u8 {
    if error.is::<Stopped>() {
        return 130;
    }
    if let Some(input) = input_error(error) {
        return match input {
            games::Error::Boxes(_) | games::Error::TooLarge { .. } | games::Error::Law { .. } => 1,
            _ => 2,
        };
    }
    match error.downcast_ref::<Error>() {
        Some(
            Error::NoBox { .. }
            | Error::Mismatch(Mismatch::Side { .. })
            | Error::Exists {
                reason: Existing::Ending | Existing::Nothing,
                ..
            },
        ) => 2,
        // The command line names what is not there, or a folder for a file. A link that leads nowhere is there.
        Some(Error::File {
            path,
            action: Action::Read | Action::ReadSolved | Action::ReadGames | Action::ReadFolder,
            cause,
        }) if cause.kind() == io::ErrorKind::NotFound && !path.is_symlink() => 2,
        Some(Error::File { path, .. }) if path.exists() && plainly(error).is_some() => 2,
        _ if error.is::<Usage>() => 2,
        _ => 1,
    }
}

/// Prints an error of the command line, or the requested help with `print`, and returns the exit code.
pub(crate) fn misread(
    error: &clap::Error,
    mut program: Command,
    words: &[OsString],
    print: impl FnOnce(&[u8]) -> io::Result<()>,
) -> ExitCode {
    // Without a command clap shows the help.
    let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
    let color = console::color_of(words.iter().cloned());
    if error.use_stderr() && !is_help {
        let text = shortened(&misread::message(error, program, words));
        let label = console::label(color);
        let _ = writeln!(io::stderr().lock(), "{label} {text}");
        return ExitCode::from(2);
    }
    // Help and version go to standard output, where a closed pipe is not a failure.
    let text = if is_help {
        program.render_help()
    } else {
        error.render()
    };
    let text = if console::is_coloured(color, io::stdout().is_terminal()) {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    match print(text.as_bytes()) {
        Err(source) => report(&source.into()),
        Ok(()) => ExitCode::from(u8::from(error.use_stderr()) * 2),
    }
}
