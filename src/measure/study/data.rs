//! A study as JSON and CSV; `docs/study.md` describes the fields.

use std::io::{self, Write};

use matchboxes::arena::{
    Comparisons, Curve, Figure, Finals, Point, RunResult, Setting, Speed, Spread, Study,
};
use matchboxes::game::{Game, Side};
use matchboxes::games::AnyGame;
use matchboxes::learn::Snapshot;
use matchboxes::session::Expected;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::expected;
use super::spool::Spool;
use crate::common::output::{csv_of, write_csv};

/// A row of a table, which begins with the training that it is about.
#[derive(Serialize)]
struct Row<'a, T> {
    rule: &'a str,
    opponent: &'a str,
    #[serde(flatten)]
    figures: T,
}

impl<'a, T> Row<'a, T> {
    fn of(study: &'a Study, figures: T) -> Self {
        Self {
            rule: &study.setting.rule,
            opponent: &study.setting.opponent,
            figures,
        }
    }
}

/// The final figures of a run, with their names in every table.
fn figures(setting: &Setting, result: &RunResult) -> Value {
    let last = &result.last;
    let of = |count: fn(&Snapshot) -> u64| {
        let snapshots = last.snapshots.each_ref();
        snapshots.map(|snapshot| snapshot.as_ref().map_or(0, count))
    };
    let mut figures = json!({
        "run": result.run,
        "games": last.results.games(),
        "first_wins": last.results.first_wins,
        "draws": last.results.draws,
        "second_wins": last.results.second_wins,
    });
    for (name, counts) in [
        ("resigned", last.resigned),
        ("boxes", of(|s| s.boxes)),
        ("zeroed", of(Snapshot::zeroed_total)),
        ("refused", of(|s| s.refused)),
        ("rescued", of(|s| s.rescued)),
        ("saturated", of(|s| s.saturated)),
    ] {
        for side in Side::BOTH {
            figures[format!("{}_{name}", side.name())] = counts[side.index()].into();
        }
    }
    for side in setting.learners.sides().filter(|_| setting.exact) {
        for (name, chance) in exact(side, result) {
            figures[format!("{}_exact_{name}", side.name())] = chance.into();
        }
    }
    figures
}

/// The exact figures of a side's table after a run.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
fn exact(side: Side, result: &RunResult) -> impl Iterator<Item = (&'static str, f64)> {
    let snapshot = result.last.snapshots[side.index()].as_ref();
    let exact = snapshot.and_then(|s| s.exact).unwrap_or_default();
    Figure::ALL
        .into_iter()
        .map(move |figure| (figure.name(), figure.of(&exact) as f64 / 1e12))
        .chain([("best_response", exact.best_response as f64 / 1e12)])
}

fn favourites(game: &AnyGame, result: &RunResult) -> Vec<String> {
    let favourites = result.favourites.iter();
    favourites.map(|&m| game.write_move(m)).collect()
}

/// The statistics of a curve at a point; exact figures as chances.
#[expect(clippy::cast_precision_loss, reason = "there are 10,000 parts")]
fn numbers(curve: Curve, spread: &Spread) -> Value {
    let is_exact = matches!(curve, Curve::Exact(..));
    let one = if is_exact { Figure::ONE as f64 } else { 1.0 };
    let quantile = |part| match spread.quantile(part) {
        n if is_exact => json!(n as f64 / one),
        n => json!(n),
    };
    json!({
        "mean": spread.mean() / one,
        "error": spread.error() / one,
        "deviation": spread.deviation() / one,
        "q10": quantile(10),
        "q50": quantile(50),
        "q90": quantile(90),
    })
}

/// The statistics of each curve at a point, by the name of the curve.
fn curves(point: &Point) -> impl Iterator<Item = (String, Value)> {
    let curves = point.curves.iter();
    let curves = curves.map(|(&curve, spread)| (curve.name(), numbers(curve, spread)));
    curves.chain(point.score.iter().map(|score| {
        let numbers = json!({
            "mean": score.mean(),
            "error": score.error(),
            "deviation": score.deviation(),
            "q10": score.quantile(10),
            "q50": score.quantile(50),
            "q90": score.quantile(90),
        });
        ("score".to_owned(), numbers)
    }))
}

