//! The payload of a model file: structs whose fields, in their order, are its bytes.
//!
//! They repeat the words of `model` and `learn` on purpose. Those may change as the program does; a
//! change here is a new version of the format.

mod beyond;
mod boxes;
mod lists;

use std::borrow::Cow;
use std::io::Write;

use bincode::Options;
use serde::{Deserialize, Serialize};

pub(super) use self::beyond::{StoredRest, StoredTerms, beyond};
use self::boxes::{StoredBoxes, write_boxes};
use self::lists::{StoredChapters, StoredRecords};
use super::chapter::Chapter;
use super::model::{Model, Pending};
use crate::error::Damage;
use crate::game::{Results, Side};
use crate::learn::{
    Exact, FirstMeetings, History, Layout, Learners, Origin, PackedBoxes, Record, Rule, Snapshot,
    Table, Terms,
};

/// A model as it is read; [`write`] writes the same fields one by one.
#[derive(Deserialize)]
pub(super) struct StoredModel<'a> {
    head: StoredHead<'a, StoredChapters>,
    tables: [Option<StoredBoxes>; 2],
    records: StoredRecords,
}

/// What stands before the boxes.
#[derive(Serialize, Deserialize)]
struct StoredHead<'a, C> {
    game: Cow<'a, str>,
    version: Cow<'a, str>,
    learners: u8,
    chapters: C,
    pending: Option<StoredPending>,
}

#[derive(Serialize, Deserialize)]
struct StoredChapter<'a> {
    rule: String,
    opponent: Cow<'a, str>,
    games_per_set: u64,
    seed: u64,
    run: u64,
    exact: bool,
    sets: u64,
    #[serde(deserialize_with = "lists::names")]
    from: Cow<'a, [String]>,
}

#[derive(Serialize, Deserialize)]
struct StoredPending {
    requested: u64,
    left: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredRecord<'a> {
    sets: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    resigned: [u64; 2],
    snapshots: [Option<StoredSnapshot<'a>>; 2],
}

#[derive(Serialize, Deserialize)]
struct StoredSnapshot<'a> {
    boxes: u64,
    #[serde(deserialize_with = "lists::numbers")]
    zeroed: Cow<'a, [u64]>,
    rescued: u64,
    saturated: u64,
    refused: u64,
    origin: Option<StoredOrigin>,
    exact: Option<StoredExact>,
}

#[derive(Serialize, Deserialize)]
struct StoredOrigin {
    sum: i64,
    weight: i64,
    mu: i64,
    since: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredExact {
    random: [u64; 3],
    perfect: [u64; 3],
    worst_loss: u64,
    best_reply: i64,
    sound: u64,
    sound_reached: u64,
}

/// How numbers, options and lists become bytes.
pub(super) fn options() -> impl Options + Copy {
    bincode::DefaultOptions::new()
}

/// Writes what every version holds of a model.
pub(super) fn write(model: &Model, out: &mut impl Write) -> bincode::Result<()> {
    options().serialize_into(&mut *out, &StoredHead::from(model))?;
    for table in &model.tables {
        let boxes = table.as_ref().map(Table::boxes);
        // So a list begins that may be missing.
        options().serialize_into(&mut *out, &boxes.map(PackedBoxes::len))?;
        if let Some(boxes) = boxes {
            write_boxes(boxes, out)?;
        }
    }
    let records = model.history.records.iter().map(StoredRecord::from);
    options().serialize_into(out, &records.collect::<Vec<_>>())
}

impl<'a> From<&'a Model> for StoredHead<'a, Vec<StoredChapter<'a>>> {
    fn from(model: &'a Model) -> Self {
        Self {
            game: Cow::from(&model.game),
            version: Cow::from(&model.version),
            learners: match model.learners {
                Learners::First => 0,
                Learners::Second => 1,
                Learners::Both => 2,
            },
            chapters: model.chapters.iter().map(StoredChapter::from).collect(),
            pending: model.pending.map(|pending| StoredPending {
                requested: pending.requested,
                left: pending.left,
            }),
        }
    }
}

impl<'a> From<&'a Chapter> for StoredChapter<'a> {
    fn from(chapter: &'a Chapter) -> Self {
        Self {
            rule: chapter.rule.to_toml(),
            opponent: Cow::from(&chapter.opponent),
            games_per_set: chapter.games_per_set,
            seed: chapter.seed,
            run: chapter.run,
            exact: chapter.exact,
            sets: chapter.sets,
            from: Cow::from(&chapter.from),
        }
    }
}

