//! The program `menace`: parse, run, report, exit. Each command has its own file or folder; `command` parses the command line and runs the
//! command. What several commands share has a room of its own: `options` are read from the command line, `messages` tell what
//! went wrong, `files` are written without losing others, `output` is what is printed and drawn, `interrupt` is Ctrl-C.
//!
//! Commands use only the public library. They write results to standard output and everything else to
//! standard error. Exit codes: 0 success (a closed pipe counts as success), 1 the work failed, 2 invalid
//! command line, 130 stopped by Ctrl-C.

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
