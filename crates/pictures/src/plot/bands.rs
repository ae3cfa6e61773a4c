//! Curves with bands around them, such as the quantiles of many runs, to compare trainings: all in one chart,
//! or each in a panel of its own, for more curves than fit into one chart.

use super::chart::Chart;
use super::look::Heading;
use super::parts::axis::Axis;
use super::parts::canvas::{MARGIN, PALE, picture};
use super::parts::line::{COLOURS, DASHES, FURTHER, Line};
use super::parts::numbers::ends;
use super::picture::Picture;
use super::quantity::Quantity;
use crate::draw::{Ink, Stroke, extent};

/// Several curves with common axes.
#[derive(Clone, Debug, Default)]
pub struct Bands {
    /// The lines above it, and how large it is.
    pub heading: Heading,
    /// The name of the horizontal axis, with its unit.
    pub x_label: String,
    /// The name of the vertical axis, with its unit.
    pub y_label: String,
    /// The ends of the horizontal axis and of the part drawn; by default from 0 to the last point.
    pub x_range: Option<(f64, f64)>,
    /// The ends of the vertical axis; by default the data's.
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
    /// The place that gives it its colour. With this, what is of one training has one colour in all pictures.
    pub place: Option<usize>,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve; one with a number that is not finite is a gap.
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

impl Point {
    /// A point of a line without a band.
    pub const fn flat(x: f64, y: f64) -> Self {
        let (low, mid, high) = (y, y, y);
        Self { x, low, mid, high }
    }

    /// The same of what a share in percent leaves of 100.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self {
            low: 100.0 - self.high,
            mid: 100.0 - self.mid,
            high: 100.0 - self.low,
            ..self
        }
    }

    fn is_finite(&self) -> bool {
        [self.x, self.low, self.mid, self.high]
            .iter()
            .all(|v| v.is_finite())
    }
}

/// The note on what a line between the edges of a band shows.
pub const MEAN: &str = "line: mean of the runs";

/// The most bands that are drawn over each other.
pub const MANY: usize = 4;

/// The number of panels in a row.
const ROW: usize = 3;
const HEIGHT: f64 = 210.0;
const FOOT: f64 = 44.0;
/// The most lines of notes below panels.
const NOTES: usize = 5;

/// Draws each curve as a line with its band. If there are more than [`MANY`] curves of the same kind, only
/// the lines are drawn, since overlapping bands would hide each other.
pub fn bands(bands: &Bands) -> Picture {
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
    chart.picture(&bands.heading)
}

/// Draws a panel for each curve, in front of pale lines of all others. All panels have the same scales.
pub fn panels(bands: &Bands) -> Picture {
    let lines = bands.lines();
    let look = bands.heading.look;
    let (in_a_row, wider) = if look.is_narrow() {
        (1, 1.0)
    } else {
        (ROW, 1.25)
    };
    let rows = extent(lines.len().div_ceil(in_a_row));
    let width = look.width * wider;
    let panel = (width - MARGIN) / extent(in_a_row);
    // The vertical axes are too short for their name.
    let mut y = bands.y_axis();
    y.label.clear();
    let foot = if look.is_narrow() { 2.0 * FOOT } else { FOOT };
    picture(&bands.heading, (width, rows * HEIGHT + foot), |canvas| {
        for (place, line) in lines.iter().enumerate() {
            let left = extent(place % in_a_row) * panel;
            let top = extent(place / in_a_row) * HEIGHT;
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
                ..Chart::new(bands.x_axis(), y.clone(), vec![own])
            };
            chart.draw(&canvas.within(paper));
        }
        let label = format!("vertical axis: {}", bands.y_label);
        let mut notes = vec![label.as_str()];
        notes.extend(bands.notes.iter().map(String::as_str));
        notes.extend(Some(bands.band_note.as_str()).filter(|note| !note.is_empty()));
        notes.push("grey: the other curves");
        let mut notes = Ink::NOTE.wrap(&notes.join("; "), width - 2.0 * MARGIN);
        notes.truncate(NOTES);
        canvas.write_lines(&notes, (MARGIN, rows * HEIGHT + 14.0), 15.0, &Ink::NOTE);
    })
}

/// The line as it is drawn in the panels of other curves.
fn pale(line: &Line) -> Line {
    Line::new(String::new(), line.points.clone(), Stroke::new(PALE, 1.0))
}