/// The JSON document. Runs are converted while writing, because there may be very many.
#[derive(Serialize)]
#[serde(bound = "")]
struct Document<'a> {
    game: String,
    learner: &'static str,
    runs: u64,
    sets: u64,
    games_per_set: u64,
    seed: u64,
    #[serde(skip_serializing_if = "String::is_empty")]
    outside: String,
    studies: Vec<StudyData<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparisons: Option<Value>,
}

/// The data of one study.
#[derive(Serialize)]
#[serde(bound = "")]
struct StudyData<'a> {
    rule: &'a str,
    opponent: &'a str,
    history: Vec<Value>,
    speed: Vec<Value>,
    figures: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Value>,
    runs: Runs<'a>,
}

/// The results of the runs of a study.
struct Runs<'a>(&'a AnyGame, &'a Study, &'a Spool);

impl Serialize for Runs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(game, study, spool) = self;
        let mut runs = serializer.serialize_seq(None)?;
        for result in spool.results() {
            let result = result.map_err(|error| S::Error::custom(with_cause(&error)))?;
            let mut run = figures(&study.setting, &result);
            run["favourites"] = favourites(game, &result).into();
            runs.serialize_element(&run)?;
        }
        runs.end()
    }
}

/// An error and its cause in one line, for callers that pass on only text.
fn with_cause(error: &matchboxes::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

/// All results as JSON; `spools` hold the results of the runs of each study.
pub(super) fn json<'a>(
    game: &'a AnyGame,
    studies: &'a [Study],
    spools: &'a [Spool],
    expected: &[Expected],
    compared: Option<&Comparisons>,
) -> impl Serialize + use<'a> {
    let setting = studies.first().map(|study| study.setting.clone());
    let setting = setting.unwrap_or_default();
    let comparisons = compared.filter(|compared| !compared.rows.is_empty());
    let of_study = |(i, (study, spool)): (usize, (&'a Study, &'a Spool))| {
        let history = study.points.iter().map(|point| {
            let mut value = json!({"set": point.after, "sets": point.sets});
            for (name, numbers) in curves(point) {
                value[name] = numbers;
            }
            value
        });
        let speeds = study.speeds.iter();
        let finals = compared.and_then(|compared| compared.finals.get(i));
        StudyData {
            rule: &study.setting.rule,
            opponent: &study.setting.opponent,
            history: history.collect(),
            speed: speeds.map(|one| speed(&study.setting, one)).collect(),
            figures: finals.into_iter().flatten().map(figure).collect(),
            expected: expected.get(i).map(expected::json),
            runs: Runs(game, study, spool),
        }
    };
    let all = studies.iter().zip(spools);
    Document {
        game: setting.game,
        learner: setting.learners.name(),
        runs: setting.runs,
        sets: setting.sets,
        games_per_set: setting.games_per_set,
        seed: setting.seed,
        outside: setting.outside,
        studies: all.enumerate().map(of_study).collect(),
        comparisons: comparisons.map(|compared| {
            json!({
                "count": compared.rows.len(),
                "level": compared.level(),
                "rows": comparisons_of(studies, compared).collect::<Value>(),
            })
        }),
    }
}

/// Each comparison with its names and numbers.
fn comparisons_of(studies: &[Study], compared: &Comparisons) -> impl Iterator<Item = Value> {
    compared.rows.iter().map(|row| {
        let [one, other] = [row.one, row.other].map(|i| &studies[i].setting);
        json!({
            "rule": one.rule,
            "opponent": one.opponent,
            "less_rule": other.rule,
            "less_opponent": other.opponent,
            "figure": compared.finals[row.one][row.figure].figure,
            "mean": row.difference.mean,
            "error": row.difference.error,
            "low": row.interval.map(|interval| interval.low),
            "high": row.interval.map(|interval| interval.high),
            "chance_of_more": row.chance_of_more,
            "effect": row.effect().name(),
        })
    })
}

