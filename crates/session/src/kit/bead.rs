//! The letter and the colour of the bead of each move, and the pieces of a game: one table for paper, page and
//! screen.
//!
//! In a game of few moves a move has the same bead in every box: the squares of tic-tac-toe are A to I, row by
//! row. In other games each box has its own beads: A is its first move.

use std::fmt;

use crate::game::{Game, Move, Pieces, Side};
use crate::learn::Layout;

/// A kind of bead, as a number: its place in the order of letters and colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bead(pub usize);

/// Names and colours, in the order of the letters. Any two of them differ also for readers who cannot tell some
/// colours apart (a test simulates it). The first seven are Okabe and Ito's (Color Universal Design, 2008), with a
/// stronger light blue.
const COLOURS: [(&str, [u8; 3]); Bead::COLOURS] = [
    ("blue", [0x00, 0x72, 0xb2]),
    ("orange", [0xe6, 0x9f, 0x00]),
    ("green", [0x00, 0x9e, 0x73]),
    ("pink", [0xcc, 0x79, 0xa7]),
    ("yellow", [0xf0, 0xe4, 0x42]),
    ("light blue", [0x56, 0xc4, 0xff]),
    ("red", [0xd5, 0x5e, 0x00]),
    ("grey", [0xc8, 0xc8, 0xc8]),
    ("purple", [0x4c, 0x0e, 0x68]),
    ("brown", [0x78, 0x37, 0x23]),
    ("white", [0xff, 0xff, 0xff]),
    ("black", [0x22, 0x22, 0x22]),
];

impl Bead {
    /// The number of plain colours; after them come the same colours as large beads.
    pub const COLOURS: usize = 12;
    /// The number of kinds of bead that can be distinguished.
    pub const KINDS: usize = 2 * Self::COLOURS;

    /// Its letter, for readers or prints without colour. After Z they begin again.
    pub const fn letter(self) -> char {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[self.0 % 26] as char
    }

    /// The number of its plain colour.
    pub const fn plain(self) -> usize {
        self.0 % Self::COLOURS
    }

    /// The name of its plain colour, such as `light blue`.
    pub const fn colour(self) -> &'static str {
        COLOURS[self.plain()].0
    }

    /// Red, green and blue of its colour.
    pub const fn rgb(self) -> [u8; 3] {
        COLOURS[self.plain()].1
    }

    /// Whether black has more contrast on it than white.
    pub fn is_light(self) -> bool {
        let [red, green, blue] = self.rgb().map(u32::from);
        299 * red + 587 * green + 114 * blue > 100_000
    }

    /// Whether it is one of the large beads, which repeat the colours.
    pub const fn is_large(self) -> bool {
        self.0 / Self::COLOURS % 2 == 1
    }
}

/// Its name in English, such as `large blue`.
impl fmt::Display for Bead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = if self.is_large() { "large " } else { "" };
        write!(f, "{size}{}", self.colour())
    }
}

/// The bead of each colour of the box of a position, in the order in which a [`BoxView`](crate::store::BoxView) and a
/// [`Placed`](crate::learn::Placed) have them. The beads lie as in the box on the shelf, however the position is
/// turned.
pub fn beads<G: Game>(game: &G, layout: Layout, at: &G::Position) -> Vec<Bead> {
    let form = layout.canonical(game, at);
    let colours = layout.place(game, &form.position).colours;
    colours
        .iter()
        .enumerate()
        .map(|(order, class)| bead(game, order, class[0]))
        .collect()
}

/// The bead of a colour of a box: its place among the colours and its first move in canonical form.
pub(super) fn bead<G: Game>(game: &G, order: usize, m: Move) -> Bead {
    let is_fixed = usize::from(game.move_count()) <= Bead::COLOURS;
    Bead(if is_fixed { usize::from(m.0) } else { order })
}

/// What a side plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The letter written for it in a position.
    pub mark: char,
    /// Its form.
    pub shape: PieceShape,
    /// Whether it is white; else it is black. Marks are as the letters are.
    pub is_white: bool,
}

/// The form of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceShape {
    /// A cross or a ring: the letter itself.
    Mark,
    /// A disc.
    Disc,
    /// A pawn.
    Pawn,
}

