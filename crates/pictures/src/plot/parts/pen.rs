//! A backend for `plotters` that turns what it draws into shapes of a drawing.
//!
//! `plotters` only has integer coordinates, which would make curves look like stairs. So the backend
//! reports the paper as [`SCALE`] times as large as it is.

use std::convert::Infallible;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color as _, FontFamily, RGBColor, ShapeStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontTransform,
};

use super::canvas::Canvas;
use crate::draw::{Anchor, Colour, Coordinates, Direction, Ink, ShapeOutline, Stroke};

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// Grid units of `plotters` per unit of the drawing.
const SCALE: f64 = 4.0;

/// The font size in `plotters` divided by the em of the font.
const EM: f64 = 1.24;

/// What `plotters` returned for a drawing, which cannot fail: the backend has no errors, no font is read, and no
/// drawing begins while another is under way.
pub(crate) fn drawn<T>(result: Result<T, DrawingAreaErrorKind<Infallible>>) -> T {
    result.expect("a list of shapes takes any drawing")
}

/// Converts a size, which is never negative, to grid units.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float cast saturates, and no picture is that large"
)]
pub(crate) fn units(length: f64) -> u32 {
    (length * SCALE).round() as u32
}

/// Converts an opaque line for `plotters`.
pub(crate) fn line_style(stroke: Stroke) -> ShapeStyle {
    ShapeStyle::from(rgb(stroke.colour)).stroke_width(units(stroke.width))
}

/// Converts a style of regular weight for `plotters`, which defines the font size differently (see [`EM`]).
pub(crate) fn text_style(ink: &Ink) -> TextStyle<'static> {
    TextStyle {
        color: rgb(ink.colour).to_backend_color(),
        pos: Pos::new(HPos::Left, VPos::Top),
        ..TextStyle::from((FontFamily::SansSerif, ink.size * SCALE * EM))
    }
}

fn rgb(colour: Colour) -> RGBColor {
    let [red, green, blue] = colour.rgb();
    RGBColor(red, green, blue)
}

fn colour(colour: BackendColor) -> Colour {
    let (red, green, blue) = colour.rgb;
    Colour::new(red, green, blue)
}

impl Canvas<'_> {
    pub(crate) fn grid_place(&self, (x, y): BackendCoord) -> Coordinates {
        let (left, top) = self.corner;
        (left + f64::from(x) / SCALE, top + f64::from(y) / SCALE)
    }
}

/// The axes and the grid of a chart are lines and texts; any other figure would be drawn in pixels.
impl DrawingBackend for Canvas<'_> {
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

    fn draw_pixel(&mut self, at: BackendCoord, of: BackendColor) -> Done {
        let pixel = ShapeOutline::Rect(self.grid_place(at), (1.0 / SCALE, 1.0 / SCALE));
        let mut drawing = self.drawing.borrow_mut();
        drawing.figure(pixel, Some(colour(of)), None);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Done {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let stroke = Stroke::new(
            colour(style.color()),
            f64::from(style.stroke_width()) / SCALE,
        );
        if style.color().alpha > 0.0 {
            let through: Vec<_> = path.into_iter().map(|at| self.grid_place(at)).collect();
            self.drawing.borrow_mut().line(through, stroke);
        }
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
        let (x, y) = self.grid_place(at);
        let (at, direction) = match style.transform() {
            FontTransform::Rotate270 => ((x + down, y), Direction::Up),
            _ => ((x, y + down), Direction::Right),
        };
        let ink = Ink {
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
