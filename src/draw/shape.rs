//! The parts of a drawing: shapes in the order in which they are drawn, and text styles.

use super::font::{self, Weight};

/// A place: the distances to the right and down from the upper left corner.
pub(crate) type Place = (f64, f64);

/// The unit of the lengths of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// For screens, as SVG defines them: 96 to the inch.
    Pixel,
    /// For paper.
    #[cfg_attr(not(feature = "print"), expect(dead_code, reason = "a PDF needs it"))]
    Millimetre,
}

/// Shapes on a white background.
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
    /// A filled area bounded by straight lines.
    Polygon { corners: Vec<Place>, fill: Colour },
    Circle {
        centre: Place,
        radius: f64,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    },
    Text {
        /// The start, middle or end of its baseline, depending on the anchor.
        at: Place,
        text: String,
        ink: Ink,
    },
}

/// Red, green, blue, and opacity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Colour {
    pub(crate) red: u8,
    pub(crate) green: u8,
    pub(crate) blue: u8,
    /// The opacity from 0, transparent, to 255.
    pub(crate) alpha: u8,
}

impl Colour {
    pub(crate) const WHITE: Self = Self::new(0xff, 0xff, 0xff);
    /// For texts, axes, stones.
    pub(crate) const BLACK: Self = Self::new(0x1a, 0x1a, 0x1a);

    /// An opaque colour.
    pub(crate) const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self {
            red,
            green,
            blue,
            alpha: u8::MAX,
        }
    }

    /// The same colour with another opacity.
    pub(crate) const fn faint(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The lengths of a piece and of a gap, if the line is dashed.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    /// A solid line.
    pub(crate) const fn new(colour: Colour, width: f64) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// The direction of a text.
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
    /// Black, regular, starting at the given place.
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

    /// The width of a text.
    pub(crate) fn width(&self, text: &str) -> f64 {
        font::width(text, self.weight) * self.size
    }

    /// The same, made smaller if needed so that the text fits.
    #[cfg(feature = "print")]
    pub(crate) fn fitting(self, text: &str, room: f64) -> Self {
        let wide = self.width(text);
        if wide <= room {
            return self;
        }
        self.sized(self.size * room / wide)
    }

    /// The text, shortened if needed: as much of its two ends as fits, with dots between them.
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
    /// An empty drawing.
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

    /// Writes a text, unless it is blank.
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
