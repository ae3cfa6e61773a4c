//! The axes of a chart with the grid between them, and where data lie on it.

use super::axis::Axis;
use super::canvas::{Canvas, GREY, PALE};
use super::numbers::Ticks;
use crate::draw::{Coordinates, Drawing, Ink, Stroke};

/// The height below the data, for numbers and the name of the axis.
pub(crate) const FOOT: f64 = 44.0;

/// All is drawn at multiples of this.
const STEP: f64 = 0.25;

/// The length of a mark at a number.
const TICK: f64 = 4.0;

/// A part of the paper with a horizontal and a vertical axis.
pub(crate) struct Grid<'a> {
    canvas: Canvas<'a>,
    axes: [&'a Axis; 2],
    left: f64,
    right: f64,
    foot: f64,
}

impl<'a> Grid<'a> {
    /// The axes on this canvas, with so much room for the numbers and the name of the vertical one.
    pub(crate) fn new(canvas: Canvas<'a>, axes: [&'a Axis; 2], left: f64) -> Self {
        let (width, height) = canvas.size;
        Self {
            canvas,
            axes,
            left: stepped(left),
            right: stepped(width) - STEP,
            foot: stepped(height) - FOOT - STEP,
        }
    }

    fn x(&self, value: f64) -> f64 {
        self.left + stepped(self.axes[0].share(value) * (self.right - self.left))
    }

    fn y(&self, value: f64) -> f64 {
        self.foot - stepped(self.axes[1].share(value) * self.foot)
    }

    /// The place on the whole paper.
    fn at(&self, x: f64, y: f64) -> Coordinates {
        let (left, top) = self.canvas.corner;
        (left + x, top + y)
    }

    /// Draws something at data points after they are converted to places on the paper.
    pub(crate) fn draw_at(
        &self,
        points: impl IntoIterator<Item = (f64, f64)>,
        draw: impl FnOnce(&mut Drawing, Vec<Coordinates>),
    ) {
        let points = points.into_iter();
        let places = points.map(|(x, y)| self.at(self.x(x), self.y(y)));
        draw(&mut self.canvas.drawing.borrow_mut(), places.collect());
    }

    /// Draws the names of the axes, the grid, and the axes with numbers at these ticks.
    pub(crate) fn draw(&self, [x_ticks, y_ticks]: [&Ticks; 2]) {
        let mut page = self.canvas.drawing.borrow_mut();
        let (left, right, foot) = (self.left, self.right, self.foot);
        let [x_axis, y_axis] = self.axes;
        let name = Ink::LABEL.centred();
        let beside = self.at(name.size * 0.76, half(foot + STEP));
        page.text(y_axis.title(), beside, &name.upwards());
        let middle = left + half(right + STEP - left);
        let below = self.at(middle, foot + STEP + FOOT - name.size * 0.24);
        page.text(x_axis.title(), below, &name);

        let pale = Stroke::new(PALE, 1.0);
        for x in x_ticks.values.iter().map(|&value| self.x(value)) {
            page.line([self.at(x, foot), self.at(x, 0.0)], pale);
        }
        for y in y_ticks.values.iter().map(|&value| self.y(value)) {
            page.line([self.at(left, y), self.at(right, y)], pale);
        }

        let (edge, under) = (left - STEP, foot + STEP);
        let axis = Stroke::new(GREY, 1.25);
        let ink = Ink::TICK;
        page.line([self.at(edge, 0.0), self.at(edge, foot)], axis);
        for &value in &y_ticks.values {
            let y = self.y(value);
            let at = self.at(left - 2.0 * TICK, y + ink.size * 0.36);
            page.text(y_axis.write(value, y_ticks.step), at, &ink.ending());
            page.line([self.at(edge - TICK, y), self.at(edge, y)], axis);
        }
        page.line([self.at(left, under), self.at(right, under)], axis);
        for &value in &x_ticks.values {
            let x = self.x(value);
            let at = self.at(x, under + 2.0 * TICK + ink.size * 0.76);
            page.text(x_axis.write(value, x_ticks.step), at, &ink.centred());
            page.line([self.at(x, under), self.at(x, under + TICK)], axis);
        }
    }
}

/// A length in whole steps; 0 if it is not a number, as on an axis of no finite length.
fn stepped(length: f64) -> f64 {
    match length {
        length if length.is_nan() => 0.0,
        length => (length / STEP).round() * STEP,
    }
}

/// Half of a length, in whole steps.
fn half(length: f64) -> f64 {
    (length / 2.0 / STEP).floor() * STEP
}
