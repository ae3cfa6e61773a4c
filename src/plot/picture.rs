//! A finished drawing, as SVG and as PNG.

use std::fmt::Display;

use crate::draw::{self, Drawing};
use crate::error::{Error, Result};
use crate::text::thousands;

/// A finished drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(super) drawing: Drawing,
}

impl Picture {
    /// How many pixels of the PNG one unit of the SVG takes, so that it prints well.
    pub const PNG_SCALE: f32 = 2.0;

    /// The most pixels of a PNG: to draw and write them takes 320 MB.
    pub const MOST_PIXELS: u64 = 40_000_000;

    /// The drawing as SVG, which scales to any size.
    #[must_use]
    pub fn svg(&self) -> String {
        draw::svg(&self.drawing)
    }

    /// The same drawing as PNG.
    ///
    /// # Errors
    ///
    /// [`Error::Drawing`] where it would have more than [`Picture::MOST_PIXELS`], or there is not enough
    /// memory.
    pub fn png(&self) -> Result<Vec<u8>> {
        self.check_size()?;
        draw::png(&self.drawing, Self::PNG_SCALE)
    }

    /// Refuses what has too many pixels, before anything is made of it.
    fn check_size(&self) -> Result<()> {
        let (width, height) = self.drawing.size;
        let [width, height] = [width, height].map(|n| (n * f64::from(Self::PNG_SCALE)).ceil());
        #[expect(clippy::cast_precision_loss, reason = "far below the limit of doubles")]
        let most = Self::MOST_PIXELS as f64;
        if width * height > most {
            return Err(failed(format!(
                "{width} x {height} pixels are more than the {} of a PNG; as SVG it can have any size",
                thousands(Self::MOST_PIXELS)
            )));
        }
        Ok(())
    }
}

/// What a drawing library complains of, as an error of ours.
pub(super) fn failed(cause: impl Display) -> Error {
    Error::Drawing(format!("{cause}"))
}
