//! The knowledge base on disk: a model is one file, a knowledge base is a folder of them.
//!
//! A model is read whole and written whole: beside its place, then renamed into it, so that what
//! stands there is always the old model or the new one. Damage is noticed when it is read. Whoever
//! means to write one takes a [`Lock`] before reading it and keeps it until done. As text, for other
//! programs, knowledge goes out and comes in by [`exchange`].

mod beside;
mod chapter;
mod difference;
pub mod exchange;
mod file;
mod folder;
pub mod format;
mod kept;
mod known;
mod lock;
mod merge;
mod model;
mod payload;
mod place;
mod recount;
mod solved;
mod stamp;
mod underway;
mod view;

pub use beside::abandon;
pub use chapter::{Chapter, PERSON, Parent, Step};
pub use difference::{Change, Difference};
pub use file::{
    check_for, encode_sound, holds, read, read_for, replace, replace_with, verified, verify, write,
};
pub use folder::{default_path, list};
pub use format::{decode, encode, is_model};
pub use kept::{Kept, kept, kept_under_way, models_below};
pub use known::{Known, Sound};
pub use lock::Lock;
pub use merge::merge;
pub use model::{MOST, Model, Pending};
pub use place::EXTENSION;
pub use place::{open, read_at_most, read_head};
pub use recount::{Miscount, Repaired, repair};
pub use solved::{
    decode_book, decode_database, encode_book, encode_database, read_book, read_database,
};
pub use underway::{list_under_way, new_of, replaced_by, with_new};
pub use view::{BoxView, ColourView};
