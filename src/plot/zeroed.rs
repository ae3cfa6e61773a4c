//! Matchboxes with at least one move whose beads are all gone, by ply, in the course of a training.
//!
//! Such a move will not be played again: the learner has ruled it out. Late plies fall first, since
//! a box there is close to the result; that wave towards the opening is what the picture shows. The
//! boxes of two learners lie at alternate plies and are drawn one above the other.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::{heading_height, picture};
use super::chart::{Chart, SIZE};
use super::line::{Dash, Line, Stroke};
use super::numbers::extent;
use super::picture::Picture;
use super::style::BLACK;
use super::training::{Stretch, Training};
use super::{legend, ramp};
use crate::error::Result;
use crate::game::Side;
use crate::text::{float, thousands};

/// With more plies a side than this, neighbouring plies are drawn as one line.
const LINES: usize = 8;

/// Draws, for each learner, one line a ply and their total.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn zeroed(training: &Training<'_>) -> Result<Picture> {
    let points = training.points();
    let sides = match &training.learners()[..] {
        [] => vec![None],
        learners => learners.iter().copied().map(Some).collect(),
    };
    let lines: Vec<Vec<Line>> = sides
        .iter()
        .map(|side| side.map_or(Vec::new(), |side| lines(training, &points, side)))
        .collect();
    let legend = legend::width(lines.iter().flatten());
    let count = extent(sides.len());
    let above = heading_height(SIZE.0, &training.title, &training.subtitle);
    let panel = if sides.len() > 1 {
        350.0
    } else {
        SIZE.1 - above
    };
    picture((SIZE.0, above + panel * count), |canvas| {
        let mut rest = canvas.heading(&training.title, &training.subtitle)?;
        for (side, lines) in sides.iter().zip(lines) {
            let heights = lines.iter().flat_map(|line| &line.points).map(|p| p.1);
            let chart = Chart {
                heading: match side {
                    Some(side) if sides.len() > 1 => format!("boxes of {}", training.name(*side)),
                    _ => String::new(),
                },
                x: Axis::counting("games played", points.last().map_or(0.0, |p| p.end)),
                y: Axis::counting(
                    "boxes with a move without beads",
                    heights.fold(0.0, f64::max),
                )
                .rounded(),
                notes: legend::remark(&lines),
                lines,
                legend,
            };
            let below = (rest.size().1 - panel).max(0.0);
            chart.draw(&rest.within([0.0, below, 0.0, 0.0]))?;
            rest = rest.within([panel, 0.0, 0.0, 0.0]);
        }
        Ok(())
    })
}

fn lines(training: &Training<'_>, points: &[Stretch<'_>], side: Side) -> Vec<Line> {
    let start = (0.0, &training.start[side.index()].zeroed[..]);
    let after = points
        .iter()
        .filter_map(|p| Some((p.end, &p.last.snapshots[side.index()].as_ref()?.zeroed[..])));
    let snapshots: Vec<(f64, &[u64])> = std::iter::once(start).chain(after).collect();
    let through = |plies: &[usize]| -> Vec<(f64, u64)> {
        let sum = |zeroed: &[u64]| {
            let counts = plies.iter().filter_map(|&ply| zeroed.get(ply));
            counts.fold(0_u64, |sum, n| sum.saturating_add(*n))
        };
        snapshots
            .iter()
            .map(|&(x, zeroed)| (x, sum(zeroed)))
            .collect()
    };
    let longest = snapshots.iter().map(|s| s.1.len()).max().unwrap_or(0);
    let met = |ply: &usize| {
        snapshots
            .iter()
            .any(|s| s.1.get(*ply).is_some_and(|n| *n > 0))
    };
    let plies: Vec<usize> = (0..longest).filter(met).collect();
    let groups: Vec<&[usize]> = plies.chunks(plies.len().div_ceil(LINES).max(1)).collect();

    let total = Stroke {
        colour: BLACK,
        width: 2.75,
        dash: Dash::Solid,
    };
    let mut lines = vec![line("all plies".to_owned(), &through(&plies), total)];
    for (place, plies) in groups.iter().enumerate() {
        let stroke = Stroke {
            colour: colour(place, groups.len()),
            width: 2.0,
            dash: Dash::ALL[place % Dash::ALL.len()],
        };
        lines.push(line(name(plies), &through(plies), stroke));
    }
    lines
}

fn line(name: String, counts: &[(f64, u64)], stroke: Stroke) -> Line {
    Line {
        name: Some(name),
        value: counts
            .last()
            .map_or(String::new(), |last| thousands(last.1)),
        points: counts.iter().map(|&(x, n)| (x, float(n))).collect(),
        band: Vec::new(),
        filled: true,
        stroke,
    }
}

fn name(plies: &[usize]) -> String {
    match plies {
        [one] => format!("ply {one}"),
        [from, .., to] => format!("plies {from} to {to}"),
        [] => String::new(),
    }
}

/// Dark for the opening, light for the end.
fn colour(place: usize, of: usize) -> RGBColor {
    let last = extent(of.saturating_sub(1)).max(1.0);
    ramp::sequence(extent(place) / last)
}
