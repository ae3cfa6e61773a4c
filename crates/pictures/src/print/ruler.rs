//! A line of 100 mm, to check that a sheet was printed in its true size.

use super::frame::{MARGIN, SheetFrame};
use crate::draw::{Colour, Ink, Stroke, extent};

/// The height of the ruler with its numbers.
pub(super) const HEIGHT: f64 = 12.0;

/// Adds the ruler at the foot of the last page, or of a new one; `frame.y` stays above it.
pub(super) fn add(frame: &mut SheetFrame<'_>) {
    frame.ensure(HEIGHT);
    let text = frame.printed.speech().say("ruler");
    let right = frame.right();
    let y = frame.bottom() - HEIGHT + 5.0;
    let page = frame.last();
    let stroke = Stroke::new(Colour::BLACK, 0.2);
    page.line([(MARGIN, y), (MARGIN + 100.0, y)], stroke);
    let small = Ink::new(2.4).centred();
    for mm in 0..=100_usize {
        let x = MARGIN + extent(mm);
        let length = match mm {
            _ if mm % 10 == 0 => 3.2,
            _ if mm % 5 == 0 => 2.2,
            _ => 1.3,
        };
        page.line([(x, y), (x, y + length)], stroke);
        if mm % 10 == 0 {
            page.text(mm.to_string(), (x, y + 6.0), &small);
        }
    }
    let ink = Ink::new(2.8);
    let left = MARGIN + 106.0;
    for (line, top) in ink.wrap(&text, right - left).into_iter().zip(0..) {
        page.text(line, (left, y + f64::from(top) * ink.size * 1.4), &ink);
    }
}
