//! Writes a drawing as SVG. Fonts are named, not embedded.

use super::font::FAMILIES;
use super::font::Weight;
use super::shape::{Anchor, Colour, Direction, Drawing, Place, Shape, Stroke, Unit};

/// Writes the drawing as SVG.
pub(crate) fn svg(drawing: &Drawing) -> String {
    let (width, height) = drawing.size;
    let unit = match drawing.unit {
        Unit::Pixel => "",
        Unit::Millimetre => "mm",
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}{unit}\" height=\"{height}{unit}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILIES}\" stroke-linejoin=\"round\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for shape in &drawing.shapes {
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
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}{}/>",
            number(*x),
            number(*y),
            number(*width),
            number(*height),
            fill_or_none(*fill),
            stroke.map_or_else(String::new, outline),
        ),
        Shape::Line { through, stroke } => format!(
            "<polyline fill=\"none\"{} points=\"{}\"/>",
            outline(*stroke),
            places(through)
        ),
        Shape::Polygon { corners, fill } => format!(
            "<polygon{} points=\"{}\"/>",
            filled("fill", *fill),
            places(corners)
        ),
        Shape::Circle {
            centre: (x, y),
            radius,
            fill,
            stroke,
        } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>",
            number(*x),
            number(*y),
            number(*radius),
            fill_or_none(*fill),
            stroke.map_or_else(String::new, outline),
        ),
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
            let (x, y) = (number(*x), number(*y));
            let turn = match ink.direction {
                Direction::Right => String::new(),
                Direction::Up => format!(" transform=\"rotate(-90 {x} {y})\""),
            };
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"{}{anchor}{weight}{turn}>{}</text>",
                number(ink.size),
                filled("fill", ink.colour),
                escaped(text),
            )
        }
    }
}

/// Writes a number rounded to thousandths.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn places(places: &[Place]) -> String {
    let place = |&(x, y): &Place| format!("{},{}", number(x), number(y));
    places.iter().map(place).collect::<Vec<_>>().join(" ")
}

fn filled(what: &str, colour: Colour) -> String {
    let Colour {
        red,
        green,
        blue,
        alpha,
    } = colour;
    let opacity = match alpha {
        u8::MAX => String::new(),
        alpha => format!(" {what}-opacity=\"{}\"", number(f64::from(alpha) / 255.0)),
    };
    format!(" {what}=\"#{red:02x}{green:02x}{blue:02x}\"{opacity}")
}

fn fill_or_none(fill: Option<Colour>) -> String {
    fill.map_or_else(|| " fill=\"none\"".to_owned(), |fill| filled("fill", fill))
}

fn outline(stroke: Stroke) -> String {
    let dash = stroke.dash.map_or_else(String::new, |(piece, gap)| {
        format!(" stroke-dasharray=\"{} {}\"", number(piece), number(gap))
    });
    let colour = filled("stroke", stroke.colour);
    format!("{colour} stroke-width=\"{}\"{dash}", number(stroke.width))
}

/// Escapes a text for XML and removes the characters that XML cannot represent.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() && c != '\n' => {}
            c => escaped.push(c),
        }
    }
    escaped
}
