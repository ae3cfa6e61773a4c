//! Transposition tables, endgame databases and opening books.

pub(super) mod bounds;
pub(super) mod solved;
pub(super) mod table;
