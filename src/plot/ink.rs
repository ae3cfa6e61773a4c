//! How texts are written: their sizes, weights and colours, and the room they take.

use plotters::prelude::{FontStyle, RGBColor};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontFamily, TextStyle};

use super::font::{self, Weight};
use super::style::{BLACK, GREY, SCALE};
use super::svg::EM;

/// How a text is written.
#[derive(Clone, Copy)]
pub(super) struct Ink {
    /// The font size in points.
    pub(super) size: f64,
    /// How heavy it is.
    pub(super) weight: Weight,
    /// Its colour.
    pub(super) colour: RGBColor,
    /// Which end of it is at the given place.
    pub(super) anchor: HPos,
}

impl Ink {
    /// Over a picture.
    pub(super) const TITLE: Self = Self::new(18.0, Weight::Bold, BLACK);
    /// Under its title.
    pub(super) const SUBTITLE: Self = Self::new(13.0, Weight::Regular, GREY);
    /// Names of axes, panels, lines.
    pub(super) const LABEL: Self = Self::new(14.0, Weight::Regular, BLACK);
    /// Numbers along an axis.
    pub(super) const TICK: Self = Self::new(13.0, Weight::Regular, BLACK);
    /// Remarks.
    pub(super) const NOTE: Self = Self::new(11.5, Weight::Regular, GREY);

    const fn new(size: f64, weight: Weight, colour: RGBColor) -> Self {
        Self {
            size,
            weight,
            colour,
            anchor: HPos::Left,
        }
    }

    /// The same, its middle at the given place.
    pub(super) const fn centred(self) -> Self {
        Self {
            anchor: HPos::Center,
            ..self
        }
    }

    /// The same, its end at the given place.
    pub(super) const fn ending(self) -> Self {
        Self {
            anchor: HPos::Right,
            ..self
        }
    }

    /// How wide a text becomes.
    pub(super) fn width(&self, text: &str) -> f64 {
        font::width(text, self.size, self.weight)
    }

    /// The text cut to what fits.
    pub(super) fn shorten(&self, text: &str, room: f64) -> String {
        font::shorten(text, room, self.size, self.weight)
    }

    /// The text in lines that fit.
    pub(super) fn wrap(&self, text: &str, room: f64) -> Vec<String> {
        font::wrap(text, room, self.size, self.weight)
    }

    /// The same in the words of `plotters`, which means another size by the same number.
    pub(super) fn style(&self) -> TextStyle<'_> {
        let size = self.size * SCALE * EM;
        let face = match self.weight {
            Weight::Regular => FontStyle::Normal,
            Weight::Bold => FontStyle::Bold,
        };
        TextStyle::from((FontFamily::Name(font::FAMILIES), size, face))
            .color(&self.colour)
            .pos(Pos::new(self.anchor, VPos::Top))
    }
}
