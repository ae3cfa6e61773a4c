//! The numbers of matchboxes during a training: those met, which say how much of the game the learners have
//! seen, and those in which at least one move has lost all its beads, by ply.
//!
//! Such a move will not be played again: the learner has ruled it out. This happens first at late plies,
//! where a box is close to the result, and later towards the opening; the picture shows this progress. The
//! boxes of two learners are at alternate plies and are drawn in two panels, one above the other.

use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::canvas::picture;
use super::parts::line::{DASHES, Line};
use super::parts::{legend, ramp};
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::{Stretch, Training};
use crate::draw::{Stroke, extent};
use matchboxes::arena::Curve;
use matchboxes::game::Side;
use matchboxes::learn::Snapshot;
use matchboxes::text::{decimal, float};

/// If a side has more plies than this, neighbouring plies are drawn as one line.
const LINES: usize = 8;

/// Draws how many matchboxes each learner has met.
pub fn boxes(training: &Training<'_>) -> Picture {
    let points = training.points(0.0);
    let lines = training.learners().into_iter().map(|side| {
        let met = training.snapshots(&points, side).into_iter();
        let met = met.map(|(x, snapshot)| (x, snapshot.boxes)).collect();
        let name = training.name(side).to_owned();
        line(name, met, Quantity::Of(side).stroke())
    });
    let lines: Vec<Line> = lines.collect();
    let places = lines.iter().flat_map(|line| &line.points);
    let most = places.map(|place| place.1).fold(0.0, f64::max);
    let last = points.last().map_or(0.0, |point| point.end);
    let x = Axis::counting("games played", last);
    let y = Axis::counting("boxes met", most).rounded();
    Chart::new(x, y, lines).picture(&training.heading)
}

/// Draws, for each learner, one line for each ply and their total.
pub fn missing_colour(training: &Training<'_>) -> Picture {
    let points = training.points(0.0);
    let sides = training.learners().into_iter();
    let mut panels: Vec<(String, Vec<Line>)> = sides
        .map(|side| {
            let heading = format!("boxes of {}", training.name(side));
            (heading, lines(training, &points, side))
        })
        .collect();
    let all = || panels.iter().flat_map(|(_, lines)| lines);
    let legend = legend::width(all());
    // Both panels have the same scale, so that they can be compared.
    let places = all().flat_map(|line| &line.points);
    let most = places.map(|place| place.1).fold(0.0, f64::max);
    let last = points.last().map_or(0.0, |point| point.end);
    let x = Axis::counting("games played", last);
    let curve = Curve::MissingColour(Side::First);
    let missing_colour = curve.entry().label_of(None, training.holding);
    let y = Axis::counting(&missing_colour, most).rounded();
    let look = training.heading.look;
    let chart = |heading: String, lines: Vec<Line>| {
        let places = lines.iter().flat_map(|line| &line.points);
        let is_bare = places.into_iter().all(|&(_, y)| y <= 0.0);
        let why = format!("no {missing_colour} yet");
        Chart {
            heading,
            legend,
            notes: is_bare.then_some(why).into_iter().collect(),
            ..Chart::new(x.clone(), y.clone(), lines)
        }
    };
    if panels.len() < 2 {
        let (_, alone) = panels.pop().unwrap_or_default();
        return chart(String::new(), alone).picture(&training.heading);
    }
    let high = look.height() * 0.7;
    picture(
        &training.heading,
        (look.width, high * extent(panels.len())),
        |canvas| {
            let mut rest = *canvas;
            for (heading, lines) in panels {
                let mut chart = chart(heading, lines);
                if look.is_narrow() {
                    // The vertical axis is too short for its name.
                    chart.heading = format!("{}, {}", chart.y.label, chart.heading);
                    chart.y.label.clear();
                }
                let below = (rest.size.1 - high).max(0.0);
                chart.draw(&rest.within([0.0, below, 0.0, 0.0]));
                rest = rest.within([high, 0.0, 0.0, 0.0]);
            }
        },
    )
}

fn lines(training: &Training<'_>, points: &[Stretch<'_>], side: Side) -> Vec<Line> {
    let snapshots = training.snapshots(points, side);
    let count = |of: &Snapshot, ply: usize| of.missing_colour.get(ply).copied().unwrap_or(0);
    let through = |plies: &[usize]| -> Vec<(f64, u64)> {
        let sum = |of| {
            let counts = plies.iter().map(|&ply| count(of, ply));
            counts.fold(0, u64::saturating_add)
        };
        snapshots.iter().map(|&(x, of)| (x, sum(of))).collect()
    };
    let is_lacking = |ply: &usize| snapshots.iter().any(|(_, of)| count(of, *ply) > 0);
    let plies: Vec<usize> = (0..longest(snapshots.iter().map(|(_, of)| *of)))
        .filter(is_lacking)
        .collect();
    let groups: Vec<&[usize]> = plies.chunks(plies.len().div_ceil(LINES).max(1)).collect();

    let total = Quantity::Of(side);
    let name_of = format!("{}, all plies", training.name(side));
    // If one ply has all of them, the wide total is visible on both sides of its line.
    let wide = Stroke {
        width: 3.75,
        ..total.stroke()
    };
    let mut lines = vec![line(name_of, through(&plies), wide)];
    // Of either side.
    let last = longest(
        points
            .iter()
            .flat_map(|p| p.last.snapshots.iter().flatten()),
    )
    .max(8);
    for plies in groups {
        // A ply looks the same in every picture of a game: dark for the opening, light for the end, and with
        // another dash than its neighbours.
        let first = plies[0];
        let stroke = Stroke::new(ramp::sequence(extent(first) / extent(last)), 1.75);
        let stroke = stroke.dashed(DASHES[first / 2 % DASHES.len()]);
        lines.push(line(name(plies), through(plies), stroke));
    }
    lines
}

/// A line through counts, which shows the last of them.
fn line(name: String, counts: Vec<(f64, u64)>, stroke: Stroke) -> Line {
    let points = counts.into_iter().map(|(x, n)| (x, float(n)));
    Line::new(name, points.collect(), stroke).ending(|n| decimal(n, 0))
}

fn name(plies: &[usize]) -> String {
    match plies {
        [from, .., to] => format!("plies {from} to {to}"),
        plies => format!("ply {}", plies[0]),
    }
}

/// The number of plies up to the last one in which a box has a move without beads.
fn longest<'s>(snapshots: impl Iterator<Item = &'s Snapshot>) -> usize {
    snapshots
        .map(|of| of.missing_colour.len())
        .max()
        .unwrap_or(0)
}
