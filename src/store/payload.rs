//! The payload of a model file: structs whose fields, in their order, are its bytes.
//!
//! They repeat the words of `model` and `learn` on purpose. Those may change as the program does; a
//! change here is a new version of the format.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::chapter::Chapter;
use super::model::{Model, Pending, is_sound};
use crate::error::Damage;
use crate::game::{Key, Results, Side};
use crate::learn::{
    Exact, FirstMeetings, History, Layout, Learners, Origin, PackedBoxes, Record, Rule, Snapshot,
    Table, Terms,
};

#[derive(Serialize, Deserialize)]
pub(super) struct StoredModel<'a> {
    game: Cow<'a, str>,
    version: Cow<'a, str>,
    learners: u8,
    chapters: Vec<StoredChapter<'a>>,
    pending: Option<StoredPending>,
    tables: [Option<StoredBoxes<'a>>; 2],
    records: Vec<StoredRecord<'a>>,
}

/// What version 2 of the format adds behind everything else.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredTerms {
    /// For each chapter.
    terms: Vec<StoredTerm>,
}

#[derive(Serialize, Deserialize)]
struct StoredTerm {
    batch: u64,
    most_boxes: Option<u64>,
    most_bytes: Option<u64>,
}

/// What stands behind the terms where there is anything of it.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRest<'a> {
    /// For each chapter the player that was asked where there was no box; none is an empty name.
    outside: Vec<Cow<'a, str>>,
    /// What each side has met once.
    first: [StoredFirst<'a>; 2],
}

/// What a model holds beyond version 1, if anything.
pub(super) fn beyond(model: &Model) -> Option<(StoredTerms, Option<StoredRest<'_>>)> {
    let all = || model.chapters.iter().map(|chapter| chapter.terms);
    let stored = |terms: Terms| StoredTerm {
        batch: terms.batch,
        most_boxes: terms.most_boxes,
        most_bytes: terms.most_bytes,
    };
    let rest = rest(model);
    let usual = rest.is_none() && all().all(|terms| terms == Terms::default());
    let terms = || StoredTerms {
        terms: all().map(stored).collect(),
    };
    (!usual).then(|| (terms(), rest))
}

fn rest(model: &Model) -> Option<StoredRest<'_>> {
    let outside = model.chapters.iter().map(|chapter| &chapter.outside);
    let outside: Vec<Cow<'_, str>> = outside.map(Cow::from).collect();
    let first = model.tables.each_ref().map(|table| match table {
        Some(table) => StoredFirst(Cow::Borrowed(table.first())),
        None => StoredFirst(Cow::default()),
    });
    let rest = StoredRest { outside, first };
    (!rest.is_empty()).then_some(rest)
}

impl StoredRest<'_> {
    fn is_empty(&self) -> bool {
        self.outside.iter().all(|name| name.is_empty())
            && self.first.iter().all(|first| first.0.len() == 0)
    }
}

/// A list of what each print is above the one before, as they ascend.
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
                        return Err(A::Error::custom("what it has met once cannot be"));
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

#[derive(Serialize, Deserialize)]
struct StoredChapter<'a> {
    rule: String,
    opponent: Cow<'a, str>,
    games_per_set: u64,
    seed: u64,
    run: u64,
    exact: bool,
    sets: u64,
    from: Cow<'a, [String]>,
}

#[derive(Serialize, Deserialize)]
struct StoredPending {
    requested: u64,
    left: u64,
}

#[derive(Serialize, Deserialize)]
struct StoredBox<'a> {
    key: u128,
    ply: u16,
    beads: Cow<'a, [u64]>,
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

impl<'a> From<&'a Model> for StoredModel<'a> {
    fn from(model: &'a Model) -> Self {
        let tables = model.tables.each_ref();
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
            tables: tables.map(|table| {
                table
                    .as_ref()
                    .map(|table| StoredBoxes(Cow::Borrowed(table.boxes())))
            }),
            records: model
                .history
                .records
                .iter()
                .map(StoredRecord::from)
                .collect(),
        }
    }
}

/// A list of boxes that is never there as one: they are written as they lie in their table, and come
/// to lie in one as they are read.
struct StoredBoxes<'a>(Cow<'a, PackedBoxes>);

impl Serialize for StoredBoxes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.len()))?;
        let mut beads = Vec::new();
        for number in self.0.sorted() {
            let (key, ply) = self.0.by_number(number, &mut beads);
            list.serialize_element(&StoredBox {
                key: key.0,
                ply,
                beads: Cow::Borrowed(&beads),
            })?;
        }
        list.end()
    }
}

impl<'de> Deserialize<'de> for StoredBoxes<'_> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Boxes;

        impl<'de> Visitor<'de> for Boxes {
            type Value = PackedBoxes;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("boxes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<PackedBoxes, A::Error> {
                let mut boxes = PackedBoxes::default();
                let mut last = None;
                while let Some(StoredBox { key, ply, beads }) = list.next_element()? {
                    if last.replace(key).is_some_and(|last| key <= last) {
                        return Err(A::Error::custom("the keys of its boxes do not ascend"));
                    }
                    if !is_sound(ply, &beads) {
                        let what = format!("the box of key {key:#x} cannot be");
                        return Err(A::Error::custom(what));
                    }
                    boxes.put(Key(key), ply, &beads);
                }
                Ok(boxes)
            }
        }

        let boxes = deserializer.deserialize_seq(Boxes)?;
        Ok(Self(Cow::Owned(boxes)))
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
        let stored = self;
        let learners = match stored.learners {
            0 => Learners::First,
            1 => Learners::Second,
            2 => Learners::Both,
            n => return Err(Damage::Contents(format!("no sides have the number {n}"))),
        };
        let chapters = stored.chapters.into_iter().map(Chapter::try_from);
        let mut chapters: Vec<Chapter> = chapters.collect::<Result<_, _>>()?;
        if let Some(StoredTerms { terms }) = terms {
            if terms.len() != chapters.len() {
                let what = "its terms are not those of its chapters";
                return Err(Damage::Contents(what.to_owned()));
            }
            for (chapter, terms) in chapters.iter_mut().zip(terms) {
                chapter.terms = Terms {
                    batch: terms.batch,
                    most_boxes: terms.most_boxes,
                    most_bytes: terms.most_bytes,
                };
            }
        }
        let mut met = [FirstMeetings::default(), FirstMeetings::default()];
        if let Some(rest) = rest {
            if rest.is_empty() || rest.outside.len() != chapters.len() {
                let what = "what stands behind its terms is not that of its chapters";
                return Err(Damage::Contents(what.to_owned()));
            }
            for (chapter, outside) in chapters.iter_mut().zip(rest.outside) {
                chapter.outside = outside.into_owned();
            }
            met = rest.first.map(|first| first.0.into_owned());
        }
        let Some(last) = chapters.last() else {
            return Err(Damage::Contents("it has no chapter".to_owned()));
        };
        let layout = Layout::from(&last.rule);
        let table = |side, boxes: Option<StoredBoxes<'_>>, met: FirstMeetings| match boxes {
            Some(boxes) => {
                let table = Table::packed(side, layout, boxes.0.into_owned());
                Ok(Some(table.with_first(met)))
            }
            None if met.len() == 0 => Ok(None),
            None => {
                let what = "a side without a table has met positions";
                Err(Damage::Contents(what.to_owned()))
            }
        };
        let ([first, second], [met, other]) = (stored.tables, met);
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
            history: History {
                records: stored.records.into_iter().map(Record::from).collect(),
            },
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
