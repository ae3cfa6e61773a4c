//! The program `menace`: parse, run, report, exit.

mod article;
mod cli;
#[cfg(feature = "serve")]
mod serve;

pub use cli::main;
