//! What the report is made of: chapters, and the parts of a chapter in reading order.

use super::findings::Findings;

/// A chapter of the report.
pub(super) struct Chapter {
    /// Its heading.
    pub(super) heading: &'static str,
    /// What stands under it.
    pub(super) parts: &'static [Part],
}

/// A part of a chapter. In texts and heads `{runs}` and `{seed}` stand for those of the findings.
pub(super) enum Part {
    /// A paragraph.
    Text(&'static str),
    /// A paragraph with figures in it.
    Told(fn(&Findings) -> String),
    /// A table.
    Table(&'static Table),
    /// Boards as text.
    Boards(fn(&Findings) -> String),
    /// A picture by the name of its file.
    Picture(&'static str),
    /// The heat maps of the box with this name: ours over the article's.
    Maps(&'static str),
}

/// A table of the report.
pub(super) struct Table {
    /// The names of its columns.
    pub(super) head: &'static [&'static str],
    /// Its rows.
    pub(super) rows: fn(&Findings) -> Vec<Vec<String>>,
}