/// A final figure; what cannot be known from these runs is null.
fn figure(finals: &Finals) -> Value {
    const LEVEL: f64 = Comparisons::TOGETHER;
    let interval = finals.interval(LEVEL);
    let mut all = json!({
        "figure": finals.figure,
        "runs": finals.runs(),
        "not_reached": finals.not_reached,
        "mean": finals.mean(),
        "error": finals.error(),
        "mean_low": interval.map(|interval| interval.low),
        "mean_high": interval.map(|interval| interval.high),
        "interquartile_mean": finals.interquartile_mean(),
    });
    for part in [10, 50, 90] {
        let [low, high] = finals.quantile_interval(part, LEVEL);
        all[format!("q{part}")] = json!(finals.quantile(part));
        all[format!("q{part}_low")] = json!(low);
        all[format!("q{part}_high")] = json!(high);
    }
    all
}

/// How many games it took until a learner rarely lost; null where no run, or too few, reached that.
fn speed(setting: &Setting, speed: &Speed) -> Value {
    let finals = Finals::of_speed(speed, setting);
    let unless_empty = |n: f64| (!speed.games.is_empty()).then_some(n);
    let games = |part| finals.quantile(part).map(whole);
    json!({
        "side": speed.side.name(),
        "percent": speed.percent,
        "reached": speed.games.len(),
        "not_reached": speed.not_reached,
        "mean": unless_empty(finals.mean()),
        "error": unless_empty(finals.error()),
        "deviation": unless_empty(finals.deviation()),
        "q10": games(10),
        "q50": games(50),
        "q90": games(90),
    })
}

/// A number of games, which has no decimals.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "whole numbers below 10^15"
)]
const fn whole(games: f64) -> u64 {
    games as u64
}

/// The games until the learners rarely lost: a row for each training, side and share.
pub(super) fn speed_csv(studies: &[Study]) -> io::Result<Vec<u8>> {
    csv_of(studies.iter().flat_map(|study| {
        let speeds = study.speeds.iter();
        speeds.map(|one| Row::of(study, speed(&study.setting, one)))
    }))
}

/// The final figures with their intervals: a row for each training and figure.
pub(super) fn figures_csv(studies: &[Study], compared: &Comparisons) -> io::Result<Vec<u8>> {
    let all = studies.iter().zip(&compared.finals);
    csv_of(all.flat_map(|(study, finals)| finals.iter().map(|one| Row::of(study, figure(one)))))
}

/// The comparisons: a row for each pair of trainings and each figure.
pub(super) fn comparisons_csv(studies: &[Study], compared: &Comparisons) -> io::Result<Vec<u8>> {
    csv_of(comparisons_of(studies, compared).map(|mut row| {
        row["comparisons"] = compared.rows.len().into();
        row["level"] = compared.level().into();
        row
    }))
}

/// The curves: a row for each training, point and curve.
pub(super) fn sets_csv<'a>(studies: &'a [Study]) -> io::Result<Vec<u8>> {
    #[derive(Serialize)]
    struct Moment {
        set: u64,
        sets: u64,
        curve: String,
        #[serde(flatten)]
        numbers: Value,
    }

    let points = |study: &'a Study| study.points.iter().map(move |point| (study, point));
    csv_of(studies.iter().flat_map(points).flat_map(|(study, point)| {
        curves(point).map(move |(curve, numbers)| {
            let (set, sets) = (point.after, point.sets);
            let moment = Moment {
                set,
                sets,
                curve,
                numbers,
            };
            Row::of(study, moment)
        })
    }))
}

/// The final figures: a row for each training and run.
pub(super) fn runs_csv(
    game: &AnyGame,
    studies: &[Study],
    spools: &[Spool],
    out: &mut dyn Write,
) -> io::Result<()> {
    let all = studies.iter().zip(spools);
    let rows = all.flat_map(|(study, spool)| {
        spool.results().map(|result| {
            let result = result.map_err(|error| io::Error::other(with_cause(&error)))?;
            let mut figures = figures(&study.setting, &result);
            figures["favourites"] = favourites(game, &result).join(" ").into();
            Ok(Row::of(study, figures))
        })
    });
    write_csv(out, rows)
}
