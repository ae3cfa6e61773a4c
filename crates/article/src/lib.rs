//! The report on the rote-learning article (2019), as `menace article` writes it.
//!
//! The article's six experiments are played many times over. The result is one Markdown report per
//! language, with pictures next to it, which compares our figures with the article's. The text of each
//! language is a page under `words/` with named placeholders. The figures are computed once for all
//! languages (`compared` over all runs, `details` for run 0), and `template` fills them in.
//!
//! # Reading order
//!
//! `play.rs` plays the experiments, `figures.rs` is what is kept of a run, `findings.rs` all runs; `compared.rs` and
//! `details.rs` name the figures, and `report.rs` puts them into the words of each language.
//!
//! # What it never does
//!
//! It writes no file: the program does. No text holds a figure of ours: every number is a placeholder, so a
//! page cannot be older than the experiments. Figures of the article are in `published.rs` alone.

mod boards;
mod compared;
mod comparisons;
mod details;
mod figures;
mod findings;
mod json;
mod pictures;
mod play;
mod published;
mod report;
mod ruled_out;
mod template;

pub use findings::Findings;
pub use json::document;
pub use pictures::draw_all;
pub use report::{LANGUAGES, all_figures, summary};
