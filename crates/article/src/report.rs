//! The report of an article: the page of each language, filled with the same figures.

use matchboxes_pictures::plot::Picture;
use matchboxes_report::{Table, Tables};
use serde_json::{Value, json};

use super::claim::{ClaimVerdict, FigureClaim};
use super::content::{ArticleContent, ArticleRequest};
use super::source::ArticleSource;
use super::template::Words;
use super::{game_trees, hand_written, minimax, othello, rote};

/// A source played again.
#[derive(Clone, Copy)]
pub struct Article {
    /// Its name.
    pub name: &'static str,
    /// What is played again, in a line.
    pub about: &'static str,
    /// The runs by default; none where all is exact.
    pub runs: Option<u64>,
    pages: [&'static str; 2],
    content: fn(&ArticleRequest) -> matchboxes::Result<ArticleContent>,
}

/// A report with all that belongs to it.
pub struct ArticleReport {
    /// What it is of, for a terminal.
    pub title: String,
    /// How many figures of the source agree with ours, do not, and are not known well enough, here or there.
    pub tally: [u64; 3],
    /// The first table of the page.
    pub summary: Vec<Vec<String>>,
    /// The page of each language, with the name of its file.
    pub texts: [(&'static str, String); 2],
    /// The tables: first all figures of the source.
    pub tables: Vec<Table<'static>>,
    /// The pictures, with the names of their files without ending.
    pub pictures: Vec<(&'static str, Picture)>,
    /// The same for scripts.
    pub document: Value,
}

/// The files of the pages.
pub const FILES: [&str; 2] = ["README.md", "README.ja.md"];

/// What each language says of all articles.
const WORDS: [&str; 2] = [
    include_str!("words/common.en.toml"),
    include_str!("words/common.ja.toml"),
];

macro_rules! pages {
    ($name:literal) => {
        [
            include_str!(concat!("words/", $name, ".en.md")),
            include_str!(concat!("words/", $name, ".ja.md")),
        ]
    };
}

/// All articles; the first is the usual one.
pub static ARTICLES: &[Article] = &[
    Article {
        name: "rote-2019",
        about: "six experiments of rote learning in tic-tac-toe",
        runs: Some(100),
        pages: pages!("rote-2019"),
        content: rote::content,
    },
    Article {
        name: "hand-written",
        about: "the players ai1 to ai14s of tic-tac-toe: exact chances, worst cases, scores",
        runs: None,
        pages: pages!("hand-written"),
        content: hand_written::content,
    },
    Article {
        name: "othello-2015",
        about: "ten players of Othello, each against each, and the error in their program",
        runs: None,
        pages: pages!("othello-2015"),
        content: othello::content,
    },
    Article {
        name: "minimax",
        about: "the values of all openings and replies of tic-tac-toe, and what plain minimax counts",
        runs: None,
        pages: pages!("minimax"),
        content: minimax::content,
    },
    Article {
        name: "game-trees",
        about: "searches on split nim and tic-tac-toe, and the sizes of search spaces",
        runs: Some(100),
        pages: pages!("game-trees"),
        content: game_trees::content,
    },
];

/// The article of this name.
///
/// # Errors
///
/// [`matchboxes::games::Error::Name`] if there is none.
pub fn find(name: &str) -> matchboxes::Result<&'static Article> {
    let found = ARTICLES.iter().find(|article| article.name == name);
    let names = ARTICLES.iter().map(|article| article.name);
    let unknown = || matchboxes::games::Error::unknown("article", name, names);
    Ok(found.ok_or_else(unknown)?)
}

impl Article {
    /// What a list says of it.
    pub fn listed(&self) -> Value {
        json!({ "name": self.name, "about": self.about, "source": ArticleSource::of(self.name) })
    }

    /// Plays it and reports.
    ///
    /// # Errors
    ///
    /// The errors of what is played, which do not happen with the games of the articles.
    pub fn report(&self, request: &ArticleRequest) -> matchboxes::Result<ArticleReport> {
        let mut content = (self.content)(request)?;
        let ArticleContent { values, claims, .. } = &mut content;
        let source = ArticleSource::of(self.name);
        if let Some(source) = &source {
            source.add(values);
        }
        for claim in &*claims {
            claim.add(values);
        }
        values.put("tally.all", claims.len().to_string());
        let tally = ClaimVerdict::ALL.map(|verdict| {
            let n = claims.iter().filter(|claim| claim.verdict() == verdict);
            n.count() as u64
        });
        for (verdict, n) in ClaimVerdict::ALL.iter().zip(tally) {
            values.put(format!("tally.{}", verdict.name()), n.to_string());
        }
        values.put("ending", request.ending);
        values.put("name", self.name);
        let texts = [0, 1].map(|language| {
            let (page, words) = (self.pages[language], words(WORDS[language]));
            (FILES[language], content.values.fill(page, &words))
        });
        let title = texts[0].1.lines().next().unwrap_or_default();
        let rows = content.claims.iter().map(FigureClaim::row).collect();
        let tables = [("figures", rows)].into_iter().chain(content.tables);
        let tables: Vec<Table<'static>> = tables
            .map(|(name, rows)| Table::known(name, rows))
            .collect();
        let mut document = json!({ "article": self.name, "source": source });
        if let (Value::Object(all), Value::Object(own)) = (&mut document, content.document) {
            all.extend(own);
        }
        document["tables"] = json!(Tables(&tables));
        Ok(ArticleReport {
            title: title.trim_start_matches("# ").to_owned(),
            tally,
            summary: summary(&texts[0].1),
            texts,
            tables,
            pictures: content.pictures,
            document,
        })
    }
}

fn words(text: &str) -> Words {
    toml::from_str(text).unwrap_or_default()
}

/// The first table of a page, for a terminal, without its last column, which has the commands.
fn summary(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().skip_while(|line| !line.starts_with('|'));
    let rows = lines.take_while(|line| line.starts_with('|'));
    let rows = rows.filter(|line| !line.starts_with("|--"));
    rows.map(|line| {
        let cells = line.trim_matches('|').split('|');
        let mut cells: Vec<String> = cells.map(|cell| cell.trim().to_owned()).collect();
        cells.pop();
        cells
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::template::tests::names;
    use super::*;

    /// The names of the facts, and of the figures, that a page and the words of its language use.
    fn names_in(article: &Article, language: usize) -> [BTreeSet<String>; 2] {
        let words = words(WORDS[language]);
        let own = names(article.pages[language]).into_iter();
        let mut all: BTreeSet<String> = own.collect();
        for (word, text) in &words {
            if all.remove(word) {
                all.extend(names(text));
            }
        }
        let (facts, figures) = all.into_iter().partition(|name| name.starts_with('?'));
        [facts, figures]
    }

    #[test]
    fn every_placeholder_is_filled_in_both_languages() {
        for article in ARTICLES {
            let (seed, runs, ending) = (3, 2, "png");
            let request = ArticleRequest { seed, runs, ending };
            let report = article.report(&request).unwrap();
            for (file, text) in &report.texts {
                assert!(
                    !text.contains(['{', '}']),
                    "{file} of {}: {text}",
                    article.name
                );
            }
            let all = report.tables[0].rows().count() as u64;
            assert_eq!(report.tally.iter().sum::<u64>(), all);
            assert!(report.summary.len() > 2, "{}", article.name);
            for (name, _) in &report.pictures {
                for (file, text) in &report.texts {
                    assert!(text.contains(&format!("({name}.png)")), "{file}: {name}");
                }
            }
        }
    }

    #[test]
    fn both_languages_show_the_same_figures_and_depend_on_the_same_facts() {
        for article in ARTICLES {
            let [english, japanese] = [0, 1].map(|language| {
                let [mut facts, mut figures] = names_in(article, language);
                // Only English has a plural of runs, and translates titles.
                facts.remove("?many-runs");
                figures.remove("source.english");
                (facts, figures)
            });
            assert_eq!(english, japanese, "{}", article.name);
        }
    }

    #[test]
    fn the_law_is_told_where_it_is_used() {
        for page in ARTICLES.iter().flat_map(|article| article.pages) {
            for name in ["cited", "law", "tally"] {
                assert!(page.contains(&format!("{{{name}}}")), "{name}");
            }
        }
    }
}
