//! The commands that measure: chances, matches, tournaments, studies, searches.

pub(super) mod article;
mod in_play;
pub(super) mod r#match;
mod parts;
pub(super) mod prove;
pub(super) mod record;
pub(super) mod solve;
pub(super) mod study;
pub(super) mod sweep;
pub(super) mod tournament;
pub(super) mod tree;
