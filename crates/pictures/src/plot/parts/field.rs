//! The field of a chart, in which its data are drawn, with its two axes at the left and below.
//!
//! Places in it are rounded to quarters of a point, so that a curve does not fill its file with digits.

use super::axis::Axis;
use super::canvas::{Canvas, GREY, PALE};
use crate::draw::{Coordinates, Ink, Stroke};

/// The height below the data, for numbers and the name of the axis.
pub(crate) const FOOT: f64 = 44.0;

/// The distance between neighbouring places.
const STEP: f64 = 0.25;

fn rounded(length: f64) -> f64 {
    (length / STEP).round() * STEP
}

fn middle(from: f64, to: f64) -> f64 {
    (f64::midpoint(from, to) / STEP).floor() * STEP
}

/// The distance of a value from the beginning of an axis of this length; what is no number is there.
fn along(axis: &Axis, value: f64, length: f64) -> f64 {
    rounded(axis.share(value).max(0.0) * length)
}

/// The data and their axes on a part of the paper; the data end one step before its right edge and before the axis
/// at the foot.
pub(crate) struct Field<'a> {
    pub(super) canvas: Canvas<'a>,
    axes: [&'a Axis; 2],
    left: f64,
    size: (f64, f64),
}

impl<'a> Field<'a> {
    /// A field that leaves this much space for the numbers and the name of the vertical axis.
    pub(crate) fn new(canvas: Canvas<'a>, axes: [&'a Axis; 2], left: f64) -> Self {
        let (width, height) = canvas.size;
        Self {
            left: rounded(left),
            size: (rounded(width), rounded(height)),
            canvas,
            axes,
        }
    }

    /// The upper edge of the horizontal axis.
    fn foot(&self) -> f64 {
        self.size.1 - FOOT
    }

    fn right(&self) -> f64 {
        self.size.0 - STEP
    }

    fn across(&self, x: f64) -> f64 {
        self.left + along(self.axes[0], x, self.right() - self.left)
    }

    fn down(&self, y: f64) -> f64 {
        let low = self.foot() - STEP;
        low - along(self.axes[1], y, low)
    }

    /// Converts a place to the whole paper.
    fn place(&self, (x, y): Coordinates) -> Coordinates {
        (self.canvas.corner.0 + x, self.canvas.corner.1 + y)
    }

    /// The places of data on the paper.
    pub(super) fn places(&self, data: impl IntoIterator<Item = (f64, f64)>) -> Vec<Coordinates> {
        let place = |(x, y)| self.place((self.across(x), self.down(y)));
        data.into_iter().map(place).collect()
    }

    fn line(&self, ends: [Coordinates; 2], stroke: Stroke) {
        let ends = ends.map(|at| self.place(at));
        self.canvas.drawing.borrow_mut().line(ends, stroke);
    }

    fn write(&self, text: String, at: Coordinates, ink: &Ink) {
        let mut drawing = self.canvas.drawing.borrow_mut();
        drawing.text(text, self.place(at), ink);
    }

    /// Draws the grid and the axes, with at most so many steps across and up.
    pub(crate) fn draw_axes(&self, most: [f64; 2]) {
        const TICK: f64 = 4.0;
        // Texts are centred on their height, or stand below or above a place.
        const CENTRE: f64 = 0.36;
        const BELOW: f64 = 0.76;
        const ABOVE: f64 = -0.24;
        let [x, y] = self.axes;
        let (left, right, foot) = (self.left, self.right(), self.foot());
        let low = foot - STEP;
        let (name, number) = (Ink::LABEL.centred(), Ink::TICK);
        let beside = (name.size * BELOW, middle(0.0, foot));
        self.write(y.title(), beside, &name.upwards());
        let below = (middle(left, self.size.0), self.size.1 + name.size * ABOVE);
        self.write(x.title(), below, &name);
        let (xs, ys) = (x.ticks(most[0]), y.ticks(most[1]));
        let grid = Stroke::new(PALE, 1.0);
        for at in xs.values.iter().map(|&value| self.across(value)) {
            self.line([(at, low), (at, 0.0)], grid);
        }
        for at in ys.values.iter().map(|&value| self.down(value)) {
            self.line([(left, at), (right, at)], grid);
        }
        let (axis, edge) = (Stroke::new(GREY, 1.25), left - STEP);
        self.line([(edge, 0.0), (edge, low)], axis);
        for &value in &ys.values {
            let at = self.down(value);
            let beside = (left - 2.0 * TICK, at + number.size * CENTRE);
            self.write(y.write(value, ys.step), beside, &number.ending());
            self.line([(edge - TICK, at), (edge, at)], axis);
        }
        self.line([(left, foot), (right, foot)], axis);
        for &value in &xs.values {
            let at = self.across(value);
            let below = (at, foot + 2.0 * TICK + number.size * BELOW);
            self.write(x.write(value, xs.step), below, &number.centred());
            self.line([(at, foot), (at, foot + TICK)], axis);
        }
    }
}
