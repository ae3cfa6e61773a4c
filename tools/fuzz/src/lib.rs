//! The laws of what is read: any bytes are read or refused, never with a panic, and what was read and written
//! again is the same. `main.rs` tries a law on bytes that reach new code.

#![forbid(unsafe_code)]

mod files;
mod page;
mod texts;

pub use files::{book, database, model, part};
pub use page::page;
pub use texts::{games, player, position, rule, sheet};

/// The name of a law, and the law.
pub type Law = (&'static str, fn(&[u8]));

/// All laws by their names.
pub const LAWS: &[Law] = &[
    ("model", model),
    ("part", part),
    ("database", database),
    ("book", book),
    ("sheet", sheet),
    ("games", games),
    ("rule", rule),
    ("player", player),
    ("position", position),
    ("page", page),
];
