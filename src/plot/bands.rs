//! Curves with bands around them, such as the quantiles of many runs, to compare trainings: all in one chart,
//! or each in a panel of its own, for more curves than fit into one chart.

use super::chart::{Chart, SIZE};
use super::parts::axis::Axis;
use super::parts::canvas::{MARGIN, PALE, heading_height, picture};
use super::parts::line::{COLOURS, DASHES, FURTHER, Line};
use super::parts::numbers::extent;
use super::picture::Picture;
use super::quantity::Quantity;
use crate::draw::{Ink, Stroke};
use crate::error::Result;

/// Several curves with common axes.
#[derive(Clone, Debug, Default)]
pub struct Bands {
    /// The title of the picture.
    pub title: String,
    /// The line under the title; may be empty.
    pub subtitle: String,
    /// The name of the horizontal axis, with its unit.
    pub x_label: String,
    /// The name of the vertical axis, with its unit.
    pub y_label: String,
    /// The ends of the horizontal axis and of the part drawn; by default from 0 to the last point.
    pub x_range: Option<(f64, f64)>,
    /// The ends of the vertical axis; by default those of the data.
    pub y_range: Option<(f64, f64)>,
    /// The curves, in the order of the legend.
    pub series: Vec<Series>,
    /// Notes at the foot.
    pub notes: Vec<String>,
    /// A note that explains the bands, used if bands are drawn; may be empty.
    pub band_note: String,
}

/// One curve.
#[derive(Clone, Debug, Default)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// The quantity that gives the curve its colour and dash; without one these depend on its place among
    /// the curves.
    pub quantity: Option<Quantity>,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve; a point with a number that is not finite is left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// Its horizontal coordinate.
    pub x: f64,
    /// The lower edge of the band.
    pub low: f64,
    /// The value of the line.
    pub mid: f64,
    /// The upper edge of the band; if both edges are equal to the line everywhere, no band is drawn.
    pub high: f64,
}

/// The number of panels in a row.
const ROW: usize = 3;
const HEIGHT: f64 = 210.0;
const FOOT: f64 = 44.0;

/// Draws each curve as a line with its band. If there are more than [`MANY`] curves of the same kind, only
/// the lines are drawn, since overlapping bands would hide each other.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn bands(bands: &Bands) -> Result<Picture> {
    let mut lines = bands.lines();
    let mut notes = bands.notes.clone();
    let same_kind = bands.series.iter().any(|s| s.quantity.is_none());
    if same_kind && lines.len() > MANY && lines.iter().any(|line| !line.band.is_empty()) {
        for line in &mut lines {
            line.band.clear();
        }
        notes.push("bands are left out: this many would hide each other".to_owned());
    } else if !bands.band_note.is_empty() {
        notes.push(bands.band_note.clone());
    }
    let chart = Chart {
        notes,
        ..Chart::new(bands.x_axis(), bands.y_axis(), lines)
    };
    chart.picture(&bands.title, &bands.subtitle)
}

/// Draws a panel for each curve, in front of pale lines of all others. All panels have the same scales.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn panels(bands: &Bands) -> Result<Picture> {
    let lines = bands.lines();
    let rows = extent(lines.len().div_ceil(ROW));
    let width = SIZE.0 * 1.25;
    let above = heading_height(width, &bands.title, &bands.subtitle);
    let panel = (width - MARGIN) / extent(ROW);
    picture((width, above + rows * HEIGHT + FOOT), |canvas| {
        let canvas = canvas.heading(&bands.title, &bands.subtitle);
        for (place, line) in lines.iter().enumerate() {
            let left = extent(place % ROW) * panel;
            let top = extent(place / ROW) * HEIGHT;
            let (wide, high) = canvas.size;
            let paper = [top, high - top - HEIGHT, left, wide - left - panel];
            let own = Line {
                name: None,
                ..line.clone()
            };
            let chart = Chart {
                heading: line.name.clone().unwrap_or_default(),
                behind: lines.iter().map(pale).collect(),
                legend: MARGIN,
                // The vertical axis is too short for its name.
                ..Chart::new(bands.x_axis(), bands.y_axis().nameless(), vec![own])
            };
            chart.draw(&canvas.within(paper))?;
        }
        let label = format!("vertical axis: {}", bands.y_label);
        let mut notes = vec![label.as_str()];
        notes.extend(bands.notes.iter().map(String::as_str));
        notes.extend(Some(bands.band_note.as_str()).filter(|note| !note.is_empty()));
        notes.push("grey: the other curves");
        let mut notes = Ink::NOTE.wrap(&notes.join("; "), width - 2.0 * MARGIN);
        notes.truncate(2);
        canvas.write_lines(&notes, (MARGIN, rows * HEIGHT + 14.0), 15.0, &Ink::NOTE);
        Ok(())
    })
}

/// The line as it is drawn in the panels of other curves.
fn pale(line: &Line) -> Line {
    Line::new(String::new(), line.points.clone(), Stroke::new(PALE, 1.0))
}

/// The most bands that are drawn over each other.
pub const MANY: usize = 4;

