//! The report on the rote-learning article (2019), as `menace article` writes it.
//!
//! The article's six experiments are played in its order, then many times over; what comes of them
//! is one Markdown report with its pictures beside it, our figures next to the article's.

mod boards;
mod chapters;
mod comparisons;
mod figures;
mod json;
mod lines;
mod luck;
mod markdown;
mod pictures;
mod play;
mod report;
mod theirs;

pub(crate) use json::document;
pub(crate) use pictures::all as pictures;
pub(crate) use play::Findings;
pub(crate) use report::{Report, TITLE};
