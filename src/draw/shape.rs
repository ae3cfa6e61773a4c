//! What a drawing is: shapes in the order in which they are drawn, and how texts are written.

use super::font::{self, Weight};

/// Right and down from the upper left corner.
pub(crate) type Place = (f64, f64);

/// What the lengths of a drawing are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Of a screen, as SVG counts them: 96 to the inch.
    Pixel,
    /// Of paper.
    #[cfg_attr(not(feature = "print"), expect(dead_code, reason = "a PDF needs it"))]
    Millimetre,
}

/// Shapes on white ground.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) unit: Unit,
    /// Its width and height.
    pub(crate) size: (f64, f64),
    /// Each covers those before it.
    pub(crate) shapes: Vec<Shape>,
}

/// Something in a drawing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Rect {
        /// Its upper left corner.
        at: Place,
        size: (f64, f64),
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    /// Straight lines from place to place.
    Line { through: Vec<Place>, stroke: Stroke },
    /// The surface within straight lines.
    Polygon { corners: Vec<Place>, fill: Colour },
    Circle {
        centre: Place,
        radius: f64,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Text {
        /// Where its baseline begins, has its middle, or ends.
        at: Place,
        text: String,
        ink: Ink,
    },
}

/// Red, green, blue, and how opaque it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    /// From 0, which is not seen, to 255.
    pub(crate) alpha: u8,
}

impl Colour {
    pub(crate) const WHITE: Self = Self::new(0xff, 0xff, 0xff);
    /// Texts, axes, stones.
    pub(crate) const BLACK: Self = Self::new(0x1a, 0x1a, 0x1a);

    /// A colour that hides what is below it.
    pub(crate) const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self {
            red,
            green,
            blue,
            alpha: u8::MAX,
        }
    }

    /// The same, letting through what is below it.
    pub(crate) const fn faint(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The lengths of a piece and of a gap, of a line in pieces.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    /// A line in one piece.
    pub(crate) const fn new(colour: Colour, width: f64) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Where a text runs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Right,
    Up,
}

/// How a text is written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
    /// The size of the font.
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) colour: Colour,
    pub(crate) anchor: Anchor,
    pub(crate) direction: Direction,
}

impl Ink {
    /// Black and regular.
    pub(crate) const fn new(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            colour: Colour::BLACK,
            anchor: Anchor::Start,
            direction: Direction::Right,
        }
    }

    pub(crate) const fn bold(self) -> Self {
        let weight = Weight::Bold;
        Self { weight, ..self }
    }

    pub(crate) const fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    #[cfg(feature = "print")]
    pub(crate) const fn sized(self, size: f64) -> Self {
        Self { size, ..self }
    }

    /// The same, its middle at the given place.
    pub(crate) const fn centred(self) -> Self {
        let anchor = Anchor::Middle;
        Self { anchor, ..self }
    }

    /// The same, its end at the given place.
    pub(crate) const fn ending(self) -> Self {
        let anchor = Anchor::End;
        Self { anchor, ..self }
    }

    /// The same, running upwards.
    pub(crate) const fn upwards(self) -> Self {
        let direction = Direction::Up;
        Self { direction, ..self }
    }

    /// How wide a text becomes.
    pub(crate) fn width(&self, text: &str) -> f64 {
        font::width(text, self.weight) * self.size
    }

    /// The same as small as it takes for the text to fit.
    #[cfg(feature = "print")]
    pub(crate) fn fitting(self, text: &str, room: f64) -> Self {
        let wide = self.width(text);
        if wide <= room {
            return self;
        }
        self.sized(self.size * room / wide)
    }

    /// The text, or as much of its two ends as fits with dots between them.
    pub(crate) fn shorten(&self, text: &str, room: f64) -> String {
        font::shorten(text, room / self.size, self.weight)
    }

    /// The text in lines that fit, broken at spaces and between Japanese letters; a word wider than a
    /// line is shortened.
    pub(crate) fn wrap(&self, text: &str, room: f64) -> Vec<String> {
        font::wrap(text, room / self.size, self.weight)
    }
}

impl Drawing {
    /// Nothing but the ground.
    pub(crate) const fn new(unit: Unit, size: (f64, f64)) -> Self {
        Self {
            unit,
            size,
            shapes: Vec::new(),
        }
    }

    /// Fills a rectangle.
    #[cfg(feature = "print")]
    pub(crate) fn fill(&mut self, at: Place, size: (f64, f64), colour: Colour) {
        self.shapes.push(Shape::Rect {
            at,
            size,
            fill: Some(colour),
            stroke: None,
        });
    }

    /// Draws the outline of a rectangle.
    #[cfg(feature = "print")]
    pub(crate) fn frame(&mut self, at: Place, size: (f64, f64), stroke: Stroke) {
        self.shapes.push(Shape::Rect {
            at,
            size,
            fill: None,
            stroke: Some(stroke),
        });
    }

    /// Draws a line from one place to another.
    #[cfg(feature = "print")]
    pub(crate) fn line(&mut self, from: Place, to: Place, stroke: Stroke) {
        let through = vec![from, to];
        self.shapes.push(Shape::Line { through, stroke });
    }

    /// Draws a disc with an edge.
    #[cfg(feature = "print")]
    pub(crate) fn circle(&mut self, centre: Place, radius: f64, (fill, stroke): (Colour, Stroke)) {
        self.shapes.push(Shape::Circle {
            centre,
            radius,
            fill: Some(fill),
            stroke: Some(stroke),
        });
    }

    /// Writes a text, unless there is nothing to be seen of it.
    pub(crate) fn text(&mut self, text: impl Into<String>, at: Place, ink: &Ink) {
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
