//! The chapters and records of a model as its file stores them: each struct lists the fields that are written
//! of the type it names, in their order.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::{self, each};
use crate::game::Results;
use crate::learn::{Exact, History, Origin, Record, Rule, Snapshot, Terms};
use crate::store::chapter::Chapter;
use crate::store::model::{MOST_CHAPTERS, MOST_NAMES, MOST_ZEROED, zeroed};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Chapter")]
struct StoredChapter {
    #[serde(serialize_with = "write_rule", deserialize_with = "read_rule")]
    rule: Rule,
    opponent: String,
    games_per_set: u64,
    seed: u64,
    run: u64,
    exact: bool,
    sets: u64,
    /// Later versions write it after all fields of the first.
    #[serde(skip)]
    terms: Terms,
    /// As `terms`.
    #[serde(skip)]
    outside: String,
    #[serde(deserialize_with = "lists::names")]
    from: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Record")]
struct StoredRecord {
    sets: u64,
    results: Results<u64>,
    resigned: [u64; 2],
    #[serde(
        serialize_with = "write_snapshots",
        deserialize_with = "read_snapshots"
    )]
    snapshots: [Option<Snapshot>; 2],
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Snapshot")]
struct StoredSnapshot {
    boxes: u64,
    #[serde(deserialize_with = "lists::numbers")]
    zeroed: Vec<u64>,
    rescued: u64,
    saturated: u64,
    refused: u64,
    #[serde(serialize_with = "write_origin", deserialize_with = "read_origin")]
    origin: Origin,
    exact: Option<Exact>,
}

#[derive(Serialize)]
struct ToStore<'a>(#[serde(serialize_with = "StoredSnapshot::serialize")] &'a Snapshot);

#[derive(Deserialize)]
struct Stored(#[serde(deserialize_with = "StoredSnapshot::deserialize")] Snapshot);

fn write_rule<S: Serializer>(rule: &Rule, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rule.to_toml())
}

fn read_rule<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rule, D::Error> {
    let rule = Rule::from_stored(&String::deserialize(deserializer)?);
    rule.map_err(|reason| D::Error::custom(format!("a rule in it cannot be read: {reason}")))
}

fn write_snapshots<S: Serializer>(
    snapshots: &[Option<Snapshot>; 2],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let snapshots = snapshots.each_ref();
    snapshots
        .map(|snapshot| snapshot.as_ref().map(ToStore))
        .serialize(serializer)
}

fn read_snapshots<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[Option<Snapshot>; 2], D::Error> {
    let stored = <[Option<Stored>; 2]>::deserialize(deserializer)?;
    Ok(stored.map(|stored| stored.map(|Stored(snapshot)| snapshot)))
}

/// Most rules have no origin; then nothing is written of it.
fn write_origin<S: Serializer>(origin: &Origin, serializer: S) -> Result<S::Ok, S::Error> {
    let is_used = *origin != Origin::default();
    is_used.then_some(origin).serialize(serializer)
}

fn read_origin<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Origin, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The chapters of a model, as they are written.
pub(super) fn chapters_to_store(chapters: &[Chapter]) -> impl Serialize {
    #[derive(Serialize)]
    struct ToStore<'a>(#[serde(serialize_with = "StoredChapter::serialize")] &'a Chapter);

    chapters.iter().map(ToStore).collect::<Vec<_>>()
}

/// The chapters of a model, as they are read.
pub(super) fn chapters<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Chapter>, D::Error> {
    #[derive(Deserialize)]
    struct Stored(#[serde(deserialize_with = "StoredChapter::deserialize")] Chapter);

    let (mut all, mut names) = (Vec::new(), 0);
    each(deserializer, |Stored(chapter)| {
        names += chapter.from.len();
        if all.len() == MOST_CHAPTERS || names > MOST_NAMES {
            return Err("it has more chapters than the limit");
        }
        all.push(chapter);
        Ok(())
    })?;
    Ok(all)
}

/// The records of a history, as they are written.
pub(super) fn records_to_store(records: &[Record]) -> impl Serialize {
    #[derive(Serialize)]
    struct ToStore<'a>(#[serde(serialize_with = "StoredRecord::serialize")] &'a Record);

    records.iter().map(ToStore).collect::<Vec<_>>()
}

pub(super) fn put_records<S: Serializer>(
    records: &[Record],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    records_to_store(records).serialize(serializer)
}

/// The records of a history, as they are read.
pub(super) fn records<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Record>, D::Error> {
    #[derive(Deserialize)]
    struct Stored(#[serde(deserialize_with = "StoredRecord::deserialize")] Record);

    let (mut all, mut numbers) = (Vec::new(), 0);
    each(deserializer, |Stored(record)| {
        numbers += zeroed(&record);
        if all.len() == History::POINTS || numbers > MOST_ZEROED {
            return Err("its history is longer than the limit");
        }
        all.push(record);
        Ok(())
    })?;
    Ok(all)
}
