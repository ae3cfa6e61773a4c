//! The languages of the report.

/// A language of the report.
pub(crate) struct Language {
    /// The file name of the report.
    pub(crate) file: &'static str,
    /// The text of the report, with placeholders for its figures.
    pub(super) page: &'static str,
}

/// All languages; the summary on the terminal is in the first.
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
    /// The first line of the report, including its line break.
    pub(crate) fn title(&self) -> &'static str {
        self.page.split_inclusive('\n').next().unwrap_or_default()
    }
}
