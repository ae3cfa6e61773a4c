//! The command line. Each command has its own file or folder; `command` parses the command line and runs the
//! command, `exit` reports errors, and `options`, `console`, `about` and `output` hold code that several
//! commands share.
//!
//! Commands use only the public library. They write results to standard output and everything else to
//! standard error. Exit codes: 0 success (a closed pipe counts as success), 1 the work failed, 2 invalid
//! command line, 130 stopped by Ctrl-C.

mod about;
mod command;
mod console;
mod exit;
mod files;
mod hints;
mod measure;
mod number;
mod options;
mod output;
mod pages;
mod play;
mod progress;
mod provenance;
#[cfg(feature = "serve")]
mod serve;
mod stop;
mod storage;
mod summary;
mod threads;
mod train;
mod view;
mod width;

pub use command::main;
