//! A study as JSON and CSV; `docs/study.md` describes the fields.

use std::io::{self, Write};

use menace::arena::{
    Curve, Difference, Figure, Point, RunResult, Scores, Setting, Speed, Spread, Study,
};
use menace::game::{Game, Side};
use menace::games::AnyGame;
use menace::learn::Snapshot;
use menace::session::Expected;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::compared::Compared;
use super::expected;
use super::spool::Spool;

/// The final figures of a run, with their names in every table.
fn figures(setting: &Setting, result: &RunResult) -> Vec<(String, Value)> {
    let last = &result.last;
    let of = |count: fn(&Snapshot) -> u64| {
        Side::BOTH.map(|side| last.snapshots[side.index()].as_ref().map_or(0, count))
    };
    let mut figures: Vec<(String, Value)> = [
        ("run", result.run),
        ("games", last.results.games()),
        ("first_wins", last.results.first_wins),
        ("draws", last.results.draws),
        ("second_wins", last.results.second_wins),
    ]
    .map(|(name, n)| (name.to_owned(), json!(n)))
    .into();
    let pairs = [
        ("resigned", last.resigned),
        ("boxes", of(|s| s.boxes)),
        ("zeroed", of(Snapshot::zeroed_total)),
        ("refused", of(|s| s.refused)),
        ("rescued", of(|s| s.rescued)),
        ("saturated", of(|s| s.saturated)),
    ];
    for (name, counts) in pairs {
        for side in Side::BOTH {
            let name = format!("{}_{name}", side.name());
            figures.push((name, json!(counts[side.index()])));
        }
    }
    if setting.exact {
        for side in setting.learners.sides() {
            figures.extend(exact(side, result));
        }
    }
    figures
}

/// The exact figures of a side's table after a run.
#[expect(clippy::cast_precision_loss, reason = "the figures have twelve digits")]
fn exact(side: Side, result: &RunResult) -> impl Iterator<Item = (String, Value)> {
    let snapshot = result.last.snapshots[side.index()].as_ref();
    let exact = snapshot
        .and_then(|snapshot| snapshot.exact)
        .unwrap_or_default();
    let chances = Figure::ALL
        .into_iter()
        .map(move |figure| (figure.name(), figure.of(&exact) as f64 / 1e12));
    let best_response = ("best_response", exact.best_response as f64 / 1e12);
    chances
        .chain([best_response])
        .map(move |(name, x)| (format!("{}_exact_{name}", side.name()), json!(x)))
}

fn favourites(game: &AnyGame, result: &RunResult) -> Vec<String> {
    result
        .favourites
        .iter()
        .map(|&m| game.write_move(m))
        .collect()
}

/// The statistics of a curve at a point; exact figures as chances.
#[expect(clippy::cast_precision_loss, reason = "there are 10,000 parts")]
fn numbers(curve: Curve, spread: &Spread) -> [(&'static str, Value); 6] {
    let one = match curve {
        Curve::Exact(..) => Figure::ONE as f64,
        _ => 1.0,
    };
    let quantile = |part| match (curve, spread.quantile(part)) {
        (Curve::Exact(..), n) => json!(n as f64 / one),
        (_, n) => json!(n),
    };
    [
        ("mean", json!(spread.mean() / one)),
        ("error", json!(spread.error() / one)),
        ("deviation", json!(spread.deviation() / one)),
        ("q10", quantile(10)),
        ("q50", quantile(50)),
        ("q90", quantile(90)),
    ]
}

/// The statistics of the score at a point.
fn score_numbers(score: &Scores) -> [(&'static str, Value); 6] {
    [
        ("mean", json!(score.mean())),
        ("error", json!(score.error())),
        ("deviation", json!(score.deviation())),
        ("q10", json!(score.quantile(10))),
        ("q50", json!(score.quantile(50))),
        ("q90", json!(score.quantile(90))),
    ]
}

/// The statistics of each curve at a point, by the name of the curve.
fn curves(point: &Point) -> impl Iterator<Item = (String, [(&'static str, Value); 6])> {
    let curves = point.curves.iter();
    let curves = curves.map(|(&curve, spread)| (curve.name(), numbers(curve, spread)));
    let score = point.score.iter();
    curves.chain(score.map(|score| ("score".to_owned(), score_numbers(score))))
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
    difference: Option<Value>,
}

/// The data of one study.
#[derive(Serialize)]
#[serde(bound = "")]
struct StudyData<'a> {
    rule: &'a str,
    opponent: &'a str,
    history: Vec<Value>,
    speed: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<expected::Data>,
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
            let mut run = Map::from_iter(figures(&study.setting, &result));
            run.insert("favourites".to_owned(), json!(favourites(game, &result)));
            runs.serialize_element(&run)?;
        }
        runs.end()
    }
}

/// An error and its cause in one line, for callers that pass on only text.
fn with_cause(error: &menace::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), |cause| format!("{error}: {cause}"))
}

