//! The parts of a drawing: shapes in the order in which they are drawn, and text styles.

use super::font::{self, Weight};
use matchboxes::text::float;

/// Coordinates: the distances to the right and down from the upper left corner.
pub(crate) type Coordinates = (f64, f64);

/// Converts a number of things to a length.
pub(crate) fn extent(things: usize) -> f64 {
    float(things as u64)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LengthUnit {
    /// For screens, as SVG defines them: 96 to the inch.
    Pixel,
    Millimetre,
}

/// Shapes on a white background.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawing {
    pub(crate) unit: LengthUnit,
    pub(crate) size: (f64, f64),
    /// Each shape covers the shapes before it.
    pub(crate) shapes: Vec<Shape>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Shape {
    Figure(ShapeOutline, Paint),
    Text {
        /// The start, middle or end of its baseline, depending on the anchor.
        at: Coordinates,
        text: String,
        ink: Ink,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ShapeOutline {
    /// Its upper left corner and its width and height.
    Rect(Coordinates, (f64, f64)),
    /// Straight lines from place to place.
    Line(Vec<Coordinates>),
    /// An area bounded by straight lines between these corners.
    Polygon(Vec<Coordinates>),
    Circle(Coordinates, f64),
}

/// What a figure is filled with, and the line along its outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Paint {
    pub(crate) fill: Option<Colour>,
    pub(crate) stroke: Option<Stroke>,
}

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

    pub(crate) const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self {
            red,
            green,
            blue,
            alpha: u8::MAX,
        }
    }

    /// The opaque colours with these codes, such as `0xd5_5e_00` for red, green and blue.
    pub(crate) const fn all<const N: usize>(codes: [u32; N]) -> [Self; N] {
        let mut all = [Self::BLACK; N];
        let mut n = 0;
        while n < N {
            let [_, red, green, blue] = codes[n].to_be_bytes();
            all[n] = Self::new(red, green, blue);
            n += 1;
        }
        all
    }

    pub(crate) const fn rgb(self) -> [u8; 3] {
        [self.red, self.green, self.blue]
    }

    pub(crate) const fn faint(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Colour,
    pub(crate) width: f64,
    /// The lengths of a piece and of a gap, if the line is dashed.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    pub(crate) const fn new(colour: Colour, width: f64) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }

    /// The same in pieces and gaps of these lengths; `None` for a line without gaps.
    pub(crate) const fn dashed(self, dash: Option<(f64, f64)>) -> Self {
        Self { dash, ..self }
    }
}

/// The part of a text that is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Right,
    Up,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ink {
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

    pub(crate) const fn bold(mut self) -> Self {
        self.weight = Weight::Bold;
        self
    }

    pub(crate) const fn colour(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }

    pub(crate) const fn sized(self, size: f64) -> Self {
        Self { size, ..self }
    }

    /// The same, its middle at the given place.
    pub(crate) const fn centred(mut self) -> Self {
        self.anchor = Anchor::Middle;
        self
    }

    /// The same, its end at the given place.
    pub(crate) const fn ending(mut self) -> Self {
        self.anchor = Anchor::End;
        self
    }

    /// The same, running upwards.
    pub(crate) const fn upwards(mut self) -> Self {
        self.direction = Direction::Up;
        self
    }

    /// The distance from the start of a text to its place.
    pub(super) fn back(&self, text: &str) -> f64 {
        match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => self.width(text) / 2.0,
            Anchor::End => self.width(text),
        }
    }

    pub(crate) fn width(&self, text: &str) -> f64 {
        font::width(text, self.weight) * self.size
    }

    /// The text, shortened if needed: as much of its two ends as fits, with dots between them.
    pub(crate) fn shorten(&self, text: &str, room: f64) -> String {
        font::shorten(text, room / self.size, self.weight)
    }

    /// The text in lines that fit, broken at spaces and between Japanese phrases; a word wider than a
    /// line is shortened.
    pub(crate) fn wrap(&self, text: &str, room: f64) -> Vec<String> {
        font::wrap(text, room / self.size, self.weight)
    }
}

/// The least size of a letter on paper in millimetres: 6 points.
pub(crate) const LEAST: f64 = 6.0 * 25.4 / 72.0;

impl Drawing {
    pub(crate) const fn new(unit: LengthUnit, size: (f64, f64)) -> Self {
        Self {
            unit,
            size,
            shapes: Vec::new(),
        }
    }

    pub(crate) fn figure(
        &mut self,
        form: ShapeOutline,
        fill: Option<Colour>,
        stroke: Option<Stroke>,
    ) {
        let paint = Paint { fill, stroke };
        self.shapes.push(Shape::Figure(form, paint));
    }

    /// Fills a rectangle with this upper left corner.
    pub(crate) fn fill(&mut self, at: Coordinates, size: (f64, f64), colour: Colour) {
        self.figure(ShapeOutline::Rect(at, size), Some(colour), None);
    }

    pub(crate) fn dot(&mut self, centre: Coordinates, radius: f64, fill: Colour) {
        self.figure(ShapeOutline::Circle(centre, radius), Some(fill), None);
    }

    pub(crate) fn frame(&mut self, at: Coordinates, size: (f64, f64), stroke: Stroke) {
        self.figure(ShapeOutline::Rect(at, size), None, Some(stroke));
    }

    pub(crate) fn line(&mut self, through: impl Into<Vec<Coordinates>>, stroke: Stroke) {
        self.figure(ShapeOutline::Line(through.into()), None, Some(stroke));
    }

    /// Writes a text, made smaller if needed so that it fits; on paper shortened rather than less than 6 points.
    pub(crate) fn fitted(&mut self, text: &str, at: Coordinates, room: f64, ink: &Ink) {
        let wide = ink.width(text);
        if wide <= room {
            return self.text(text, at, ink);
        }
        let ink = ink.sized((ink.size * room / wide).max(self.least()));
        self.text(ink.shorten(text, room.max(ink.size)), at, &ink);
    }

    /// Writes a text, unless it is blank; on paper in no less than 6 points.
    pub(crate) fn text(&mut self, text: impl Into<String>, at: Coordinates, ink: &Ink) {
        let text = text.into();
        if !text.trim().is_empty() {
            let ink = ink.sized(ink.size.max(self.least()));
            self.shapes.push(Shape::Text { at, text, ink });
        }
    }

    const fn least(&self) -> f64 {
        match self.unit {
            LengthUnit::Pixel => 0.0,
            LengthUnit::Millimetre => LEAST,
        }
    }
}
