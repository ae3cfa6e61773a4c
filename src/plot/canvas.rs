//! The paper: places and sizes in points, and how lines, rectangles and texts get there.

use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea, PathElement, Rectangle, Text};
use plotters::style::{Color, FontTransform, ShapeStyle, WHITE};

use super::ink::Ink;
use super::picture::{Picture, failed};
use super::style::{SCALE, units};
use super::svg::Svg;
use crate::error::Result;

/// Free paper around everything.
pub(super) const MARGIN: f64 = 20.0;

/// A part of the paper; places are in points from its upper left corner.
pub(super) struct Canvas<'a> {
    /// The same part for `plotters`.
    pub(super) area: DrawingArea<Svg<'a>, Shift>,
}

impl Canvas<'_> {
    /// Its width and height.
    pub(super) fn size(&self) -> (f64, f64) {
        let (width, height) = self.area.dim_in_pixel();
        (f64::from(width) / SCALE, f64::from(height) / SCALE)
    }

    /// The part that remains when these lengths are cut off at the top, bottom, left and right.
    pub(super) fn within(&self, [top, bottom, left, right]: [f64; 4]) -> Self {
        let area = self
            .area
            .margin(units(top), units(bottom), units(left), units(right));
        Self { area }
    }

    /// Writes a text, the left, middle or right of its baseline at a place.
    pub(super) fn write(&self, text: &str, at: (f64, f64), ink: &Ink) -> Result<()> {
        self.letters(text, at, ink, None)
    }

    /// Writes a text that runs upwards.
    pub(super) fn write_up(&self, text: &str, at: (f64, f64), ink: &Ink) -> Result<()> {
        self.letters(text, at, ink, Some(FontTransform::Rotate270))
    }

    fn letters(
        &self,
        text: &str,
        (x, y): (f64, f64),
        ink: &Ink,
        turn: Option<FontTransform>,
    ) -> Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        // The backend writes below a place, its baseline 0.76 em down.
        let drop = ink.size * 0.76;
        let (at, style) = match turn {
            None => ((x, y - drop), ink.style()),
            Some(turn) => ((x - drop, y), ink.style().transform(turn)),
        };
        let at = (units(at.0), units(at.1));
        self.area
            .draw(&Text::new(text.to_owned(), at, style))
            .map_err(failed)
    }

    /// Draws a line through places.
    pub(super) fn line(&self, through: &[(f64, f64)], style: ShapeStyle) -> Result<()> {
        let places: Vec<_> = through.iter().map(|p| (units(p.0), units(p.1))).collect();
        self.area
            .draw(&PathElement::new(places, style))
            .map_err(failed)
    }

    /// Fills a rectangle given by two corners.
    pub(super) fn fill(&self, from: (f64, f64), to: (f64, f64), colour: &impl Color) -> Result<()> {
        let corners = [from, to].map(|p| (units(p.0), units(p.1)));
        self.area
            .draw(&Rectangle::new(corners, colour.filled()))
            .map_err(failed)
    }

    /// Draws the outline of a rectangle given by two corners.
    pub(super) fn frame(&self, from: (f64, f64), to: (f64, f64), style: ShapeStyle) -> Result<()> {
        let around = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&around, style)
    }

    /// Writes a title and what stands under it; gives what remains of the paper below.
    pub(super) fn heading(&self, title: &str, subtitle: &str) -> Result<Self> {
        let mut below = 12.0;
        for (line, ink) in heading_lines(self.size().0, title, subtitle) {
            below += ink.size * 1.3;
            self.write(&line, (MARGIN, below), &ink)?;
        }
        Ok(self.within([below + 12.0, 0.0, 0.0, 0.0]))
    }
}

/// How high a title and what stands under it are.
pub(super) fn heading_height(width: f64, title: &str, subtitle: &str) -> f64 {
    let lines = heading_lines(width, title, subtitle);
    24.0 + lines.iter().map(|(_, ink)| ink.size * 1.3).sum::<f64>()
}

/// The first lines of both; a picture is no place for more.
fn heading_lines(width: f64, title: &str, subtitle: &str) -> Vec<(String, Ink)> {
    const MOST: usize = 3;
    let mut all = Vec::new();
    for (text, ink) in [(title, Ink::TITLE), (subtitle, Ink::SUBTITLE)] {
        let mut lines = ink.wrap(text, width - 2.0 * MARGIN);
        if lines.len() > MOST {
            lines.truncate(MOST);
            lines[MOST - 1].push_str(" ...");
        }
        all.extend(lines.into_iter().map(|line| (line, ink)));
    }
    all
}

/// Draws a picture of this width and height.
pub(super) fn picture(
    (width, height): (f64, f64),
    draw: impl FnOnce(&Canvas<'_>) -> Result<()>,
) -> Result<Picture> {
    let mut svg = String::new();
    let canvas = Canvas {
        area: Svg::new(&mut svg, (width.ceil(), height.ceil())).into_drawing_area(),
    };
    canvas.area.fill(&WHITE).map_err(failed)?;
    draw(&canvas)?;
    canvas.area.present().map_err(failed)?;
    drop(canvas);
    Ok(Picture { svg })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_small_outside_and_fine_inside() {
        let picture = picture((300.0, 200.0), |canvas| {
            canvas.write("a <b> \u{7} \"dy\"", (10.0, 20.0), &Ink::LABEL)
        });
        let picture = picture.unwrap();
        let svg = picture.svg();
        assert!(svg.contains("width=\"300\" height=\"200\""));
        assert!(svg.contains("viewBox=\"0 0 1200 800\""));
        assert!(svg.contains("a &lt;b&gt;  &quot;dy&quot;"));
        assert!(svg.contains("font-size=\"56\""));
        let png = picture.png().unwrap();
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(png[16..24], [0, 0, 2, 88, 0, 0, 1, 144]);
    }

    #[test]
    fn texts_are_as_wide_as_their_font_says() {
        for ink in [Ink::LABEL, Ink::TITLE] {
            let text = "Beads 0123 (%) Mm";
            let svg = picture((400.0, 50.0), |c| c.write(text, (0.0, 30.0), &ink));
            let png = svg.unwrap().png().unwrap();
            let pixels = resvg::tiny_skia::Pixmap::decode_png(&png).unwrap();
            let dark = pixels.pixels().iter().zip(0..).filter(|p| p.0.red() < 128);
            let right = dark.map(|(_, place)| place % 800).max().unwrap();
            let (drawn, said) = (f64::from(right) / 2.0, ink.width(text));
            assert!((drawn - said).abs() < 3.0, "{drawn} {said}");
        }
    }
}
