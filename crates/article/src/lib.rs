//! The sources of this program played again: what `menace article` writes of each.
//!
//! Each source states figures. A report puts ours beside them, judges every one by one law (`claim.rs`) and names the
//! command that gives ours. There is one report for each language, with tables and pictures next to it. The text of each
//! language is a page under `words/` with named placeholders; figures are computed once for all languages.
//!
//! # Reading order
//!
//! `source.rs` is what is known of the sources, `claim.rs` the law, `template.rs` fills pages, `report.rs` makes a report
//! of the content (`content.rs`) that an article computes: `rote` learns, the others are exact but for estimates in
//! `game_trees`.
//!
//! # What it never does
//!
//! It writes no file: the program does. No text holds a figure of ours: every number is a placeholder, so a page cannot be
//! older than what was computed. Figures of the sources stand in `published/` and `rote/published.rs` alone.

mod claim;
mod content;
mod game_trees;
mod hand_written;
mod minimax;
mod othello;
mod published;
mod report;
mod rote;
mod source;
mod template;

pub use content::ArticleRequest;
pub use report::{ARTICLES, Article, ArticleReport, FILES, find};
