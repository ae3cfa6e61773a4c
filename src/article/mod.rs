//! The report on the rote-learning article (2019), as `menace article` writes it.
//!
//! The article's six experiments are played in its order, then many times over; what comes of them
//! is one Markdown report in each language with its pictures beside it, our figures next to the
//! article's. The words of a language are a page of their own under `words/`, with named places for
//! figures; these are worked out and written once for all languages (`compared` over all runs, `told`
//! for run 0), and `template` brings both together.

mod boards;
mod compared;
mod comparisons;
mod experiments;
mod figures;
mod findings;
mod json;
mod language;
mod pictures;
mod play;
mod published;
mod report;
mod ruled_out;
mod template;
mod told;

pub(crate) use findings::Findings;
pub(crate) use json::document;
pub(crate) use language::LANGUAGES;
pub(crate) use pictures::draw_all;
pub(crate) use report::Report;
