//! The rote-learning article of 2019: its six experiments, played many times over.
//!
//! `play.rs` plays the experiments, `figures.rs` is what is kept of a run, `findings.rs` all runs; `compared.rs` and
//! `details.rs` name the figures for the pages, and `claims.rs` puts the article's beside ours.

mod boards;
mod claims;
mod compared;
mod comparisons;
mod details;
mod figures;
mod findings;
mod json;
mod pictures;
mod play;
mod published;
mod ruled_out;

use super::content::{ArticleContent, ArticleRequest};
use findings::Findings;
use pictures::PICTURES;

pub(super) fn content(request: &ArticleRequest) -> matchboxes::Result<ArticleContent> {
    let findings = Findings::new(request.seed, request.runs)?;
    let mut content = ArticleContent {
        tables: vec![("runs", findings.figures.iter().map(claims::row).collect())],
        pictures: PICTURES.map(|(name, draw)| (name, draw(&findings))).into(),
        document: json::document(&findings),
        ..ArticleContent::default()
    };
    claims::add(&findings, &mut content);
    compared::add(&findings.figures, &mut content.values);
    details::add(&findings, &mut content.values)?;
    Ok(content)
}
