//! Writes a drawing as PNG, with texts as the outlines of their letters.

use tiny_skia::{
    FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapMut, Rect, StrokeDash, Transform,
};

use super::face::Step;
use super::font::{self, FACES};
use super::shape::{Anchor, Colour, Direction, Drawing, Ink, Place, Shape, Stroke};
use crate::error::{Error, Result};

/// Draws a PNG with `scale` pixels per unit of length.
///
/// # Errors
///
/// [`Error::Drawing`] if there is not enough memory for the pixels.
pub(crate) fn png(drawing: &Drawing, scale: f32) -> Result<Vec<u8>> {
    let [width, height] = [drawing.size.0, drawing.size.1].map(|length| pixels(length, scale));
    let mut image = Pixmap::new(width, height)
        .ok_or_else(|| Error::Drawing("not enough memory for the pixels".to_owned()))?;
    image.fill(colour(Colour::WHITE));
    let mut paper = Paper {
        image: image.as_mut(),
        scale: Transform::from_scale(scale, scale),
    };
    for shape in &drawing.shapes {
        paper.draw(shape);
    }
    image
        .encode_png()
        .map_err(|cause| Error::Drawing(cause.to_string()))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float cast saturates, and no picture is that large"
)]
fn pixels(length: f64, scale: f32) -> u32 {
    (length * f64::from(scale)).ceil() as u32
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a hundredth of a pixel is not visible"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}

fn colour(colour: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(colour.red, colour.green, colour.blue, colour.alpha)
}

fn paint(of: Colour) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(colour(of));
    paint
}

/// The image that is drawn on.
struct Paper<'a> {
    image: PixmapMut<'a>,
    scale: Transform,
}

impl Paper<'_> {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Rect {
                at: (x, y),
                size: (width, height),
                fill,
                stroke,
            } => {
                let [x, y, width, height] = [*x, *y, *width, *height].map(narrow);
                if let Some(rect) = Rect::from_xywh(x, y, width, height) {
                    self.fill_and_stroke(&PathBuilder::from_rect(rect), *fill, *stroke);
                }
            }
            Shape::Line { through, stroke } => {
                if let Some(path) = path(through, Closed::No) {
                    self.fill_and_stroke(&path, None, Some(*stroke));
                }
            }
            Shape::Polygon { corners, fill } => {
                if let Some(path) = path(corners, Closed::Yes) {
                    self.fill_and_stroke(&path, Some(*fill), None);
                }
            }
            Shape::Circle {
                centre: (x, y),
                radius,
                fill,
                stroke,
            } => {
                if let Some(path) =
                    PathBuilder::from_circle(narrow(*x), narrow(*y), narrow(*radius))
                {
                    self.fill_and_stroke(&path, *fill, *stroke);
                }
            }
            Shape::Text { at, text, ink } => self.write(*at, text, ink),
        }
    }

    fn fill_and_stroke(&mut self, path: &Path, fill: Option<Colour>, stroke: Option<Stroke>) {
        if let Some(fill) = fill {
            self.fill(path, fill, self.scale);
        }
        if let Some(stroke) = stroke {
            let pieces = stroke
                .dash
                .map(|(piece, gap)| vec![narrow(piece), narrow(gap)]);
            let style = tiny_skia::Stroke {
                width: narrow(stroke.width),
                line_join: LineJoin::Round,
                dash: pieces.and_then(|pieces| StrokeDash::new(pieces, 0.0)),
                ..tiny_skia::Stroke::default()
            };
            self.image
                .stroke_path(path, &paint(stroke.colour), &style, self.scale, None);
        }
    }

    fn fill(&mut self, path: &Path, fill: Colour, transform: Transform) {
        self.image
            .fill_path(path, &paint(fill), FillRule::Winding, transform, None);
    }

    fn write(&mut self, (x, y): Place, text: &str, ink: &Ink) {
        let wide = ink.width(text);
        let mut x_offset = match ink.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => -wide / 2.0,
            Anchor::End => -wide,
        };
        let mut letters = PathBuilder::new();
        for letter in font::letters(text, ink.weight) {
            let place = |(right, up): Place| {
                let (right, down) = (x_offset + right * ink.size, -up * ink.size);
                (narrow(right), narrow(down))
            };
            for step in FACES[letter.face].outline(letter.glyph) {
                match step {
                    Step::Move(to) => letters.move_to(place(to).0, place(to).1),
                    Step::Line(to) => letters.line_to(place(to).0, place(to).1),
                    Step::Curve(by, to) => {
                        let (by, to) = (place(by), place(to));
                        letters.quad_to(by.0, by.1, to.0, to.1);
                    }
                    Step::Close => letters.close(),
                }
            }
            x_offset += letter.advance * ink.size;
        }
        let turn = match ink.direction {
            Direction::Right => Transform::identity(),
            Direction::Up => Transform::from_rotate(-90.0),
        };
        let transform = turn
            .post_translate(narrow(x), narrow(y))
            .post_concat(self.scale);
        if let Some(path) = letters.finish() {
            self.fill(&path, ink.colour, transform);
        }
    }
}

/// Whether a path returns to its start.
#[derive(Clone, Copy, PartialEq)]
enum Closed {
    Yes,
    No,
}

fn path(places: &[Place], closed: Closed) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = places.split_first()?;
    path.move_to(narrow(first.0), narrow(first.1));
    for (x, y) in rest {
        path.line_to(narrow(*x), narrow(*y));
    }
    if closed == Closed::Yes {
        path.close();
    }
    path.finish()
}
