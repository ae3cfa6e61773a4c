//! The colours and inks that all pictures share.

use crate::draw::{Colour, Ink};

/// Less important text: subtitles, notes.
pub(crate) const GREY: Colour = Colour::new(0x55, 0x55, 0x55);
/// Lines of a grid, frames of cells.
pub(crate) const PALE: Colour = Colour::new(0xdd, 0xdd, 0xdd);

impl Ink {
    /// The title of a picture.
    pub(crate) const TITLE: Self = Self::new(18.0).bold();
    /// The line under the title.
    pub(crate) const SUBTITLE: Self = Self::new(13.0).colour(GREY);
    /// Names of axes, panels, lines.
    pub(crate) const LABEL: Self = Self::new(14.0);
    /// Numbers along an axis.
    pub(crate) const TICK: Self = Self::new(13.0);
    /// Notes under or next to a picture.
    pub(crate) const NOTE: Self = Self::new(11.5).colour(GREY);
}
