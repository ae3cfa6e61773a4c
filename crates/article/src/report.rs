//! The report: the page of each language, filled with the same figures.

use super::findings::Findings;
use super::template::TemplateValues;
use super::{compared, details};

/// A language of the report.
pub struct ReportLanguage {
    /// The name of its file.
    pub file: &'static str,
    /// The text of the report, with placeholders for its figures.
    pub page: &'static str,
}

/// All languages; the summary on the terminal is in the first.
pub static LANGUAGES: [ReportLanguage; 2] = [
    ReportLanguage {
        file: "README.md",
        page: include_str!("words/en.md"),
    },
    ReportLanguage {
        file: "README.ja.md",
        page: include_str!("words/ja.md"),
    },
];

impl ReportLanguage {
    /// The first line of the report, including its line break.
    pub fn title(&self) -> &'static str {
        self.page.split_inclusive('\n').next().unwrap_or_default()
    }
}

/// Computes all figures; `ending` is the extension of the picture files.
///
/// # Errors
///
/// As [`Findings::new`].
pub fn all_figures(findings: &Findings, ending: &str) -> matchboxes::Result<TemplateValues> {
    let mut values = TemplateValues::default();
    values.put("ending", ending);
    compared::add(&findings.figures, &mut values);
    details::add(findings, &mut values)?;
    Ok(values)
}

/// The main figures, for a terminal: the first table of the report.
pub fn summary(figures: &TemplateValues) -> Vec<Vec<String>> {
    let text = figures.fill(LANGUAGES[0].page);
    let lines = text.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| !line.starts_with("|--"));
    rows.map(|line| {
        let cells = line.trim_matches('|').split('|');
        cells.map(|cell| cell.trim().to_owned()).collect()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::template::names;
    use super::*;

    /// The names of the figures and of the facts that a page uses.
    fn names_in(language: &ReportLanguage) -> [BTreeSet<String>; 2] {
        let names = names(language.page).into_iter();
        let (facts, figures) = names.partition(|name| name.starts_with('?'));
        [figures, facts]
    }

    #[test]
    fn every_placeholder_is_filled_in_both_languages() {
        let report = all_figures(&Findings::new(3, 2).unwrap(), "png").unwrap();
        let known = report.figures();
        let [english, japanese] = [&LANGUAGES[0], &LANGUAGES[1]].map(names_in);
        let missing: Vec<_> = english[0].difference(&known).collect();
        assert!(missing.is_empty(), "no figure for {missing:?}");
        let apart: Vec<_> = english[0].symmetric_difference(&japanese[0]).collect();
        assert!(apart.is_empty(), "only one page shows {apart:?}");
        for language in &LANGUAGES {
            let text = report.fill(language.page);
            assert!(!text.contains(['{', '}']), "{text}");
            assert!(text.starts_with(language.title()));
        }
    }

    #[test]
    fn every_sentence_that_depends_on_a_fact_is_in_both_languages() {
        // Only English has a plural of runs.
        let facts = |language| {
            let [_, mut facts] = names_in(language);
            facts.remove("?many-runs");
            facts
        };
        assert_eq!(facts(&LANGUAGES[0]), facts(&LANGUAGES[1]));
    }
}
