//! The colours of beads and of stages.

use super::shape::{Colour, Ink, Page, Stroke};
use crate::kit::Bead;

/// The plain colours of beads, in the order of their letters; the words have their names.
const BEADS: [Colour; Bead::COLOURS] = [
    Colour(0xd6, 0x27, 0x28),
    Colour(0x1f, 0x5f, 0xbf),
    Colour(0xff, 0xd9, 0x2f),
    Colour(0x2c, 0x9a, 0x3e),
    Colour(0xff, 0x8c, 0x1a),
    Colour(0x7b, 0x3f, 0xa0),
    Colour(0xff, 0xff, 0xff),
    Colour(0x22, 0x22, 0x22),
    Colour(0xf7, 0x9f, 0xc7),
    Colour(0x8a, 0x5a, 0x2b),
    Colour(0x6f, 0xd0, 0xe8),
    Colour(0x9a, 0x9a, 0x9a),
];

/// The colours of the paper of each stage; they come again after the last.
const STAGES: [Colour; 6] = [
    Colour(0xf2, 0xc1, 0x4e),
    Colour(0x8e, 0xc5, 0xe8),
    Colour(0xa3, 0xd3, 0x9c),
    Colour(0xf0, 0xa6, 0xb4),
    Colour(0xc5, 0xb3, 0xe0),
    Colour(0xd8, 0xc0, 0xa0),
];

/// The number of a plain colour.
pub(super) fn plain(bead: Bead) -> usize {
    bead.0 % Bead::COLOURS
}

/// Whether it is a large bead.
pub(super) fn is_large(bead: Bead) -> bool {
    bead.0 >= Bead::COLOURS
}

/// The colour of a stage.
pub(super) fn stage(stage: usize) -> Colour {
    STAGES[stage % STAGES.len()]
}

/// The same, light enough to write on.
pub(super) fn tint(stage_of: usize) -> Colour {
    let Colour(red, green, blue) = stage(stage_of);
    let light = |c: u8| 255 - (255 - c) / 4;
    Colour(light(red), light(green), light(blue))
}

/// Draws a bead with its letter; a large one has a ring around it.
pub(super) fn bead(page: &mut Page, bead: Bead, (centre, radius): ((f64, f64), f64)) {
    let fill = BEADS[plain(bead)];
    let edge = Stroke {
        colour: Colour::BLACK,
        width: radius * 0.09,
    };
    let mut inner = radius;
    if is_large(bead) {
        page.circle(centre, radius, (Colour::WHITE, edge));
        inner = radius * 0.82;
    }
    page.circle(centre, inner, (fill, edge));
    let ink = Ink::new(inner * 1.25)
        .bold()
        .colour(fill.contrast())
        .middle();
    let at = (centre.0, centre.1 + inner * 0.455);
    page.text(bead.letter().to_string(), at, &ink);
}
