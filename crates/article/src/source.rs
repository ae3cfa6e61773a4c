//! The documents that the program grew out of, and what is known of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::template::TemplateValues;

/// A document: what a reader needs to find it. What is not known is left out, and pages say so.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
pub struct ArticleSource {
    /// Its title, as its author writes it; a description in square brackets where it is not known.
    pub title: String,
    /// The same in English.
    pub english: String,
    /// Its author, as the document has it.
    pub author: Option<String>,
    /// Where it can be read.
    pub address: Option<String>,
    /// When it was published: a year, or a day as in `2024-03-17`.
    pub date: Option<String>,
    /// The languages in which it is written, as in `ja`.
    pub languages: Vec<String>,
}

impl ArticleSource {
    /// The source of the article of this name.
    ///
    /// # Errors
    ///
    /// [`matchboxes::games::Error::Name`] if there is none.
    pub fn of(name: &str) -> matchboxes::Result<Self> {
        let read = toml::from_str(include_str!("words/sources.toml"));
        let mut all: BTreeMap<String, Self> = read.unwrap_or_default();
        let found = all.remove(name);
        let unknown = || {
            let names = all.keys().map(String::as_str);
            matchboxes::games::Error::unknown("article", name, names)
        };
        Ok(found.ok_or_else(unknown)?)
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
