//! The program `menace`: parse, run, report, exit.

mod article;
mod cli;
#[cfg(feature = "serve")]
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
