//! The pictures of a study: curves with bands, one training in detail or several compared.

use std::path::{Path, PathBuf};

use menace::arena::{Curve, Figure, Point as StudyPoint, Spread};
use menace::game::Side;
use menace::learn::Learners;
use menace::plot::{Bands, Picture, Point, Series, bands};
use menace::store;

use super::Pictures;
use super::pictures::write_all;
use super::study::{Entry, Setting};
use super::study_table::EXACT;
use super::text::{capital, count, float, learners};

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
    let zeroed = "boxes with a move without beads";
    let mut pictures = vec![
        ("study".to_owned(), results(setting, entries)?),
        (
            "study-boxes".to_owned(),
            counts(setting, entries, "matchboxes met", Curve::Boxes)?,
        ),
        (
            "study-zeroed".to_owned(),
            counts(setting, entries, zeroed, Curve::Zeroed)?,
        ),
    ];
    if setting.exact {
        for side in setting.learners.sides() {
            let name = match setting.learners {
                Learners::Both => format!("study-exact-{}", side.name()),
                _ => "study-exact".to_owned(),
            };
            pictures.push((name, exact(setting, entries, side)?));
        }
    }
    write_all(
        &pictures,
        |name| folder.join(format!("{stem}-{name}")),
        form,
    )
}

/// Wins and draws of one training, or the games not lost (drawn, where both learn) of several.
fn results(setting: &Setting, entries: &[Entry]) -> menace::Result<Picture> {
    let learner = match setting.learners {
        Learners::Both => None,
        one => one.sides().next(),
    };
    let (series, y_label) = match entries {
        [entry] => {
            let mut curves = vec![
                ("first wins", Curve::Wins(Side::First)),
                ("second wins", Curve::Wins(Side::Second)),
                ("draw", Curve::Draws),
            ];
            match learner {
                Some(Side::First) => curves.push(("first not lost", Curve::NotLost(Side::First))),
                Some(Side::Second) => {
                    curves.push(("second not lost", Curve::NotLost(Side::Second)));
                }
                None => {}
            }
            let series = curves
                .into_iter()
                .map(|(name, curve)| line(name.to_owned(), setting, entry, curve, Unit::Share));
            (series.collect(), "share of games (%)".to_owned())
        }
        entries => {
            let (curve, y_label) = match learner {
                None => (Curve::Draws, "games drawn (%)".to_owned()),
                Some(side) => (
                    Curve::NotLost(side),
                    format!("games {} did not lose (%)", side.name()),
                ),
            };
            let all = entries
                .iter()
                .map(|entry| line(entry.name(entries), setting, entry, curve, Unit::Share));
            (all.collect(), y_label)
        }
    };
    let mut frame = frame(setting, entries, y_label, series);
    if refused(entries) {
        "games, those refused among them".clone_into(&mut frame.x_label);
        let note = "shares: of the games that were not refused";
        frame.notes.push(note.to_owned());
    }
    bands(&Bands {
        y_range: Some((0.0, 100.0)),
        ..frame
    })
}

/// Whether any game was refused.
fn refused(entries: &[Entry]) -> bool {
    let points = entries.iter().flat_map(|entry| &entry.study.points);
    let mut spreads = points.flat_map(|point| {
        Side::BOTH.map(|side| {
            let spread = point.curves.get(&Curve::Refused(side));
            spread.and_then(Spread::range)
        })
    });
    spreads.any(|range| range.is_some_and(|(_, most)| most > 0))
}

/// The exact figures of a side in one training, or its worst case in several.
fn exact(setting: &Setting, entries: &[Entry], side: Side) -> menace::Result<Picture> {
    let both = setting.learners == Learners::Both;
    let (series, y_label) = match entries {
        [entry] => {
            let series = EXACT.into_iter().map(|(figure, name)| {
                let curve = Curve::Exact(side, figure);
                line(name.to_owned(), setting, entry, curve, Unit::Chance)
            });
            let y_label = if both {
                format!("exact chance of the {} side (%)", side.name())
            } else {
                "exact chance (%)".to_owned()
            };
            (series.collect(), y_label)
        }
        entries => {
            let curve = Curve::Exact(side, Figure::WorstLoss);
            let series = entries
                .iter()
                .map(|entry| line(entry.name(entries), setting, entry, curve, Unit::Chance));
            let y_label = if both {
                format!("{} loses in the worst case (%)", side.name())
            } else {
                "loses in the worst case (%)".to_owned()
            };
            (series.collect(), y_label)
        }
    };
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
    let both = setting.learners == Learners::Both;
    let mut series = Vec::new();
    for entry in entries {
        for side in setting.learners.sides() {
            let name = match (entries.len(), both) {
                (1, _) => side.name().to_owned(),
                (_, false) => entry.name(entries),
                (_, true) => format!("{}, {}", entry.name(entries), side.name()),
            };
            series.push(line(name, setting, entry, curve(side), Unit::Count));
        }
    }
    bands(&frame(setting, entries, y_label.to_owned(), series))
}

