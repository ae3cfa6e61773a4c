//! The number of matchboxes met during a training: how much of the game the learners have seen.

use super::chart::{Chart, SIZE};
use super::parts::axis::Axis;
use super::parts::canvas::picture;
use super::parts::legend;
use super::parts::line::Line;
use super::picture::Picture;
use super::quantity::Quantity;
use super::training::Training;
use crate::error::Result;
use crate::game::Side;
use crate::text::{float, thousands};

/// Draws how many matchboxes each learner has met.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn boxes(training: &Training<'_>) -> Result<Picture> {
    let points = training.points(0.0);
    let line = |side: Side| {
        let met = points.iter().filter_map(|point| {
            let snapshot = point.last.snapshots[side.index()].as_ref()?;
            Some((point.end, snapshot.boxes))
        });
        let start = (0.0, training.start[side.index()].boxes);
        let met: Vec<(f64, u64)> = std::iter::once(start).chain(met).collect();
        Line {
            name: Some(training.name(side).to_owned()),
            value: met.last().map_or(String::new(), |last| thousands(last.1)),
            points: met
                .into_iter()
                .map(|(x, boxes)| (x, float(boxes)))
                .collect(),
            band: Vec::new(),
            stroke: Quantity::Of(side).stroke(),
        }
    };
    let lines: Vec<Line> = training.learners().into_iter().map(line).collect();
    let heights = lines
        .iter()
        .flat_map(|line| &line.points)
        .map(|point| point.1);
    let chart = Chart {
        heading: String::new(),
        x: Axis::counting("games played", points.last().map_or(0.0, |p| p.end)),
        y: Axis::counting("matchboxes met", heights.fold(0.0, f64::max)).rounded(),
        legend: legend::width(&lines),
        behind: Vec::new(),
        dots: Vec::new(),
        notes: Vec::new(),
        lines,
    };
    picture(SIZE, |canvas| {
        chart.draw(&canvas.heading(&training.title, &training.subtitle))
    })
}
