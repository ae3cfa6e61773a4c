//! The pictures of a study: curves with bands, one training in detail or several compared.

use std::path::{Path, PathBuf};

use menace::arena::{Curve, Figure, Point as StudyPoint, Spread};
use menace::game::Side;
use menace::learn::Learners;
use menace::plot::{Bands, Picture, Point, Series, bands};
use menace::store;

use super::Pictures;
use super::pictures::write_all;
use super::study::{EXACT, Entry, Setting};
use super::text::{capital, count, thousands};

/// Draws the pictures of a study into a folder and says where they are.
pub(super) fn draw(
    setting: &Setting,
    entries: &[Entry],
    folder: &Path,
    form: Pictures,
) -> anyhow::Result<Vec<PathBuf>> {
    if form == Pictures::None {
        return Ok(Vec::new());
    }
    let model = store::default_path(folder, &setting.game, setting.learners);
    let stem = model
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let pictures = [
        ("study", results(setting, entries)?),
        (
            "study-boxes",
            counts(setting, entries, "matchboxes met", Curve::Boxes)?,
        ),
        (
            "study-zeroed",
            counts(
                setting,
                entries,
                "boxes with a move without beads",
                Curve::Zeroed,
            )?,
        ),
    ];
    let mut pictures = Vec::from(pictures);
    if setting.exact {
        pictures.push(("study-exact", exact(setting, entries)?));
    }
    write_all(
        &pictures,
        |name| folder.join(format!("{stem}-{name}")),
        form,
    )
}

/// Wins and draws of one training, or the games not lost (won, where both learn) of several.
fn results(setting: &Setting, entries: &[Entry]) -> menace::Result<Picture> {
    let share = |spread: &Spread, point: &StudyPoint| {
        let games = float(point.sets * setting.games_per_set);
        [
            float(spread.quantile(10)),
            spread.mean(),
            float(spread.quantile(90)),
        ]
        .map(|n| n * 100.0 / games)
    };
    let (series, y_label) = match (entries, setting.learners) {
        ([entry], learners) => {
            let mut curves = vec![
                ("first wins", Curve::Wins(Side::First)),
                ("second wins", Curve::Wins(Side::Second)),
                ("draw", Curve::Draws),
            ];
            match learners {
                Learners::First => curves.push(("first not lost", Curve::NotLost(Side::First))),
                Learners::Second => curves.push(("second not lost", Curve::NotLost(Side::Second))),
                Learners::Both => {}
            }
            let series = curves
                .into_iter()
                .map(|(name, curve)| line(name.to_owned(), setting, entry, curve, &share));
            (series.collect(), "share of games (%)".to_owned())
        }
        (entries, Learners::Both) => {
            let all = entries
                .iter()
                .map(|entry| line(entry.name(entries), setting, entry, Curve::Draws, &share));
            (all.collect(), "games drawn (%)".to_owned())
        }
        (entries, learners) => {
            let side = learners.sides().next().unwrap_or(Side::First);
            let all = entries.iter().map(|entry| {
                line(
                    entry.name(entries),
                    setting,
                    entry,
                    Curve::NotLost(side),
                    &share,
                )
            });
            (
                all.collect(),
                format!("games {} did not lose (%)", side.name()),
            )
        }
    };
    bands(&Bands {
        y_range: Some((0.0, 100.0)),
        ..frame(setting, entries, y_label, series)
    })
}

/// The exact figures of one training, or the worst case of several.
fn exact(setting: &Setting, entries: &[Entry]) -> menace::Result<Picture> {
    let percent = |spread: &Spread, _: &StudyPoint| {
        [
            float(spread.quantile(10)),
            spread.mean(),
            float(spread.quantile(90)),
        ]
        .map(|n| n / 100.0)
    };
    let mut series = Vec::new();
    for entry in entries {
        for side in setting.learners.sides() {
            let whose = match (entries.len(), setting.learners) {
                (1, Learners::Both) => format!("{}: ", side.name()),
                (1, _) => String::new(),
                (_, Learners::Both) => format!("{}, {}: ", entry.name(entries), side.name()),
                _ => format!("{}: ", entry.name(entries)),
            };
            let shown = EXACT
                .into_iter()
                .filter(|(figure, _)| entries.len() == 1 || *figure == Figure::WorstLoss);
            for (figure, name) in shown {
                let curve = Curve::Exact(side, figure);
                series.push(line(
                    format!("{whose}{name}"),
                    setting,
                    entry,
                    curve,
                    &percent,
                ));
            }
        }
    }
    let y_label = "exact chance (%)".to_owned();
    bands(&Bands {
        y_range: Some((0.0, 100.0)),
        ..frame(setting, entries, y_label, series)
    })
}

/// A count of boxes of all learners and trainings.
fn counts(
    setting: &Setting,
    entries: &[Entry],
    y_label: &str,
    curve: fn(Side) -> Curve,
) -> menace::Result<Picture> {
    let plain = |spread: &Spread, _: &StudyPoint| {
        [
            float(spread.quantile(10)),
            spread.mean(),
            float(spread.quantile(90)),
        ]
    };
    let both = setting.learners == Learners::Both;
    let mut series = Vec::new();
    for entry in entries {
        for side in setting.learners.sides() {
            let name = match (entries.len(), both) {
                (1, _) => side.name().to_owned(),
                (_, false) => entry.name(entries),
                (_, true) => format!("{}, {}", entry.name(entries), side.name()),
            };
            series.push(line(name, setting, entry, curve(side), &plain));
        }
    }
    bands(&frame(setting, entries, y_label.to_owned(), series))
}

fn line(
    name: String,
    setting: &Setting,
    entry: &Entry,
    curve: Curve,
    values: &dyn Fn(&Spread, &StudyPoint) -> [f64; 3],
) -> Series {
    let points = entry.study.points.iter().filter_map(|point| {
        let [low, mid, high] = values(point.curves.get(&curve)?, point);
        Some(Point {
            x: float(point.after * setting.games_per_set),
            low,
            mid,
            high,
        })
    });
    Series {
        name,
        points: points.collect(),
    }
}

fn frame(setting: &Setting, entries: &[Entry], y_label: String, series: Vec<Series>) -> Bands {
    let learning = match setting.learners {
        Learners::Both => "both sides learning".to_owned(),
        one => format!("{one} side learning"),
    };
    let (what, rule) = match entries {
        [entry] if entry.opponent.is_empty() => (String::new(), format!("rule {}, ", entry.rule)),
        [entry] => (
            format!(" against {}", entry.opponent),
            format!("rule {}, ", entry.rule),
        ),
        _ => (String::new(), String::new()),
    };
    Bands {
        title: format!("{}: {learning}{what}", capital(&setting.game)),
        subtitle: format!(
            "{rule}{} of {}, seed {}",
            count(setting.runs, "run", "runs"),
            count(setting.sets * setting.games_per_set, "game", "games"),
            setting.seed
        ),
        x_label: "games played".to_owned(),
        y_label,
        series,
        notes: vec![
            "line: mean of the runs".to_owned(),
            "band: 8 runs in 10 lie in it".to_owned(),
            format!("sets of {} games", thousands(setting.games_per_set)),
        ],
        ..Bands::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "a picture shows three digits")]
fn float(n: u64) -> f64 {
    n as f64
}
