//! Ranges of numbers in rows, to compare several trainings: a dot for the mean of many runs and a thin
//! line for the range of most of them. The rows are in groups that have the same scale.

use super::bands::curve_stroke;
use super::chart::widest;
use super::look::Heading;
use super::parts::axis::Axis;
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, picture};
use super::picture::Picture;
use super::quantity::Quantity;
use crate::draw::{Colour, Ink, Stroke, extent};

/// Ranges in named groups.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// The lines above it, and how large it is.
    pub heading: Heading,
    /// What the numbers are.
    pub x_label: String,
    /// The axis goes from 0 to here if no row has a range.
    pub empty_axis: f64,
    /// From top to bottom.
    pub groups: Vec<RangeGroup>,
    /// Notes at the foot, such as what the ranges are.
    pub notes: Vec<String>,
}

/// Rows under one heading.
#[derive(Clone, Debug, Default)]
pub struct RangeGroup {
    /// What the rows of the group have in common.
    pub name: String,
    /// From top to bottom.
    pub rows: Vec<RangeRow>,
}

/// One row.
#[derive(Clone, Debug, Default)]
pub struct RangeRow {
    /// Its name.
    pub name: String,
    /// The quantity that gives the row its colour; without one the colour depends on the number of the row,
    /// as in [`bands`](super::bands()).
    pub quantity: Option<Quantity>,
    /// The place that gives it its colour, as in a [`Series`](super::Series).
    pub place: Option<usize>,
    /// The range to draw; without one the row has only its remark.
    pub range: Option<Range>,
    /// The text at the end of the row.
    pub remark: String,
}

/// A number between two others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The lower end of the line.
    pub low: f64,
    /// The place of the dot.
    pub mid: f64,
    /// The upper end of the line.
    pub high: f64,
    /// Whether the line goes on beyond its upper end: it then ends with an arrow at the end of the axis.
    pub is_open: bool,
    /// Whether the number is a lower bound: its dot is a ring then.
    pub is_bound: bool,
}

const ROW: f64 = 24.0;
/// The height of a row with its name and remark above it.
const HIGH_ROW: f64 = 34.0;
/// The height of the heading of a group, with the space above it.
const HEAD: f64 = 34.0;
const AXIS: f64 = 52.0;
const NOTE: f64 = 15.0;
const STEPS: f64 = 6.0;
/// The largest width of names beside their lines.
const NAMES: f64 = 240.0;

/// Draws the ranges. In a narrow picture, or with long names, names and remarks are above the lines instead of beside them.
pub fn ranges(ranges: &Ranges) -> Picture {
    let look = ranges.heading.look;
    let width = look.width;
    let rows = || ranges.groups.iter().flat_map(|group| &group.rows);
    let axis = axis(ranges);
    let inside = width - 2.0 * MARGIN;
    let heads = ranges.groups.iter().map(|group| {
        let lines = Ink::LABEL.wrap(&group.name, inside);
        (HEAD + 18.0 * extent(lines.len().saturating_sub(1)), lines)
    });
    let heads: Vec<(f64, Vec<String>)> = heads.collect();
    let notes = Ink::NOTE.wrap(&ranges.notes.join("; "), inside);
    let names = widest(rows().map(|row| &row.name));
    let is_narrow = look.is_narrow() || names > NAMES;
    let row = if is_narrow { HIGH_ROW } else { ROW };
    let body = extent(rows().count()) * row + heads.iter().map(|(high, _)| high).sum::<f64>();
    let foot = AXIS + extent(notes.len()) * NOTE + 12.0;
    let remarks = widest(rows().map(|row| &row.remark));
    let (left, right) = if is_narrow {
        (MARGIN + 8.0, width - MARGIN - 8.0)
    } else {
        (MARGIN + names + 14.0, width - MARGIN - remarks - 20.0)
    };
    let frame = Frame {
        left,
        right,
        foot: body,
        axis,
    };
    picture(&ranges.heading, (width, body + foot), |canvas| {
        frame.scale(canvas);
        let mut y = 0.0;
        for (group, (head, lines)) in ranges.groups.iter().zip(&heads) {
            y += head;
            let first = y - 10.0 - 18.0 * extent(lines.len().saturating_sub(1));
            canvas.write_lines(lines, (MARGIN, first), 18.0, &Ink::LABEL);
            frame.grid(canvas, (y - 4.0, y + extent(group.rows.len()) * row));
            for (place, shown) in group.rows.iter().enumerate() {
                let place = shown.place.unwrap_or(place);
                let stroke = shown.quantity.map(Quantity::stroke);
                let colour = stroke.unwrap_or_else(|| curve_stroke(place, 0)).colour;
                if is_narrow {
                    canvas.write(&shown.name, (MARGIN, y + 12.0), &Ink::NOTE);
                    let end = (width - MARGIN, y + 12.0);
                    canvas.write(&shown.remark, end, &Ink::NOTE.ending());
                } else {
                    frame.texts(canvas, shown, y + row / 2.0);
                }
                frame.row(canvas, shown, y + row - ROW / 2.0, colour);
                y += row;
            }
        }
        let below = (MARGIN, body + AXIS + 8.0);
        canvas.write_lines(&notes, below, NOTE, &Ink::NOTE);
    })
}

