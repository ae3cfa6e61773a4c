//! What studies tell people: a function of the results and of how wide the text is.

mod conclusion;
mod extras;
mod figures;
mod study;

pub use figures::{label_with_play, provenance, unseen_note};
