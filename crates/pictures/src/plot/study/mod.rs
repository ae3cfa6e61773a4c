//! The pictures of a study: curves with bands, of one training in detail or of several compared.

mod differences;
mod expected;
mod growth;
mod points;
mod speed;
mod view;

use matchboxes::arena::{Curve, Figure, Holding, Spread, Study, StudySetting, Unit};
use matchboxes::game::Side;
use matchboxes::learn::Learners;
use matchboxes::text::{count, float, share};
use matchboxes_report::{Studied, provenance, unseen_note};

use super::bands::{Bands, MANY, MEAN, Point, Series, bands, panels};
use super::exact::{exact_label, exact_name};
use super::look::Heading;
use super::picture::Picture;
use super::quantity::{Quantity, exact_note};
use super::ranges::{Ranges, ranges};
use super::score::{LABEL, NAME, NOTE, published};
use super::title::game_title;
use differences::differences;
use points::{means, points, scores};
use speed::speeds;
pub use view::{Band, StudyView};

/// The name of the first picture.
const RESULTS: &str = "results";

/// The pictures of a study and their names: the usual ones, then one for each curve that the view asks for.
pub fn study(of: &Studied<'_>, view: &StudyView) -> Vec<(String, Picture)> {
    let studies = of.studies;
    let Some(Study { setting, .. }) = studies.first() else {
        return Vec::new();
    };
    let drawing = Drawing {
        of,
        studies,
        setting,
        view,
    };
    drawing.all()
}

