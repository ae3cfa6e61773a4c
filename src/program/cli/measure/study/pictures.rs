//! The pictures of a study: curves with bands, of one training in detail or of several compared.

use std::path::{Path, PathBuf};

use menace::arena::{Curve, Figure, Setting, Spread, Study};
use menace::game::{Side, Verdict};
use menace::learn::Learners;
use menace::plot::{self, Bands, Picture, Point, Quantity, Series, bands, panels, ranges};
use menace::session::Expected;
use menace::store;

use super::expected;
use super::speed::speeds;
use super::unit::{Unit, label_of, means, points};
use super::view::ViewOptions;
use crate::cli::common::files::Force;
use crate::cli::common::options::Pictures;
use crate::cli::common::pictures::{exact_name, game_title, write_all};
use menace::text::count;

/// Draws the pictures of a study into a folder and returns their paths.
pub(super) fn draw(
    studies: &[Study],
    expected: &[Expected],
    view: &ViewOptions,
    folder: &Path,
    form: Pictures,
    force: Force,
) -> anyhow::Result<Vec<PathBuf>> {
    let Some(Study { setting, .. }) = studies.first().filter(|_| form != Pictures::None) else {
        return Ok(Vec::new());
    };
    let model = store::default_path(folder, &setting.game, setting.learners);
    let stem = model
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let drawing = Drawing {
        setting,
        studies,
        expected,
        range: view.range(setting.sets * setting.games_per_set),
    };
    let curves = view.curves(setting.learners, setting.exact)?;
    let pictures = drawing.all(&curves)?;
    let base = |name: &str| folder.join(format!("{stem}-{name}"));
    Ok(write_all(&pictures, base, form, force)?)
}

/// What the pictures of a study have in common.
struct Drawing<'a> {
    setting: &'a Setting,
    studies: &'a [Study],
    /// The expected curves of the trainings, if they were computed.
    expected: &'a [Expected],
    /// The range of games to show; `None` for all games.
    range: Option<(f64, f64)>,
}

