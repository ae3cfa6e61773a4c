//! Fills a page with named placeholders.
//!
//! `{name}` stands for the figure of this name, or for the language's words of this name; both may have placeholders of
//! their own. The text from `{?name}` to `{/}` is kept if the fact of this name holds. Such parts cannot be nested.

use std::collections::{BTreeMap, BTreeSet};

/// What a language says of itself, by name.
pub(super) type Words = BTreeMap<String, String>;

/// Figures and facts by name, the same for every language.
#[derive(Default)]
pub(super) struct TemplateValues {
    texts: BTreeMap<String, String>,
    facts: BTreeSet<String>,
}

impl TemplateValues {
    pub(super) fn put(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.texts.insert(name.into(), text.into());
    }

    /// Adds a fact if it holds.
    pub(super) fn note(&mut self, name: impl Into<String>, holds: bool) {
        if holds {
            self.facts.insert(name.into());
        }
    }

    /// The page with every placeholder filled; a placeholder with an unknown name stays unchanged.
    pub(super) fn fill(&self, page: &str, words: &Words) -> String {
        let filled = |segment: Segment<'_>| match segment {
            Segment::Text(plain) => plain.to_owned(),
            Segment::Figure(name) => match self.texts.get(name).or_else(|| words.get(name)) {
                Some(text) => self.fill(text, words),
                None => format!("{{{name}}}"),
            },
            Segment::If(name, inner) if self.facts.contains(name) => self.fill(inner, words),
            Segment::If(..) => String::new(),
        };
        segments(page).into_iter().map(filled).collect()
    }
}

enum Segment<'a> {
    Text(&'a str),
    Figure(&'a str),
    /// The name of a fact, and the text that is kept if it holds.
    If(&'a str, &'a str),
}

fn segments(page: &str) -> Vec<Segment<'_>> {
    let mut found = Vec::new();
    let mut rest = page;
    while let Some((plain, after)) = rest.split_once('{') {
        found.push(Segment::Text(plain));
        let (name, after) = after.split_once('}').unwrap_or((after, ""));
        let Some(fact) = name.strip_prefix('?') else {
            found.push(Segment::Figure(name));
            rest = after;
            continue;
        };
        let (inner, after) = after.split_once("{/}").unwrap_or((after, ""));
        found.push(Segment::If(fact, inner));
        rest = after;
    }
    found.push(Segment::Text(rest));
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// The names used in a page, with a question mark before facts.
    pub(crate) fn names(page: &str) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for segment in segments(page) {
            match segment {
                Segment::Text(_) => {}
                Segment::Figure(name) => {
                    found.insert(name.to_owned());
                }
                Segment::If(name, inner) => {
                    found.insert(format!("?{name}"));
                    found.extend(names(inner));
                }
            }
        }
        found
    }

    #[test]
    fn placeholders_are_filled_and_parts_kept_or_removed() {
        let mut values = TemplateValues::default();
        values.put("n", "7");
        values.note("many", true);
        values.note("few", false);
        let page = "{n} run{?many}s, {n}{/}{?few}!{/} {other}";
        let words = Words::from([("other".to_owned(), "of {n}".to_owned())]);
        assert_eq!(values.fill(page, &words), "7 runs, 7 of 7");
        assert_eq!(values.fill(page, &Words::new()), "7 runs, 7 {other}");
        let all: Vec<String> = names(page).into_iter().collect();
        assert_eq!(all, ["?few", "?many", "n", "other"]);
    }
}
