//! The program `menace`: parse, run, report, exit.

mod article;
mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
