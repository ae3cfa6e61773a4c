//! The command line: one file or folder a command; `command` finds the command, `exit` says how it
//! ends, `options`, `console`, `about` and `output` hold what several commands share.
//!
//! Commands see the public library only. They write what was asked for to standard output and
//! everything else to standard error. Exit codes: 0 success, 1 the work failed, 2 the command line
//! was wrong, 130 stopped by Ctrl-C; a closed pipe is success.

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
mod former;
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
mod stop;
mod study;
mod summary;
mod threads;
mod tournament;
mod train;
mod tree;
mod width;

pub(crate) use command::main;
