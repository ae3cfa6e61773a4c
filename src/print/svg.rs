//! A page as SVG. Fonts are named, not embedded; a PDF has them in it.

use super::font::{JAPANESE_NAME, Weight};
use super::shape::{Anchor, Colour, Page, Shape, Stroke};
use crate::plot::svg::escaped;

/// The page as an SVG of its size in millimetres.
pub(super) fn write(page: &Page) -> String {
    let (width, height) = page.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, Verdana, {JAPANESE_NAME}, \
         sans-serif\">\n"
    );
    svg += &format!("<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n");
    for shape in &page.shapes {
        svg += &element(shape);
        svg.push('\n');
    }
    svg += "</svg>\n";
    svg
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Rect {
            at: (x, y),
            size: (width, height),
            fill,
            stroke,
        } => format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"{}/>",
            number(*x),
            number(*y),
            number(*width),
            number(*height),
            fill.map_or_else(|| "none".to_owned(), hex),
            stroke.map_or_else(String::new, outline),
        ),
        Shape::Line { from, to, stroke } => format!(
            "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{}/>",
            number(from.0),
            number(from.1),
            number(to.0),
            number(to.1),
            outline(*stroke),
        ),
        Shape::Circle {
            centre: (x, y),
            radius,
            fill,
            stroke,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\"{}/>",
            number(*x),
            number(*y),
            number(*radius),
            hex(*fill),
            outline(*stroke),
        ),
        Shape::Triangle { corners, fill } => {
            let point = |&(x, y): &(f64, f64)| format!("{},{}", number(x), number(y));
            let points: Vec<String> = corners.iter().map(point).collect();
            let points = points.join(" ");
            format!("<polygon points=\"{points}\" fill=\"{}\"/>", hex(*fill))
        }
        Shape::Text {
            at: (x, y),
            text,
            ink,
        } => {
            let anchor = match ink.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let weight = match ink.weight {
                Weight::Regular => "",
                Weight::Bold => " font-weight=\"bold\"",
            };
            format!(
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" fill=\"{}\"{anchor}{weight}>{}</text>",
                number(*x),
                number(*y),
                number(ink.size),
                hex(ink.colour),
                escaped(text),
            )
        }
    }
}

/// Thousandths of a millimetre are enough.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn hex(Colour(red, green, blue): Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn outline(stroke: Stroke) -> String {
    format!(
        " stroke=\"{}\" stroke-width=\"{}\"",
        hex(stroke.colour),
        number(stroke.width)
    )
}
