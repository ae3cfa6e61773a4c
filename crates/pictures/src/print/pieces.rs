//! What the game is played with, to cut out: a board and its pieces, or counters.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::label::{draw_board, fit};
use super::ruler;
use crate::draw::{Colour, Drawing, Ink, LEAST, ShapeOutline, Stroke, extent};
use matchboxes::kit::{BoardCell, KitBoard, Piece, PieceShape};

/// The widest square of a board, in millimetres.
const CELL: f64 = 40.0;
/// The distance of pieces or counters from one another.
const PITCH: f64 = 32.0;
const COUNTERS: f64 = 17.0;

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

/// Adds the board and the pieces of the game, where there is room for them.
pub(super) fn add(frame: &mut SheetFrame<'_>) {
    let kit = frame.printed.kit;
    let start = &kit.start;
    if start.columns == 0 {
        return;
    }
    let count = |kind: BoardCell| start.cells.iter().filter(|cell| **cell == kind).count();
    if start.is_piles() {
        let count = start.cells.len() - count(BoardCell::Absent);
        let rows = extent(count.div_ceil(fit(frame.room(), COUNTERS)));
        heading(frame, "counters", rows * COUNTERS);
        return discs(frame, None, count, COUNTERS);
    }
    let (columns, rows) = (extent(start.columns), extent(start.height()));
    let cell = CELL.min(frame.room() / columns);
    let cell = cell.min((frame.bottom() - 60.0) / rows);
    heading(frame, "board", cell * rows);
    let (y, page) = frame.row(cell * rows + 4.0);
    let area = ((MARGIN, y), (cell * columns, cell * rows));
    let squares = start.cells.iter().map(|cell| match cell {
        BoardCell::Mark(_) => BoardCell::Free,
        other => other.clone(),
    });
    let empty = KitBoard {
        cells: squares.collect(),
        ..start.clone()
    };
    draw_board(page, area, &empty, kit.pieces, false);
    // Those on the board at the start, or enough to fill an empty board.
    let free = count(BoardCell::Free);
    for (side, piece) in kit.pieces.into_iter().flatten().enumerate() {
        let count = if free == start.cells.len() {
            (free + 1 - side) / 2
        } else {
            count(BoardCell::Mark(piece.mark))
        };
        let pitch = PITCH.min(cell * 0.8);
        discs(frame, Some(piece), count, pitch);
    }
}

fn heading(frame: &mut SheetFrame<'_>, name: &str, below: f64) {
    let printed = frame.printed;
    let language = printed.speech();
    let name = format!("guide.{name}");
    let text = match printed.kit.pieces {
        Some([first, _]) => language.fill(&name, &[("first", &language.piece(first))]),
        None => language.say(&name),
    };
    let ink = Ink::new(3.6);
    // A ruler may be at the foot of the page.
    frame.ensure(ink.size * 3.0 + 3.0 + below + ruler::HEIGHT);
    frame.paragraph(&text, &ink);
    frame.y += 3.0;
}

/// Draws equal discs in rows to cut out: counters, or pieces of this kind.
fn discs(frame: &mut SheetFrame<'_>, piece: Option<Piece>, count: usize, pitch: f64) {
    let columns = fit(frame.room(), pitch);
    let stroke = Stroke::new(Colour::BLACK, 0.25);
    let (fill, size) = match piece {
        None => (Colour::PALE, 1.0),
        // A pawn stands on a white disc.
        Some(piece) if piece.shape == PieceShape::Pawn => (Colour::WHITE, 0.75),
        Some(piece) => (colour::of_piece(piece).0, 1.0),
    };
    for first in (0..count).step_by(columns) {
        let (y, page) = frame.row(pitch);
        for place in 0..columns.min(count - first) {
            let centre = (MARGIN + (extent(place) + 0.5) * pitch, y + pitch / 2.0);
            let form = ShapeOutline::Circle(centre, pitch * 0.45);
            page.figure(form, Some(fill), Some(stroke));
            if let Some(piece) = piece {
                draw(page, piece, centre, pitch * size, stroke);
            }
        }
    }
}
