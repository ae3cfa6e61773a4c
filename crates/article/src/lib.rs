//! The report on the rote-learning article (2019), as `menace article` writes it.
//!
//! The article's six experiments are played many times over. The result is one Markdown report per
//! language, with pictures next to it, which compares our figures with the article's. The text of each
//! language is a page under `words/` with named placeholders. The figures are computed once for all
//! languages (`compared` over all runs, `details` for run 0), and `template` fills them in.

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
