//! The additions of later versions of the format, at the end of the payload. Version 2: the terms of each
//! chapter, then the players asked where there was no box, and the positions met once. Version 3, for a machine
//! in both seats or a learner of values: all of these, the kind of the values in the boxes, and the visits.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::ByChapter;
use super::values::StoredVisits;
use crate::error::Damage;
use crate::learn::{FirstMeetings, Learners, Terms};
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

/// What follows the part of a model that every version of the format has.
pub(in crate::store) struct Beyond<'a> {
    pub(in crate::store) version: u16,
    pub(in crate::store) terms: Option<StoredTerms>,
    pub(in crate::store) rest: Option<StoredRest<'a>>,
    /// The kind of the values in the boxes.
    pub(in crate::store) kind: Option<u8>,
    pub(in crate::store) visits: Option<StoredVisits>,
}

/// The kind of the values in a box that are counts of beads.
pub(in crate::store) const COUNTS: u8 = 0;
/// The kind of signed values in units of 2^-32.
pub(in crate::store) const VALUES: u8 = 2;

/// What the lowest version of the format that can hold a model adds to the first.
pub(in crate::store) fn beyond(model: &Model) -> Beyond<'_> {
    let all = || model.chapters.iter().map(|chapter| chapter.terms);
    let stored = |terms: Terms| StoredTerm {
        batch: terms.batch,
        most_boxes: terms.most_boxes,
        most_bytes: terms.most_bytes,
    };
    let rest = rest(model);
    let valued = model.rule().values().is_some();
    let version = match model.learners {
        Learners::Shared => 3,
        _ if valued => 3,
        _ if rest.is_empty() && all().all(|terms| terms == Terms::default()) => 1,
        _ => 2,
    };
    Beyond {
        version,
        terms: (version > 1).then(|| StoredTerms {
            terms: ByChapter(all().map(stored).collect()),
        }),
        rest: (version > 2 || !rest.is_empty()).then_some(rest),
        kind: (version > 2).then_some(if valued { VALUES } else { COUNTS }),
        visits: valued.then(|| StoredVisits::of(&model.tables)),
    }
}

fn rest(model: &Model) -> StoredRest<'_> {
    let outside = model.chapters.iter().map(|chapter| &chapter.outside);
    let outside = ByChapter(outside.map(Cow::from).collect());
    let first = model.tables.each_ref().map(|table| match table {
        Some(table) => StoredFirst(Cow::Borrowed(table.first())),
        None => StoredFirst(Cow::default()),
    });
    StoredRest { outside, first }
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
        if self.outside.0.len() != chapters.len() {
            let what = "the data after its terms does not match its chapters";
            return Err(Damage::Contents(what.to_owned()));
        }
        for (chapter, outside) in chapters.iter_mut().zip(self.outside.0) {
            chapter.outside = outside.into_owned();
        }
        Ok(self.first.map(|first| first.0.into_owned()))
    }

    pub(super) fn is_empty(&self) -> bool {
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
