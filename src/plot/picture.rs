//! A finished drawing, as SVG and as PNG.

use std::fmt::Display;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::font;
use crate::error::{Error, Result};
use crate::text::thousands;

/// A finished drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(super) svg: String,
}

impl Picture {
    /// How many pixels of the PNG one unit of the SVG takes, so that it prints well.
    pub const PNG_SCALE: f32 = 2.0;

    /// The most pixels of a PNG: to draw and write them takes 320 MB.
    pub const MOST_PIXELS: u64 = 40_000_000;

    /// The drawing as SVG, which scales to any size.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The same drawing as PNG.
    ///
    /// # Errors
    ///
    /// [`Error::Drawing`] when the SVG cannot be rasterised: it would have more than
    /// [`Picture::MOST_PIXELS`], or there is not enough memory.
    pub fn png(&self) -> Result<Vec<u8>> {
        self.check_size()?;
        let options = Options {
            font_family: font::NAME.to_owned(),
            fontdb: Arc::clone(&font::DATABASE),
            ..Options::default()
        };
        let tree = Tree::from_str(&self.svg, &options).map_err(failed)?;
        let size = tree
            .size()
            .to_int_size()
            .scale_by(Self::PNG_SCALE)
            .ok_or_else(|| failed("no size"))?;
        let mut pixels = Pixmap::new(size.width(), size.height())
            .ok_or_else(|| failed("not enough memory for the pixels"))?;
        let scale = Transform::from_scale(Self::PNG_SCALE, Self::PNG_SCALE);
        resvg::render(&tree, scale, &mut pixels.as_mut());
        pixels.encode_png().map_err(failed)
    }

    /// Refuses what has too many pixels, before anything is made of it.
    fn check_size(&self) -> Result<()> {
        let length = |name: &str| {
            let (_, rest) = self.svg.split_once(&format!(" {name}=\""))?;
            let (length, _) = rest.split_once('"')?;
            length.parse::<f32>().ok()
        };
        let (Some(width), Some(height)) = (length("width"), length("height")) else {
            return Err(failed("no size"));
        };
        let [width, height] = [width, height].map(|n| f64::from(n * Self::PNG_SCALE).ceil());
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
