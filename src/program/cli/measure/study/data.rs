//! A study as JSON and CSV; `docs/study.md` describes the fields.

use std::io::{self, Write};

use menace::arena::{
    Comparisons, Curve, Figure, Finals, Interval, Point, RunResult, Scores, Setting, Speed, Spread,
    Study,
};
use menace::game::{Game, Side};
use menace::games::AnyGame;
use menace::learn::Snapshot;
use menace::session::Expected;
use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

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
    compared: Option<&Comparisons>,
) -> impl Serialize + use<'a> {
    let setting = studies.first().map(|study| study.setting.clone());
    let setting = setting.unwrap_or_default();
    let comparisons = compared.filter(|compared| !compared.rows.is_empty());
    let comparisons = comparisons.map(|compared| {
        let rows = comparisons_of(studies, compared).map(|(names, numbers)| {
            let names = COMPARED.into_iter().zip(names.map(Value::from));
            let numbers = NUMBERS.into_iter().zip(numbers);
            Value::Object(
                names
                    .chain(numbers)
                    .map(|(k, v)| (k.to_owned(), v))
                    .collect(),
            )
        });
        json!({
            "count": compared.rows.len(),
            "level": compared.level(),
            "rows": rows.collect::<Vec<_>>(),
        })
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
            .map(|(i, (study, spool))| {
                let finals = compared.and_then(|compared| compared.finals.get(i));
                study_data(game, study, spool, expected.get(i), finals)
            })
            .collect(),
        comparisons,
    }
}

/// The columns of a comparison that name what is compared.
const COMPARED: [&str; 5] = ["rule", "opponent", "less_rule", "less_opponent", "figure"];

/// The columns of a comparison after its names.
const NUMBERS: [&str; 6] = ["mean", "error", "low", "high", "chance_of_more", "effect"];

/// The names and the numbers of each comparison.
fn comparisons_of<'a>(
    studies: &'a [Study],
    compared: &'a Comparisons,
) -> impl Iterator<Item = ([&'a str; 5], [Value; 6])> {
    compared.rows.iter().map(|row| {
        let [one, other] = [row.one, row.other].map(|i| &studies[i].setting);
        let figure = &compared.finals[row.one][row.figure].figure;
        let end = |of: fn(Interval) -> f64| json!(row.interval.map(of));
        (
            [
                &*one.rule,
                &*one.opponent,
                &*other.rule,
                &*other.opponent,
                &**figure,
            ],
            [
                json!(row.difference.mean),
                json!(row.difference.error),
                end(|interval| interval.low),
                end(|interval| interval.high),
                json!(row.chance_of_more),
                json!(row.effect().name()),
            ],
        )
    })
}

/// The columns of a final figure after the training.
const FIGURE: [&str; 17] = [
    "figure",
    "runs",
    "not_reached",
    "mean",
    "error",
    "mean_low",
    "mean_high",
    "interquartile_mean",
    "q10",
    "q10_low",
    "q10_high",
    "q50",
    "q50_low",
    "q50_high",
    "q90",
    "q90_low",
    "q90_high",
];

/// A final figure; what cannot be known from these runs is null.
fn figure(finals: &Finals) -> [Value; 17] {
    const LEVEL: f64 = Comparisons::TOGETHER;
    let interval = finals.interval(LEVEL);
    let mut all = vec![
        json!(finals.figure),
        json!(finals.runs()),
        json!(finals.not_reached),
        json!(finals.mean()),
        json!(finals.error()),
        json!(interval.map(|interval| interval.low)),
        json!(interval.map(|interval| interval.high)),
        json!(finals.interquartile_mean()),
    ];
    for part in [10, 50, 90] {
        let [low, high] = finals.quantile_interval(part, LEVEL);
        all.extend([finals.quantile(part), low, high].map(|value| json!(value)));
    }
    all.try_into().unwrap_or_default()
}

fn figure_data(finals: &Finals) -> Value {
    let fields = FIGURE.map(str::to_owned).into_iter().zip(figure(finals));
    Value::Object(fields.collect())
}

/// A value in a table: empty if there is none.
fn cell(value: Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        number => number.to_string(),
    }
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

/// How many games it took until a learner rarely lost; null where no run, or too few, reached that.
fn speed(setting: &Setting, speed: &Speed) -> [Value; 10] {
    let finals = Finals::of_speed(speed, setting);
    let unless_empty = |n: f64| (!speed.games.is_empty()).then_some(n);
    let games = |part| finals.quantile(part).map(whole);
    [
        json!(speed.side.name()),
        json!(speed.percent),
        json!(speed.games.len()),
        json!(speed.not_reached),
        json!(unless_empty(finals.mean())),
        json!(unless_empty(finals.error())),
        json!(unless_empty(finals.deviation())),
        json!(games(10)),
        json!(games(50)),
        json!(games(90)),
    ]
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

fn study_data<'a>(
    game: &'a AnyGame,
    study: &'a Study,
    spool: &'a Spool,
    expected: Option<&Expected>,
    finals: Option<&Vec<Finals>>,
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
        let fields = SPEED
            .map(str::to_owned)
            .into_iter()
            .zip(speed(&study.setting, one));
        Value::Object(fields.collect())
    });
    StudyData {
        rule: &study.setting.rule,
        opponent: &study.setting.opponent,
        history,
        speed: speeds.collect(),
        figures: finals.into_iter().flatten().map(figure_data).collect(),
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
            row.extend(speed(&study.setting, one).map(cell));
            csv.write_record(row)?;
        }
    }
    Ok(csv.into_inner()?)
}

/// The final figures with their intervals: a row for each training and figure.
pub(super) fn figures_csv(studies: &[Study], compared: &Comparisons) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(["rule", "opponent"].iter().chain(&FIGURE))?;
    for (study, finals) in studies.iter().zip(&compared.finals) {
        for finals in finals {
            let mut row = vec![study.setting.rule.clone(), study.setting.opponent.clone()];
            row.extend(figure(finals).map(cell));
            csv.write_record(row)?;
        }
    }
    Ok(csv.into_inner()?)
}

/// The comparisons: a row for each pair of trainings and each figure.
pub(super) fn comparisons_csv(
    studies: &[Study],
    compared: &Comparisons,
) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let end = ["comparisons", "level"];
    csv.write_record(COMPARED.iter().chain(&NUMBERS).chain(&end))?;
    let end = [
        compared.rows.len().to_string(),
        compared.level().to_string(),
    ];
    for (names, numbers) in comparisons_of(studies, compared) {
        let names = names.map(str::to_owned).into_iter();
        csv.write_record(names.chain(numbers.map(cell)).chain(end.clone()))?;
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
