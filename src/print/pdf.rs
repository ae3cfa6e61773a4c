//! Pages as PDF, with the letters used embedded.

use krilla::Document;
use krilla::color::rgb;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::paint;
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::font::{self, FILES};
use super::shape::{Anchor, Colour, Ink, Page, Shape, Stroke};
use crate::error::{Error, Result};

/// The points of a PDF in a millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The pages as one PDF of this title and language, without a date.
///
/// # Errors
///
/// [`Error::Drawing`] when the library fails.
pub(super) fn write(pages: &[Page], title: &str, language: &str) -> Result<Vec<u8>> {
    let fonts = FILES.map(|file| Font::new(file.into(), 0));
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new()
            .title(title.to_owned())
            .language(language.to_owned())
            .creator("menace".to_owned()),
    );
    for page in pages {
        let settings = PageSettings::from_wh(points(page.size.0), points(page.size.1))
            .ok_or_else(|| Error::Drawing("the paper has no size".to_owned()))?;
        let mut sheet = document.start_page_with(settings);
        let mut surface = sheet.surface();
        for shape in &page.shapes {
            draw(&mut surface, shape, &fonts);
        }
        surface.finish();
        sheet.finish();
    }
    document
        .finish()
        .map_err(|error| Error::Drawing(format!("{error:?}")))
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a page is less than a million points wide, and a ten thousandth of one is not seen"
)]
fn narrow(value: f64) -> f32 {
    value as f32
}

fn points(millimetres: f64) -> f32 {
    narrow(millimetres * POINTS)
}

fn place((x, y): (f64, f64)) -> (f32, f32) {
    (points(x), points(y))
}

fn draw(surface: &mut Surface<'_>, shape: &Shape, fonts: &[Option<Font>; 3]) {
    match shape {
        Shape::Rect {
            at,
            size,
            fill,
            stroke,
        } => {
            let ((x, y), (width, height)) = (place(*at), place(*size));
            let mut path = PathBuilder::new();
            if let Some(rect) = Rect::from_xywh(x, y, width, height) {
                path.push_rect(rect);
            }
            paint(surface, path.finish(), *fill, *stroke);
        }
        Shape::Line { from, to, stroke } => {
            let ((x1, y1), (x2, y2)) = (place(*from), place(*to));
            let mut path = PathBuilder::new();
            path.move_to(x1, y1);
            path.line_to(x2, y2);
            paint(surface, path.finish(), None, Some(*stroke));
        }
        Shape::Circle {
            centre,
            radius,
            fill,
            stroke,
        } => paint(
            surface,
            circle(*centre, *radius),
            Some(*fill),
            Some(*stroke),
        ),
        Shape::Triangle { corners, fill } => {
            let [a, b, c] = corners.map(place);
            let mut path = PathBuilder::new();
            path.move_to(a.0, a.1);
            path.line_to(b.0, b.1);
            path.line_to(c.0, c.1);
            path.close();
            paint(surface, path.finish(), Some(*fill), None);
        }
        Shape::Text { at, text, ink } => write_text(surface, (*at, text, ink), fonts),
    }
}

fn paint(
    surface: &mut Surface<'_>,
    path: Option<Path>,
    fill: Option<Colour>,
    stroke: Option<Stroke>,
) {
    let Some(path) = path else { return };
    surface.set_fill(fill.map(filled));
    surface.set_stroke(stroke.map(|stroke| paint::Stroke {
        paint: colour(stroke.colour).into(),
        width: points(stroke.width),
        ..paint::Stroke::default()
    }));
    surface.draw_path(&path);
}

fn colour(Colour(red, green, blue): Colour) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn filled(fill: Colour) -> paint::Fill {
    paint::Fill {
        paint: colour(fill).into(),
        ..paint::Fill::default()
    }
}

/// A circle of four curves, which differ from it by a fiftieth of a percent.
fn circle((x, y): (f64, f64), radius: f64) -> Option<Path> {
    const HANDLE: f64 = 0.552_284_75;
    let at = |right: f64, down: f64| place((x + radius * right, y + radius * down));
    let mut path = PathBuilder::new();
    let (start_x, start_y) = at(1.0, 0.0);
    path.move_to(start_x, start_y);
    let quarters = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
    for (n, &from) in quarters.iter().enumerate() {
        let to = quarters[(n + 1) % 4];
        let towards = |near: (f64, f64), far: (f64, f64)| {
            at(near.0 + HANDLE * far.0, near.1 + HANDLE * far.1)
        };
        let (first, second, end) = (towards(from, to), towards(to, from), at(to.0, to.1));
        path.cubic_to(first.0, first.1, second.0, second.1, end.0, end.1);
    }
    path.close();
    path.finish()
}

fn write_text(
    surface: &mut Surface<'_>,
    ((x, y), text, ink): ((f64, f64), &str, &Ink),
    fonts: &[Option<Font>; 3],
) {
    let wide = ink.width(text);
    let mut x = match ink.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - wide / 2.0,
        Anchor::End => x - wide,
    };
    surface.set_fill(Some(filled(ink.colour)));
    surface.set_stroke(None);
    let letters: Vec<_> = font::letters(text, ink.weight).collect();
    for run in letters.chunk_by(|a, b| a.1.face == b.1.face) {
        let text: String = run.iter().map(|(c, _)| c).collect();
        let ranges = text.char_indices().map(|(at, c)| at..at + c.len_utf8());
        let glyphs: Vec<KrillaGlyph> = run
            .iter()
            .zip(ranges)
            .map(|((_, letter), text_range)| KrillaGlyph {
                glyph_id: GlyphId::new(letter.glyph),
                text_range,
                x_advance: narrow(letter.advance),
                x_offset: 0.0,
                y_offset: 0.0,
                y_advance: 0.0,
                location: None,
            })
            .collect();
        if let Some(font) = &fonts[run[0].1.face] {
            let (start, size) = (Point::from_xy(points(x), points(y)), points(ink.size));
            surface.draw_glyphs(start, &glyphs, font.clone(), &text, size, false);
        }
        let advances = run.iter().map(|(_, letter)| letter.advance);
        x += advances.sum::<f64>() * ink.size;
    }
}