/// The axis: from 0 to the largest number, or as far below 0 as they go.
fn axis(ranges: &Ranges) -> Axis {
    let rows = ranges.groups.iter().flat_map(|group| &group.rows);
    let ends = rows.filter_map(|row| row.range);
    let ends = ends.flat_map(|range| [range.low, range.mid, range.high]);
    let ends: Vec<f64> = ends.filter(|end| end.is_finite()).collect();
    let most = ends.iter().copied().reduce(f64::max);
    let most = most.unwrap_or(ranges.empty_axis);
    let least = ends.iter().copied().fold(0.0, f64::min);
    if least < 0.0 {
        Axis::between(&ranges.x_label, (least, most.max(0.0))).rounded()
    } else {
        Axis::counting(&ranges.x_label, most).rounded()
    }
}

struct Frame {
    left: f64,
    right: f64,
    foot: f64,
    axis: Axis,
}

impl Frame {
    fn place(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.axis.share(value)
    }

    /// Draws the grid lines behind the rows between two heights; that at 0 is darker where numbers are below it.
    fn grid(&self, canvas: &Canvas<'_>, (top, foot): (f64, f64)) {
        let line = |value: f64, stroke: Stroke| {
            let x = self.place(value);
            canvas.line(&[(x, top), (x, foot)], stroke);
        };
        for value in self.axis.ticks(STEPS).values {
            line(value, Stroke::new(PALE, 1.0));
        }
        if self.axis.range.0 < 0.0 {
            line(0.0, Stroke::new(GREY, 1.25));
        }
    }

    /// Draws the axis and its numbers at the foot.
    fn scale(&self, canvas: &Canvas<'_>) {
        let ticks = self.axis.ticks(STEPS);
        for value in ticks.values {
            let x = self.place(value);
            let text = self.axis.write(value, ticks.step);
            canvas.write(&text, (x, self.foot + 18.0), &Ink::TICK.centred());
        }
        let ends = [(self.left, self.foot), (self.right, self.foot)];
        canvas.line(&ends, Stroke::new(GREY, 1.25));
        let below = (f64::midpoint(self.left, self.right), self.foot + 40.0);
        canvas.write(&self.axis.title(), below, &Ink::LABEL.centred());
    }

    /// Writes the name and the remark of a row beside its line.
    fn texts(&self, canvas: &Canvas<'_>, row: &RangeRow, y: f64) {
        canvas.write(&row.name, (self.left - 14.0, y + 4.5), &Ink::TICK.ending());
        canvas.write(&row.remark, (self.right + 20.0, y + 4.5), &Ink::TICK);
    }

    fn row(&self, canvas: &Canvas<'_>, row: &RangeRow, y: f64, colour: Colour) {
        let Some(range) = row.range else {
            return;
        };
        let [low, mid, high] = [range.low, range.mid, range.high].map(|value| self.place(value));
        let stroke = Stroke::new(colour, 2.0);
        let high = if range.is_open { self.right } else { high };
        canvas.line(&[(low, y), (high, y)], stroke);
        canvas.line(&[(low, y - 4.0), (low, y + 4.0)], stroke);
        if range.is_open {
            canvas.line(
                &[(high - 6.0, y - 4.0), (high, y), (high - 6.0, y + 4.0)],
                stroke,
            );
        } else {
            canvas.line(&[(high, y - 4.0), (high, y + 4.0)], stroke);
        }
        canvas.dot((mid, y), 4.5, colour);
        if range.is_bound {
            canvas.dot((mid, y), 2.5, Colour::WHITE);
        }
    }
}
