//! Writes a drawing as SVG. Fonts are named, not embedded.

use super::font::{FAMILIES, Weight};
use super::shape::{
    Anchor, Colour, Coordinates, Direction, Drawing, LengthUnit, Paint, Shape, ShapeOutline,
};

pub(crate) fn svg(drawing: &Drawing) -> String {
    let (width, height) = drawing.size;
    let unit = match drawing.unit {
        LengthUnit::Pixel => "",
        LengthUnit::Millimetre => "mm",
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
        Shape::Figure(form, paint) => figure(form, &painted(*paint)),
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

fn figure(form: &ShapeOutline, paint: &str) -> String {
    match form {
        ShapeOutline::Rect((x, y), (width, height)) => {
            let [x, y, width, height] = [*x, *y, *width, *height].map(number);
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{paint}/>")
        }
        ShapeOutline::Line(through) => format!("<polyline{paint} points=\"{}\"/>", places(through)),
        ShapeOutline::Polygon(corners) => {
            format!("<polygon{paint} points=\"{}\"/>", places(corners))
        }
        ShapeOutline::Circle((x, y), radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(number);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{paint}/>")
        }
    }
}

/// Writes a number rounded to thousandths.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn places(places: &[Coordinates]) -> String {
    places
        .iter()
        .map(|&(x, y)| format!("{},{}", number(x), number(y)))
        .collect::<Vec<_>>()
        .join(" ")
}

fn filled(what: &str, colour: Colour) -> String {
    let [red, green, blue] = colour.rgb();
    let opacity = match colour.alpha {
        u8::MAX => String::new(),
        alpha => format!(" {what}-opacity=\"{}\"", number(f64::from(alpha) / 255.0)),
    };
    format!(" {what}=\"#{red:02x}{green:02x}{blue:02x}\"{opacity}")
}

fn painted(Paint { fill, stroke }: Paint) -> String {
    let mut paint = fill.map_or_else(|| " fill=\"none\"".to_owned(), |fill| filled("fill", fill));
    if let Some(stroke) = stroke {
        paint += &filled("stroke", stroke.colour);
        paint += &format!(" stroke-width=\"{}\"", number(stroke.width));
        if let Some((piece, gap)) = stroke.dash {
            paint += &format!(" stroke-dasharray=\"{} {}\"", number(piece), number(gap));
        }
    }
    paint
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
