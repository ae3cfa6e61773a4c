//! The payload of a model file: structs whose fields, in their order, are its bytes.
//!
//! The structs with the word `remote` repeat a definition of `model` or `learn` on purpose, and those that are
//! read and written as they are belong to the format just the same: a change of their fields, or of the order
//! of the [`Learners`], is a new version of the format.

mod beyond;
mod boxes;
mod lists;
mod stored;
mod values;

use std::io::{self, Read, Take, Write};

use bincode::Options;
use serde::{Deserialize, Serialize};

use self::beyond::{COUNTS, StoredRest, VALUES, write_beyond};
use self::boxes::{StoredBoxes, write_boxes};
use self::lists::ByChapter;
use self::stored::{chapters_to_store, records_to_store};
use self::values::StoredVisits;
use super::chapter::Chapter;
use super::model::{Model, Pending};
use super::place::invalid;
use crate::error::Damage;
use crate::game::Side;
use crate::learn::{FirstMeetings, History, Layout, Learners, PackedBoxes, Record, Table, Terms};

/// A model as it is read; [`write`] writes the same fields one by one.
#[derive(Deserialize)]
struct StoredModel {
    game: String,
    version: String,
    learners: Learners,
    #[serde(deserialize_with = "stored::chapters")]
    chapters: Vec<Chapter>,
    pending: Option<Pending>,
    tables: [Option<StoredBoxes>; 2],
    #[serde(deserialize_with = "stored::records")]
    records: Vec<Record>,
}

/// How numbers, options and lists are encoded.
fn options() -> impl Options + Copy {
    bincode::DefaultOptions::new()
}

fn put(value: &impl Serialize, out: &mut impl Write) -> bincode::Result<()> {
    options().serialize_into(out, value)
}

/// Writes a model; returns the version of the format, the lowest that can hold it.
pub(super) fn write(model: &Model, out: &mut impl Write) -> bincode::Result<u16> {
    let head = (&model.game, &model.version, model.learners);
    let chapters = chapters_to_store(&model.chapters);
    put(&(head, chapters, model.pending), out)?;
    for table in &model.tables {
        let values = table.as_ref().and_then(Table::values).map(values::to_store);
        let boxes = values.as_ref().or(table.as_ref().map(Table::boxes));
        // An optional list begins in the same way.
        put(&boxes.map(PackedBoxes::len), out)?;
        if let Some(boxes) = boxes {
            write_boxes(boxes, out)?;
        }
    }
    put(&records_to_store(&model.history.records), out)?;
    write_beyond(model, out)
}

/// Records by themselves.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRecords(
    #[serde(
        serialize_with = "stored::put_records",
        deserialize_with = "stored::records"
    )]
    pub(super) Vec<Record>,
);

/// Why a model could not be read.
pub enum Unreadable {
    /// The bytes are not a model.
    Damaged(Damage),
    /// The system refused to read.
    Failed(io::Error),
}

impl From<io::Error> for Unreadable {
    fn from(error: io::Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Damage> for Unreadable {
    fn from(damage: Damage) -> Self {
        Self::Damaged(damage)
    }
}

impl From<bincode::Error> for Unreadable {
    fn from(error: bincode::Error) -> Self {
        match *error {
            bincode::ErrorKind::Io(error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                Self::Failed(error)
            }
            other => Self::Damaged(invalid(other.to_string())),
        }
    }
}

/// Reads a model in this version of the format from a payload, and checks that its parts agree.
pub(super) fn read(version: u16, payload: &mut Take<impl Read>) -> Result<Model, Unreadable> {
    // The limit guards against forged lengths.
    let options = options().with_limit(payload.limit());
    let stored: StoredModel = options.deserialize_from(&mut *payload)?;
    let (mut terms, mut rest, mut visits) = (None, None, None);
    if version > 1 {
        terms = Some(options.deserialize_from(&mut *payload)?);
    }
    if version > 2 || (version > 1 && payload.limit() > 0) {
        rest = Some(options.deserialize_from(&mut *payload)?);
    }
    if version > 2 {
        match options.deserialize_from(&mut *payload)? {
            COUNTS => {}
            VALUES => visits = Some(options.deserialize_from(&mut *payload)?),
            kind => {
                let what = format!("its boxes hold values of the unknown kind {kind}");
                return Err(invalid(what).into());
            }
        }
    }
    if payload.limit() > 0 {
        return Err(invalid("there are bytes after its end").into());
    }
    Ok(stored.model(version, terms, rest, visits)?)
}

impl StoredModel {
    /// The model, with the additions of later versions.
    fn model(
        self,
        version: u16,
        terms: Option<ByChapter<Terms>>,
        rest: Option<StoredRest<'_>>,
        mut visits: Option<StoredVisits>,
    ) -> Result<Model, Damage> {
        let is_shared = self.learners == Learners::Shared;
        if is_shared && version < 3 {
            return Err(invalid("its learners have the unknown code 3"));
        }
        let mut chapters = self.chapters;
        if let Some(ByChapter(terms)) = terms {
            if terms.len() != chapters.len() {
                return Err(invalid("its terms do not match its chapters"));
            }
            for (chapter, terms) in chapters.iter_mut().zip(terms) {
                chapter.terms = terms;
            }
        }
        let mut met = <[FirstMeetings; 2]>::default();
        if let Some(rest) = rest {
            if version == 2 && rest.is_empty() {
                return Err(invalid("the data after its terms says nothing"));
            }
            let ByChapter(outside) = rest.outside;
            if outside.len() != chapters.len() {
                return Err(invalid(
                    "the data after its terms does not match its chapters",
                ));
            }
            for (chapter, outside) in chapters.iter_mut().zip(outside) {
                chapter.outside = outside.into_owned();
            }
            met = rest.first.map(|first| first.0.into_owned());
        }
        let Some(last) = chapters.last() else {
            return Err(invalid("it has no chapter"));
        };
        let is_valued = visits.is_some();
        if last.rule.values().is_some() != is_valued {
            return Err(invalid("its rule and the kind of its boxes disagree"));
        }
        let layout = Layout::from(&last.rule);
        let mut tables = [None, None];
        for ((side, boxes), met) in Side::BOTH.into_iter().zip(self.tables).zip(met) {
            let Some(StoredBoxes(boxes)) = boxes else {
                if !met.is_empty() {
                    return Err(invalid("a side without a table has met positions"));
                }
                continue;
            };
            let table = match &mut visits {
                Some(visits) => visits.table(side, layout, &boxes)?,
                None => Table::packed(side, layout, boxes),
            };
            tables[side.index()] = Some(table.with_first(met));
        }
        if visits.is_some_and(|visits| !visits.is_used()) {
            return Err(invalid("a side without a table has visits"));
        }
        if version > 2 && !is_shared && !is_valued {
            return Err(invalid("its version is higher than it needs"));
        }
        let model = Model {
            game: self.game,
            version: self.version,
            learners: self.learners,
            chapters,
            pending: self.pending,
            tables,
            history: History {
                records: self.records,
            },
        };
        model.check()?;
        Ok(model)
    }
}
