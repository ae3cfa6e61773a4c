//! The payload of a model file: the fields of these types, in their order, are its bytes.
//!
//! The types of `model`, `chapter` and `learn` that are read and written as they are belong to the format just the
//! same: a change of their fields, or of the order of the [`Learners`], is a new version of the format.

mod boxes;
mod values;

use std::io::{self, Read, Take, Write};

use matchboxes_core::lists::each;
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::boxes::{StoredBoxes, write_boxes};
use self::values::StoredValues;
use super::chapter::{Chapter, MOST_NAMES};
use super::encoding::{Unreadable, put, take};
use super::model::{MOST_CHAPTERS, MOST_ZEROED, Model, Pending, zeroed};
use super::place::invalid;
use crate::game::Side;
use crate::learn::{FirstMeetings, History, Layout, Record, Table};

/// A model as it is read; [`write`] writes the same fields one by one.
#[derive(Deserialize)]
struct StoredModel {
    version: String,
    #[serde(deserialize_with = "chapters")]
    chapters: Vec<Chapter>,
    pending: Option<Pending>,
    tables: StoredTables,
    #[serde(deserialize_with = "records")]
    records: Vec<Record>,
}

/// The tables, by what their boxes hold; the place of the variant is written before them.
#[derive(Deserialize)]
enum StoredTables {
    Beads([Option<StoredTable<StoredBoxes>>; 2]),
    Values([Option<StoredTable<StoredValues>>; 2]),
}

#[derive(Deserialize)]
struct StoredTable<B> {
    boxes: B,
    met_once: StoredFirst,
}

/// Writes a model.
pub(super) fn write(model: &Model, out: &mut dyn Write) -> io::Result<()> {
    put(&(&model.version, &model.chapters, model.pending), out)?;
    put(&u8::from(model.rule().values().is_some()), out)?;
    for table in &model.tables {
        // An optional table begins in the same way.
        put(&table.is_some(), out)?;
        if let Some(table) = table {
            match table.values() {
                Some(values) => put(values, out)?,
                None => write_boxes(table.boxes(), out)?,
            }
            put(&ToStore(table.first()), out)?;
        }
    }
    put(&model.history.records, out)
}

/// The prints of positions met once, ascending, stored as a list of their differences.
struct ToStore<'a>(&'a FirstMeetings);

impl Serialize for ToStore<'_> {
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

/// As it is read again.
struct StoredFirst(FirstMeetings);

impl<'de> Deserialize<'de> for StoredFirst {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut first, mut last) = (FirstMeetings::default(), 0_u64);
        each(deserializer, |step| {
            let print = last.checked_add(step).filter(|&print| first.add(print));
            last = print.ok_or("its positions met once are invalid")?;
            Ok(())
        })?;
        Ok(Self(first))
    }
}

fn chapters<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Chapter>, D::Error> {
    let (mut all, mut names) = (Vec::new(), 0);
    each(deserializer, |chapter: Chapter| {
        names += chapter.from.len();
        if all.len() == MOST_CHAPTERS || names > MOST_NAMES {
            return Err("it has more chapters than the limit");
        }
        all.push(chapter);
        Ok(())
    })?;
    Ok(all)
}

fn records<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Record>, D::Error> {
    let (mut all, mut numbers) = (Vec::new(), 0);
    each(deserializer, |record| {
        numbers += zeroed(&record);
        if all.len() == History::POINTS || numbers > MOST_ZEROED {
            return Err("its history is longer than the limit");
        }
        all.push(record);
        Ok(())
    })?;
    Ok(all)
}

/// Reads a model from a payload, and checks that its parts agree.
pub(super) fn read(payload: &mut Take<impl Read>) -> Result<Model, Unreadable> {
    let most = payload.limit();
    let stored: StoredModel = take(&mut *payload, most)?;
    if payload.limit() > 0 {
        return Err(invalid("there are bytes after its end").into());
    }
    let Some(last) = stored.chapters.last() else {
        return Err(invalid("it has no chapter").into());
    };
    let layout = Layout::from(&last.rule);
    let model = Model {
        version: stored.version,
        chapters: stored.chapters,
        pending: stored.pending,
        tables: stored.tables.tables(layout),
        history: History {
            records: stored.records,
        },
    };
    model.check()?;
    Ok(model)
}

impl StoredTables {
    fn tables(self, layout: Layout) -> [Option<Table>; 2] {
        fn each<B>(
            stored: [Option<StoredTable<B>>; 2],
            table: impl Fn(Side, B) -> Table,
        ) -> [Option<Table>; 2] {
            let mut sides = Side::BOTH.into_iter();
            stored.map(|stored| {
                let side = sides.next().expect("a side for each");
                let StoredTable { boxes, met_once } = stored?;
                Some(table(side, boxes).with_first(met_once.0))
            })
        }

        match self {
            Self::Beads(stored) => each(stored, |side, boxes| Table::packed(side, layout, boxes.0)),
            Self::Values(stored) => {
                each(stored, |side, boxes| Table::valued(side, layout, boxes.0))
            }
        }
    }
}
