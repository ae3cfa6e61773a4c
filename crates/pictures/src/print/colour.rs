//! The colours of beads and of stages.

use crate::draw::{Colour, Drawing, Ink, LEAST, ShapeOutline, Stroke};
use matchboxes::kit::{Bead, Piece};

/// The colours of the stages; after the last one they repeat. Each is lighter or darker than the others, so that a grey
/// print tells them apart, and light enough for black letters.
const STAGES: [Colour; 6] = Colour::all([
    0xff_e2_7a, 0x8c_c4_ee, 0x66_ad_66, 0xcf_66_80, 0xd6_d0_f2, 0xc8_a8_80,
]);

impl Colour {
    pub(super) const GREY: Self = Self::new(0x66, 0x66, 0x66);
    pub(super) const PALE: Self = Self::new(0xcc, 0xcc, 0xcc);
}

impl Stroke {
    /// The thinnest line that all printers can print.
    pub(super) const fn hair(colour: Colour) -> Self {
        Self::new(colour, 0.12)
    }
}

pub(super) fn stage(stage: usize) -> Colour {
    STAGES[stage % STAGES.len()]
}

/// The colour of a stage, light enough to write on.
pub(super) fn tint(stage_of: usize) -> Colour {
    let [red, green, blue] = stage(stage_of).rgb().map(|c| 255 - (255 - c) / 4);
    Colour::new(red, green, blue)
}

pub(super) fn of_piece(piece: Piece) -> (Colour, Colour) {
    if piece.is_white {
        (Colour::WHITE, Colour::BLACK)
    } else {
        (Colour::BLACK, Colour::WHITE)
    }
}

/// The smallest bead whose letter can be read.
pub(super) const BEAD: f64 = LEAST / 1.25;

/// Draws a bead with its letter, at least of a size to read it; a large one has a ring around it.
pub(super) fn bead(page: &mut Drawing, bead: Bead, centre: (f64, f64), radius: f64) {
    let radius = radius.max(BEAD);
    let [red, green, blue] = bead.rgb();
    let fill = Colour::new(red, green, blue);
    let ink = if bead.is_light() {
        Colour::BLACK
    } else {
        Colour::WHITE
    };
    let edge = Stroke::new(Colour::BLACK, radius * 0.09);
    let mut inner = radius;
    if bead.is_large() {
        let ring = ShapeOutline::Circle(centre, radius);
        page.figure(ring, Some(Colour::WHITE), Some(edge));
        inner = radius * 0.9;
    }
    page.figure(ShapeOutline::Circle(centre, inner), Some(fill), Some(edge));
    let ink = Ink::new(inner * 1.25).bold().colour(ink).centred();
    let at = (centre.0, centre.1 + inner * 0.455);
    page.text(bead.letter().to_string(), at, &ink);
}
