//! One square of the board in a picture of beads: a stone, the beads of a move, or nothing.

use super::parts::canvas::Canvas;
use super::parts::numbers::{compact, percent};
use super::parts::ramp;
use super::parts::style::{GREY, stroke};
use crate::draw::{Colour, Ink, Weight};

/// The colour of squares without a legal move.
const BARE: Colour = Colour::new(0xf6, 0xf6, 0xf4);
/// The colour of the frame of each square.
const FRAME: Colour = Colour::new(0x99, 0x99, 0x99);
/// The colour of stones.
const STONE: Colour = Colour::new(0x77, 0x77, 0x77);

/// The upper left and lower right corners of a square.
#[derive(Clone, Copy)]
pub(super) struct Square {
    pub(super) from: (f64, f64),
    pub(super) to: (f64, f64),
}

/// The text for a move.
pub(super) struct Content<'a> {
    /// The name of the move, unless the place shows it.
    pub(super) name: Option<&'a str>,
    /// The letter of the moves that share its colour of bead.
    pub(super) mark: Option<char>,
    /// The number of beads of its colour.
    pub(super) beads: u64,
    /// The chance that it is played; `None` in an empty box.
    pub(super) chance: Option<f64>,
}

impl Square {
    /// A square with this upper left corner, width and height.
    pub(super) fn at((x, y): (f64, f64), (width, height): (f64, f64)) -> Self {
        Self {
            from: (x, y),
            to: (x + width, y + height),
        }
    }

    /// Draws an empty square.
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
        // The baseline that centres letters 0.73 em high.
        let down = f64::midpoint(self.from.1, self.to.1) + size * 0.365;
        canvas.write(letter, (self.middle(), down), &ink);
    }

    /// Draws the beads of a move.
    pub(super) fn beads(self, canvas: &Canvas<'_>, content: &Content<'_>) {
        let darkness = ramp::darkness(content.chance.unwrap_or(0.0));
        self.filled(canvas, ramp::map(darkness));
        let ink = |size: f64, weight| Ink {
            size,
            weight,
            colour: match content.beads {
                0 => GREY,
                _ => ramp::ink_on(darkness),
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
