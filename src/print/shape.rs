//! What is on a page: shapes in the order in which they are drawn, in millimetres from the upper
//! left corner.

use super::font::{self, Weight};

/// A page and all that is on it.
#[derive(Clone, Debug)]
pub(super) struct Page {
    /// Its width and height.
    pub(super) size: (f64, f64),
    /// What is on it.
    pub(super) shapes: Vec<Shape>,
}

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

impl Colour {
    pub(super) const BLACK: Self = Self(0x1a, 0x1a, 0x1a);
    pub(super) const GREY: Self = Self(0x66, 0x66, 0x66);
    pub(super) const PALE: Self = Self(0xcc, 0xcc, 0xcc);
    pub(super) const WHITE: Self = Self(0xff, 0xff, 0xff);

    /// Black or white, whichever is read better on it.
    pub(super) fn contrast(self) -> Self {
        let Self(red, green, blue) = self;
        let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
        if light > 140_000 {
            Self::BLACK
        } else {
            Self::WHITE
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) colour: Colour,
    pub(super) width: f64,
}

impl Stroke {
    /// The thinnest that all printers print.
    pub(super) const fn hair(colour: Colour) -> Self {
        Self {
            colour,
            width: 0.12,
        }
    }
}

/// Which end of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink {
    /// The size of the font.
    pub(super) size: f64,
    pub(super) weight: Weight,
    pub(super) colour: Colour,
    pub(super) anchor: Anchor,
}

impl Ink {
    pub(super) const fn new(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            colour: Colour::BLACK,
            anchor: Anchor::Start,
        }
    }

    pub(super) const fn bold(self) -> Self {
        let weight = Weight::Bold;
        Self { weight, ..self }
    }

    pub(super) const fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(super) const fn middle(self) -> Self {
        let anchor = Anchor::Middle;
        Self { anchor, ..self }
    }

    pub(super) const fn end(self) -> Self {
        let anchor = Anchor::End;
        Self { anchor, ..self }
    }

    /// How wide a text becomes.
    pub(super) fn width(&self, text: &str) -> f64 {
        font::width(text, self.size, self.weight)
    }

    /// The same as small as it takes for the text to fit.
    pub(super) fn fitting(self, text: &str, room: f64) -> Self {
        let wide = self.width(text);
        if wide <= room {
            return self;
        }
        Self {
            size: self.size * room / wide,
            ..self
        }
    }
}

/// Something on a page.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    Rect {
        at: (f64, f64),
        size: (f64, f64),
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Line {
        from: (f64, f64),
        to: (f64, f64),
        stroke: Stroke,
    },
    Circle {
        centre: (f64, f64),
        radius: f64,
        fill: Colour,
        stroke: Stroke,
    },
    Triangle {
        corners: [(f64, f64); 3],
        fill: Colour,
    },
    Text {
        /// Where its baseline begins, has its middle, or ends.
        at: (f64, f64),
        text: String,
        ink: Ink,
    },
}

impl Page {
    pub(super) const fn new(size: (f64, f64)) -> Self {
        Self {
            size,
            shapes: Vec::new(),
        }
    }

    pub(super) fn fill(&mut self, at: (f64, f64), size: (f64, f64), colour: Colour) {
        self.shapes.push(Shape::Rect {
            at,
            size,
            fill: Some(colour),
            stroke: None,
        });
    }

    pub(super) fn frame(&mut self, at: (f64, f64), size: (f64, f64), stroke: Stroke) {
        self.shapes.push(Shape::Rect {
            at,
            size,
            fill: None,
            stroke: Some(stroke),
        });
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        self.shapes.push(Shape::Line { from, to, stroke });
    }

    pub(super) fn circle(
        &mut self,
        centre: (f64, f64),
        radius: f64,
        (fill, stroke): (Colour, Stroke),
    ) {
        self.shapes.push(Shape::Circle {
            centre,
            radius,
            fill,
            stroke,
        });
    }

    pub(super) fn text(&mut self, text: impl Into<String>, at: (f64, f64), ink: &Ink) {
        let text = text.into();
        if !text.trim().is_empty() {
            self.shapes.push(Shape::Text {
                at,
                text,
                ink: *ink,
            });
        }
    }
}
