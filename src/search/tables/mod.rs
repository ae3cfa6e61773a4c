//! Transposition tables, endgame databases and opening books, and the search aided by them.

pub(super) mod book;
pub(super) mod database;
pub(super) mod table;
pub(super) mod with_table;