/// All results as JSON; `spools` hold the results of the runs of each study.
pub(super) fn json<'a>(
    game: &'a AnyGame,
    studies: &'a [Study],
    spools: &'a [Spool],
    expected: &[Expected],
    compared: Option<&Compared<'_>>,
) -> impl Serialize + use<'a> {
    let setting = studies.first().map(|study| study.setting.clone());
    let setting = setting.unwrap_or_default();
    let difference = compared.map(|compared| {
        let differences = differences(compared).into_iter();
        let differences = differences.map(|(name, difference)| {
            (
                name,
                json!({"mean": difference.mean, "error": difference.error}),
            )
        });
        Value::Object(differences.collect())
    });
    Document {
        game: setting.game,
        learner: setting.learners.name(),
        runs: setting.runs,
        sets: setting.sets,
        games_per_set: setting.games_per_set,
        seed: setting.seed,
        outside: setting.outside,
        studies: studies
            .iter()
            .zip(spools)
            .enumerate()
            .map(|(i, (study, spool))| study_data(game, study, spool, expected.get(i)))
            .collect(),
        difference,
    }
}

/// The differences of the final figures of two trainings, and of the games until they rarely lost if all
/// runs of both reached that.
fn differences(compared: &Compared<'_>) -> Vec<(String, Difference)> {
    let last = compared.last.iter();
    let last = last.map(|(curve, difference)| (curve.name(), *difference));
    let pairs = compared.one.speeds.iter().zip(&compared.other.speeds);
    let reached = pairs.filter(|(one, other)| one.not_reached + other.not_reached == 0);
    let speeds = reached.map(|(one, other)| {
        let name = format!("{}_games_until_{}", one.side.name(), one.percent);
        (name, Difference::of(&one.games, &other.games))
    });
    last.chain(speeds).collect()
}

/// The names of [`speed`]'s columns after rule and opponent.
const SPEED: [&str; 10] = [
    "side",
    "percent",
    "reached",
    "not_reached",
    "mean",
    "error",
    "deviation",
    "q10",
    "q50",
    "q90",
];

/// How many games it took until a learner rarely lost; the statistics are null if no run reached that.
fn speed(speed: &Speed) -> [Value; 10] {
    let games = &speed.games;
    let unless_empty = |value: Value| if games.is_empty() { Value::Null } else { value };
    [
        json!(speed.side.name()),
        json!(speed.percent),
        json!(games.len()),
        json!(speed.not_reached),
        unless_empty(json!(games.mean())),
        unless_empty(json!(games.error())),
        unless_empty(json!(games.deviation())),
        unless_empty(json!(games.quantile(10))),
        unless_empty(json!(games.quantile(50))),
        unless_empty(json!(games.quantile(90))),
    ]
}

