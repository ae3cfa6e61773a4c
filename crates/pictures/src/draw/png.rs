//! Writes a drawing as PNG, with texts as the outlines of their letters.

use std::io;

use tiny_skia::{
    FillRule, LineJoin, Path, PathBuilder, Pixmap, PixmapMut, Rect, StrokeDash, Transform,
};

use super::face::OutlineStep;
use super::font::{self, FACES};
use super::shape::{Colour, Coordinates, Direction, Drawing, Ink, Paint, Shape, ShapeOutline};

/// The error of a drawing that cannot be pixels.
pub(crate) fn not_drawn(why: &str) -> io::Error {
    io::Error::other(format!("drawing failed: {why}"))
}

/// Draws a PNG with `scale` pixels per unit of length; fails if there is not enough memory for the pixels.
pub(crate) fn png(drawing: &Drawing, scale: f32) -> io::Result<Vec<u8>> {
    let [width, height] = [drawing.size.0, drawing.size.1].map(|length| pixels(length, scale));
    let mut image =
        Pixmap::new(width, height).ok_or_else(|| not_drawn("not enough memory for the pixels"))?;
    image.fill(colour(Colour::WHITE));
    let mut paper = PngCanvas {
        image: image.as_mut(),
        scale: Transform::from_scale(scale, scale),
    };
    for shape in &drawing.shapes {
        match shape {
            Shape::Figure(form, paint) => paper.paint(form, *paint),
            Shape::Text { at, text, ink } => paper.write(*at, text, ink),
        }
    }
    let png = image.encode_png();
    png.map_err(|cause| not_drawn(&cause.to_string()))
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

fn source(of: Colour) -> tiny_skia::Paint<'static> {
    let mut source = tiny_skia::Paint::default();
    source.set_color(colour(of));
    source
}

struct PngCanvas<'a> {
    image: PixmapMut<'a>,
    scale: Transform,
}

impl PngCanvas<'_> {
    fn paint(&mut self, form: &ShapeOutline, Paint { fill, stroke }: Paint) {
        let Some(path) = &outline(form) else { return };
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
                .stroke_path(path, &source(stroke.colour), &style, self.scale, None);
        }
    }

    fn fill(&mut self, path: &Path, fill: Colour, transform: Transform) {
        self.image
            .fill_path(path, &source(fill), FillRule::Winding, transform, None);
    }

    fn write(&mut self, (x, y): Coordinates, text: &str, ink: &Ink) {
        let mut x_offset = -ink.back(text);
        let mut letters = PathBuilder::new();
        for letter in font::letters(text, ink.weight) {
            let place = |(right, up): Coordinates| {
                let (right, down) = (x_offset + right * ink.size, -up * ink.size);
                (narrow(right), narrow(down))
            };
            for step in FACES[letter.face].outline(letter.glyph) {
                match step {
                    OutlineStep::Move(to) => letters.move_to(place(to).0, place(to).1),
                    OutlineStep::Line(to) => letters.line_to(place(to).0, place(to).1),
                    OutlineStep::Curve(by, to) => {
                        let (by, to) = (place(by), place(to));
                        letters.quad_to(by.0, by.1, to.0, to.1);
                    }
                    OutlineStep::Close => letters.close(),
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

/// The path of a figure; `None` if it is empty or too large.
fn outline(form: &ShapeOutline) -> Option<Path> {
    match form {
        ShapeOutline::Rect((x, y), (width, height)) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(narrow);
            Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect)
        }
        ShapeOutline::Line(through) => through_places(through).finish(),
        ShapeOutline::Polygon(corners) => {
            let mut path = through_places(corners);
            path.close();
            path.finish()
        }
        ShapeOutline::Circle((x, y), radius) => {
            PathBuilder::from_circle(narrow(*x), narrow(*y), narrow(*radius))
        }
    }
}

fn through_places(places: &[Coordinates]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (number, (x, y)) in places.iter().enumerate() {
        if number == 0 {
            path.move_to(narrow(*x), narrow(*y));
        } else {
            path.line_to(narrow(*x), narrow(*y));
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::super::shape::LengthUnit;
    use super::super::svg::svg;
    use super::*;

    fn drawn(size: (f64, f64), text: &str, at: Coordinates, ink: Ink) -> (String, Vec<u8>) {
        let mut drawing = Drawing::new(LengthUnit::Pixel, size);
        drawing.text(text, at, &ink);
        (svg(&drawing), png(&drawing, 2.0).unwrap())
    }

    #[test]
    fn a_png_has_two_pixels_to_a_point() {
        let text = "a <b> \u{7} \"dy\"";
        let (svg, png) = drawn((300.0, 200.0), text, (10.0, 20.25), Ink::new(14.0));
        assert!(svg.contains("width=\"300\" height=\"200\""));
        assert!(svg.contains("<text x=\"10\" y=\"20.25\" font-size=\"14\""));
        assert!(svg.contains(">a &lt;b&gt;  &quot;dy&quot;</text>"));
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 2, 88, 0, 0, 1, 144]);
    }

    #[test]
    fn texts_are_as_wide_as_their_font_says() {
        let text = "Beads 0123 (%) AVA Mm";
        for ink in [Ink::new(14.0), Ink::new(18.0).bold()] {
            for (at, ink) in [((0.0, 30.0), ink), ((30.0, 400.0), ink.upwards())] {
                let (_, png) = drawn((400.0, 400.0), text, at, ink);
                let pixels = Pixmap::decode_png(&png).unwrap();
                let dark = pixels.pixels().iter().zip(0..).filter(|p| p.0.red() < 128);
                let far = dark.map(|(_, place)| match ink.direction {
                    Direction::Right => place % 800,
                    Direction::Up => 799 - place / 800,
                });
                let (drawn, said) = (f64::from(far.max().unwrap()) / 2.0, ink.width(text));
                assert!((drawn - said).abs() < 3.0, "{drawn} {said}");
            }
        }
    }
}
