//! Pictures of trainings, matchboxes and tournaments, one file a picture.
//!
//! A picture is drawn once, as SVG, by `plotters`; its PNG is that very SVG rasterised by `resvg`
//! with the font compiled into the program, so both look alike on every machine and the same input
//! gives the same bytes. `canvas` holds the paper and what it is written with, `chart` the axes,
//! lines and legend that all curves share, `ramp` the colour scale of the maps.
//!
//! Colours are those of Okabe and Ito (2008), which colour-blind readers can tell apart; lines
//! differ in their dashes as well, and maps run from light to dark, so that prints in grey read too.

mod axis;
mod bands;
mod bars;
mod beads;
mod boxes;
mod canvas;
mod chart;
mod curve;
mod exact;
mod font;
mod ink;
mod legend;
mod line;
mod matrix;
mod numbers;
mod ramp;
mod score;
mod square;
mod training;
mod zeroed;

use std::fmt::Display;
use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::error::{Error, Result};

pub use bands::{Bands, Point, Series, bands};
pub use bars::{Bar, Bars, Row, bars};
pub use beads::{Board, Colour, Named, beads};
pub use boxes::boxes;
pub use curve::curve;
pub use exact::exact;
pub use matrix::{Cell, Matrix, matrix};
pub use score::{Known, score};
pub use training::Training;
pub use zeroed::zeroed;

/// A finished drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    svg: String,
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
fn failed(cause: impl Display) -> Error {
    Error::Drawing(format!("{cause}"))
}
