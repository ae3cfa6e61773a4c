//! The command line. Each command has its own file or folder; `command` parses the command line and runs the
//! command, `exit` reports errors, and `options`, `console`, `about` and `output` hold code that several
//! commands share.
//!
//! Commands use only the public library. They write results to standard output and everything else to
//! standard error. Exit codes: 0 success (a closed pipe counts as success), 1 the work failed, 2 invalid
//! command line, 130 stopped by Ctrl-C.

mod about;
mod accuracy;
mod article;
mod board;
mod boxes;
mod check;
mod command;
mod console;
mod diff;
mod exit;
mod explain;
mod export;
mod files;
mod growth;
mod hints;
mod history;
mod import;
mod list;
mod log;
mod r#match;
mod merge;
mod models;
mod number;
mod options;
mod output;
mod pages;
mod pictures;
mod play;
mod plot;
mod print;
mod printed;
mod progress;
mod prove;
mod provenance;
mod record;
mod score;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod stages;
mod stop;
mod study;
mod summary;
mod threads;
mod tournament;
mod train;
mod tree;
mod width;

pub use command::main;
