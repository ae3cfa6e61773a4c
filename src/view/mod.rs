//! The commands that show, draw and print what was learnt.

pub(super) mod explain;
pub(super) mod plot;
pub(super) mod print;
pub(super) mod show;
