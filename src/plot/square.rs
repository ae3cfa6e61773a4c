//! One place of a board of beads: a stone, the beads of a move, or nothing.

use super::canvas::Canvas;
use super::numbers::{compact, percent};
use super::ramp;
use super::style::{GREY, stroke};
use crate::draw::{Colour, Ink, Weight};

/// A place without a stone or a legal move; behind stones.
const BARE: Colour = Colour::new(0xf6, 0xf6, 0xf4);
/// Around each place.
const FRAME: Colour = Colour::new(0x99, 0x99, 0x99);
/// Stones.
const STONE: Colour = Colour::new(0x77, 0x77, 0x77);

/// Where a place is: its upper left and lower right corners.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
}

/// What is written for a move.
pub(super) struct Content<'a> {
    /// The move, where it cannot be told from the place.
    pub(super) name: Option<&'a str>,
    /// What it has in common with the moves that share its colour of bead.
    pub(super) mark: Option<char>,
    /// The beads of its colour.
    pub(super) beads: u64,
    /// The chance that it is played; there is none in an empty box.
    pub(super) chance: Option<f64>,
}

impl Square {
    /// A place of this width and height.
    pub(super) fn at((x, y): (f64, f64), (width, height): (f64, f64)) -> Self {
        Self {
            from: (x, y),
            to: (x + width, y + height),
        }
    }

    /// Draws a place with nothing to show.
    pub(super) fn bare(self, canvas: &Canvas<'_>) {
        self.filled(canvas, BARE);
    }

    /// Draws a stone.
    pub(super) fn stone(self, canvas: &Canvas<'_>, letter: &str) {
        self.bare(canvas);
        let size = self.height() * 0.6;
        let ink = Ink {
            size,
            weight: Weight::Bold,
            colour: STONE,
            ..Ink::LABEL.centred()
        };
        // The baseline of letters 0.73 em high that stand in the middle.
        let down = f64::midpoint(self.from.1, self.to.1) + size * 0.365;
        canvas.write(letter, (self.middle(), down), &ink);
    }

    /// Draws the beads of a move.
    pub(super) fn beads(self, canvas: &Canvas<'_>, content: &Content<'_>) {
        let depth = ramp::depth(content.chance.unwrap_or(0.0));
        self.filled(canvas, ramp::map(depth));
        let ink = |size: f64, weight| Ink {
            size,
            weight,
            colour: match content.beads {
                0 => GREY,
                _ => ramp::ink_on(depth),
            },
            ..Ink::TICK.centred()
        };
        let (width, height) = (self.to.0 - self.from.0, self.height());
        let small = ink((height * 0.155).max(10.0), Weight::Regular);
        let count = compact(content.beads.into());
        let plain = ink(height * 0.27, Weight::Bold);
        let fitting = 0.86 * width / plain.width(&count).max(1.0);
        let number = Ink {
            size: plain.size * fitting.min(1.0),
            ..plain
        };

        let at = |part: f64| (self.middle(), self.from.1 + height * part);
        let (name, middle, chance) = match (content.name, content.chance) {
            (None, Some(_)) => (0.0, 0.53, 0.78),
            (None, None) => (0.0, 0.6, 0.0),
            (Some(_), Some(_)) => (0.24, 0.6, 0.86),
            (Some(_), None) => (0.26, 0.7, 0.0),
        };
        if let Some(text) = content.name {
            canvas.write(&small.shorten(text, width - 6.0), at(name), &small);
        }
        if let Some(mark) = content.mark {
            let corner = (self.from.0 + 6.0, self.from.1 + 4.0 + small.size);
            let ink = Ink {
                weight: Weight::Bold,
                anchor: Ink::LABEL.anchor,
                ..small
            };
            canvas.write(&mark.to_string(), corner, &ink);
        }
        canvas.write(&count, at(middle), &number);
        if let Some(part) = content.chance {
            canvas.write(&percent(part), at(chance), &small);
        }
    }

    fn filled(self, canvas: &Canvas<'_>, colour: Colour) {
        canvas.cell(self.from, self.to, (colour, stroke(FRAME, 1.0)));
    }

    fn middle(self) -> f64 {
        f64::midpoint(self.from.0, self.to.0)
    }

    fn height(self) -> f64 {
        self.to.1 - self.from.1
    }
}