/// What the values of a curve are drawn as.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// A count, which is 0 before the first game.
    Count,
    /// Percent of the games played.
    Share,
    /// An exact chance in percent.
    Chance,
}

impl Unit {
    /// The values of a curve at a point of a study, and how many make one of the picture.
    fn read(self, point: &StudyPoint, curve: Curve) -> Option<(Spread, f64)> {
        let spread = match self {
            Self::Share => point.shares(curve),
            Self::Count | Self::Chance => point.curves.get(&curve)?.clone(),
        };
        let one = match self {
            Self::Count => 1.0,
            Self::Share => float(StudyPoint::ONE) / 100.0,
            Self::Chance => float(Figure::ONE) / 100.0,
        };
        (!spread.is_empty()).then_some((spread, one))
    }
}

fn line(name: String, setting: &Setting, entry: &Entry, curve: Curve, unit: Unit) -> Series {
    let start = (unit == Unit::Count).then(Point::default);
    let points = entry.study.points.iter().filter_map(|point| {
        let (spread, one) = unit.read(point, curve)?;
        Some(Point {
            x: float(point.after * setting.games_per_set),
            low: float(spread.quantile(10)) / one,
            mid: spread.mean() / one,
            high: float(spread.quantile(90)) / one,
        })
    });
    Series {
        name,
        points: start.into_iter().chain(points).collect(),
    }
}

fn frame(setting: &Setting, entries: &[Entry], y_label: String, series: Vec<Series>) -> Bands {
    let learning = learners(setting.learners);
    // What all trainings share; the legend tells them apart.
    let opponent = shared(entries, |entry| &entry.opponent)
        .filter(|name| !name.is_empty())
        .map_or_else(String::new, |name| format!(" against {name}"));
    let rule = shared(entries, |entry| &entry.rule)
        .map_or_else(String::new, |name| format!("rule {name}, "));
    let first = entries.first().and_then(|entry| entry.study.points.first());
    let notes = notes(setting, first.map_or(1, |point| point.sets), &series);
    Bands {
        title: format!("{}: {learning} learning{opponent}", capital(&setting.game)),
        subtitle: format!(
            "{rule}{} of {}, seed {}",
            count(setting.runs, "run", "runs"),
            count(setting.sets * setting.games_per_set, "game", "games"),
            setting.seed
        ),
        x_label: "games played".to_owned(),
        y_label,
        series,
        notes,
        ..Bands::default()
    }
}

/// What is the same in all trainings.
fn shared<'a>(entries: &'a [Entry], what: impl Fn(&'a Entry) -> &'a String) -> Option<&'a str> {
    let first = what(entries.first()?);
    entries
        .iter()
        .all(|entry| what(entry) == first)
        .then_some(first)
}

/// What lines and bands are, where a point covers `covered` sets.
fn notes(setting: &Setting, covered: u64, series: &[Series]) -> Vec<String> {
    let mut notes = Vec::new();
    if setting.runs > 1 {
        let outside = |p: &Point| p.mid < p.low - 1e-9 || p.mid > p.high + 1e-9;
        let points = || series.iter().flat_map(|series| &series.points);
        let line = if points().any(outside) {
            "line: mean of the runs, which a few far ones draw out of the band"
        } else {
            "line: mean of the runs"
        };
        notes.push(line.to_owned());
        // Of fewer runs the least is the tenth part already.
        let band = match setting.runs {
            ..10 => "band: least to most of the runs",
            _ => "band: at each point 8 runs in 10",
        };
        notes.push(band.to_owned());
    }
    let each = |sets: u64| count(sets * setting.games_per_set, "game", "games");
    notes.push(match covered {
        ..=1 => format!("sets of {}", each(1)),
        sets => format!("points of {}", each(sets)),
    });
    notes
}
