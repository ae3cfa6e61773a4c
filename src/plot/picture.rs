//! A finished drawing, as SVG and as PNG.

use std::fmt::Display;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::font;
use crate::error::{Error, Result};

/// A finished drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub(super) svg: String,
}

impl Picture {
    /// How many pixels of the PNG one unit of the SVG takes, so that it prints well.
    pub const PNG_SCALE: f32 = 2.0;

    /// The drawing as SVG, which scales to any size.
    #[must_use]
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// The same drawing as PNG.
    ///
    /// # Errors
    ///
    /// [`Error::Drawing`] when the SVG cannot be rasterised, say for want of memory.
    pub fn png(&self) -> Result<Vec<u8>> {
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
}

/// What a drawing library complains of, as an error of ours.
pub(super) fn failed(cause: impl Display) -> Error {
    Error::Drawing(format!("{cause}"))
}
