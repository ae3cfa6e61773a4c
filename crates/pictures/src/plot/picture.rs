//! A finished drawing, as SVG, PNG and PDF.

use crate::draw::{self, Drawing, DrawingError};
use matchboxes::text::{float, thousands};

/// A finished drawing.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Picture {
    pub(super) drawing: Drawing,
    /// The title of its PDF.
    pub(super) title: String,
    /// What its files say of it; empty for nothing.
    pub(super) description: String,
}

impl Picture {
    /// Pixels of the PNG per unit of the SVG; 2 gives a good print.
    pub const PNG_SCALE: f32 = 2.0;

    /// The most pixels of a PNG; drawing and writing that many takes 320 MB.
    pub const MOST_PIXELS: u64 = 40_000_000;

    /// A drawing that is finished.
    pub(crate) fn of(drawing: Drawing, title: &str) -> Self {
        Self {
            drawing,
            title: title.to_owned(),
            description: String::new(),
        }
    }

    /// The picture with a description in its files, where [`Picture::description`] finds it. Only letters, digits
    /// and other printable ASCII are taken, without `&`, `<`, brackets and backslashes.
    pub fn described(mut self, description: &str) -> Self {
        let printable = description
            .chars()
            .filter(|c| matches!(c, ' '..='~') && !matches!(c, '&' | '<' | '(' | ')' | '\\'));
        self.description = printable.collect();
        self
    }

    /// The description in the first bytes of a PNG, SVG or PDF that this library wrote; a kilobyte is enough for one of up
    /// to 500 characters below a title of 200.
    pub fn description(head: &[u8]) -> Option<String> {
        draw::png_description(head)
            .or_else(|| draw::svg_description(head))
            .or_else(|| draw::pdf_description(head))
    }

    /// The drawing as SVG, which scales to any size.
    pub fn svg(&self) -> String {
        draw::svg(&self.drawing, &self.description)
    }

    /// The same drawing as the only page of a PDF, which has its fonts.
    pub fn pdf(&self) -> Vec<u8> {
        let drawing = std::slice::from_ref(&self.drawing);
        draw::pdf([&self.title, &self.description], "en", drawing)
    }

    /// The same drawing as PNG.
    ///
    /// # Errors
    ///
    /// [`DrawingError`] if it would have more than [`Picture::MOST_PIXELS`] or there is not enough memory.
    pub fn png(&self) -> Result<Vec<u8>, DrawingError> {
        // Refuse too many pixels before any memory is allocated.
        let (width, height) = self.drawing.size;
        let [width, height] = [width, height].map(|n| (n * f64::from(Self::PNG_SCALE)).ceil());
        if width * height > float(Self::MOST_PIXELS) {
            return Err(DrawingError(format!(
                "{width} x {height} pixels are more than the {} that a PNG may have; \
                 an SVG may have any size",
                thousands(Self::MOST_PIXELS)
            )));
        }
        draw::png(&self.drawing, &self.description, Self::PNG_SCALE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::LengthUnit;

    #[test]
    fn a_description_is_read_again_from_the_head_of_a_file() {
        let drawing = Drawing::new(LengthUnit::Pixel, (20.0, 10.0));
        let picture = Picture {
            drawing,
            title: "A title".to_owned(),
            description: String::new(),
        };
        assert_eq!(Picture::description(&picture.png().unwrap()), None);
        assert_eq!(Picture::description(picture.svg().as_bytes()), None);
        assert_eq!(Picture::description(&picture.pdf()), None);
        let text = "4 > 3, \"so\" it's";
        let picture = picture.described(&format!("{text}\u{e9}&<\n"));
        let (png, svg, pdf) = (picture.png().unwrap(), picture.svg(), picture.pdf());
        for file in [&png[..], svg.as_bytes(), &pdf] {
            assert_eq!(
                Picture::description(&file[..file.len().min(1_000)]).as_deref(),
                Some(text)
            );
            for cut in 0..file.len().min(200) {
                let read = Picture::description(&file[..cut]);
                assert!(read.is_none_or(|read| read == text), "{cut}");
            }
        }
        let pixels = tiny_skia::Pixmap::decode_png(&png).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (40, 20));
    }
}
