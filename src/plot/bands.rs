//! Curves with bands around them, such as the quantiles of many runs, for comparisons.

use super::axis::Axis;
use super::canvas::picture;
use super::chart::{Chart, SIZE};
use super::line::{COLOURS, Dash, Line, Stroke};
use super::{Picture, legend};
use crate::error::Result;

/// Several curves over common axes.
#[derive(Clone, Debug, Default)]
pub struct Bands {
    /// The line over the picture.
    pub title: String,
    /// What stands under it; may be empty.
    pub subtitle: String,
    /// The name of the horizontal axis, with its unit.
    pub x_label: String,
    /// The name of the vertical axis, with its unit.
    pub y_label: String,
    /// The ends of the vertical axis; the data decide where there are none.
    pub y_range: Option<(f64, f64)>,
    /// The curves, in the order of the legend.
    pub series: Vec<Series>,
    /// Remarks under the legend, such as what the bands are.
    pub notes: Vec<String>,
}

/// One curve.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve; a point with a number that is not finite is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Where it is.
    pub x: f64,
    /// The lower edge of the band.
    pub low: f64,
    /// The line.
    pub mid: f64,
    /// The upper edge of the band; where both edges are the line all along, no band is drawn.
    pub high: f64,
}

impl Point {
    fn is_finite(&self) -> bool {
        [self.x, self.low, self.mid, self.high]
            .iter()
            .all(|v| v.is_finite())
    }
}

/// Draws each curve as a line with its band.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn bands(bands: &Bands) -> Result<Picture> {
    let shown = || {
        bands
            .series
            .iter()
            .flat_map(|s| &s.points)
            .filter(|p| p.is_finite())
    };
    let range = |numbers: &mut dyn Iterator<Item = f64>| {
        numbers.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        })
    };
    let x = range(&mut shown().map(|p| p.x));
    let y = range(&mut shown().flat_map(|p| [p.low, p.mid, p.high]));
    // Nearly from nothing is from nothing: games played are counted from the first.
    let x = if x.0 > 0.0 && x.0 < 0.2 * x.1 {
        (0.0, x.1)
    } else {
        x
    };
    let lines: Vec<Line> = bands.series.iter().enumerate().map(line).collect();
    let chart = Chart {
        heading: String::new(),
        x: Axis::between(&bands.x_label, x),
        y: match bands.y_range {
            Some(range) => Axis::between(&bands.y_label, range),
            None => Axis::between(&bands.y_label, y).rounded(),
        },
        legend: legend::width(&lines),
        notes: bands.notes.clone(),
        lines,
    };
    picture(SIZE, |canvas| {
        chart.draw(&canvas.heading(&bands.title, &bands.subtitle)?)
    })
}

fn line((place, series): (usize, &Series)) -> Line {
    let points: Vec<&Point> = series.points.iter().filter(|p| p.is_finite()).collect();
    #[expect(
        clippy::float_cmp,
        reason = "an edge that is the line is given as the same number"
    )]
    let bare = points.iter().all(|p| p.low == p.mid && p.mid == p.high);
    Line {
        name: Some(series.name.clone()),
        value: String::new(),
        points: points.iter().map(|p| (p.x, p.mid)).collect(),
        band: if bare {
            Vec::new()
        } else {
            points.iter().map(|p| (p.x, p.low, p.high)).collect()
        },
        stroke: Stroke {
            colour: COLOURS[place % COLOURS.len()],
            width: 2.25,
            dash: Dash::ALL[place % Dash::ALL.len()],
        },
    }
}
