//! The program `menace`: parse, run, report, exit. Each command has its own file or folder; `command` parses the command
//! line and runs the command. Code that several commands share is in folders of its own: `options` of the command line,
//! `messages` about errors, `files` for writing without losing other files, `output` to print and draw, `interrupt` for
//! Ctrl-C.
//!
//! Commands use only the public library. They write results to standard output and everything else to
//! standard error. Exit codes: 0 success (a closed pipe counts as success), 1 the work failed, 2 invalid
//! command line, 130 stopped by Ctrl-C.
//!
//! # How to add a command
//!
//! A file or folder with `Args` and `run`; a test runs the examples of its help as they are written. In `command.rs` it
//! needs a variant with one line about it and an arm of `run`. An option that another command has comes from `options`,
//! and a line of `options/help.txt` gives what the command adds to its help and its default. The tests of `command.rs`
//! fail if a name or a letter means two things, or if a default is missing. A wrong command line is `exit::Usage`. Code
//! that depends on the game takes an `AnyGame`. Add its error messages to `tests/cases/mistakes.md`
//! (`MENACE_BLESS=1 cargo test --test program mistakes` fills them in) and read them; what else it prints goes to
//! `tests/cases/dialogues.txt`.

mod command;
mod files;
mod interrupt;
mod measure;
mod messages;
mod options;
mod output;
mod pages;
mod play;
#[cfg(feature = "serve")]
mod serve;
mod storage;
mod train;
mod view;

use std::process::ExitCode;

fn main() -> ExitCode {
    command::main()
}
