//! The command line: one file or folder a command; `command` finds the command, `exit` says how it
//! ends, `about` and `output` hold what several commands share.
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
mod exit;
mod explain;
mod export;
mod files;
mod history;
mod import;
mod list;
mod r#match;
mod models;
mod number;
mod output;
mod pages;
mod pictures;
mod plot;
mod print;
mod progress;
mod prove;
mod provenance;
mod score;
mod show;
mod solve;
mod study;
mod summary;

mod tournament;
mod train;
mod tree;
mod width;

pub(crate) use command::main;
