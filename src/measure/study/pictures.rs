//! The pictures of a study: curves with bands, of one training in detail or of several compared.

use std::path::PathBuf;

use matchboxes::arena::{Comparisons, Curve, Figure, Growth, Holding, Spread, Study, StudySetting};
use matchboxes::game::Side;
use matchboxes::learn::Learners;
use matchboxes::session::Expected;
use matchboxes_pictures::plot::{
    self, Bands, Look, Picture, Point, Quantity, Series, bands, game_title, panels, ranges,
};

use super::differences::differences;
use super::speed::speeds;
use super::table::provenance;
use super::unit::{Unit, means, points, scores, signed};
use super::view::ViewOptions;
use super::words::{name, notes, shared};
use super::{expected, growth};
use crate::options::Pictures;
use crate::output::pictures::{exact_name, flat};
use crate::output::results::ResultFiles;
use crate::output::score;
use matchboxes::text::{count, float, share};

/// What is computed besides the runs, for each training if it was asked for.
#[derive(Default)]
pub(super) struct Extras {
    pub(super) expected: Vec<Expected>,
    pub(super) growth: Vec<Vec<Growth>>,
}

/// The name of the first picture.
const RESULTS: &str = "results";

/// Draws the pictures of a study into a folder and returns their paths.
pub(super) fn draw(
    studies: &[Study],
    compared: Option<&Comparisons>,
    extras: &Extras,
    (view, look): (&ViewOptions, Look),
    files: &ResultFiles<'_>,
) -> anyhow::Result<Vec<PathBuf>> {
    let Some(Study { setting, .. }) = studies.first().filter(|_| files.form != Pictures::None)
    else {
        return Ok(Vec::new());
    };
    let drawing = Drawing {
        setting,
        studies,
        compared,
        extras,
        view,
        look,
    };
    let curves = view.curves(setting.learners, setting.exact.has_sets())?;
    Ok(files.write_pictures(&drawing.all(&curves))?)
}

/// The names of all pictures that a study of these learners may have.
pub(super) fn names(learners: Learners, trainings: usize, view: &ViewOptions) -> Vec<String> {
    let usual = [
        RESULTS,
        "each",
        "boxes",
        "missing-colour",
        "score",
        "speed",
        "expected",
        "growth",
        "runs",
        "differences",
    ];
    let mut names: Vec<String> = usual.map(str::to_owned).into();
    names.extend(learners.sides().map(|side| exact_name(learners, side)));
    names.extend(Curve::all(learners, true).into_iter().map(name_of_curve));
    // A curve for each side of a training, and one of another machine.
    let parts = (2 * trainings + 1).div_ceil(usize::from(view.per_picture));
    let further =
        (2..=parts).flat_map(|part| names.iter().map(move |name| format!("{name}-{part}")));
    let further: Vec<String> = further.collect();
    [names, further].concat()
}

fn name_of_curve(curve: Curve) -> String {
    curve.name().replace('_', "-")
}

/// What the pictures of a study have in common.
struct Drawing<'a> {
    setting: &'a StudySetting,
    studies: &'a [Study],
    /// The comparisons that the summary shows.
    compared: Option<&'a Comparisons>,
    extras: &'a Extras,
    view: &'a ViewOptions,
    look: Look,
}