impl Bands {
    /// The horizontal axis: the requested range, or from 0 to the last point.
    fn x_axis(&self) -> Axis {
        let last = self.shown().map(|p| p.x).reduce(f64::max);
        let all = last.map_or((0.0, 1.0), |last| (last.min(0.0), last));
        Axis::between(&self.x_label, self.x_range.unwrap_or(all))
    }

    /// The vertical axis: the requested range, or that of the points.
    fn y_axis(&self) -> Axis {
        if let Some(range) = self.y_range {
            return Axis::between(&self.y_label, range);
        }
        let heights = self.shown().flat_map(|p| [p.low, p.mid, p.high]);
        let ends = heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| {
            (low.min(v), high.max(v))
        });
        Axis::between(&self.y_label, ends).rounded()
    }

    fn shown(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|s| self.inside(s))
    }

    /// The finite points of a curve that are in the requested range.
    fn inside<'a>(&self, series: &'a Series) -> impl Iterator<Item = &'a Point> + use<'a> {
        let (from, to) = self.x_range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let finite = |p: &&Point| [p.x, p.low, p.mid, p.high].iter().all(|v| v.is_finite());
        let points = series.points.iter().filter(finite);
        points.filter(move |p| (from..=to).contains(&p.x))
    }

    fn lines(&self) -> Vec<Line> {
        let line = |(place, series): (usize, &Series)| {
            let points: Vec<&Point> = self.inside(series).collect();
            #[expect(
                clippy::float_cmp,
                reason = "an edge equal to the line is given as the same number"
            )]
            let bare = points.iter().all(|p| p.low == p.mid && p.mid == p.high);
            let band = points.iter().filter(|_| !bare);
            let middle = points.iter().map(|p| (p.x, p.mid)).collect();
            let stroke = curve_stroke(series.quantity, place);
            Line {
                band: band.map(|p| (p.x, p.low, p.high)).collect(),
                ..Line::new(series.name.clone(), middle, stroke)
            }
        };
        self.series.iter().enumerate().map(line).collect()
    }
}

/// The colour and dash of a curve: those of its quantity, or by its place: each colour once, then all colours
/// again with other dashes.
pub(super) fn curve_stroke(quantity: Option<Quantity>, place: usize) -> Stroke {
    if let Some(quantity) = quantity {
        return quantity.stroke();
    }
    let colours = || COLOURS.iter().chain(&FURTHER);
    let repetition = place / colours().count();
    let colour = colours().cycle().nth(place).copied().unwrap_or(COLOURS[0]);
    Stroke {
        colour,
        width: 2.25,
        dash: DASHES[(place + repetition) % DASHES.len()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_curves_look_alike() {
        let strokes = (0..48).map(|place| curve_stroke(None, place));
        let looks: Vec<_> = strokes.map(|s| (s.colour, s.dash)).collect();
        for (place, (colour, dash)) in looks.iter().enumerate() {
            let others = &looks[..place];
            assert!(!others.contains(&(*colour, *dash)), "{place}");
            let again = others.iter().any(|(other, _)| other == colour);
            assert_eq!(again, place >= COLOURS.len() + FURTHER.len(), "{place}");
        }
    }

    fn drawn(curves: u32, places: &[f64]) -> String {
        bands(&many(curves, places)).unwrap().svg()
    }

    /// The given number of curves, each through these places.
    fn many(curves: u32, places: &[f64]) -> Bands {
        let point = |x: f64| Point {
            x,
            low: 1.0,
            mid: 2.0,
            high: 3.0,
        };
        let series = |n: u32| Series {
            name: format!("curve {n}"),
            points: places.iter().copied().map(point).collect(),
            ..Series::default()
        };
        Bands {
            series: (0..curves).map(series).collect(),
            y_range: Some((0.0, 4.0)),
            ..Bands::default()
        }
    }

    fn has(svg: &str, text: &str) -> bool {
        svg.contains(&format!(">{text}</text>"))
    }

    #[test]
    fn the_horizontal_axis_begins_at_0_or_says_that_it_does_not() {
        let single = drawn(1, &[100.0]);
        assert!(has(&single, "0") && has(&single, "100") && !has(&single, "150"));
        let late = drawn(1, &[5_000.0, 10_000.0]);
        assert!(has(&late, "0") && has(&late, "2,000") && has(&late, "10,000"));
        assert!(!late.contains("does not begin"));
        let cut = bands(&Bands {
            x_range: Some((6_000.0, 9_000.0)),
            ..many(1, &[5_000.0, 7_000.0, 8_000.0, 10_000.0])
        });
        let cut = cut.unwrap().svg();
        assert!(!has(&cut, "0") && has(&cut, "6,000") && !has(&cut, "10,000"));
        assert!(cut.contains("the horizontal axis does not begin at 0"));
    }

    #[test]
    fn many_curves_are_drawn_without_bands() {
        let filled = |curves| {
            let svg = drawn(curves, &[0.0, 1.0, 2.0]);
            svg.matches("<polygon").count()
        };
        assert_eq!([1, 4, 5, 30].map(filled), [1, 4, 0, 0]);
        assert!(!drawn(4, &[0.0, 1.0]).contains("left out"));
        assert!(drawn(5, &[0.0, 1.0]).contains("left out"));
    }
}
