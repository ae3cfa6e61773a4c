//! Colour scales: from light to dark for maps, with a colour bar, and a sequence of hues for lines.

use super::canvas::{Canvas, GREY};
use crate::draw::{Colour, Ink, Stroke};
use matchboxes::text::decimal;

/// From white to dark blue, each step darker, so that a print in grey keeps the order.
const LIGHT_TO_DARK: [Colour; 5] =
    Colour::all([0xff_ff_ff, 0xd0_e1_f2, 0x78_b4_d8, 0x2a_78_b4, 0x08_38_73]);

/// From dark violet through blue and green to olive, each step lighter.
const HUES: [Colour; 5] = Colour::all([0x44_01_54, 0x3b_52_8b, 0x21_91_8c, 0x55_b2_5a, 0xaa_b4_1e]);

pub(crate) fn map(share: f64) -> Colour {
    blend(&LIGHT_TO_DARK, share)
}

/// The darkness of a chance: its square root. So small chances differ visibly, and all pictures use the
/// same scale.
pub(crate) fn darkness(chance: f64) -> f64 {
    chance.clamp(0.0, 1.0).sqrt()
}

/// The colour of a line by its place in a sequence, from 0 (first) to 1 (last).
pub(crate) fn sequence(place: f64) -> Colour {
    blend(&HUES, place)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the numbers are within the scale"
)]
fn blend(scale: &[Colour; 5], share: f64) -> Colour {
    let at = if share.is_finite() {
        share.clamp(0.0, 1.0) * 4.0
    } else {
        0.0
    };
    let below = (at.floor() as usize).min(3);
    let part = at - at.floor().min(3.0);
    let [from, to] = [below, below + 1].map(|n| scale[n].rgb().map(f64::from));
    let [red, green, blue] = [0, 1, 2].map(|n| (from[n] + (to[n] - from[n]) * part).round() as u8);
    Colour::new(red, green, blue)
}

/// The text colour on a map colour: black on light colours, white on dark ones.
pub(crate) fn ink_on(share: f64) -> Colour {
    if share > 0.7 {
        Colour::WHITE
    } else {
        Colour::BLACK
    }
}

/// A colour bar of the map with numbers and a label.
pub(crate) struct Bar<'a> {
    /// The percentages next to the bar, with their darkness.
    pub(crate) marks: [(String, f64); 5],
    pub(crate) label: &'a str,
}

impl<'a> Bar<'a> {
    /// Its width with numbers and label.
    pub(crate) const WIDTH: f64 = 96.0;

    /// A bar for chances, with the scale of [`darkness`].
    pub(crate) fn of_chances(label: &'a str) -> Self {
        let marks =
            [0, 5, 20, 50, 100].map(|n: u8| (format!("{n}%"), darkness(f64::from(n) / 100.0)));
        Self { marks, label }
    }

    /// A bar for values between these two.
    pub(crate) fn between((low, high): (f64, f64), label: &'a str) -> Self {
        let places = usize::from(high - low < 0.2);
        Self {
            marks: [0, 1, 2, 3, 4].map(|quarter| {
                let part = f64::from(quarter) / 4.0;
                let value = decimal(100.0 * (low + (high - low) * part), places);
                (format!("{value}%"), part)
            }),
            label,
        }
    }

    /// Draws it with the given upper left corner.
    pub(crate) fn draw(&self, canvas: &Canvas<'_>, (x, y): (f64, f64), height: f64) {
        const WIDE: f64 = 16.0;
        const STEPS: u32 = 64;
        for step in 0..STEPS {
            let part = |n: u32| f64::from(n) / f64::from(STEPS);
            // Each rectangle goes down to the foot and is covered by the next one, so that there are no gaps.
            let (top, bottom) = (y + height * part(step), y + height);
            let colour = map(1.0 - f64::midpoint(part(step), part(step + 1)));
            canvas.fill((x, top), (x + WIDE, bottom), colour);
        }
        let edge = Stroke::new(GREY, 1.0);
        canvas.rect((x, y), (x + WIDE, y + height), None, Some(edge));
        let mut widest = 0.0_f64;
        for (text, dark) in &self.marks {
            let at = y + height * (1.0 - dark);
            canvas.line(&[(x + WIDE, at), (x + WIDE + 4.0, at)], edge);
            canvas.write(text, (x + WIDE + 8.0, at + 4.5), &Ink::TICK);
            widest = widest.max(Ink::TICK.width(text));
        }
        let label_at = (x + WIDE + 8.0 + widest + 18.0, y + height / 2.0);
        canvas.write(self.label, label_at, &Ink::TICK.centred().upwards());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(colour: Colour) -> f64 {
        0.2126 * f64::from(colour.red)
            + 0.7152 * f64::from(colour.green)
            + 0.0722 * f64::from(colour.blue)
    }

    #[test]
    fn both_scales_keep_their_order_in_grey() {
        for step in 0..100 {
            let (here, next) = (f64::from(step) / 100.0, f64::from(step + 1) / 100.0);
            assert!(lightness(map(here)) >= lightness(map(next)));
            assert!(lightness(sequence(here)) <= lightness(sequence(next)));
        }
        assert_eq!(map(f64::NAN), Colour::new(255, 255, 255));
        assert_eq!(map(7.0), Colour::new(8, 56, 115));
    }
}
