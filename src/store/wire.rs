//! The payload of a model file: structs whose fields, in their order, are its bytes.
//!
//! They repeat the words of `model` and `learn` on purpose. Those may change as the program does; a
//! change here is a new version of the format.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::model::{Chapter, Model, Pending};
use super::reason::Reason;
use crate::game::{Key, Results, Side};
use crate::learn::{
    Exact, History, Layout, Learners, Matchbox, Origin, Record, Rule, Snapshot, Table,
};

#[derive(Serialize, Deserialize)]
pub(super) struct WireModel<'a> {
    game: Cow<'a, str>,
    version: Cow<'a, str>,
    learners: u8,
    chapters: Vec<WireChapter<'a>>,
    pending: Option<WirePending>,
    tables: [Option<Vec<WireBox<'a>>>; 2],
    records: Vec<WireRecord<'a>>,
}

#[derive(Serialize, Deserialize)]
struct WireChapter<'a> {
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
struct WirePending {
    asked: u64,
    left: u64,
}

#[derive(Serialize, Deserialize)]
struct WireBox<'a> {
    key: u128,
    ply: u16,
    beads: Cow<'a, [u64]>,
}

#[derive(Serialize, Deserialize)]
struct WireRecord<'a> {
    sets: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    resigned: [u64; 2],
    standing: [Option<WireStanding<'a>>; 2],
}

#[derive(Serialize, Deserialize)]
struct WireStanding<'a> {
    boxes: u64,
    zeroed: Cow<'a, [u64]>,
    rescued: u64,
    saturated: u64,
    refused: u64,
    origin: Option<WireOrigin>,
    exact: Option<WireExact>,
}

#[derive(Serialize, Deserialize)]
struct WireOrigin {
    sum: i64,
    weight: i64,
    mu: i64,
    since: u64,
}

#[derive(Serialize, Deserialize)]
struct WireExact {
    random: [u64; 3],
    perfect: [u64; 3],
    worst_loss: u64,
    best_reply: i64,
    sound: u64,
    sound_reached: u64,
}

impl<'a> From<&'a Model> for WireModel<'a> {
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
            chapters: model.chapters.iter().map(WireChapter::from).collect(),
            pending: model.pending.map(|pending| WirePending {
                asked: pending.asked,
                left: pending.left,
            }),
            tables: tables.map(|table| table.as_ref().map(boxes)),
            records: model.history.records.iter().map(WireRecord::from).collect(),
        }
    }
}

fn boxes(table: &Table) -> Vec<WireBox<'_>> {
    table
        .iter()
        .map(|(key, matchbox)| WireBox {
            key: key.0,
            ply: matchbox.ply,
            beads: Cow::from(&matchbox.beads),
        })
        .collect()
}

impl<'a> From<&'a Chapter> for WireChapter<'a> {
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

impl<'a> From<&'a Record> for WireRecord<'a> {
    fn from(record: &'a Record) -> Self {
        let standing = record.snapshots.each_ref();
        Self {
            sets: record.sets,
            first_wins: record.results.first_wins,
            draws: record.results.draws,
            second_wins: record.results.second_wins,
            resigned: record.resigned,
            standing: standing.map(|standing| standing.as_ref().map(WireStanding::from)),
        }
    }
}

impl<'a> From<&'a Snapshot> for WireStanding<'a> {
    fn from(standing: &'a Snapshot) -> Self {
        Self {
            boxes: standing.boxes,
            zeroed: Cow::from(&standing.zeroed),
            rescued: standing.rescued,
            saturated: standing.saturated,
            refused: standing.refused,
            origin: (standing.origin != Origin::default()).then(|| {
                let Origin {
                    sum,
                    weight,
                    mu,
                    since,
                } = standing.origin;
                WireOrigin {
                    sum,
                    weight,
                    mu,
                    since,
                }
            }),
            exact: standing.exact.map(|exact| WireExact {
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

impl TryFrom<WireModel<'_>> for Model {
    type Error = Reason;

    fn try_from(wire: WireModel<'_>) -> Result<Self, Reason> {
        let learners = match wire.learners {
            0 => Learners::First,
            1 => Learners::Second,
            2 => Learners::Both,
            n => return Err(Reason::Contents(format!("no sides have the number {n}"))),
        };
        let chapters = wire.chapters.into_iter().map(Chapter::try_from);
        let chapters: Vec<Chapter> = chapters.collect::<Result<_, _>>()?;
        let Some(last) = chapters.last() else {
            return Err(Reason::Contents("it has no chapter".to_owned()));
        };
        let layout = Layout::from(&last.rule);
        let table = |side, boxes: Option<_>| boxes.map(|boxes| table(side, layout, boxes));
        let [first, second] = wire.tables;
        let first = table(Side::First, first).transpose()?;
        let second = table(Side::Second, second).transpose()?;
        let model = Self {
            game: wire.game.into_owned(),
            version: wire.version.into_owned(),
            learners,
            chapters,
            pending: wire.pending.map(|pending| Pending {
                asked: pending.asked,
                left: pending.left,
            }),
            tables: [first, second],
            history: History {
                records: wire.records.into_iter().map(Record::from).collect(),
            },
        };
        model.check()?;
        Ok(model)
    }
}

impl TryFrom<WireChapter<'_>> for Chapter {
    type Error = Reason;

    fn try_from(wire: WireChapter<'_>) -> Result<Self, Reason> {
        let rule = Rule::from_stored(&wire.rule)
            .map_err(|reason| Reason::Contents(format!("a rule of it cannot be read: {reason}")))?;
        Ok(Self {
            rule,
            opponent: wire.opponent.into_owned(),
            games_per_set: wire.games_per_set,
            seed: wire.seed,
            run: wire.run,
            exact: wire.exact,
            sets: wire.sets,
            from: wire.from.into_owned(),
        })
    }
}

fn table(side: Side, layout: Layout, boxes: Vec<WireBox<'_>>) -> Result<Table, Reason> {
    if !boxes.is_sorted_by(|a, b| a.key < b.key) {
        let what = "the keys of its boxes do not ascend";
        return Err(Reason::Contents(what.to_owned()));
    }
    let mut table = Table::new(side, layout);
    for WireBox { key, ply, beads } in boxes {
        let beads = beads.into_owned();
        table.insert(Key(key), Matchbox { ply, beads });
    }
    Ok(table)
}

impl From<WireRecord<'_>> for Record {
    fn from(wire: WireRecord<'_>) -> Self {
        Self {
            sets: wire.sets,
            results: Results {
                first_wins: wire.first_wins,
                draws: wire.draws,
                second_wins: wire.second_wins,
            },
            resigned: wire.resigned,
            snapshots: wire.standing.map(|standing| standing.map(Snapshot::from)),
        }
    }
}

impl From<WireStanding<'_>> for Snapshot {
    fn from(wire: WireStanding<'_>) -> Self {
        Self {
            boxes: wire.boxes,
            zeroed: wire.zeroed.into_owned(),
            rescued: wire.rescued,
            saturated: wire.saturated,
            refused: wire.refused,
            origin: wire.origin.map_or_else(Origin::default, |origin| Origin {
                sum: origin.sum,
                weight: origin.weight,
                mu: origin.mu,
                since: origin.since,
            }),
            exact: wire.exact.map(|exact| Exact {
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
