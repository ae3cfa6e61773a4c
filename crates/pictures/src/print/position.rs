//! The board of a position alone, in the look of the labels.

use super::label::draw_board;
use crate::draw::{Drawing, Ink, LengthUnit, extent};
use crate::plot::Picture;
use matchboxes::game::Game as _;
use matchboxes::games::{AnyGame, Position};
use matchboxes::kit::{KitBoard, pieces};

/// The width of a cell, and the space around the board.
const CELL: f64 = 40.0;
const EDGE: f64 = 4.0;

/// Draws a position: its board with the stones, its counters, or its text in a game without either.
pub fn position(game: &AnyGame, at: &Position) -> Picture {
    let (board, text) = (KitBoard::new(game, at), game.write_position(at));
    if board.columns == 0 {
        let ink = Ink::LABEL;
        let size = (ink.width(&text) + 2.0 * EDGE, 2.0 * ink.size);
        let mut page = Drawing::new(LengthUnit::Pixel, size);
        page.text(&text, (EDGE, 1.35 * ink.size), &ink);
        return Picture::of(page, &text);
    }
    // The letters of piles are printed before them.
    let before = if board.is_piles() { 0.8 } else { 0.0 };
    // A counter is at most a quarter of the width.
    let columns = (extent(board.columns) + before).max(if board.is_piles() { 4.0 } else { 0.0 });
    let size = (columns * CELL, extent(board.height()) * CELL);
    let whole = (size.0 + 2.0 * EDGE, size.1 + 2.0 * EDGE);
    let mut page = Drawing::new(LengthUnit::Pixel, whole);
    draw_board(&mut page, ((EDGE, EDGE), size), &board, pieces(game), true);
    Picture::of(page, &text)
}