impl Drawing<'_> {
    /// All pictures and their names: the usual ones, then one for each of `curves`.
    fn all(&self, curves: &[Curve]) -> Vec<(String, Picture)> {
        let learners = self.setting.learners;
        let mut pictures = Vec::new();
        let most = usize::from(self.view.per_picture);
        let mut curves_of = Vec::new();
        let mut curve = |name: &str, picture: Bands| curves_of.push((name.to_owned(), picture));
        let results = self.results();
        curve(RESULTS, results.clone());
        curve("boxes", self.counts(Curve::Boxes));
        curve("missing-colour", self.counts(Curve::MissingColour));
        if self.setting.exact.has_sets() {
            for side in learners.sides() {
                curve(&exact_name(learners, side), self.exact(side));
            }
        }
        if let Some(score) = self.score() {
            curve("score", score);
        }
        if let Some(expected) = self.expected() {
            curve("expected", expected);
        }
        if let Some(growth) = self.growth() {
            curve("growth", growth);
        }
        if self.studies.len() > 1 {
            curve("runs", self.runs());
        }
        for &asked in curves {
            curve(&name_of_curve(asked), self.compared(asked));
        }
        for (name, picture) in curves_of {
            for (number, part) in picture.parts(most).iter().enumerate() {
                let more = if number > 0 {
                    format!("-{}", number + 1)
                } else {
                    String::new()
                };
                pictures.push((name.clone() + &more, bands(part)));
            }
        }
        let mut add = |name: &str, picture| pictures.push((name.to_owned(), picture));
        if results.series.len() > plot::MANY {
            let [title, _] = self.headings("each training");
            add("each", panels(&Bands { title, ..results }));
        }
        let look = self.look;
        let soon = self.headings("how soon");
        if let Some(speeds) = speeds(self.studies, soon, look, |study| self.name(study)) {
            add("speed", ranges(&speeds));
        }
        let heading = self.headings("differences");
        if let Some(differences) = self.compared.and_then(|compared| {
            differences(self.studies, compared, heading, look, |study| {
                self.name(study)
            })
        }) {
            add("differences", ranges(&differences));
        }
        pictures
    }

    fn name(&self, study: &Study) -> String {
        name(study, self.studies)
    }

    /// The curves of the expected games beside the curves of the runs, where one side is the machine's.
    fn expected(&self) -> Option<Bands> {
        if self.extras.expected.is_empty() {
            return None;
        }
        let side = self.setting.learners.against()?.other();
        let frame = self.frame("expected games", Unit::Share, "chance (%)", Vec::new());
        let sampled = self
            .studies
            .iter()
            .map(|study| (self.name(study), means(study, Curve::Wins(side))))
            .collect();
        Some(expected::picture(&self.extras.expected, sampled, frame))
    }

    /// How many of the moves come from a known box.
    fn growth(&self) -> Option<Bands> {
        if self.extras.growth.is_empty() {
            return None;
        }
        let title = "moves from a known box (%)";
        let frame = self.frame("known boxes", Unit::Share, title, Vec::new());
        let names = self.studies.iter().map(|study| self.name(study)).collect();
        Some(growth::picture(&self.extras.growth, names, frame))
    }

    fn holding(&self) -> Holding {
        Holding::from_trainings(self.studies.iter().map(|study| study.setting.explores()))
    }

    /// The side that learns, if only one does.
    fn learner(&self) -> Option<Side> {
        let mut sides = self.setting.learners.sides();
        sides
            .next()
            .filter(|_| self.setting.learners != Learners::Both)
    }

    /// Wins and draws of one training; the games not lost of several, or drawn if both sides learn.
    fn results(&self) -> Bands {
        let learner = self.learner();
        let [study] = self.studies else {
            return self.compared(learner.map_or(Curve::Draws, Curve::NotLost));
        };
        let line = |quantity, curve| named(quantity, self.points(study, curve));
        let mut series = Side::BOTH
            .map(|side| line(Quantity::Wins(side), Curve::Wins(side)))
            .to_vec();
        let draws = line(Quantity::Draws, Curve::Draws);
        if draws.points.iter().any(|p| p.mid > 0.0) {
            series.push(draws);
        }
        series.extend(learner.map(|side| line(Quantity::NotLost(side), Curve::NotLost(side))));
        self.frame("results", Unit::Share, "share of games (%)", series)
    }

    /// The exact figures of a side in one training, or its worst case in several.
    fn exact(&self, side: Side) -> Bands {
        let both = self.setting.learners == Learners::Both;
        let [study] = self.studies else {
            let curve = Curve::Exact(side, Figure::WorstCaseLoss);
            let whose = if both { side.name() } else { "" };
            let label = format!("{whose} not lost in the worst case (%)");
            let lines = self.each(curve, |study| complement(self.points(study, curve)));
            return self.frame("exact strength", Unit::Chance, label.trim(), lines);
        };
        let series = Quantity::EXACT.map(|figure| {
            let quantity = Quantity::Exact(figure);
            let mut points = self.points(study, Curve::Exact(side, figure));
            if quantity.is_left() {
                points = complement(points);
            }
            named(quantity, points)
        });
        let label = plot::exact_label(both.then(|| side.name()));
        let mut frame = self.frame("exact strength", Unit::Chance, &label, series.into());
        frame.notes.push(plot::exact_note(self.holding()));
        frame
    }

    /// The score of the tournament of 1961 beside the score of Michie's machine, if it was played.
    fn score(&self) -> Option<Bands> {
        let scored = self
            .studies
            .iter()
            .filter(|study| study.setting.has_score());
        let mut series: Vec<Series> = scored
            .map(|study| self.line(study, scores(study, self.view.band)))
            .collect();
        if series.is_empty() {
            return None;
        }
        let published = score::KNOWN.points.iter();
        let published = published.map(|&(games, score)| flat(float(games), signed(score)));
        let mut bands = self.frame("score", Unit::Count, score::LABEL, series.clone());
        series.push(Series {
            name: score::KNOWN.name.to_owned(),
            points: published.collect(),
            ..Series::default()
        });
        bands.notes.push(score::KNOWN.note.to_owned());
        Some(Bands { series, ..bands })
    }

    /// A number of boxes for all learners and trainings.
    fn counts(&self, curve: fn(Side) -> Curve) -> Bands {
        let entry = curve(Side::First).entry();
        let both = self.setting.learners == Learners::Both;
        let alone = self.studies.len() == 1;
        let mut series = Vec::new();
        for study in self.studies {
            for side in self.setting.learners.sides() {
                let mut line = self.line(study, self.points(study, curve(side)));
                if alone {
                    line.quantity = Some(Quantity::Of(side));
                    line.name = Quantity::Of(side).name();
                } else if both {
                    line.name += &format!(", {}", side.name());
                }
                series.push(line);
            }
        }
        let y_label = entry.label_of(None, self.holding());
        self.frame(&y_label, Unit::Count, &y_label, series)
    }

    /// One curve for all trainings.
    fn compared(&self, curve: Curve) -> Bands {
        let unit = Unit::for_curve(curve);
        let suffix = match unit {
            Unit::Count => "",
            Unit::Share | Unit::Chance => " (%)",
        };
        let series = self.each(curve, |study| self.points(study, curve));
        let label = curve.label(self.holding());
        self.frame(&label, unit, &format!("{label}{suffix}"), series)
    }

    /// How the runs of each training are spread: the share of runs with this value or less. The games not lost, or
    /// drawn if both sides learn, over the last sets.
    fn runs(&self) -> Bands {
        let setting = self.setting;
        let curve = self.learner().map_or(Curve::Draws, Curve::NotLost);
        let games = Study::LAST.min(setting.sets) * setting.games_per_set;
        let series = self.each(curve, |study| {
            study
                .last(curve)
                .map_or_else(Vec::new, |last| steps(last, games))
        });
        let values = || series.iter().flat_map(|series| &series.points);
        let low = values().map(|p| p.x).fold(100.0, f64::min);
        let last = count(games, "game", "games");
        let [title, subtitle] = self.headings("the runs");
        Bands {
            title,
            subtitle,
            look: self.look,
            x_label: format!("{} of the last {last} (%)", curve.label(self.holding())),
            y_label: "runs with this or less (%)".to_owned(),
            x_range: Some(((low / 10.0).floor() * 10.0, 100.0)),
            y_range: Some((0.0, 100.0)),
            series,
            notes: vec!["a line further right: more in the same share of the runs".to_owned()],
            ..Bands::default()
        }
    }

    /// A line of this curve for each training, with the way of play where it differs and the curve is of that.
    fn each(&self, curve: Curve, points: impl Fn(&Study) -> Vec<Point>) -> Vec<Series> {
        let is_told = curve.is_of_play() && self.holding() == Holding::BeadsOrValues;
        self.studies
            .iter()
            .map(|study| {
                let mut line = self.line(study, points(study));
                if is_told {
                    line.name += &format!(", {}", curve.play(study.setting.explores()).name());
                }
                line
            })
            .collect()
    }

    fn line(&self, study: &Study, points: Vec<Point>) -> Series {
        let place = self
            .studies
            .iter()
            .position(|other| std::ptr::eq(other, study));
        Series {
            name: name(study, self.studies),
            points,
            place,
            ..Series::default()
        }
    }

    fn points(&self, study: &Study, curve: Curve) -> Vec<Point> {
        points(study, curve, self.view.band)
    }

    /// The title and subtitle: what all trainings have in common, and what of them is shown. Legends show what differs.
    fn headings(&self, what: &str) -> [String; 2] {
        let (setting, studies) = (self.setting, self.studies);
        let opponent = shared(studies, |study| &study.setting.opponent)
            .filter(|name| !name.is_empty())
            .map_or_else(String::new, |name| format!(" against {name}"));
        let rule = shared(studies, |study| &study.setting.rule.name)
            .map_or_else(String::new, |name| format!("rule {name}, "));
        let (game, learning) = (game_title(&setting.game), setting.learners.in_words());
        let games = count(setting.sets * setting.games_per_set, "game", "games");
        let runs = count(setting.runs, "run", "runs");
        [
            format!("{game}: {learning} learning{opponent}, {what}"),
            format!("{rule}{runs} of {games}, {}", provenance(studies)),
        ]
    }

    fn frame(&self, what: &str, unit: Unit, y_label: &str, series: Vec<Series>) -> Bands {
        let (setting, studies) = (self.setting, self.studies);
        let first = studies.first().and_then(|study| study.points.first());
        let mut notes = notes(setting, first.map_or(1, |point| point.sets));
        let mut x_label = "games played";
        if unit == Unit::Share && refused(studies) {
            x_label = "games, including those refused";
            notes.push("shares: of the games that were not refused".to_owned());
        }
        let [title, subtitle] = self.headings(what);
        let mut points = series.iter().flat_map(|one| &one.points);
        // Counts have no interval of the mean.
        let has_band = unit != Unit::Count || points.any(|point| point.low < point.high);
        Bands {
            title,
            subtitle,
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            x_range: self.view.range(setting.size().games_per_run()),
            y_range: (unit != Unit::Count).then(|| self.view.percentages()),
            series,
            notes,
            band_note: if has_band {
                self.view.band.note(setting).to_owned()
            } else {
                String::new()
            },
            look: self.look,
        }
    }
}