/// The names of all pictures that a study of these learners may have.
pub fn study_names(learners: Learners, trainings: usize, view: &StudyView) -> Vec<String> {
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
struct Drawing<'a, 'b> {
    of: &'a Studied<'b>,
    studies: &'a [Study],
    setting: &'a StudySetting,
    view: &'a StudyView,
}

impl Drawing<'_, '_> {
    fn all(&self) -> Vec<(String, Picture)> {
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
        for (name, picture) in [
            ("score", self.score()),
            ("expected", self.expected()),
            ("growth", self.growth()),
        ] {
            if let Some(picture) = picture {
                curve(name, picture);
            }
        }
        if self.studies.len() > 1 {
            curve("runs", self.runs());
        }
        for &asked in &self.view.curves {
            curve(&name_of_curve(asked), self.compared(asked));
        }
        for (name, picture) in curves_of {
            for (number, part) in picture.parts(most).iter().enumerate() {
                let more = (number > 0).then(|| format!("-{}", number + 1));
                let name = format!("{name}{}", more.unwrap_or_default());
                pictures.push((name, bands(part)));
            }
        }
        let mut add = |name: &str, picture| pictures.push((name.to_owned(), picture));
        if results.series.len() > MANY {
            let heading = self.heading("each training");
            add("each", panels(&Bands { heading, ..results }));
        }
        let name = |study: &Study| self.name(study);
        let apart = self.of.compared;
        let apart = apart.and_then(|compared| differences(self.studies, compared, name));
        for (name, what, found) in [
            ("speed", "how soon", speeds(self.studies, name)),
            ("differences", "differences", apart),
        ] {
            if let Some(found) = found {
                let heading = self.heading(what);
                add(name, ranges(&Ranges { heading, ..found }));
            }
        }
        pictures
    }

    /// A name that distinguishes a study from the others: what differs in rule and opponent.
    fn name(&self, study: &Study) -> String {
        let differs = |what: fn(&StudySetting) -> &String| {
            let own = what(&study.setting);
            self.studies.iter().any(|other| what(&other.setting) != own)
        };
        let (rule, opponent) = (&study.setting.rule.name, study.setting.against());
        match (differs(|s| &s.rule.name), differs(|s| &s.opponent)) {
            (true, true) => format!("{rule} {opponent}"),
            (false, true) => opponent,
            _ => rule.clone(),
        }
    }

    /// The curves of the expected games beside the curves of the runs, where one side is the machine's.
    fn expected(&self) -> Option<Bands> {
        if self.of.expected.is_empty() {
            return None;
        }
        let side = self.setting.learners.against()?.other();
        let frame = self.frame("expected games", Unit::Share, "chance (%)", Vec::new());
        let sampled = self
            .studies
            .iter()
            .map(|study| (self.name(study), means(study, Curve::Wins(side))))
            .collect();
        Some(expected::picture(self.of.expected, sampled, frame))
    }

    /// How many of the moves come from a known box.
    fn growth(&self) -> Option<Bands> {
        if self.of.growth.is_empty() {
            return None;
        }
        let title = "moves from a known box (%)";
        let frame = self.frame("known boxes", Unit::Share, title, Vec::new());
        let names = self.studies.iter().map(|study| self.name(study)).collect();
        Some(growth::picture(self.of.growth, names, frame))
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
            let lines = self.each(curve, |study| {
                self.points(study, curve)
                    .into_iter()
                    .map(Point::complement)
                    .collect()
            });
            return self.frame("exact strength", Unit::Chance, label.trim(), lines);
        };
        let series = Figure::LISTED.map(|figure| {
            let quantity = Quantity::Exact(figure);
            let mut points = self.points(study, Curve::Exact(side, figure));
            if quantity.is_left() {
                points = points.into_iter().map(Point::complement).collect();
            }
            named(quantity, points)
        });
        let label = exact_label(both.then(|| side.name()));
        let mut frame = self.frame("exact strength", Unit::Chance, &label, series.into());
        frame.notes.push(exact_note(self.holding()));
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
        let mut bands = self.frame("score", Unit::Count, LABEL, series.clone());
        series.push(Series {
            name: NAME.to_owned(),
            points: published().map(|(x, y)| Point::flat(x, y)).collect(),
            ..Series::default()
        });
        bands.notes.push(NOTE.to_owned());
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
        let unit = curve.unit();
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
        Bands {
            heading: self.heading("the runs"),
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
            name: self.name(study),
            points,
            place,
            ..Series::default()
        }
    }

    fn points(&self, study: &Study, curve: Curve) -> Vec<Point> {
        points(study, curve, self.view.band)
    }

    /// The title and subtitle: what all trainings have in common, and what of them is shown. Legends show what differs.
    fn heading(&self, what: &str) -> Heading {
        let (setting, studies) = (self.setting, self.studies);
        let opponent = shared(studies, |study| &study.setting.opponent)
            .filter(|name| !name.is_empty())
            .map_or_else(String::new, |name| format!(" against {name}"));
        let rule = shared(studies, |study| &study.setting.rule.name)
            .map_or_else(String::new, |name| format!("rule {name}, "));
        let (game, learning) = (game_title(&setting.game), setting.learners.in_words());
        let games = count(setting.sets * setting.games_per_set, "game", "games");
        let runs = count(setting.runs, "run", "runs");
        Heading {
            title: format!("{game}: {learning} learning{opponent}, {what}"),
            subtitle: format!("{rule}{runs} of {games}, {}", provenance(studies)),
            look: self.view.look,
        }
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
        let mut points = series.iter().flat_map(|one| &one.points);
        // Counts have no interval of the mean.
        let has_band = unit != Unit::Count || points.any(|point| point.low < point.high);
        Bands {
            heading: self.heading(what),
            x_label: x_label.to_owned(),
            y_label: y_label.to_owned(),
            x_range: self.view.games,
            y_range: (unit != Unit::Count).then_some(self.view.percentages),
            series,
            notes,
            band_note: if has_band {
                self.view.band.note(setting)
            } else {
                ""
            }
            .to_owned(),
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
        points.push(Point::flat(x, 100.0 * float(below) / all));
        below += times;
        points.push(Point::flat(x, 100.0 * float(below) / all));
    }
    points.extend(points.last().map(|last| Point::flat(100.0, last.mid)));
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

fn refused(studies: &[Study]) -> bool {
    let mut points = studies.iter().flat_map(|study| &study.points);
    points.any(|point| {
        let spreads = Side::BOTH.map(|side| point.curves.get(&Curve::Refused(side)));
        let mut ranges = spreads.into_iter().flatten().filter_map(Spread::range);
        ranges.any(|(_, most)| most > 0)
    })
}

/// A text of the settings, if it is the same in all trainings.
fn shared<'a>(studies: &'a [Study], what: impl Fn(&'a Study) -> &'a String) -> Option<&'a str> {
    let first = what(studies.first()?);
    let same = studies.iter().all(|study| what(study) == first);
    same.then_some(first)
}

/// The notes that explain lines and points; a point covers `covered` sets.
fn notes(setting: &StudySetting, covered: u64) -> Vec<String> {
    let mut notes = Vec::new();
    if setting.runs > 1 {
        notes.push(MEAN.to_owned());
        notes.push(unseen_note(setting.runs));
    }
    let games = count(covered.max(1) * setting.games_per_set, "game", "games");
    let set = if covered > 1 { "" } else { "a set of " };
    notes.push(format!("each point: {set}{games}"));
    notes
}
