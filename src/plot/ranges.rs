//! Ranges of numbers in rows, to compare several trainings: a dot for the mean of many runs and a thin
//! line for the range of most of them. The rows are in groups that have the same scale.

use super::bands::curve_stroke;
use super::chart::{SIZE, widest};
use super::parts::axis::Axis;
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, heading_height, picture};
use super::parts::numbers::extent;
use super::picture::Picture;
use super::quantity::Quantity;
use crate::draw::{Colour, Ink, Stroke};
use crate::error::Result;

/// Ranges in named groups.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    /// The title of the picture.
    pub title: String,
    /// The line under the title; may be empty.
    pub subtitle: String,
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
    /// The range to draw; without one the row has only its remark.
    pub range: Option<Range>,
    /// The text at the end of the row.
    pub remark: String,
}

/// A number between two others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// The lower end of the thin line.
    pub low: f64,
    /// The place of the dot.
    pub mid: f64,
    /// The upper end of the thin line.
    pub high: f64,
}

const ROW: f64 = 24.0;
/// The height of the heading of a group, with the space above it.
const HEAD: f64 = 34.0;
const AXIS: f64 = 52.0;
const NOTE: f64 = 15.0;
const STEPS: f64 = 6.0;
/// The largest width of the names at the left.
const NAMES: f64 = 240.0;

/// Draws the ranges.
///
/// # Errors
///
/// [`Error::Drawing`](crate::Error::Drawing) when the drawing library fails.
pub fn ranges(ranges: &Ranges) -> Result<Picture> {
    let rows = || ranges.groups.iter().flat_map(|group| &group.rows);
    let names = widest(rows().map(|row| &row.name)).min(NAMES);
    let remarks = widest(rows().map(|row| &row.remark));
    let ends = rows().filter_map(|row| row.range);
    let ends = ends.map(|range| range.high.max(range.mid));
    let most = ends.filter(|end| end.is_finite()).reduce(f64::max);
    let most = most.unwrap_or(ranges.empty_axis);
    let notes = Ink::NOTE.wrap(&ranges.notes.join("; "), SIZE.0 - 2.0 * MARGIN);
    let head = heading_height(SIZE.0, &ranges.title, &ranges.subtitle);
    let body = extent(rows().count()) * ROW + extent(ranges.groups.len()) * HEAD;
    let foot = AXIS + extent(notes.len()) * NOTE + 12.0;
    let frame = Frame {
        left: MARGIN + names + 14.0,
        right: SIZE.0 - MARGIN - remarks - 20.0,
        foot: body,
        axis: Axis::counting(&ranges.x_label, most).rounded(),
    };
    picture((SIZE.0, head + body + foot), |canvas| {
        let canvas = canvas.heading(&ranges.title, &ranges.subtitle);
        frame.scale(&canvas);
        let mut y = 0.0;
        for group in &ranges.groups {
            canvas.write(&group.name, (MARGIN, y + HEAD - 10.0), &Ink::LABEL);
            y += HEAD;
            frame.grid(&canvas, (y - 4.0, y + extent(group.rows.len()) * ROW));
            for (place, row) in group.rows.iter().enumerate() {
                let colour = curve_stroke(row.quantity, place).colour;
                frame.row(&canvas, row, y + ROW / 2.0, colour);
                y += ROW;
            }
        }
        let below = (MARGIN, body + AXIS + 8.0);
        canvas.write_lines(&notes, below, NOTE, &Ink::NOTE);
        Ok(())
    })
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

    /// Draws the grid lines behind the rows between two heights.
    fn grid(&self, canvas: &Canvas<'_>, (top, foot): (f64, f64)) {
        for value in self.axis.ticks(STEPS).values {
            let x = self.place(value);
            canvas.line(&[(x, top), (x, foot)], Stroke::new(PALE, 1.0));
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

    fn row(&self, canvas: &Canvas<'_>, row: &RangeRow, y: f64, colour: Colour) {
        let name = Ink::TICK.shorten(&row.name, self.left - 14.0 - MARGIN);
        canvas.write(&name, (self.left - 14.0, y + 4.5), &Ink::TICK.ending());
        canvas.write(&row.remark, (self.right + 20.0, y + 4.5), &Ink::TICK);
        let Some(Range { low, mid, high }) = row.range else {
            return;
        };
        let [low, mid, high] = [low, mid, high].map(|value| self.place(value));
        let stroke = Stroke::new(colour, 2.0);
        canvas.line(&[(low, y), (high, y)], stroke);
        for x in [low, high] {
            canvas.line(&[(x, y - 4.0), (x, y + 4.0)], stroke);
        }
        canvas.dot((mid, y), 4.5, colour);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::picture::checked_svg;

    fn drawn(ranges_of: &[Option<Range>], groups: usize) -> String {
        let row = |range: &Option<Range>| RangeRow {
            name: "a name that is much too long to fit at the left of a row".to_owned(),
            range: *range,
            remark: "1,234".to_owned(),
            ..RangeRow::default()
        };
        let group = |n: usize| RangeGroup {
            name: format!("group {n}"),
            rows: ranges_of.iter().map(row).collect(),
        };
        checked_svg(ranges(&Ranges {
            title: "<&>".repeat(200),
            groups: (0..groups).map(group).collect(),
            notes: vec!["a remark ".repeat(60)],
            empty_axis: 3_000.0,
            ..Ranges::default()
        }))
    }

    fn range(low: f64, mid: f64, high: f64) -> Range {
        Range { low, mid, high }
    }

    #[test]
    fn any_ranges_are_drawn() {
        for (rows, groups) in [
            (&[] as &[Option<Range>], 0),
            (&[], 2),
            (&[None], 1),
            (&[Some(range(0.0, 0.0, 0.0))], 1),
            (
                &[
                    Some(range(1.0, 2.0, 3.0)),
                    None,
                    Some(range(f64::NAN, 1.0, 2.0)),
                ],
                3,
            ),
            (
                &[
                    Some(range(0.0, 1.0, f64::INFINITY)),
                    Some(range(1.0, 1e300, 2.0)),
                ],
                1,
            ),
        ] {
            drawn(rows, groups);
        }
    }

    #[test]
    fn every_row_has_its_remark_and_a_dot_if_it_has_a_range() {
        let here = Some(range(5.0, 6.0, 9.0));
        let svg = drawn(&[here, None, here], 2);
        assert_eq!(svg.matches(">1,234</text>").count(), 6);
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains(">10</text>") && !svg.contains(">3,000</text>"));
    }

    #[test]
    fn without_any_range_the_axis_goes_as_far_as_is_said() {
        assert!(drawn(&[None], 1).contains(">3,000</text>"));
    }
}
