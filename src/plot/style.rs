//! The grid everything is drawn on, and the colours and lines that all pictures share.
//!
//! `plotters` knows whole coordinates only, which would make curves look like stairs. So all is
//! drawn at [`SCALE`] times the size, and the SVG told to be smaller; its view box keeps the grid.

use plotters::prelude::RGBColor;
use plotters::style::{Color, ShapeStyle};

/// Units of the grid to a point.
pub(super) const SCALE: f64 = 4.0;

/// Text, axes, stones.
pub(super) const BLACK: RGBColor = RGBColor(0x1a, 0x1a, 0x1a);
/// What stands back: subtitles, notes.
pub(super) const GREY: RGBColor = RGBColor(0x55, 0x55, 0x55);
/// Lines of a grid, frames of cells.
pub(super) const PALE: RGBColor = RGBColor(0xdd, 0xdd, 0xdd);

/// A length in points as units of the grid.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates, and no picture is that large"
)]
pub(super) fn units(points: f64) -> i32 {
    (points * SCALE).round() as i32
}

/// The same for sizes, which are never negative.
pub(super) fn size_units(points: f64) -> u32 {
    units(points).max(0).unsigned_abs()
}

/// The style of a line.
pub(super) fn stroke(colour: RGBColor, width: f64) -> ShapeStyle {
    colour.stroke_width(size_units(width))
}
