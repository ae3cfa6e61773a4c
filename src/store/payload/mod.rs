//! The payload of a model file: structs whose fields, in their order, are its bytes.
//!
//! They repeat the definitions of `model` and `learn` on purpose: those may change with the program, but a
//! change here is a new version of the format.

mod beyond;
mod boxes;
mod lists;
mod stored;
mod values;

use std::borrow::Cow;
use std::io::Write;

use bincode::Options;
use serde::{Deserialize, Serialize};

pub(super) use self::beyond::{COUNTS, StoredRest, StoredTerms, VALUES, beyond};
use self::boxes::{StoredBoxes, write_boxes};
use self::stored::{RecordsToStore, StoredChapter, StoredChapters, StoredRecords};
pub(super) use self::values::StoredVisits;
use super::model::{Model, Pending};
use crate::error::Damage;
use crate::game::Side;
use crate::learn::{FirstMeetings, History, Layout, Learners, PackedBoxes, Table};

/// A model as it is read; [`write`] writes the same fields one by one.
#[derive(Deserialize)]
pub(super) struct StoredModel<'a> {
    head: StoredHead<'a, StoredChapters>,
    tables: [Option<StoredBoxes>; 2],
    records: StoredRecords,
}

/// The fields before the boxes.
#[derive(Serialize, Deserialize)]
struct StoredHead<'a, C> {
    game: Cow<'a, str>,
    version: Cow<'a, str>,
    learners: u8,
    chapters: C,
    pending: Option<StoredPending>,
}

#[derive(Serialize, Deserialize)]
struct StoredPending {
    requested: u64,
    left: u64,
}

/// The code of a machine for both seats, which version 3 of the format brought.
const SHARED: u8 = 3;

/// The number that stands for learners.
pub(super) const fn code(learners: Learners) -> u8 {
    match learners {
        Learners::First => 0,
        Learners::Second => 1,
        Learners::Both => 2,
        Learners::Shared => SHARED,
    }
}

/// The learners of this number; a machine for both seats only if it is allowed.
pub(super) fn learners(code: u8, or_shared: bool) -> Result<Learners, Damage> {
    Ok(match code {
        0 => Learners::First,
        1 => Learners::Second,
        2 => Learners::Both,
        SHARED if or_shared => Learners::Shared,
        n => {
            let what = format!("its learners have the unknown code {n}");
            return Err(Damage::Contents(what));
        }
    })
}

/// How numbers, options and lists are encoded.
pub(super) fn options() -> impl Options + Copy {
    bincode::DefaultOptions::new()
}

/// Writes the part of a model that every version of the format has.
pub(super) fn write(model: &Model, out: &mut impl Write) -> bincode::Result<()> {
    options().serialize_into(&mut *out, &StoredHead::from(model))?;
    for table in &model.tables {
        let values = table.as_ref().and_then(Table::values).map(values::to_store);
        let boxes = values.as_ref().or(table.as_ref().map(Table::boxes));
        // An optional list begins in the same way.
        options().serialize_into(&mut *out, &boxes.map(PackedBoxes::len))?;
        if let Some(boxes) = boxes {
            write_boxes(boxes, out)?;
        }
    }
    options().serialize_into(out, &RecordsToStore(&model.history.records))
}

impl<'a> From<&'a Model> for StoredHead<'a, Vec<StoredChapter<'a>>> {
    fn from(model: &'a Model) -> Self {
        Self {
            game: Cow::from(&model.game),
            version: Cow::from(&model.version),
            learners: code(model.learners),
            chapters: model.chapters.iter().map(StoredChapter::from).collect(),
            pending: model.pending.map(|pending| StoredPending {
                requested: pending.requested,
                left: pending.left,
            }),
        }
    }
}

impl StoredModel<'_> {
    /// The model, with the additions of version 2.
    pub(super) fn model(
        self,
        version: u16,
        terms: Option<StoredTerms>,
        rest: Option<StoredRest<'_>>,
        mut visits: Option<StoredVisits>,
    ) -> Result<Model, Damage> {
        let Self {
            head: stored,
            tables,
            records,
        } = self;
        let learners = learners(stored.learners, version >= 3)?;
        let mut chapters = stored.chapters.0;
        if let Some(terms) = terms {
            terms.set(&mut chapters)?;
        }
        let met = match rest {
            Some(rest) if version == 2 && rest.is_empty() => {
                let what = "the data after its terms says nothing";
                return Err(Damage::Contents(what.to_owned()));
            }
            Some(rest) => rest.set(&mut chapters)?,
            None => <[FirstMeetings; 2]>::default(),
        };
        let Some(last) = chapters.last() else {
            return Err(Damage::Contents("it has no chapter".to_owned()));
        };
        if last.rule.values().is_some() != visits.is_some() {
            let what = "its rule and the kind of its boxes disagree";
            return Err(Damage::Contents(what.to_owned()));
        }
        let layout = Layout::from(&last.rule);
        let mut table = |side, boxes: Option<StoredBoxes>, met: FirstMeetings| match boxes {
            Some(boxes) if visits.is_some() => {
                let visits = visits.as_mut().expect("it is there");
                let table = visits.table(side, layout, &boxes.0)?;
                Ok(Some(table.with_first(met)))
            }
            Some(boxes) => {
                let table = Table::packed(side, layout, boxes.0);
                Ok(Some(table.with_first(met)))
            }
            None if met.len() == 0 => Ok(None),
            None => {
                let what = "a side without a table has met positions";
                Err(Damage::Contents(what.to_owned()))
            }
        };
        let ([first, second], [met, other]) = (tables, met);
        let first = table(Side::First, first, met)?;
        let second = table(Side::Second, second, other)?;
        if visits.as_ref().is_some_and(|visits| !visits.is_used()) {
            let what = "a side without a table has visits";
            return Err(Damage::Contents(what.to_owned()));
        }
        let is_valued = visits.is_some();
        let model = Model {
            game: stored.game.into_owned(),
            version: stored.version.into_owned(),
            learners,
            chapters,
            pending: stored.pending.map(|pending| Pending {
                requested: pending.requested,
                left: pending.left,
            }),
            tables: [first, second],
            history: History { records: records.0 },
        };
        if version > 2 && model.learners != Learners::Shared && !is_valued {
            let what = "its version is higher than it needs";
            return Err(Damage::Contents(what.to_owned()));
        }
        model.check()?;
        Ok(model)
    }
}
