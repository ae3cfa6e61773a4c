//! The additions of version 2 of the format, at the end of the payload: the terms of each chapter, then
//! the players asked where there was no box, and the positions met once.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::ByChapter;
use crate::error::Damage;
use crate::learn::{FirstMeetings, Terms};
use crate::store::chapter::Chapter;
use crate::store::model::Model;

/// The options of each chapter besides its rule.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct StoredTerms {
    terms: ByChapter<StoredTerm>,
}

#[derive(Serialize, Deserialize)]
struct StoredTerm {
    batch: u64,
    most_boxes: Option<u64>,
    most_bytes: Option<u64>,
}

/// The data after the terms, unless it is empty.
#[derive(Serialize, Deserialize)]
pub(in crate::store) struct StoredRest<'a> {
    /// For each chapter, the name of the player asked where there was no box; empty if there was none.
    outside: ByChapter<Cow<'a, str>>,
    /// The positions that each side has met once.
    first: [StoredFirst<'a>; 2],
}

/// The data of a model that version 1 cannot hold, if there is any.
pub(in crate::store) fn beyond(model: &Model) -> Option<(StoredTerms, Option<StoredRest<'_>>)> {
    let all = || model.chapters.iter().map(|chapter| chapter.terms);
    let stored = |terms: Terms| StoredTerm {
        batch: terms.batch,
        most_boxes: terms.most_boxes,
        most_bytes: terms.most_bytes,
    };
    let rest = rest(model);
    let usual = rest.is_none() && all().all(|terms| terms == Terms::default());
    let terms = || StoredTerms {
        terms: ByChapter(all().map(stored).collect()),
    };
    (!usual).then(|| (terms(), rest))
}

fn rest(model: &Model) -> Option<StoredRest<'_>> {
    let outside = model.chapters.iter().map(|chapter| &chapter.outside);
    let outside = ByChapter(outside.map(Cow::from).collect());
    let first = model.tables.each_ref().map(|table| match table {
        Some(table) => StoredFirst(Cow::Borrowed(table.first())),
        None => StoredFirst(Cow::default()),
    });
    let rest = StoredRest { outside, first };
    (!rest.is_empty()).then_some(rest)
}

impl StoredTerms {
    /// Sets the terms of these chapters.
    pub(super) fn set(self, chapters: &mut [Chapter]) -> Result<(), Damage> {
        if self.terms.0.len() != chapters.len() {
            let what = "its terms do not match its chapters";
            return Err(Damage::Contents(what.to_owned()));
        }
        for (chapter, terms) in chapters.iter_mut().zip(self.terms.0) {
            chapter.terms = Terms {
                batch: terms.batch,
                most_boxes: terms.most_boxes,
                most_bytes: terms.most_bytes,
            };
        }
        Ok(())
    }
}

impl StoredRest<'_> {
    /// Sets the players asked in these chapters, and returns the positions that each side has met once.
    pub(super) fn set(self, chapters: &mut [Chapter]) -> Result<[FirstMeetings; 2], Damage> {
        if self.is_empty() || self.outside.0.len() != chapters.len() {
            let what = "the data after its terms does not match its chapters";
            return Err(Damage::Contents(what.to_owned()));
        }
        for (chapter, outside) in chapters.iter_mut().zip(self.outside.0) {
            chapter.outside = outside.into_owned();
        }
        Ok(self.first.map(|first| first.0.into_owned()))
    }

    fn is_empty(&self) -> bool {
        self.outside.0.iter().all(|name| name.is_empty())
            && self.first.iter().all(|first| first.0.len() == 0)
    }
}

/// The ascending prints, stored as a list of their differences.
struct StoredFirst<'a>(Cow<'a, FirstMeetings>);

impl Serialize for StoredFirst<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let length = usize::try_from(self.0.len()).map_err(S::Error::custom)?;
        let mut list = serializer.serialize_seq(Some(length))?;
        let mut last = 0;
        for print in self.0.prints() {
            list.serialize_element(&(print - last))?;
            last = print;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for StoredFirst<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Prints;

        impl<'de> Visitor<'de> for Prints {
            type Value = FirstMeetings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("positions met once")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<FirstMeetings, A::Error> {
                let mut first = FirstMeetings::default();
                let mut last = 0_u64;
                while let Some(step) = list.next_element()? {
                    let print = last.checked_add(step).filter(|&print| first.add(print));
                    let Some(print) = print else {
                        return Err(A::Error::custom("its positions met once are invalid"));
                    };
                    last = print;
                }
                Ok(first)
            }
        }

        let first = deserializer.deserialize_seq(Prints)?;
        Ok(Self(Cow::Owned(first)))
    }
}