/// The pieces of the first and the second side; `None` for a game without any.
pub fn pieces<G: Game>(game: &G) -> Option<[Piece; 2]> {
    let (shape, white) = match game.nature().pieces {
        Pieces::None => return None,
        Pieces::Marks => (PieceShape::Mark, None),
        Pieces::Discs => (PieceShape::Disc, Some(Side::Second)),
        Pieces::Pawns => (PieceShape::Pawn, Some(Side::First)),
    };
    let piece = |side: Side, mark| Piece {
        mark,
        shape,
        is_white: white.is_none_or(|white| white == side),
    };
    Some([piece(Side::First, 'X'), piece(Side::Second, 'O')])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::parse;
    use crate::learn::preset;

    /// How a colour looks to an eye of each kind, in CIE L*a*b*: to one with all cones, and without those for
    /// long, middle or short waves (Machado, Oliveira and Fernandes, 2009, severity 1).
    fn seen(rgb: [u8; 3]) -> [[f64; 3]; 4] {
        const EYES: [[[f64; 3]; 3]; 4] = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        ];
        const XYZ: [[f64; 3]; 3] = [
            [0.4339, 0.3763, 0.1899],
            [0.2126, 0.7152, 0.0722],
            [0.0177, 0.1095, 0.8729],
        ];
        let linear = rgb.map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        });
        let times = |m: [[f64; 3]; 3], v: [f64; 3]| {
            m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
        };
        EYES.map(|eye| {
            let light = times(eye, linear).map(|c| c.clamp(0.0, 1.0));
            let [x, y, z] = times(XYZ, light).map(|t| {
                if t > 0.008_856 {
                    t.cbrt()
                } else {
                    7.787 * t + 16.0 / 116.0
                }
            });
            [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
        })
    }

    #[test]
    fn no_two_colours_look_alike_to_any_eye() {
        for (i, (name, rgb)) in COLOURS.iter().enumerate() {
            for (other, other_rgb) in &COLOURS[i + 1..] {
                for (eye, (a, b)) in seen(*rgb).iter().zip(&seen(*other_rgb)).enumerate() {
                    let squares = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b));
                    let distance = squares.sum::<f64>().sqrt();
                    assert!(
                        distance > 16.0,
                        "{name}, {other}: {distance:.1} to eye {eye}"
                    );
                }
            }
        }
    }

    #[test]
    fn letters_can_be_read_on_their_colours() {
        let luminance = |rgb: [u8; 3]| {
            let l = seen(rgb)[0][0];
            ((l + 16.0) / 116.0).powi(3)
        };
        for bead in (0..Bead::COLOURS).map(Bead) {
            let own = luminance(bead.rgb());
            let ink = if bead.is_light() {
                luminance([0x1a; 3])
            } else {
                1.0
            };
            let contrast = (own.max(ink) + 0.05) / (own.min(ink) + 0.05);
            assert!(contrast > 4.5, "{}: {contrast:.1}", bead.colour());
        }
    }

    /// A box has the same beads from every side.
    #[test]
    fn beads_stay_with_a_box_that_is_turned() {
        let game = parse("tic-tac-toe").unwrap();
        let layout = Layout::from(&preset("michie-304").unwrap());
        // The edge between two corners, with a cross beside it, in both mirror images and upside down.
        let images = [
            ("X../.../..O", "b1"),
            ("..X/.../O..", "b1"),
            ("O../.../..X", "b3"),
        ];
        let found = images.map(|(text, edge)| {
            let at = game.read_position(text).unwrap();
            let placed = layout.place(&game, &at).colours;
            let beads = beads(&game, layout, &at);
            assert_eq!(placed.len(), beads.len());
            let m = game.read_move(edge).unwrap();
            let colour = placed.iter().position(|class| class.contains(&m)).unwrap();
            beads[colour]
        });
        assert_eq!(found, [found[0]; 3]);
    }

    #[test]
    fn white_begins_with_pawns_and_black_with_discs() {
        let of = |game: &str| pieces(&parse(game).unwrap());
        let white = |game: &str| of(game).unwrap().map(|piece| (piece.mark, piece.is_white));
        assert_eq!(white("hexapawn"), [('X', true), ('O', false)]);
        assert_eq!(white("othello:4"), [('X', false), ('O', true)]);
        assert_eq!(of("tic-tac-toe").unwrap()[1].shape, PieceShape::Mark);
        assert_eq!(of("nim:8"), None);
    }
}
