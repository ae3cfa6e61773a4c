//! A finished drawing, as SVG, PNG and PDF.

use std::io;

use crate::draw::{self, Drawing};
use matchboxes::text::{float, thousands};

/// A finished drawing.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Picture {
    drawing: Drawing,
    /// The title of its PDF.
    title: String,
}

impl Picture {
    /// Pixels of the PNG per unit of the SVG; 2 gives a good print.
    pub const PNG_SCALE: f32 = 2.0;

    /// The most pixels of a PNG; drawing and writing that many takes 320 MB.
    pub const MOST_PIXELS: u64 = 40_000_000;

    pub(crate) fn of(drawing: Drawing, title: &str) -> Self {
        Self {
            drawing,
            title: title.to_owned(),
        }
    }

    /// The drawing as SVG, which scales to any size.
    pub fn svg(&self) -> String {
        draw::svg(&self.drawing)
    }

    /// The same drawing as the only page of a PDF, which has its fonts.
    pub fn pdf(&self) -> Vec<u8> {
        let drawing = std::slice::from_ref(&self.drawing);
        draw::pdf(&self.title, "en", drawing)
    }

    /// The same drawing as PNG.
    ///
    /// # Errors
    ///
    /// If it would have more than [`Picture::MOST_PIXELS`] or there is not enough memory.
    pub fn png(&self) -> io::Result<Vec<u8>> {
        // Refuse too many pixels before any memory is allocated.
        let (width, height) = self.drawing.size;
        let [width, height] = [width, height].map(|n| (n * f64::from(Self::PNG_SCALE)).ceil());
        if width * height > float(Self::MOST_PIXELS) {
            return Err(draw::not_drawn(&format!(
                "{width} x {height} pixels are more than the {} that a PNG may have; \
                 an SVG may have any size",
                thousands(Self::MOST_PIXELS)
            )));
        }
        draw::png(&self.drawing, Self::PNG_SCALE)
    }
}