fn study_data<'a>(
    game: &'a AnyGame,
    study: &'a Study,
    spool: &'a Spool,
    expected: Option<&Expected>,
) -> StudyData<'a> {
    let mut history = Vec::new();
    for point in &study.points {
        let mut value = json!({"set": point.after, "sets": point.sets});
        for (name, numbers) in curves(point) {
            let numbers = numbers.map(|(name, n)| (name.to_owned(), n));
            value[name] = Value::Object(Map::from_iter(numbers));
        }
        history.push(value);
    }
    let speeds = study.speeds.iter().map(|one| {
        let fields = SPEED.map(str::to_owned).into_iter().zip(speed(one));
        Value::Object(fields.collect())
    });
    StudyData {
        rule: &study.setting.rule,
        opponent: &study.setting.opponent,
        history,
        speed: speeds.collect(),
        expected: expected.map(expected::Data::from),
        runs: Runs(game, study, spool),
    }
}

/// The games until the learners rarely lost: a row for each training, side and share.
pub(super) fn speed_csv(studies: &[Study]) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["rule", "opponent"].iter().chain(&SPEED))?;
    for study in studies {
        for one in &study.speeds {
            let mut row = vec![study.setting.rule.clone(), study.setting.opponent.clone()];
            row.extend(speed(one).map(|value| match value {
                Value::Null => String::new(),
                Value::String(text) => text,
                number => number.to_string(),
            }));
            csv.write_record(row)?;
        }
    }
    Ok(csv.into_inner()?)
}

/// The difference of two trainings: a row for each figure.
pub(super) fn difference_csv(compared: &Compared<'_>) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record([
        "rule",
        "opponent",
        "less_rule",
        "less_opponent",
        "figure",
        "mean",
        "error",
    ])?;
    let names = [compared.one, compared.other].map(|study| &study.setting);
    let names = names.map(|setting| [&*setting.rule, &*setting.opponent]);
    for (name, Difference { mean, error }) in differences(compared) {
        let numbers = [mean, error].map(|n| json!(n).to_string());
        let row = names.iter().flatten().copied().chain([&*name]);
        csv.write_record(row.chain(numbers.iter().map(String::as_str)))?;
    }
    Ok(csv.into_inner()?)
}

/// The curves: a row for each training, point and curve.
pub(super) fn sets_csv(studies: &[Study]) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let spread = ["mean", "error", "deviation", "q10", "q50", "q90"];
    csv.write_record(
        ["rule", "opponent", "set", "sets", "curve"]
            .iter()
            .chain(&spread),
    )?;
    for study in studies {
        let setting = &study.setting;
        for point in &study.points {
            for (name, numbers) in curves(point) {
                let mut row = vec![setting.rule.clone(), setting.opponent.clone()];
                row.extend([point.after, point.sets].map(|n| n.to_string()));
                row.push(name);
                row.extend(numbers.map(|(_, n)| n.to_string()));
                csv.write_record(row)?;
            }
        }
    }
    Ok(csv.into_inner()?)
}

/// The final figures: a row for each training and run.
pub(super) fn runs_csv(
    game: &AnyGame,
    studies: &[Study],
    spools: &[Spool],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut csv = csv::Writer::from_writer(out);
    let mut has_head = false;
    for (study, spool) in studies.iter().zip(spools) {
        let setting = &study.setting;
        for result in spool.results() {
            let result = result.map_err(|error| io::Error::other(with_cause(&error)))?;
            let (names, numbers): (Vec<_>, Vec<_>) = figures(setting, &result).into_iter().unzip();
            if !std::mem::replace(&mut has_head, true) {
                let head = ["rule", "opponent"].map(str::to_owned);
                let end = ["favourites".to_owned()];
                csv.write_record(head.iter().chain(&names).chain(&end))?;
            }
            let mut row = vec![setting.rule.clone(), setting.opponent.clone()];
            row.extend(numbers.iter().map(Value::to_string));
            row.push(favourites(game, &result).join(" "));
            csv.write_record(row)?;
        }
    }
    csv.flush()
}
