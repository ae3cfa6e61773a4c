//! The commands that manage the files of a knowledge base.

pub(super) mod check;
pub(super) mod diff;
pub(super) mod export;
pub(super) mod import;
pub(super) mod list;
pub(super) mod log;
pub(super) mod merge;
