//! Transposition tables, endgame databases and opening books.

pub(super) mod book;
pub(super) mod database;
pub(super) mod table;
