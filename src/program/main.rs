//! The program `menace`. All of it is in the library next to this file, which the compiler builds at the
//! same time as the library `menace`.

use std::process::ExitCode;

fn main() -> ExitCode {
    menace_cli::main()
}
