//! The paper: draws lines, rectangles and texts; places and sizes are in points. Here are also the colours
//! and inks that all pictures share.

use std::cell::RefCell;

use crate::draw::{Colour, Coordinates, Drawing, Ink, LengthUnit, ShapeOutline, Stroke, extent};
use crate::plot::look::Heading;
use crate::plot::picture::Picture;

pub(crate) const MARGIN: f64 = 20.0;

/// Less important text: subtitles, notes.
pub(crate) const GREY: Colour = Colour::new(0x55, 0x55, 0x55);
/// Lines of a grid, frames of cells.
pub(crate) const PALE: Colour = Colour::new(0xdd, 0xdd, 0xdd);

impl Ink {
    pub(crate) const TITLE: Self = Self::new(18.0).bold();
    /// The line under the title.
    pub(crate) const SUBTITLE: Self = Self::new(13.0).colour(GREY);
    /// Names of axes, panels, lines.
    pub(crate) const LABEL: Self = Self::new(14.0);
    /// Numbers along an axis.
    pub(crate) const TICK: Self = Self::new(13.0);
    /// Notes under or next to a picture.
    pub(crate) const NOTE: Self = Self::new(11.5).colour(GREY);
}

/// A part of the paper; places are relative to its upper left corner, in points.
#[derive(Clone, Copy)]
pub(crate) struct Canvas<'a> {
    pub(crate) drawing: &'a RefCell<Drawing>,
    pub(super) corner: Coordinates,
    pub(crate) size: (f64, f64),
}

impl Canvas<'_> {
    /// The part that remains after cutting off these lengths at the top, bottom, left and right.
    pub(crate) fn within(&self, [top, bottom, left, right]: [f64; 4]) -> Self {
        let (width, height) = self.size;
        Self {
            corner: (self.corner.0 + left, self.corner.1 + top),
            size: (
                (width - left - right).max(0.0),
                (height - top - bottom).max(0.0),
            ),
            ..*self
        }
    }

    /// Converts a place to the whole paper, rounded to hundredths of a point; numbers that are not finite
    /// become finite.
    fn place(&self, (x, y): Coordinates) -> Coordinates {
        let finite = |at: f64| match at {
            at if at.is_nan() => 0.0,
            at => (at.clamp(-1e6, 1e6) * 100.0).round() / 100.0,
        };
        (finite(self.corner.0 + x), finite(self.corner.1 + y))
    }

    pub(crate) fn rect(
        &self,
        from: Coordinates,
        to: Coordinates,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    ) {
        let (at, to) = (self.place(from), self.place(to));
        let form = ShapeOutline::Rect(at, (to.0 - at.0, to.1 - at.1));
        self.drawing.borrow_mut().figure(form, fill, stroke);
    }

    /// Writes a text; the place is the left end, middle or right end of its baseline.
    pub(crate) fn write(&self, text: &str, at: Coordinates, ink: &Ink) {
        self.drawing.borrow_mut().text(text, self.place(at), ink);
    }

    /// Writes lines of text, each `step` below the one before.
    pub(crate) fn write_lines(&self, lines: &[String], (x, y): Coordinates, step: f64, ink: &Ink) {
        for (number, line) in lines.iter().enumerate() {
            self.write(line, (x, y + extent(number) * step), ink);
        }
    }

    pub(crate) fn line(&self, through: &[Coordinates], stroke: Stroke) {
        let through: Vec<Coordinates> = through.iter().map(|&at| self.place(at)).collect();
        self.drawing.borrow_mut().line(through, stroke);
    }

    /// Fills a rectangle between two corners.
    pub(crate) fn fill(&self, from: Coordinates, to: Coordinates, colour: Colour) {
        self.rect(from, to, Some(colour), None);
    }

    pub(crate) fn dot(&self, centre: Coordinates, radius: f64, fill: Colour) {
        let centre = self.place(centre);
        self.drawing.borrow_mut().dot(centre, radius, fill);
    }
}

/// The height of a title and subtitle in this width, with the space above and below them.
pub(crate) fn heading_height(heading: &Heading, width: f64) -> f64 {
    let lines = heading_lines(heading, width);
    let edge = if lines.is_empty() { 8.0 } else { 24.0 };
    edge + lines.iter().map(|(_, ink)| ink.size * 1.3).sum::<f64>()
}

/// The lines of title and subtitle, at most three of each.
fn heading_lines(heading: &Heading, width: f64) -> Vec<(String, Ink)> {
    const MOST: usize = 3;
    let mut all = Vec::new();
    let inks = [Ink::TITLE, Ink::SUBTITLE];
    for (text, ink) in heading.lines().into_iter().zip(inks) {
        let mut lines = ink.wrap(text, width - 2.0 * MARGIN);
        if lines.len() > MOST {
            lines.truncate(MOST);
            lines[MOST - 1].push_str(" ...");
        }
        all.extend(lines.into_iter().map(|line| (line, ink)));
    }
    all
}

/// Draws a picture with a title and subtitle; the height is the height of the paper below them.
pub(crate) fn picture(
    heading: &Heading,
    (width, height): (f64, f64),
    draw: impl FnOnce(&Canvas<'_>),
) -> Picture {
    let width = width.ceil();
    let top = heading_height(heading, width);
    let size = (width, (top + height).ceil());
    let drawing = RefCell::new(Drawing::new(LengthUnit::Pixel, size));
    let canvas = Canvas {
        drawing: &drawing,
        corner: (0.0, 0.0),
        size,
    };
    let mut below = 12.0;
    for (line, ink) in heading_lines(heading, width) {
        below += ink.size * 1.3;
        canvas.write(&line, (MARGIN, below), &ink);
    }
    draw(&canvas.within([top, 0.0, 0.0, 0.0]));
    Picture::of(drawing.into_inner(), heading.lines()[0])
}
