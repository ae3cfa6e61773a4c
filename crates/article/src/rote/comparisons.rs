//! The pictures that compare trainings: run 0 with the range of all runs.

use matchboxes_pictures::plot::{
    self, Bands, Bar, BarSeries, Bars, Heading, Picture, Point, Series,
};

use super::figures::{FigureRange, Figures, Moment};
use super::findings::Findings;
use super::play::GAMES;
use super::ruled_out::PLIES;
use matchboxes::text::{float, thousands};

const APART: &str = "apart (2 and 3)";
const TOGETHER: &str = "together (6)";

/// The notes that explain how run 0 and the range of all runs are drawn, if there are several.
fn notes(findings: &Findings, run0: &str, range: &str) -> Vec<String> {
    let runs = findings.figures.len() as u64;
    if runs == 1 {
        return Vec::new();
    }
    let range = format!("{range}: least to most of {} runs", thousands(runs));
    vec![format!("{run0}: run 0"), range]
}

fn bands(findings: &Findings, title: &str, y_label: &str, series: Vec<Series>) -> Bands {
    Bands {
        heading: Heading::new(title, findings.subtitle()),
        x_label: "games played".to_owned(),
        y_label: y_label.to_owned(),
        series,
        notes: notes(findings, "line", "band"),
        ..Bands::default()
    }
}

/// A line of run 0 with a band from the least to the most of all runs, from before the first game if its value
/// there is known.
fn series(
    findings: &Findings,
    name: &str,
    start: Option<fn(&Figures) -> f64>,
    value: impl Fn(&Moment) -> f64,
) -> Series {
    let all = &findings.figures;
    let point = |set: usize, of: &dyn Fn(&Figures) -> f64| {
        let range = FigureRange::over(all, of);
        Point {
            x: float(GAMES * set as u64),
            low: range.least,
            mid: of(&all[0]),
            high: range.most,
        }
    };
    let start = start.map(|start| point(0, &start));
    let after = (1..=all[0].moments.len())
        .map(|set| point(set, &|figures| value(&figures.moments[set - 1])));
    Series {
        name: name.to_owned(),
        points: start.into_iter().chain(after).collect(),
        ..Series::default()
    }
}

/// The start of a curve that begins with 0.
const ZERO: Option<fn(&Figures) -> f64> = Some(|_| 0.0);

pub(super) fn boxes(findings: &Findings) -> Picture {
    let line = |name: &str, how: usize, side: usize| {
        series(findings, name, ZERO, |m| float(m.boxes[how][side]))
    };
    let lines = vec![
        line("first, apart (2)", 0, 0),
        line("second, apart (3)", 0, 1),
        line("first, together (6)", 1, 0),
        line("second, together (6)", 1, 1),
    ];
    let title = "Boxes met: trained apart and trained together";
    plot::bands(&bands(findings, title, "boxes met", lines))
}

pub(super) fn onward_boxes(findings: &Findings) -> Picture {
    let before: fn(&Figures) -> f64 = |f| float(f.boxes_in_all()[0]);
    let line = series(findings, "both sides", Some(before), |m: &Moment| {
        float(m.onward_boxes)
    });
    let title = "5. Boxes met by both sides, continuing from 2 and 3";
    plot::bands(&bands(findings, title, "boxes met", vec![line]))
}

pub(super) fn missing_colour(findings: &Findings) -> Picture {
    let line = |name, how: usize| series(findings, name, ZERO, |m| float(m.missing_colour[how]));
    let lines = vec![line(APART, 0), line(TOGETHER, 1)];
    let title = "Boxes with a move without beads: trained apart and together";
    let label = "boxes of both sides";
    plot::bands(&bands(findings, title, label, lines))
}

pub(super) fn by_ply(findings: &Findings) -> Picture {
    let title = "Boxes with a move without beads, by ply";
    bars(findings, title, |f, how| f.missing_colour()[how])
}

pub(super) fn several_by_ply(findings: &Findings) -> Picture {
    let title = "Boxes with three or more moves without beads, by ply";
    bars(findings, title, |f, how| f.several[how])
}

/// Numbers of boxes by ply as bars, trained apart and together.
fn bars(
    findings: &Findings,
    title: &str,
    count: impl Fn(&Figures, usize) -> [u64; PLIES],
) -> Picture {
    let row = |name: &str, how: usize| BarSeries {
        name: name.to_owned(),
        bars: (0..PLIES)
            .map(|ply| {
                let counts = || findings.figures.iter().map(|f| count(f, how)[ply]);
                Bar {
                    count: counts().next().unwrap_or(0),
                    range: (counts().min().unwrap_or(0), counts().max().unwrap_or(0)),
                }
            })
            .collect(),
    };
    plot::bars(&Bars {
        heading: Heading::new(
            title,
            format!("{}: both sides, after all games", findings.subtitle()),
        ),
        x_label: "ply of the box: moves played before it".to_owned(),
        y_label: "boxes".to_owned(),
        groups: (0..PLIES).map(|ply| ply.to_string()).collect(),
        series: vec![row(APART, 0), row(TOGETHER, 2)],
        notes: notes(findings, "bar and number", "thin line"),
    })
}

pub(super) fn luck(findings: &Findings) -> Picture {
    let line = |name: &str, of: fn(&Moment) -> u64| {
        series(findings, name, None, |m: &Moment| {
            100.0 * float(of(m)) / float(m.games)
        })
    };
    let lines = vec![
        line("2: first not lost", |m| m.not_lost[0]),
        line("3: second not lost", |m| m.not_lost[1]),
        line("5: draws", |m| m.draws[0]),
        line("6: draws", |m| m.draws[1]),
    ];
    let title = "Results of the trainings, and how much runs differ";
    let mut picture = bands(findings, title, "share of games (%)", lines);
    picture.y_range = Some((0.0, 100.0));
    let last = "each point: the last ten sets";
    picture.notes.push(last.to_owned());
    plot::bands(&picture)
}
