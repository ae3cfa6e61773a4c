//! One square of the board in a picture of beads: a stone, the beads of a move, or nothing.

use super::parts::canvas::{Canvas, GREY};
use super::parts::numbers::{compact, percent};
use super::parts::ramp;
use crate::draw::{Colour, Ink, Stroke, extent};
use matchboxes::game::Move;

const BARE: Colour = Colour::new(0xf6, 0xf6, 0xf4);
const FRAME: Colour = Colour::new(0x99, 0x99, 0x99);
const STONE: Colour = Colour::new(0x77, 0x77, 0x77);

/// The upper left and lower right corners of a square.
#[derive(Clone, Copy)]
pub(super) struct Square {
    from: (f64, f64),
    to: (f64, f64),
}

/// A move and the beads of its colour.
pub(super) struct Choice<'a> {
    pub(super) m: &'a (Move, String),
    pub(super) beads: u64,
    /// Whether another move of the colour shows their number.
    pub(super) is_mirror: bool,
    /// What is written in place of the number of beads.
    pub(super) value: Option<&'a str>,
    /// The chance that it is played; `None` in an empty box.
    pub(super) chance: Option<f64>,
    /// The letter of the moves that share the colour.
    pub(super) mark: Option<char>,
}

impl Square {
    /// A square in a board of so many columns, with the upper left corner of the board.
    pub(super) fn nth(
        number: usize,
        columns: usize,
        (x, y): (f64, f64),
        (width, height): (f64, f64),
    ) -> Self {
        let (column, row) = (extent(number % columns), extent(number / columns));
        let from = (x + column * width, y + row * height);
        Self {
            from,
            to: (from.0 + width, from.1 + height),
        }
    }

    pub(super) fn bare(self, canvas: &Canvas<'_>) {
        self.filled(canvas, BARE);
    }

    pub(super) fn stone(self, canvas: &Canvas<'_>, letter: &str) {
        self.bare(canvas);
        let size = self.height() * 0.6;
        let ink = Ink::new(size).bold().colour(STONE).centred();
        // The baseline that centres letters 0.73 em high.
        let down = f64::midpoint(self.from.1, self.to.1) + size * 0.365;
        canvas.write(letter, (self.middle(), down), &ink);
    }

    /// Draws the beads of a move, with its name unless the place shows it.
    pub(super) fn beads(self, canvas: &Canvas<'_>, choice: &Choice<'_>, named: bool) {
        let darkness = ramp::darkness(choice.chance.unwrap_or(0.0));
        self.filled(canvas, ramp::map(darkness));
        let colour = match choice.beads {
            0 => GREY,
            _ => ramp::ink_on(darkness),
        };
        let (width, height) = (self.to.0 - self.from.0, self.height());
        let corner_ink = Ink::new((height * 0.155).max(10.0)).colour(colour);
        let small = corner_ink.centred();
        let count = choice
            .value
            .map_or_else(|| compact(choice.beads.into()), str::to_owned);
        let plain = Ink::new(height * 0.27).bold().colour(colour).centred();
        let fitting = 0.86 * width / plain.width(&count).max(1.0);
        let number = plain.sized(plain.size * fitting.min(1.0));

        let at = |part: f64| (self.middle(), self.from.1 + height * part);
        let (name, middle, chance) = match (named, choice.chance) {
            (false, Some(_)) => (0.0, 0.53, 0.78),
            (false, None) => (0.0, 0.6, 0.0),
            (true, Some(_)) => (0.24, 0.6, 0.86),
            (true, None) => (0.26, 0.7, 0.0),
        };
        if named {
            let text = small.shorten(&choice.m.1, width - 6.0);
            canvas.write(&text, at(name), &small);
        }
        if let Some(mark) = choice.mark {
            let corner = (self.from.0 + 6.0, self.from.1 + 4.0 + small.size);
            canvas.write(&mark.to_string(), corner, &corner_ink.bold());
        }
        if !choice.is_mirror || choice.value.is_some() {
            canvas.write(&count, at(middle), &number);
        }
        if let Some(part) = choice.chance {
            canvas.write(&percent(part), at(chance), &small);
        }
    }

    fn filled(self, canvas: &Canvas<'_>, colour: Colour) {
        let edge = Stroke::new(FRAME, 1.0);
        canvas.rect(self.from, self.to, Some(colour), Some(edge));
    }

    fn middle(self) -> f64 {
        f64::midpoint(self.from.0, self.to.0)
    }

    fn height(self) -> f64 {
        self.to.1 - self.from.1
    }
}
