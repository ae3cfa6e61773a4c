//! Curves with bands around them, such as the quantiles of many runs, for comparisons.

use plotters::style::RGBColor;

use super::axis::Axis;
use super::canvas::picture;
use super::chart::{Chart, SIZE};
use super::legend;
use super::line::{COLOURS, Dash, Line, Stroke};
use super::picture::Picture;
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
    // A single place lies somewhere on the way from nothing.
    #[expect(clippy::float_cmp, reason = "both ends are the same number")]
    let x = if x.0 > 0.0 && x.0 == x.1 {
        (0.0, x.1)
    } else {
        x
    };
    let filled = bands.series.len() <= MANY;
    let lines: Vec<Line> = bands
        .series
        .iter()
        .enumerate()
        .map(|(place, series)| line(place, series, filled))
        .collect();
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

/// Of more bands than these only the edges are drawn: one over the other they would hide each other.
const MANY: usize = 4;

/// The colours of further curves: brown, grey, navy, olive, crimson.
const FURTHER: [RGBColor; 5] = [
    RGBColor(0x8c, 0x51, 0x0a),
    RGBColor(0x88, 0x88, 0x88),
    RGBColor(0x33, 0x22, 0x88),
    RGBColor(0x7a, 0x7a, 0x00),
    RGBColor(0x88, 0x22, 0x55),
];

/// The colour and the dash of a curve: each colour once, and then all of them with other dashes.
fn look(place: usize) -> (RGBColor, Dash) {
    let colours = || COLOURS.iter().chain(&FURTHER);
    let round = place / colours().count();
    let colour = colours().cycle().nth(place).copied().unwrap_or(COLOURS[0]);
    (colour, Dash::ALL[(place + round) % Dash::ALL.len()])
}

fn line(place: usize, series: &Series, filled: bool) -> Line {
    let points: Vec<&Point> = series.points.iter().filter(|p| p.is_finite()).collect();
    #[expect(
        clippy::float_cmp,
        reason = "an edge that is the line is given as the same number"
    )]
    let bare = points.iter().all(|p| p.low == p.mid && p.mid == p.high);
    let (colour, dash) = look(place);
    Line {
        name: Some(series.name.clone()),
        value: String::new(),
        points: points.iter().map(|p| (p.x, p.mid)).collect(),
        band: if bare {
            Vec::new()
        } else {
            points.iter().map(|p| (p.x, p.low, p.high)).collect()
        },
        filled,
        stroke: Stroke {
            colour,
            width: 2.25,
            dash,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_curves_look_alike() {
        let looks: Vec<_> = (0..48).map(look).collect();
        for (place, (colour, dash)) in looks.iter().enumerate() {
            let others = &looks[..place];
            assert!(!others.contains(&(*colour, *dash)), "{place}");
            let again = others.iter().any(|(other, _)| other == colour);
            assert_eq!(again, place >= COLOURS.len() + FURTHER.len(), "{place}");
        }
    }

    /// So many curves, each through these places.
    fn drawn(curves: u32, places: &[f64]) -> Picture {
        let point = |x: f64| Point {
            x,
            low: 1.0,
            mid: 2.0,
            high: 3.0,
        };
        let series = |n: u32| Series {
            name: format!("curve {n}"),
            points: places.iter().copied().map(point).collect(),
        };
        let series = (0..curves).map(series).collect();
        bands(&Bands {
            series,
            ..Bands::default()
        })
        .expect("a picture")
    }

    #[test]
    fn the_horizontal_axis_begins_where_the_curves_do() {
        let has = |picture: &Picture, text: &str| picture.svg().contains(&format!("\n{text}\n<"));
        let single = drawn(1, &[100.0]);
        assert!(has(&single, "0") && has(&single, "100") && !has(&single, "150"));
        let late = drawn(1, &[100.0, 10_000.0]);
        assert!(!has(&late, "0") && has(&late, "2,000") && has(&late, "10,000"));
    }

    #[test]
    fn many_bands_are_not_filled() {
        let filled = |curves| {
            drawn(curves, &[0.0, 1.0, 2.0])
                .svg()
                .matches("<polygon")
                .count()
        };
        assert_eq!([1, 4, 5, 30].map(filled), [1, 4, 0, 0]);
    }
}
