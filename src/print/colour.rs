//! The colours of beads and of stages.

use crate::draw::{Colour, Drawing, Ink, Stroke};
use crate::kit::Bead;

/// The plain colours of beads, in the order of their letters; `words` has their names.
const BEADS: [Colour; Bead::COLOURS] = [
    Colour::new(0xd6, 0x27, 0x28),
    Colour::new(0x1f, 0x5f, 0xbf),
    Colour::new(0xff, 0xd9, 0x2f),
    Colour::new(0x2c, 0x9a, 0x3e),
    Colour::new(0xff, 0x8c, 0x1a),
    Colour::new(0x7b, 0x3f, 0xa0),
    Colour::new(0xff, 0xff, 0xff),
    Colour::new(0x22, 0x22, 0x22),
    Colour::new(0xf7, 0x9f, 0xc7),
    Colour::new(0x8a, 0x5a, 0x2b),
    Colour::new(0x6f, 0xd0, 0xe8),
    Colour::new(0x9a, 0x9a, 0x9a),
];

/// The colours of the stages; after the last one they repeat.
const STAGES: [Colour; 6] = [
    Colour::new(0xf2, 0xc1, 0x4e),
    Colour::new(0x8e, 0xc5, 0xe8),
    Colour::new(0xa3, 0xd3, 0x9c),
    Colour::new(0xf0, 0xa6, 0xb4),
    Colour::new(0xc5, 0xb3, 0xe0),
    Colour::new(0xd8, 0xc0, 0xa0),
];

impl Colour {
    /// Text and lines of less importance.
    pub(super) const GREY: Self = Self::new(0x66, 0x66, 0x66);
    /// Lines between rows.
    pub(super) const PALE: Self = Self::new(0xcc, 0xcc, 0xcc);

    /// Black or white, whichever has more contrast on this colour.
    fn contrast(self) -> Self {
        let [red, green, blue] = [self.red, self.green, self.blue].map(u32::from);
        if 299 * red + 587 * green + 114 * blue > 140_000 {
            Self::BLACK
        } else {
            Self::WHITE
        }
    }
}

impl Stroke {
    /// The thinnest line that all printers can print.
    pub(super) const fn hair(colour: Colour) -> Self {
        Self::new(colour, 0.12)
    }
}

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

/// The colour of a stage, light enough to write on.
pub(super) fn tint(stage_of: usize) -> Colour {
    let Colour {
        red, green, blue, ..
    } = stage(stage_of);
    let light = |c: u8| 255 - (255 - c) / 4;
    Colour::new(light(red), light(green), light(blue))
}

/// Draws a bead with its letter; a large one has a ring around it.
pub(super) fn bead(page: &mut Drawing, bead: Bead, (centre, radius): ((f64, f64), f64)) {
    let fill = BEADS[plain(bead)];
    let edge = Stroke::new(Colour::BLACK, radius * 0.09);
    let mut inner = radius;
    if is_large(bead) {
        page.circle(centre, radius, (Colour::WHITE, edge));
        inner = radius * 0.82;
    }
    page.circle(centre, inner, (fill, edge));
    let ink = Ink::new(inner * 1.25)
        .bold()
        .colour(fill.contrast())
        .centred();
    let at = (centre.0, centre.1 + inner * 0.455);
    page.text(bead.letter().to_string(), at, &ink);
}
