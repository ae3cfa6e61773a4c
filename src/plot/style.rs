//! The colours and inks that all pictures share.

use crate::draw::{Colour, Ink, Stroke};

/// Text, axes, stones.
pub(super) const BLACK: Colour = Colour::BLACK;
/// Less important text: subtitles, notes.
pub(super) const GREY: Colour = Colour::new(0x55, 0x55, 0x55);
/// Lines of a grid, frames of cells.
pub(super) const PALE: Colour = Colour::new(0xdd, 0xdd, 0xdd);

/// An unbroken line.
pub(super) const fn stroke(colour: Colour, width: f64) -> Stroke {
    Stroke::new(colour, width)
}

impl Ink {
    /// The title of a picture.
    pub(super) const TITLE: Self = Self::new(18.0).bold();
    /// The line under the title.
    pub(super) const SUBTITLE: Self = Self::new(13.0).colour(GREY);
    /// Names of axes, panels, lines.
    pub(super) const LABEL: Self = Self::new(14.0);
    /// Numbers along an axis.
    pub(super) const TICK: Self = Self::new(13.0);
    /// Notes under or next to a picture.
    pub(super) const NOTE: Self = Self::new(11.5).colour(GREY);
}