impl Bands {
    /// The same in pictures of at most so many curves each, with the same axes.
    #[must_use]
    pub fn parts(self, most: usize) -> Vec<Self> {
        let parts = self.series.len().div_ceil(most.max(1)).max(1);
        if parts == 1 {
            return vec![self];
        }
        let each = self.series.len().div_ceil(parts);
        let [x_range, y_range] = [self.x_axis(), self.y_axis()].map(|axis| Some(axis.range));
        let curves = self.series.chunks(each).enumerate();
        let part = |(number, series): (usize, &[Series])| {
            let which = format!("picture {} of {parts}", number + 1);
            Self {
                series: series.to_vec(),
                notes: [&[which], &self.notes[..]].concat(),
                x_range,
                y_range,
                ..self.clone()
            }
        };
        curves.map(part).collect()
    }

    /// The horizontal axis: the requested range, or from 0 to the last point.
    fn x_axis(&self) -> Axis {
        let last = self.shown().map(|p| p.x).reduce(f64::max);
        let all = last.map_or((0.0, 1.0), |last| (last.min(0.0), last));
        Axis::between(&self.x_label, self.x_range.unwrap_or(all))
    }

    /// The vertical axis: the requested range, or the range of the points.
    fn y_axis(&self) -> Axis {
        if let Some(range) = self.y_range {
            return Axis::between(&self.y_label, range);
        }
        let heights = self.shown().flat_map(|p| [p.low, p.mid, p.high]);
        Axis::between(&self.y_label, ends(heights)).rounded()
    }

    fn shown(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|s| self.inside(s))
    }

    /// The finite points of a curve that are in the requested range.
    fn inside<'a>(&self, series: &'a Series) -> impl Iterator<Item = &'a Point> + use<'a> {
        self.in_range(series).filter(|point| point.is_finite())
    }

    fn in_range<'a>(&self, series: &'a Series) -> impl Iterator<Item = &'a Point> + use<'a> {
        let (from, to) = self.x_range.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let points = series.points.iter();
        points.filter(move |p| (from..=to).contains(&p.x))
    }

    fn lines(&self) -> Vec<Line> {
        let line = |(number, series): (usize, &Series)| {
            let points: Vec<&Point> = self.in_range(series).collect();
            #[expect(
                clippy::float_cmp,
                reason = "an edge equal to the line is given as the same number"
            )]
            let bare = self
                .inside(series)
                .all(|p| p.low == p.mid && p.mid == p.high);
            let band = points.iter().filter(|_| !bare);
            let height = |p: &&Point| if p.is_finite() { p.mid } else { f64::NAN };
            let middle = points.iter().map(|p| (p.x, height(p))).collect();
            let stroke = match series.quantity {
                Some(quantity) => quantity.stroke(),
                None => curve_stroke(series.place.unwrap_or(number), number),
            };
            let line = Line {
                band: band.map(|p| (p.x, p.low, p.high)).collect(),
                ..Line::new(series.name.clone(), middle, stroke)
            };
            match self.y_range {
                Some(range) => line.between(range),
                None => line,
            }
        };
        self.series.iter().enumerate().map(line).collect()
    }
}

/// The stroke of a curve: the colour of its place, and the dash of its number in the picture, which tells it from the
/// others in grey too.
pub(super) fn curve_stroke(place: usize, number: usize) -> Stroke {
    let colours = || COLOURS.iter().chain(&FURTHER);
    let colour = colours().cycle().nth(place).copied().unwrap_or(COLOURS[0]);
    Stroke::new(colour, 2.25).dashed(DASHES[number % DASHES.len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_curves_look_alike() {
        let strokes = (0..48).map(|place| curve_stroke(place, place));
        let looks: Vec<_> = strokes.map(|s| (s.colour, s.dash)).collect();
        for (place, (colour, dash)) in looks.iter().enumerate() {
            let others = &looks[..place];
            assert!(!others.contains(&(*colour, *dash)), "{place}");
            // In grey, by their dashes alone.
            let mut near = others.iter().rev().take(6);
            assert!(near.all(|(_, other)| other != dash), "{place}");
            let again = others.iter().any(|(other, _)| other == colour);
            assert_eq!(again, place >= COLOURS.len() + FURTHER.len(), "{place}");
        }
    }
}
