//! The figures of a record of games: what a training, a run of a study and a model have in common.

use std::borrow::Cow;

use matchboxes_core::arena::Figure;
use matchboxes_core::game::Side;
use matchboxes_core::learn::{Exact, History, Learners, Record, Snapshot, TrainingSpec};

use crate::row::{Cell, Row, Table};
use crate::training::training;

/// The results of games and what the learners counted: columns of both sides, whoever learns.
pub(crate) fn counts(record: &Record) -> Row {
    let results = &record.results;
    let mut row = Row::default()
        .with("first_wins", results.first_wins)
        .with("draws", results.draws)
        .with("second_wins", results.second_wins);
    for side in Side::BOTH {
        let snapshot = record.snapshots[side.index()].as_ref();
        let of = |count: fn(&Snapshot) -> u64| snapshot.map_or(0, count);
        for (name, count) in [
            ("resigned", record.resigned[side.index()]),
            ("boxes", of(|s| s.boxes)),
            ("zeroed", of(Snapshot::zeroed_total)),
            ("refused", of(|s| s.refused)),
            ("rescued", of(|s| s.rescued)),
            ("saturated", of(|s| s.saturated)),
        ] {
            row = row.with(of_side(side, name), count);
        }
    }
    row
}

/// The exact figures of the sides that learn; none where a table was not evaluated.
pub(crate) fn exact(learners: Learners, record: &Record) -> Row {
    let of = |side: Side| {
        let snapshot = record.snapshots[side.index()].as_ref();
        let exact = snapshot.and_then(|snapshot| snapshot.exact.as_ref());
        chances(exact).map(move |(name, x)| (exact_name(side, name), Cell::Real(x)))
    };
    Row::of(learners.sides().flat_map(of))
}

/// The exact figures of a table, with their names.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
pub fn chances(exact: Option<&Exact>) -> impl Iterator<Item = (&'static str, Option<f64>)> {
    let chance = move |figure: Figure| {
        (
            figure.name(),
            exact.map(|exact| figure.of(exact) as f64 / 1e12),
        )
    };
    let best = exact.map(|exact| exact.best_response as f64 / 1e12);
    Figure::ALL
        .into_iter()
        .map(chance)
        .chain([("best_response", best)])
}

pub(crate) fn exact_name(side: Side, figure: &str) -> Cow<'static, str> {
    format!("{}_exact_{figure}", side.name()).into()
}

pub(crate) fn of_side(side: Side, figure: &str) -> Cow<'static, str> {
    format!("{}_{figure}", side.name()).into()
}

/// The history of a training: a row for each of its records.
pub fn history(history: &History, spec: &TrainingSpec) -> Table<'static> {
    let (mut set, mut games) = (0, 0);
    let is_exact = history.records.iter().any(Record::is_exact);
    let rows = history.records.iter().map(|record| {
        set += record.sets;
        games += record.results.games();
        let row = training(spec, games)
            .with("set", set)
            .with("sets", record.sets)
            .and(counts(record));
        if is_exact {
            row.and(exact(spec.learners, record))
        } else {
            row
        }
    });
    Table::known("history", rows.collect())
}
