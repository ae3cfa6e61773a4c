//! A backend for `plotters` that turns what it draws into shapes of a drawing.
//!
//! `plotters` only has integer coordinates, which would make curves look like stairs. So the backend
//! reports the paper as [`SCALE`] times as large as it is.

use std::cell::RefCell;
use std::convert::Infallible;

use plotters::element::{Drawable, PointCollection};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontFamily, FontStyle, RGBAColor, ShapeStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use crate::draw::{Anchor, Colour, Direction, Drawing, Ink, Place, Shape, Stroke, Weight};

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Grid units of `plotters` per unit of the drawing.
const SCALE: f64 = 4.0;

/// The font size in `plotters` divided by the em of the font.
const EM: f64 = 1.24;

/// Converts a length to grid units.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates, and no picture is that large"
)]
fn grid_units(length: f64) -> i32 {
    (length * SCALE).round() as i32
}

/// Converts a size, which is never negative, to grid units.
pub(crate) fn units(length: f64) -> u32 {
    grid_units(length).max(0).unsigned_abs()
}

/// Converts a line style for `plotters`.
pub(crate) fn line_style(stroke: Stroke) -> ShapeStyle {
    ShapeStyle {
        color: rgba(stroke.colour),
        filled: false,
        stroke_width: units(stroke.width),
    }
}

/// Converts a text style for `plotters`, which defines the font size differently (see [`EM`]).
pub(crate) fn text_style(ink: &Ink) -> TextStyle<'static> {
    let face = match ink.weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    TextStyle {
        color: rgba(ink.colour).to_backend_color(),
        pos: Pos::new(HPos::Left, VPos::Top),
        ..TextStyle::from((FontFamily::SansSerif, ink.size * SCALE * EM, face))
    }
}

fn rgba(colour: Colour) -> RGBAColor {
    let Colour {
        red,
        green,
        blue,
        alpha,
    } = colour;
    RGBAColor(red, green, blue, f64::from(alpha) / 255.0)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an opacity is between 0 and 1"
)]
fn colour(colour: BackendColor) -> Colour {
    let (red, green, blue) = colour.rgb;
    Colour::new(red, green, blue).faint((colour.alpha * 255.0).round() as u8)
}

/// An unfinished drawing; `plotters` draws in a part of it.
pub(crate) struct Pen<'a> {
    drawing: &'a RefCell<Drawing>,
    corner: Place,
    size: (f64, f64),
}

impl<'a> Pen<'a> {
    /// Draws into the part with this upper left corner and size.
    pub(crate) fn new(drawing: &'a RefCell<Drawing>, corner: Place, size: (f64, f64)) -> Self {
        Self {
            drawing,
            corner,
            size,
        }
    }

    fn place(&self, (x, y): BackendCoord) -> Place {
        let (left, top) = self.corner;
        (left + f64::from(x) / SCALE, top + f64::from(y) / SCALE)
    }

    fn places(&self, path: impl IntoIterator<Item = BackendCoord>) -> Vec<Place> {
        path.into_iter().map(|at| self.place(at)).collect()
    }

    /// Adds a shape, unless it is transparent.
    fn add(&self, colour: Colour, shape: Shape) {
        if colour.alpha > 0 {
            self.drawing.borrow_mut().shapes.push(shape);
        }
    }
}

fn stroke(style: &impl BackendStyle) -> Stroke {
    let width = f64::from(style.stroke_width()) / SCALE;
    Stroke::new(colour(style.color()), width)
}

/// The fill of a shape, or its outline.
fn paint(style: &impl BackendStyle, fill: bool) -> (Option<Colour>, Option<Stroke>) {
    if fill {
        (Some(colour(style.color())), None)
    } else {
        (None, Some(stroke(style)))
    }
}

impl DrawingBackend for Pen<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (units(self.size.0), units(self.size.1))
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Done {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let (at, end) = (self.place(from), self.place(to));
        let (inside, stroke) = paint(style, fill);
        let shape = Shape::Rect {
            at,
            size: (end.0 - at.0, end.1 - at.1),
            fill: inside,
            stroke,
        };
        self.add(colour(style.color()), shape);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let (through, stroke) = (self.places(path), stroke(style));
        self.add(stroke.colour, Shape::Line { through, stroke });
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let (corners, fill) = (self.places(path), colour(style.color()));
        self.add(fill, Shape::Polygon { corners, fill });
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let (fill, stroke) = paint(style, fill);
        let shape = Shape::Circle {
            centre: self.place(centre),
            radius: f64::from(radius) / SCALE,
            fill,
            stroke,
        };
        self.add(colour(style.color()), shape);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let size = style.size() / EM / SCALE;
        // The distance from the place down to the baseline; digits are 0.73 em high in this font.
        let down = size
            * match style.anchor().v_pos {
                VPos::Top => 0.76,
                VPos::Center => 0.36,
                VPos::Bottom => -0.24,
            };
        let (x, y) = self.place(at);
        let (at, direction) = match style.transform() {
            FontTransform::Rotate270 => ((x + down, y), Direction::Up),
            _ => ((x, y + down), Direction::Right),
        };
        let ink = Ink {
            weight: match style.style() {
                FontStyle::Bold => Weight::Bold,
                _ => Weight::Regular,
            },
            colour: colour(style.color()),
            anchor: match style.anchor().h_pos {
                HPos::Left => Anchor::Start,
                HPos::Right => Anchor::End,
                HPos::Center => Anchor::Middle,
            },
            direction,
            ..Ink::new(size)
        };
        self.drawing.borrow_mut().text(text, at, &ink);
        Ok(())
    }
}

/// An element of a `plotters` chart: places in data coordinates, and a function that makes shapes of the
/// places on the paper.
pub(crate) struct Element<F> {
    pub(crate) places: Vec<(f64, f64)>,
    pub(crate) shape: F,
}

impl<'e, F> PointCollection<'e, (f64, f64)> for &'e Element<F> {
    type Point = &'e (f64, f64);
    type IntoIter = std::slice::Iter<'e, (f64, f64)>;

    fn point_iter(self) -> Self::IntoIter {
        self.places.iter()
    }
}

impl<F: Fn(Vec<Place>) -> Vec<Shape>> Drawable<Pen<'_>> for Element<F> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        places: I,
        pen: &mut Pen<'_>,
        _size: (u32, u32),
    ) -> Done {
        let shapes = (self.shape)(pen.places(places));
        pen.drawing.borrow_mut().shapes.extend(shapes);
        Ok(())
    }
}
