//! What the game is played with, to cut out: a board and its pieces, or counters.

use super::colour;
use super::frame::{MARGIN, SheetFrame};
use super::label::{draw_board, fit};
use super::piece;
use super::ruler;
use crate::draw::{Colour, Ink, ShapeOutline, Stroke, extent};
use matchboxes::kit::{BoardCell, KitBoard, Piece, PieceShape};

/// The widest square of a board, in millimetres.
const CELL: f64 = 40.0;
/// The distance of pieces or counters from one another.
const PITCH: f64 = 32.0;
const COUNTERS: f64 = 17.0;

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
    // The pieces on the board at the start, or enough to fill an empty board.
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
        // The marks of such a board belong to no side.
        None if name == "guide.board" => language.say("guide.board.alone"),
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
                piece::draw(page, piece, centre, pitch * size, stroke);
            }
        }
    }
}
