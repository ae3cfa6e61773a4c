//! The part of a chart where its data are: the grid, the axes with their numbers and names, and the places of
//! the data.

use std::cell::RefMut;

use super::axis::{Axis, Mark};
use super::canvas::{Canvas, GREY, PALE};
use crate::draw::{Drawing, Ink, Place, Stroke};

/// The height below the data, for the numbers and the name of the axis.
pub(crate) const FOOT: f64 = 44.0;
const TICK: f64 = 4.0;
/// All places are multiples of this length from the corner; the axes are so far outside the data.
const STEP: f64 = 0.25;

pub(crate) struct Plane<'a> {
    canvas: Canvas<'a>,
    x: &'a Axis,
    y: &'a Axis,
    left: f64,
    right: f64,
    foot: f64,
}

fn stepped(length: f64) -> f64 {
    (length / STEP).round() * STEP
}

/// The middle between 0 and a length.
fn middle(length: f64) -> f64 {
    (length / 2.0 / STEP).floor() * STEP
}

impl<'a> Plane<'a> {
    /// A plane that fills a canvas, with this width at the left for the numbers and the name of the axis.
    pub(crate) fn new(canvas: Canvas<'a>, left: f64, x: &'a Axis, y: &'a Axis) -> Self {
        Self {
            canvas,
            x,
            y,
            left: stepped(left),
            right: stepped(canvas.size.0) - STEP,
            foot: stepped(canvas.size.1) - FOOT - STEP,
        }
    }

    fn across(&self, x: f64) -> f64 {
        self.left + stepped((self.right - self.left) * self.x.share(x))
    }

    fn down(&self, y: f64) -> f64 {
        self.foot - stepped(self.foot * self.y.share(y))
    }

    /// The places of data on the paper.
    pub(crate) fn places(&self, data: impl IntoIterator<Item = (f64, f64)>) -> Vec<Place> {
        let place = |(x, y)| self.on_paper((self.across(x), self.down(y)));
        data.into_iter().map(place).collect()
    }

    fn on_paper(&self, (x, y): Place) -> Place {
        (self.canvas.corner.0 + x, self.canvas.corner.1 + y)
    }

    pub(crate) fn drawing(&self) -> RefMut<'_, Drawing> {
        self.canvas.drawing.borrow_mut()
    }

    fn line(&self, ends: [Place; 2], stroke: Stroke) {
        let ends = ends.map(|end| self.on_paper(end));
        self.drawing().line(ends, stroke);
    }

    fn write(&self, text: &str, at: Place, ink: &Ink) {
        self.drawing().text(text, self.on_paper(at), ink);
    }

    /// Draws the grid and the axes, with these marks on the horizontal and on the vertical one.
    pub(crate) fn draw(&self, columns: &[Mark], rows: &[Mark]) {
        let (left, right, foot) = (self.left, self.right, self.foot);
        let (beside, below) = (left - STEP, foot + STEP);
        let name = Ink::LABEL.centred();
        let at = (0.76 * name.size, middle(below));
        self.write(&self.y.title(), at, &name.upwards());
        let at = (left + middle(right + STEP - left), below + FOOT);
        self.write(&self.x.title(), (at.0, at.1 - 0.24 * name.size), &name);

        let (grid, axis) = (Stroke::new(PALE, 1.0), Stroke::new(GREY, 1.25));
        for x in columns.iter().map(|mark| self.across(mark.value)) {
            self.line([(x, foot), (x, 0.0)], grid);
        }
        for y in rows.iter().map(|mark| self.down(mark.value)) {
            self.line([(left, y), (right, y)], grid);
        }
        let ink = Ink::TICK;
        self.line([(beside, 0.0), (beside, foot)], axis);
        for Mark { value, text } in rows {
            let y = self.down(*value);
            let at = (left - 2.0 * TICK, y + 0.36 * ink.size);
            self.write(text, at, &ink.ending());
            self.line([(beside - TICK, y), (beside, y)], axis);
        }
        self.line([(left, below), (right, below)], axis);
        for Mark { value, text } in columns {
            let x = self.across(*value);
            let at = (x, below + 2.0 * TICK + 0.76 * ink.size);
            self.write(text, at, &ink.centred());
            self.line([(x, below), (x, below + TICK)], axis);
        }
    }
}