impl Drawing<'_> {
    /// All pictures and their names: the usual ones, then one for each of `curves`.
    fn all(&self, curves: &[Curve]) -> menace::Result<Vec<(String, Picture)>> {
        let learners = self.setting.learners;
        let results = self.results();
        let mut pictures = vec![("study".to_owned(), bands(&results)?)];
        if results.series.len() > plot::MANY {
            pictures.push(("study-each".to_owned(), panels(&results)?));
        }
        let boxes = self.counts("matchboxes met", Curve::Boxes);
        pictures.push(("study-boxes".to_owned(), bands(&boxes)?));
        let zeroed = self.counts(plot::ZEROED, Curve::Zeroed);
        pictures.push(("study-zeroed".to_owned(), bands(&zeroed)?));
        if self.setting.exact {
            for side in learners.sides() {
                let name = format!("study-{}", exact_name(learners, side));
                pictures.push((name, bands(&self.exact(side))?));
            }
        }
        if let Some(speeds) = speeds(self.studies, self.headings(), |study| {
            name(study, self.studies)
        }) {
            pictures.push(("study-speed".to_owned(), ranges(&speeds)?));
        }
        if let (false, Some(side)) = (
            self.expected.is_empty(),
            learners.against().map(Side::other),
        ) {
            let frame = self.frame(Unit::Share, "chance (%)".to_owned(), Vec::new());
            let sampled = self.studies.iter();
            let sampled =
                sampled.map(|study| (name(study, self.studies), means(study, Curve::Wins(side))));
            let expected = expected::picture(self.expected, sampled.collect(), frame);
            pictures.push(("study-expected".to_owned(), bands(&expected)?));
        }
        for &curve in curves {
            let name = format!("study-{}", curve.name().replace('_', "-"));
            pictures.push((name, bands(&self.compared(curve, None))?));
        }
        Ok(pictures)
    }

    /// Wins and draws of one training; the games not lost of several, or drawn if both sides learn.
    fn results(&self) -> Bands {
        let learner = match self.setting.learners {
            Learners::Both => None,
            one => one.sides().next(),
        };
        let [study] = self.studies else {
            return match learner {
                None => self.compared(Curve::Draws, Some("games drawn (%)".to_owned())),
                Some(side) => {
                    let label = format!("games {} did not lose (%)", side.name());
                    self.compared(Curve::NotLost(side), Some(label))
                }
            };
        };
        let mut curves = vec![
            (Quantity::Wins(Side::First), Curve::Wins(Side::First)),
            (Quantity::Wins(Side::Second), Curve::Wins(Side::Second)),
        ];
        let drawn = |p: &Point| p.mid > 0.0;
        if points(study, Curve::Draws, Unit::Share).iter().any(drawn) {
            curves.push((Quantity::Draws, Curve::Draws));
        }
        if let Some(side) = learner {
            curves.push((Quantity::NotLost(side), Curve::NotLost(side)));
        }
        let series = curves.into_iter().map(|(quantity, curve)| Series {
            name: quantity.name(),
            quantity: Some(quantity),
            points: points(study, curve, Unit::Share),
        });
        self.frame(
            Unit::Share,
            "share of games (%)".to_owned(),
            series.collect(),
        )
    }

    /// The exact figures of a side in one training, or its worst case in several.
    fn exact(&self, side: Side) -> Bands {
        let both = self.setting.learners == Learners::Both;
        let [study] = self.studies else {
            let curve = Curve::Exact(side, Figure::WorstLoss);
            let whose = if both { side.name() } else { "" };
            let label = format!("{whose} not lost in the worst case (%)");
            let series = self.studies.iter().map(|study| Series {
                name: name(study, self.studies),
                points: complement(points(study, curve, Unit::Chance)),
                ..Series::default()
            });
            return self.frame(Unit::Chance, label.trim().to_owned(), series.collect());
        };
        let series = Quantity::EXACT.into_iter().filter_map(|quantity| {
            let (figure, is_complement) = figure(quantity)?;
            let points = points(study, Curve::Exact(side, figure), Unit::Chance);
            Some(Series {
                name: quantity.name(),
                quantity: Some(quantity),
                points: if is_complement {
                    complement(points)
                } else {
                    points
                },
            })
        });
        let label = plot::exact_label(both.then(|| side.name()));
        let mut frame = self.frame(Unit::Chance, label, series.collect());
        frame.notes.push(Quantity::EXACT_NOTE.to_owned());
        frame
    }

    /// A number of boxes for all learners and trainings.
    fn counts(&self, y_label: &str, curve: fn(Side) -> Curve) -> Bands {
        let (studies, both) = (self.studies, self.setting.learners == Learners::Both);
        let mut series = Vec::new();
        for study in studies {
            for side in self.setting.learners.sides() {
                let alone = studies.len() == 1;
                series.push(Series {
                    name: match (alone, both) {
                        (true, _) => Quantity::Of(side).name(),
                        (_, false) => name(study, studies),
                        (_, true) => format!("{}, {}", name(study, studies), side.name()),
                    },
                    quantity: alone.then_some(Quantity::Of(side)),
                    points: points(study, curve(side), Unit::Count),
                });
            }
        }
        self.frame(Unit::Count, y_label.to_owned(), series)
    }

    /// One curve for all trainings.
    fn compared(&self, curve: Curve, label: Option<String>) -> Bands {
        let unit = Unit::of(curve);
        let series = self.studies.iter().map(|study| Series {
            name: name(study, self.studies),
            points: points(study, curve, unit),
            ..Series::default()
        });
        let own = || format!("{}{}", label_of(curve), unit.suffix());
        self.frame(unit, label.unwrap_or_else(own), series.collect())
    }

    /// The title and subtitle: what all trainings have in common. Legends show what differs.
    fn headings(&self) -> [String; 2] {
        let (setting, studies) = (self.setting, self.studies);
        let opponent = shared(studies, |study| &study.setting.opponent)
            .filter(|name| !name.is_empty())
            .map_or_else(String::new, |name| format!(" against {name}"));
        let rule = shared(studies, |study| &study.setting.rule)
            .map_or_else(String::new, |name| format!("rule {name}, "));
        let (game, learning) = (game_title(&setting.game), setting.learners.in_words());
        let games = count(setting.sets * setting.games_per_set, "game", "games");
        let runs = count(setting.runs, "run", "runs");
        [
            format!("{game}: {learning} learning{opponent}"),
            format!("{rule}{runs} of {games}, {}", setting.provenance()),
        ]
    }

    fn frame(&self, unit: Unit, y_label: String, series: Vec<Series>) -> Bands {
        let (setting, studies) = (self.setting, self.studies);
        let first = studies.first().and_then(|study| study.points.first());
        let mut notes = notes(setting, first.map_or(1, |point| point.sets), &series);
        let mut x_label = "games played".to_owned();
        if unit == Unit::Share && refused(studies) {
            "games, including those refused".clone_into(&mut x_label);
            notes.push("shares: of the games that were not refused".to_owned());
        }
        let [title, subtitle] = self.headings();
        Bands {
            title,
            subtitle,
            x_label,
            y_label,
            x_range: self.range,
            y_range: (unit != Unit::Count).then_some((0.0, 100.0)),
            series,
            notes,
            band_note: band_note(setting),
        }
    }
}

