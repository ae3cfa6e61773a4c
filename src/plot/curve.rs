//! The learning curve: how the games of a training ended, set after set.
//!
//! Single sets are drawn thin and pale, the mean of the last ten bold. That mean looks back only,
//! so its last point is what a report of the last ten sets says.

use plotters::style::{Color, RGBColor};

use super::axis::Axis;
use super::canvas::picture;
use super::chart::{Chart, SIZE};
use super::legend;
use super::line::{COLOURS, Dash, Line, Stroke};
use super::picture::Picture;
use super::style::BLACK;
use super::training::{Stretch, Training};
use crate::error::Result;
use crate::game::Side;
use crate::text::{decimal, float, thousands};

/// How many points the bold line is a mean of.
const WINDOW: u64 = 10;

/// Draws the shares of games won by either side, drawn, and not lost by the one who learns.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn curve(training: &Training<'_>) -> Result<Picture> {
    let points = training.points();
    let window = points
        .iter()
        .map(|p| p.sets)
        .max()
        .unwrap_or(1)
        .max(1)
        .saturating_mul(WINDOW);
    let mut lines = Vec::new();
    let mut bold = Vec::new();
    for kind in kinds(training) {
        let share = |sets: &[Stretch<'_>]| share(sets, kind.counted);
        let single = points
            .iter()
            .map(|p| (p.end, share(std::slice::from_ref(p))));
        let mean =
            (0..points.len()).map(|at| (points[at].end, share(recent(&points[..=at], window))));
        let pale = Stroke {
            colour: pale(kind.stroke.colour),
            width: 1.0,
            dash: Dash::Solid,
        };
        lines.push(line(None, single, pale));
        bold.push(line(Some(kind.name), mean, kind.stroke));
    }
    lines.extend(bold);
    let last = points.last().map_or(0.0, |p| p.end);
    let chart = Chart {
        heading: String::new(),
        x: Axis::counting("games played", last),
        y: Axis::between("share of games (%)", (0.0, 100.0)),
        legend: legend::width(&lines).max(206.0),
        notes: notes(&points, window),
        lines,
    };
    picture(SIZE, |canvas| {
        chart.draw(&canvas.heading(&training.title, &training.subtitle)?)
    })
}

/// One of the lines.
struct Kind {
    name: String,
    /// Whether it counts wins of the first side, wins of the second, and draws.
    counted: [bool; 3],
    stroke: Stroke,
}

fn kinds(training: &Training<'_>) -> Vec<Kind> {
    let stroke = |colour, dash| Stroke {
        colour,
        width: 2.25,
        dash,
    };
    let [first, second] = Side::BOTH.map(|side| format!("{} wins", training.name(side)));
    let mut kinds = vec![
        Kind {
            name: first,
            counted: [true, false, false],
            stroke: stroke(COLOURS[0], Dash::Solid),
        },
        Kind {
            name: second,
            counted: [false, true, false],
            stroke: stroke(COLOURS[1], Dash::Dashed),
        },
        Kind {
            name: "draw".to_owned(),
            counted: [false, false, true],
            stroke: stroke(COLOURS[2], Dash::Dotted),
        },
    ];
    if let [learner] = training.learners()[..] {
        kinds.push(Kind {
            name: format!("{} not lost", training.name(learner)),
            counted: [learner == Side::First, learner == Side::Second, true],
            stroke: stroke(BLACK, Dash::Solid),
        });
    }
    kinds
}

fn line(
    name: Option<String>,
    points: impl Iterator<Item = (f64, Option<f64>)>,
    stroke: Stroke,
) -> Line {
    let points: Vec<_> = points.filter_map(|(x, y)| Some((x, y?))).collect();
    let value = match points.last() {
        Some((_, y)) if name.is_some() => format!("{}%", decimal(*y, 1)),
        _ => String::new(),
    };
    Line {
        name,
        value,
        points,
        band: Vec::new(),
        filled: true,
        stroke,
    }
}

/// What is counted, in percent of the games; nothing where none was played.
fn share(sets: &[Stretch<'_>], counted: [bool; 3]) -> Option<f64> {
    let (mut some, mut all) = (0.0, 0.0);
    for sets in sets {
        let ends = [sets.wins[0], sets.wins[1], sets.draws];
        some += ends
            .iter()
            .zip(counted)
            .filter(|(_, counts)| *counts)
            .map(|(n, _)| n)
            .sum::<f64>();
        all += sets.games();
    }
    (all > 0.0).then(|| (100.0 * some / all).min(100.0))
}

/// The last points, as few as cover the window, or all.
fn recent<'a, 'b>(points: &'a [Stretch<'b>], window: u64) -> &'a [Stretch<'b>] {
    let mut covered = 0_u64;
    let from = points.iter().rposition(|point| {
        covered = covered.saturating_add(point.sets);
        covered >= window
    });
    &points[from.unwrap_or(0)..]
}

/// The colour of single sets.
fn pale(colour: RGBColor) -> RGBColor {
    let (r, g, b) = colour.rgb();
    let lighten = |c: u8| c + (u8::MAX - c) / 10 * 6;
    RGBColor(lighten(r), lighten(g), lighten(b))
}

fn notes(points: &[Stretch<'_>], window: u64) -> Vec<String> {
    let Some(first) = points.first().filter(|first| first.games() > 0.0) else {
        return Vec::new();
    };
    let sets = window / WINDOW;
    let games = first.games() / float(first.sets.max(1));
    let same = points
        .iter()
        .all(|p| (p.games() - games * float(p.sets)).abs() < 0.5);
    let size = match decimal(games * float(sets), 0).as_str() {
        _ if !same => String::new(),
        "1" => " (1 game)".to_owned(),
        games => format!(" ({games} games)"),
    };
    let thin = match sets {
        1 => format!("thin: single sets{size}"),
        many => format!("thin: means of {} sets{size}", thousands(many)),
    };
    let bold = thousands(window);
    vec![
        thin,
        format!("bold: mean of the last {bold} sets; its last value is given"),
    ]
}
