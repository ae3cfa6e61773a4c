//! The additions of later versions of the format, at the end of the payload. Version 2: the terms of each
//! chapter, then the players asked where there was no box, and the positions met once. Version 3, for a machine
//! in both seats or a learner of values: all of these, the kind of the values in the boxes, and the visits.

use std::borrow::Cow;
use std::io::Write;

use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::{ByChapter, each};
use super::put;
use super::values::StoredVisits;
use crate::learn::{FirstMeetings, Learners, Terms};
use crate::store::model::Model;

/// The data after the terms, unless it is empty.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRest<'a> {
    /// For each chapter, the name of the player asked where there was no box; empty if there was none.
    pub(super) outside: ByChapter<Cow<'a, str>>,
    /// The positions that each side has met once.
    pub(super) first: [StoredFirst<'a>; 2],
}

/// The kind of the values in a box that are counts of beads.
pub(super) const COUNTS: u8 = 0;
/// The kind of signed values in units of 2^-32.
pub(super) const VALUES: u8 = 2;

/// Writes what the lowest version of the format that can hold a model adds to the first; returns the version.
pub(super) fn write_beyond(model: &Model, out: &mut impl Write) -> bincode::Result<u16> {
    let chapters = model.chapters.iter();
    let terms = ByChapter(chapters.map(|chapter| chapter.terms).collect::<Vec<_>>());
    let outside = model.chapters.iter().map(|chapter| &chapter.outside);
    let rest = StoredRest {
        outside: ByChapter(outside.map(Cow::from).collect()),
        first: model.tables.each_ref().map(|table| match table {
            Some(table) => StoredFirst(Cow::Borrowed(table.first())),
            None => StoredFirst(Cow::default()),
        }),
    };
    let valued = model.rule().values().is_some();
    let version = match model.learners {
        Learners::Shared => 3,
        _ if valued => 3,
        _ if rest.is_empty() && terms.0.iter().all(|terms| *terms == Terms::default()) => 1,
        _ => 2,
    };
    // A value that is there is written without a mark that it is.
    if version > 1 {
        put(&terms, out)?;
    }
    if version > 2 || !rest.is_empty() {
        put(&rest, out)?;
    }
    if version > 2 {
        put(&if valued { VALUES } else { COUNTS }, out)?;
    }
    if valued {
        put(&StoredVisits::of(&model.tables), out)?;
    }
    Ok(version)
}

impl StoredRest<'_> {
    pub(super) fn is_empty(&self) -> bool {
        self.outside.0.iter().all(|name| name.is_empty())
            && self.first.iter().all(|first| first.0.len() == 0)
    }
}

/// The ascending prints, stored as a list of their differences.
pub(super) struct StoredFirst<'a>(pub(super) Cow<'a, FirstMeetings>);

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
        let (mut first, mut last) = (FirstMeetings::default(), 0_u64);
        each(deserializer, |step| {
            let print = last.checked_add(step).filter(|&print| first.add(print));
            last = print.ok_or("its positions met once are invalid")?;
            Ok(())
        })?;
        Ok(Self(Cow::Owned(first)))
    }
}
