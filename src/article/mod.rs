//! The report on the rote-learning article (2019), as `menace article` writes it.
//!
//! The article's six experiments are played in its order, then many times over; what comes of them
//! is one Markdown report with its pictures beside it, our figures next to the article's. What the
//! report holds is listed as data: `experiments`, `tables`, `pictures`, and the `chapters` that name
//! them in reading order. `report` walks over those.

mod boards;
mod chapter;
mod chapters;
mod compared;
mod comparisons;
mod experiments;
mod figures;
mod findings;
mod json;
mod markdown;
mod pictures;
mod play;
mod published;
mod report;
mod tables;
mod told;

pub(crate) use findings::Findings;
pub(crate) use json::document;
pub(crate) use pictures::draw_all;
pub(crate) use report::{Report, TITLE};
