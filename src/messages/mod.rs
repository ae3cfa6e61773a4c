//! What is printed besides results: error messages with hints, notes, and the exit code.

pub(crate) mod console;
pub(crate) mod exit;
pub(crate) mod hints;
pub(crate) mod misread;

pub(crate) use exit::{Stopped, usage};
