//! A piece of a game as it is drawn on boards and on what is cut out.

use super::colour;
use crate::draw::{Drawing, Ink, LEAST, ShapeOutline, Stroke};
use matchboxes::kit::{Piece, PieceShape};

/// Draws a piece on a board: a pawn as the page draws it, or a disc or mark with its letter.
pub(super) fn draw(
    page: &mut Drawing,
    piece: Piece,
    centre: (f64, f64),
    cell: f64,
    stroke: Stroke,
) {
    let (colour, letter) = colour::of_piece(piece);
    let form = match piece.shape {
        PieceShape::Mark => None,
        PieceShape::Disc => Some(ShapeOutline::Circle(centre, cell * 0.34)),
        PieceShape::Pawn => Some(ShapeOutline::Polygon(pawn(centre, cell * 0.034))),
    };
    if let Some(form) = form {
        page.figure(form, Some(colour), Some(stroke));
    }
    if piece.shape != PieceShape::Pawn {
        let size = (cell * 0.5).max(LEAST).min(cell * 0.8);
        let ink = Ink::new(size).bold().centred().colour(letter);
        let at = (centre.0, centre.1 + size * 0.36);
        page.text(piece.mark.to_string(), at, &ink);
    }
}

/// The outline of a pawn, 25 units high, around this centre; the page has the same in `board.js`.
fn pawn((x, y): (f64, f64), unit: f64) -> Vec<(f64, f64)> {
    // A round head, whose lower part is in the body, and a foot.
    let head = (0..=16).map(|step| {
        let angle = (-0.27 + f64::from(step) / 16.0 * 1.54) * std::f64::consts::PI;
        (5.5 * angle.cos(), -6.75 - 5.5 * angle.sin())
    });
    let body = [
        (-7.0, 8.75),
        (-9.5, 8.75),
        (-9.5, 12.25),
        (9.5, 12.25),
        (9.5, 8.75),
        (7.0, 8.75),
    ];
    head.chain(body)
        .map(|(across, down)| (x + across * unit, y + down * unit))
        .collect()
}
