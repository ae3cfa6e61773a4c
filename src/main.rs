//! The program `menace`: parse, run, report, exit.

mod article;
mod cli;
mod text;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