/// The figure of a study for an exact quantity, and whether the quantity is 100 % minus that figure.
fn figure(quantity: Quantity) -> Option<(Figure, bool)> {
    Some(match quantity {
        Quantity::WinsRandom => (Figure::Random(Verdict::Win), false),
        Quantity::NotLostRandom => (Figure::Random(Verdict::Loss), true),
        Quantity::NotLostPerfect => (Figure::Perfect(Verdict::Loss), true),
        Quantity::NotLostWorst => (Figure::WorstLoss, true),
        Quantity::Right => (Figure::RightWherePlayGoes, false),
        _ => return None,
    })
}

/// The values subtracted from 100 %.
fn complement(points: Vec<Point>) -> Vec<Point> {
    let left = |p: Point| Point {
        x: p.x,
        low: 100.0 - p.high,
        mid: 100.0 - p.mid,
        high: 100.0 - p.low,
    };
    points.into_iter().map(left).collect()
}

/// Whether any game was refused.
fn refused(studies: &[Study]) -> bool {
    let points = studies.iter().flat_map(|study| &study.points);
    let mut spreads = points.flat_map(|point| {
        Side::BOTH.map(|side| {
            let spread = point.curves.get(&Curve::Refused(side));
            spread.and_then(Spread::range)
        })
    });
    spreads.any(|range| range.is_some_and(|(_, most)| most > 0))
}

/// A text of the settings, if it is the same in all trainings.
fn shared<'a>(studies: &'a [Study], what: impl Fn(&'a Study) -> &'a String) -> Option<&'a str> {
    let first = what(studies.first()?);
    studies
        .iter()
        .all(|study| what(study) == first)
        .then_some(first)
}

/// The note that explains the bands.
fn band_note(setting: &Setting) -> String {
    // With fewer than 10 runs the 10 % quantile is already the least value.
    let note = match setting.runs {
        ..2 => "",
        2..10 => "band: least to most of the runs",
        _ => "band: at each point 8 runs in 10",
    };
    note.to_owned()
}

/// The notes that explain lines and points; a point covers `covered` sets.
fn notes(setting: &Setting, covered: u64, series: &[Series]) -> Vec<String> {
    let mut notes = Vec::new();
    if setting.runs > 1 {
        let outside = |p: &Point| p.mid < p.low - 1e-9 || p.mid > p.high + 1e-9;
        let points = || series.iter().flat_map(|series| &series.points);
        let line = if points().any(outside) {
            "line: mean of the runs, pulled out of the band by a few outliers"
        } else {
            "line: mean of the runs"
        };
        notes.push(line.to_owned());
    }
    let each = |sets: u64| count(sets * setting.games_per_set, "game", "games");
    notes.push(match covered {
        ..=1 => format!("each point: a set of {}", each(1)),
        sets => format!("each point: {}", each(sets)),
    });
    notes
}

/// A name that distinguishes a study from the others: what differs in rule and opponent.
fn name(study: &Study, others: &[Study]) -> String {
    let differs = |what: fn(&Setting) -> &String| {
        let own = what(&study.setting);
        others.iter().any(|other| what(&other.setting) != own)
    };
    let Setting { rule, opponent, .. } = &study.setting;
    match (differs(|s| &s.rule), differs(|s| &s.opponent)) {
        (true, true) => format!("{rule} against {opponent}"),
        (false, true) => format!("against {opponent}"),
        _ => rule.clone(),
    }
}
