//! The number of matchboxes met during a training: how much of the game the learners have seen.

use super::chart::Chart;
use super::parts::axis::Axis;
use super::parts::line::Line;
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::Training;
use crate::error::Result;

/// Draws how many matchboxes each learner has met.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn boxes(training: &Training<'_>) -> Result<Picture> {
    let points = training.points(0.0);
    let lines = training.learners().into_iter().map(|side| {
        let met = training.snapshots(&points, side).into_iter();
        let met: Vec<(f64, u64)> = met.map(|(x, snapshot)| (x, snapshot.boxes)).collect();
        let name = training.name(side).to_owned();
        Line::of_counts(name, &met, Quantity::Of(side).stroke())
    });
    let lines: Vec<Line> = lines.collect();
    let places = lines.iter().flat_map(|line| &line.points);
    let most = places.map(|place| place.1).fold(0.0, f64::max);
    let last = points.last().map_or(0.0, |point| point.end);
    let x = Axis::counting("games played", last);
    let y = Axis::counting("matchboxes met", most).rounded();
    Chart::new(x, y, lines).picture(&training.title, &training.subtitle)
}
