//! The pen: what `plotters` draws, as SVG.
//!
//! The backend that comes with `plotters` has one size for the paper and its grid, leaves the middle
//! of a text to the viewer's idea of how high an `x` is, and passes control characters on, which XML
//! has no way to write. This one is told what the pictures want.

use std::convert::Infallible;
use std::fmt::Display;

use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontStyle, FontTransform,
};

use super::style::size_units;

type Done = Result<(), DrawingErrorKind<Infallible>>;

/// How many times its em `plotters` calls the size of a font.
pub(super) const EM: f64 = 1.24;

/// An SVG in the making, which is written to a text.
pub(super) struct Svg<'a> {
    text: &'a mut String,
    grid: (u32, u32),
}

impl<'a> Svg<'a> {
    /// Begins a picture of this width and height in points.
    pub(super) fn new(text: &'a mut String, (width, height): (f64, f64)) -> Self {
        let grid = (size_units(width), size_units(height));
        text.push_str(&format!(
            "<svg width=\"{width}\" height=\"{height}\" stroke-linejoin=\"round\" \
             viewBox=\"0 0 {} {}\" xmlns=\"http://www.w3.org/2000/svg\">\n",
            grid.0, grid.1
        ));
        Self { text, grid }
    }

    /// Writes an element without its end; nothing that cannot be seen is written.
    fn element(&mut self, name: &str, colour: BackendColor, attributes: &[(&str, &dyn Display)]) {
        if colour.alpha == 0.0 {
            return;
        }
        self.text.push_str(&format!("<{name}"));
        for (key, value) in attributes {
            self.text.push_str(&format!(" {key}=\"{value}\""));
        }
        self.text.push_str("/>\n");
    }
}

impl DrawingBackend for Svg<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.grid
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    /// Ends the picture; it is called once.
    fn present(&mut self) -> Done {
        self.text.push_str("</svg>\n");
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
        let colour = style.color();
        self.element(
            "line",
            colour,
            &[
                ("opacity", &colour.alpha),
                ("stroke", &hex(colour)),
                ("stroke-width", &style.stroke_width()),
                ("x1", &from.0),
                ("y1", &from.1),
                ("x2", &to.0),
                ("y2", &to.1),
            ],
        );
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Done {
        let colour = style.color();
        let (inside, outline) = paint(colour, fill);
        self.element(
            "rect",
            colour,
            &[
                ("x", &from.0),
                ("y", &from.1),
                ("width", &(to.0 - from.0)),
                ("height", &(to.1 - from.1)),
                ("opacity", &colour.alpha),
                ("fill", &inside),
                ("stroke", &outline),
            ],
        );
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let colour = style.color();
        self.element(
            "polyline",
            colour,
            &[
                ("fill", &"none"),
                ("opacity", &colour.alpha),
                ("stroke", &hex(colour)),
                ("stroke-width", &style.stroke_width()),
                ("points", &places(path)),
            ],
        );
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Done {
        let colour = style.color();
        self.element(
            "polygon",
            colour,
            &[
                ("opacity", &colour.alpha),
                ("fill", &hex(colour)),
                ("points", &places(path)),
            ],
        );
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        (x, y): BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Done {
        let colour = style.color();
        let (inside, outline) = paint(colour, fill);
        self.element(
            "circle",
            colour,
            &[
                ("cx", &x),
                ("cy", &y),
                ("r", &radius),
                ("opacity", &colour.alpha),
                ("fill", &inside),
                ("stroke", &outline),
                ("stroke-width", &style.stroke_width()),
            ],
        );
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Done {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Right => "end",
            HPos::Center => "middle",
        };
        // From the place to the baseline; digits are 0.73 em high in this font.
        let down = match style.anchor().v_pos {
            VPos::Top => "0.76em",
            VPos::Center => "0.36em",
            VPos::Bottom => "-0.24em",
        };
        let weight = match style.style() {
            FontStyle::Bold => " font-weight=\"bold\"",
            _ => "",
        };
        let degrees = match style.transform() {
            FontTransform::Rotate90 => 90,
            FontTransform::Rotate180 => 180,
            FontTransform::Rotate270 => 270,
            FontTransform::None => 0,
        };
        let turn = match degrees {
            0 => String::new(),
            degrees => format!(" transform=\"rotate({degrees}, {x}, {y})\""),
        };
        self.text.push_str(&format!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"{down}\" text-anchor=\"{anchor}\" \
             font-family=\"{}\" font-size=\"{}\" opacity=\"{}\" fill=\"{}\"{weight}{turn}>\n{}\n</text>\n",
            style.family().as_str(),
            style.size() / EM,
            style.color().alpha,
            hex(style.color()),
            escaped(text),
        ));
        Ok(())
    }
}

/// A colour without its opacity.
fn hex(colour: BackendColor) -> String {
    let (red, green, blue) = colour.rgb;
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// What fills a shape, and what is drawn around it.
fn paint(colour: BackendColor, fill: bool) -> (String, String) {
    let none = "none".to_owned();
    if fill {
        (hex(colour), none)
    } else {
        (none, hex(colour))
    }
}

fn places(path: impl IntoIterator<Item = BackendCoord>) -> String {
    path.into_iter().map(|(x, y)| format!("{x},{y} ")).collect()
}

/// A text as XML has it, without the characters that XML has no way to write.
pub(crate) fn escaped(text: &str) -> String {
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
