//! The program `menace`: parse, run, report, exit.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
