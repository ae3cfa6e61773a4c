//! The languages of the report: the same figures in different words.

/// A language of the report.
pub(crate) struct Language {
    /// The file of the report in it.
    pub(crate) file: &'static str,
    /// The report, with places for its figures.
    pub(super) page: &'static str,
}

/// All languages; the words of a terminal are those of the first.
pub(crate) static LANGUAGES: [Language; 2] = [
    Language {
        file: "README.md",
        page: include_str!("words/en.md"),
    },
    Language {
        file: "README.ja.md",
        page: include_str!("words/ja.md"),
    },
];

impl Language {
    /// The line a report begins with.
    pub(crate) fn title(&self) -> &'static str {
        self.page.split_inclusive('\n').next().unwrap_or_default()
    }
}
