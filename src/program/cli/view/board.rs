//! Draws positions as text, with a label at each move.

use menace::game::{Game, Move, Place};
use menace::games::{AnyGame, Position};

/// Draws the stones of a position with coordinates, or its notation if that has no rows.
pub(crate) fn stones(game: &AnyGame, at: &Position) -> String {
    let text = game.write_position(at);
    let Some(rows) = text.split(' ').next().filter(|rows| rows.contains('/')) else {
        return format!("  {text}\n");
    };
    let spaced = |row: &str| {
        let cells: Vec<String> = row.chars().map(String::from).collect();
        cells.join("  ")
    };
    let letters: String = ('a'..='z').take(rows.find('/').unwrap_or(0)).collect();
    let rows = (1..)
        .zip(rows.split('/'))
        .map(|(number, row)| format!("{number:>3}  {}\n", spaced(row)));
    let heading = format!("     {}\n", spaced(&letters));
    std::iter::once(heading).chain(rows).collect()
}

/// Draws a position with `label(m)` at the place of each legal move `m`, with coordinates if they name moves.
pub(crate) fn draw(game: &AnyGame, at: &Position, label: impl Fn(Move) -> String) -> String {
    let sketch = game.sketch(at);
    let board = sketch.has_coordinates(|m| Some(game.write_move(m)));
    let cells: Vec<String> = sketch
        .places
        .iter()
        .map(|place| match place {
            Place::Mark(mark) => mark.clone(),
            Place::Move(m) if board => label(*m),
            Place::Move(m) => format!("{} {}", game.write_move(*m), label(*m)),
            Place::Empty => String::new(),
        })
        .collect();
    if sketch.places.len() <= sketch.columns {
        return cells.iter().map(|cell| format!("  {cell}\n")).collect();
    }
    let widths = cells.iter().map(|cell| cell.chars().count());
    let width = widths.max().unwrap_or(1).max(1);
    if !board {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
            format!("  {}\n", cells.join("   ").trim_end())
        };
        return cells.chunks(sketch.columns).map(row).collect();
    }
    let padded = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        cells.join("  ")
    };
    let letters: Vec<String> = ('a'..).take(sketch.columns).map(String::from).collect();
    let mut text = format!("     {}\n", padded(&letters));
    for (number, cells) in (1..).zip(cells.chunks(sketch.columns)) {
        text += &format!("{number:>3}  {}\n", padded(cells));
    }
    // A forced pass has no square of its own.
    for m in game.moves(at) {
        if !sketch.places.contains(&Place::Move(m)) {
            text += &format!("     {}  {}\n", game.write_move(m), label(m));
        }
    }
    text
}