/// The steps of the empirical distribution of these numbers of games, in percent of all.
fn steps(spread: &Spread, games: u64) -> Vec<Point> {
    let all = float(spread.len().max(1));
    let mut below = 0;
    let mut points = Vec::new();
    for (value, times) in spread.values() {
        let x = 100.0 * share(value, games);
        points.push(flat(x, 100.0 * float(below) / all));
        below += times;
        points.push(flat(x, 100.0 * float(below) / all));
    }
    points.extend(points.last().map(|last| flat(100.0, last.mid)));
    points
}

fn named(quantity: Quantity, points: Vec<Point>) -> Series {
    Series {
        name: quantity.name(),
        quantity: Some(quantity),
        points,
        ..Series::default()
    }
}

/// The values subtracted from 100 %.
fn complement(points: Vec<Point>) -> Vec<Point> {
    points
        .into_iter()
        .map(|p| Point {
            low: 100.0 - p.high,
            mid: 100.0 - p.mid,
            high: 100.0 - p.low,
            ..p
        })
        .collect()
}

fn refused(studies: &[Study]) -> bool {
    let mut points = studies.iter().flat_map(|study| &study.points);
    points.any(|point| {
        let spreads = Side::BOTH.map(|side| point.curves.get(&Curve::Refused(side)));
        let mut ranges = spreads.into_iter().flatten().filter_map(Spread::range);
        ranges.any(|(_, most)| most > 0)
    })
}
