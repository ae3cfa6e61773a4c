//! The program `menace`.

mod article;
mod cli;
#[cfg(feature = "serve")]
mod serve;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
