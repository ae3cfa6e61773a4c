//! The figures of a record of games: what a training, a run of a study and a model have in common.

use matchboxes_games::game::Side;
use matchboxes_learn::{Exact, History, Learners, Record, TrainingSpec};
use matchboxes_measure::{Curve, Figure, Play};
use serde::{Serialize, Serializer};

use crate::row::{Cell, Row, Table};
use crate::training::training;

/// The results of games and what the learners counted: columns of both sides, whoever learns.
pub(crate) fn counts(record: &Record) -> Row {
    let curves = Curve::all(Learners::Both, false).into_iter();
    let curves = curves.filter(|curve| !matches!(curve, Curve::NotLost(_)));
    Row::from_figures(curves.map(|curve| (curve.name(), curve.unrounded(record).into())))
}

/// The exact figures of the sides that learn; none where a table was not evaluated.
pub(crate) fn exact(sides: &[Side], record: &Record) -> Row {
    let of = |&side: &Side| {
        let snapshot = record.snapshots[side.index()].as_ref();
        let exact = snapshot.and_then(|snapshot| snapshot.exact.as_ref());
        let name = move |figure| format!("{}_exact_{figure}", side.name());
        chances(exact).map(move |(figure, x)| (name(figure), Cell::Real(x)))
    };
    Row::from_figures(sides.iter().flat_map(of))
}

/// The figures of the sampled games that examined the tables of the sides that learn.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
pub(crate) fn sampled(sides: &[Side], record: &Record) -> Row {
    let curves = sides.iter().flat_map(|&side| {
        let curve = move |figure| Curve::Exact(side, figure);
        Figure::SAMPLED.map(curve)
    });
    let share = |curve: Curve| Some(curve.unrounded(record)? as f64 / 1e12);
    Row::from_figures(curves.map(|curve| (curve.name(), Cell::Real(share(curve)))))
}

/// The exact figures of a table, with their names.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
fn chances(exact: Option<&Exact>) -> impl Iterator<Item = (&'static str, Option<f64>)> {
    let best = exact.map(|exact| exact.best_response as f64 / 1e12);
    Figure::ALL
        .into_iter()
        .map(move |figure| {
            (
                figure.name(),
                exact.and_then(|exact| Some(figure.value_in(exact)? as f64 / 1e12)),
            )
        })
        .chain([("best_response", best)])
}

/// The exact figures of a table as an object.
pub(crate) struct ExactChances(pub(crate) Exact);

impl Serialize for ExactChances {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(chances(Some(&self.0)))
    }
}

/// The history of a model: a row for each of its records, with the training of its last set. `trainings` are the trainings
/// of the model in the order of their sets, each with the number of its sets. Who follows values explores in its games
/// and is evaluated in greedy play, in a row of its own, so that no column has figures of both.
///
/// # Panics
///
/// If there is no training.
pub fn history(history: &History, trainings: &[(u64, TrainingSpec)]) -> Table<'static> {
    let (mut set, mut games, mut end, mut at) = (0, 0, 0, 0);
    let is_exact = history.records.iter().any(Record::is_exact);
    let rows = history.records.iter().flat_map(|record| {
        set += record.sets;
        games += record.results.games();
        while at + 1 < trainings.len() && end + trainings[at].0 < set {
            end += trainings[at].0;
            at += 1;
        }
        of_record(record, &trainings[at].1, [set, games], is_exact)
    });
    let rows = rows.collect();
    let (_, last) = &trainings[trainings.len() - 1];
    let columns = of_record(&Record::default(), last, [0, 0], is_exact).swap_remove(0);
    Table::known("history", rows).with_columns(columns)
}

/// The rows of a record, with the numbers of sets and games up to its end.
fn of_record(
    record: &Record,
    spec: &TrainingSpec,
    [set, games]: [u64; 2],
    is_exact: bool,
) -> Vec<Row> {
    let explores = spec.explores();
    let games_play = Curve::Draws.play(explores);
    let sides: Vec<Side> = spec.learners.sides().collect();
    let row = |play: Play| {
        let head = training(spec, games)
            .with("set", set)
            .with("sets", record.sets)
            .with("play", play.name());
        let is_of_games = play == games_play;
        let of = |row: Row, is_own: bool| if is_own { row } else { row.emptied() };
        let row = head.and(of(counts(record), is_of_games));
        if is_exact {
            row.and(of(exact(&sides, record), !explores || !is_of_games))
        } else {
            row
        }
    };
    let greedy = (is_exact && explores).then_some(Play::Greedy);
    std::iter::once(games_play).chain(greedy).map(row).collect()
}
