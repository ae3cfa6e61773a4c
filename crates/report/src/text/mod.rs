//! What studies, sweeps, tournaments and matches tell people: a function of the results and of how wide the text is.

mod conclusion;
mod extras;
mod figures;
mod matched;
mod study;
mod sweep;
mod tournament;

pub use figures::{label_with_play, provenance, unseen_note};
pub use matched::{lead, match_text};
pub use sweep::sweep_text;
