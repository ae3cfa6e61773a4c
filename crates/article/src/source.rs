//! The documents that the program grew out of, and what is known of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::template::TemplateValues;

/// A document: what a reader needs to find it. What is not known is left out, and pages say so.
#[derive(Deserialize, Serialize)]
pub(super) struct ArticleSource {
    /// As its author writes it; a description in square brackets where it is not known.
    title: String,
    /// The title in English.
    english: String,
    author: Option<String>,
    address: Option<String>,
    /// A year, or a day as in `2024-03-17`.
    date: Option<String>,
    /// As in `ja`.
    languages: Vec<String>,
}

impl ArticleSource {
    /// The source of the article of this name.
    pub(super) fn of(name: &str) -> Option<Self> {
        let mut all: BTreeMap<String, Self> =
            toml::from_str(include_str!("words/sources.toml")).ok()?;
        all.remove(name)
    }

    /// Adds its parts, from which each language makes a citation.
    pub(super) fn add(&self, values: &mut TemplateValues) {
        let mut part = |name: &str, text: Option<&String>| {
            values.note(format!("source.{name}"), text.is_some());
            values.note(format!("source.no-{name}"), text.is_none());
            values.put(format!("source.{name}"), text.map_or("", String::as_str));
        };
        part("title", Some(&self.title));
        part("english", Some(&self.english));
        part("author", self.author.as_ref());
        part("address", self.address.as_ref());
        part("date", self.date.as_ref());
    }
}
