//! The chapters and records of a model as its file stores them.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::lists::{self, each};
use crate::error::Damage;
use crate::game::Results;
use crate::learn::{Exact, History, Origin, Record, Rule, Snapshot, Terms};
use crate::store::chapter::Chapter;
use crate::store::model::{MOST_CHAPTERS, MOST_NAMES, MOST_ZEROED, zeroed};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredChapter<'a> {
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
pub(super) struct StoredRecord<'a> {
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

/// The chapters of a model.
pub(super) struct StoredChapters(pub(super) Vec<Chapter>);

impl<'de> Deserialize<'de> for StoredChapters {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut all, mut names) = (Vec::new(), 0);
        each(deserializer, |stored: StoredChapter<'static>| {
            let chapter = Chapter::try_from(stored).map_err(|damage| match damage {
                Damage::Contents(what) => what,
                other => other.to_string(),
            })?;
            names += chapter.from.len();
            if all.len() == MOST_CHAPTERS || names > MOST_NAMES {
                return Err("it has more chapters than the limit".to_owned());
            }
            all.push(chapter);
            Ok(())
        })?;
        Ok(Self(all))
    }
}

/// The records of a history, as they are written: one after the other, since they are many.
pub(super) struct RecordsToStore<'a>(pub(super) &'a [Record]);

impl Serialize for RecordsToStore<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(StoredRecord::from))
    }
}

/// The records of a history, as they are read.
pub(super) struct StoredRecords(pub(super) Vec<Record>);

impl<'de> Deserialize<'de> for StoredRecords {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (mut all, mut numbers) = (Vec::new(), 0);
        each(deserializer, |stored: StoredRecord<'static>| {
            let record = Record::from(stored);
            numbers += zeroed(&record);
            if all.len() == History::POINTS || numbers > MOST_ZEROED {
                return Err("its history is longer than the limit");
            }
            all.push(record);
            Ok(())
        })?;
        Ok(Self(all))
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

impl TryFrom<StoredChapter<'_>> for Chapter {
    type Error = Damage;

    fn try_from(stored: StoredChapter<'_>) -> Result<Self, Damage> {
        let rule = Rule::from_stored(&stored.rule)
            .map_err(|reason| Damage::Contents(format!("a rule in it cannot be read: {reason}")))?;
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
