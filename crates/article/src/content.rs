//! What an article is asked for, and what its own part computes.

use matchboxes_pictures::plot::Picture;
use matchboxes_report::Row;
use serde_json::Value;

use super::claim::{FigureClaim, OwnFigure, StatedFigure};
use super::template::TemplateValues;

/// What an article is played with.
#[derive(Clone, Copy, Debug)]
pub struct ArticleRequest {
    /// The seed of what is sampled.
    pub seed: u64,
    /// How many runs there are, where the article is of runs.
    pub runs: u64,
    /// The ending of the pictures' files, which the pages show.
    pub ending: &'static str,
}

/// What an article's own part computes.
#[derive(Default)]
pub(super) struct ArticleContent {
    pub(super) values: TemplateValues,
    pub(super) claims: Vec<FigureClaim>,
    pub(super) tables: Vec<(&'static str, Vec<Row>)>,
    pub(super) pictures: Vec<(&'static str, Picture)>,
    /// What a document has besides the tables.
    pub(super) document: Value,
}

impl ArticleContent {
    /// Adds a figure of the source beside ours, with the command that gives ours.
    pub(super) fn claim(
        &mut self,
        name: impl Into<String>,
        stated: impl Into<Option<StatedFigure>>,
        found: impl Into<Option<OwnFigure>>,
        command: impl Into<String>,
    ) {
        let claim = FigureClaim::new(name, stated, found, command);
        self.claims.push(claim);
    }

    pub(super) fn lines(&mut self, name: &str, lines: &[String]) {
        self.values.put(name, lines.join("\n"));
    }
}