impl<'a> From<&'a Record> for StoredRecord<'a> {
    fn from(record: &'a Record) -> Self {
        let snapshots = record.snapshots.each_ref();
        Self {
            sets: record.sets,
            first_wins: record.results.first_wins,
            draws: record.results.draws,
            second_wins: record.results.second_wins,
            resigned: record.resigned,
            snapshots: snapshots.map(|snapshot| snapshot.as_ref().map(StoredSnapshot::from)),
        }
    }
}

impl<'a> From<&'a Snapshot> for StoredSnapshot<'a> {
    fn from(snapshot: &'a Snapshot) -> Self {
        Self {
            boxes: snapshot.boxes,
            zeroed: Cow::from(&snapshot.zeroed),
            rescued: snapshot.rescued,
            saturated: snapshot.saturated,
            refused: snapshot.refused,
            origin: (snapshot.origin != Origin::default()).then(|| {
                let Origin {
                    sum,
                    weight,
                    mu,
                    since,
                } = snapshot.origin;
                StoredOrigin {
                    sum,
                    weight,
                    mu,
                    since,
                }
            }),
            exact: snapshot.exact.map(|exact| StoredExact {
                random: exact.random,
                perfect: exact.perfect,
                worst_loss: exact.worst_loss,
                best_reply: exact.best_response,
                sound: exact.right,
                sound_reached: exact.right_reached,
            }),
        }
    }
}

impl StoredModel<'_> {
    /// The model, with what version 2 has beyond it.
    pub(super) fn model(
        self,
        terms: Option<StoredTerms>,
        rest: Option<StoredRest<'_>>,
    ) -> Result<Model, Damage> {
        let Self {
            head: stored,
            tables,
            records,
        } = self;
        let learners = match stored.learners {
            0 => Learners::First,
            1 => Learners::Second,
            2 => Learners::Both,
            n => return Err(Damage::Contents(format!("no sides have the number {n}"))),
        };
        let mut chapters = stored.chapters.0;
        if let Some(terms) = terms {
            terms.set(&mut chapters)?;
        }
        let met = match rest {
            Some(rest) => rest.set(&mut chapters)?,
            None => <[FirstMeetings; 2]>::default(),
        };
        let Some(last) = chapters.last() else {
            return Err(Damage::Contents("it has no chapter".to_owned()));
        };
        let layout = Layout::from(&last.rule);
        let table = |side, boxes: Option<StoredBoxes>, met: FirstMeetings| match boxes {
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
        model.check()?;
        Ok(model)
    }
}

impl TryFrom<StoredChapter<'_>> for Chapter {
    type Error = Damage;

    fn try_from(stored: StoredChapter<'_>) -> Result<Self, Damage> {
        let rule = Rule::from_stored(&stored.rule)
            .map_err(|reason| Damage::Contents(format!("a rule of it cannot be read: {reason}")))?;
        Ok(Self {
            rule,
            opponent: stored.opponent.into_owned(),
            games_per_set: stored.games_per_set,
            seed: stored.seed,
            run: stored.run,
            exact: stored.exact,
            sets: stored.sets,
            terms: Terms::default(),
            outside: String::new(),
            from: stored.from.into_owned(),
        })
    }
}

impl From<StoredRecord<'_>> for Record {
    fn from(stored: StoredRecord<'_>) -> Self {
        Self {
            sets: stored.sets,
            results: Results {
                first_wins: stored.first_wins,
                draws: stored.draws,
                second_wins: stored.second_wins,
            },
            resigned: stored.resigned,
            snapshots: stored
                .snapshots
                .map(|snapshot| snapshot.map(Snapshot::from)),
        }
    }
}

impl From<StoredSnapshot<'_>> for Snapshot {
    fn from(stored: StoredSnapshot<'_>) -> Self {
        Self {
            boxes: stored.boxes,
            zeroed: stored.zeroed.into_owned(),
            rescued: stored.rescued,
            saturated: stored.saturated,
            refused: stored.refused,
            origin: stored.origin.map_or_else(Origin::default, |origin| Origin {
                sum: origin.sum,
                weight: origin.weight,
                mu: origin.mu,
                since: origin.since,
            }),
            exact: stored.exact.map(|exact| Exact {
                random: exact.random,
                perfect: exact.perfect,
                worst_loss: exact.worst_loss,
                best_response: exact.best_reply,
                right: exact.sound,
                right_reached: exact.sound_reached,
            }),
        }
    }
}
