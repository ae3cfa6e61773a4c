//! A position drawn in text, with something to say at each of its moves.

use menace::game::{Game, Place};

/// Draws a position with the text that `say` gives for each legal move at its place; on a board whose
/// places name the moves, the columns are lettered and the rows numbered.
pub(super) fn draw<G: Game>(
    game: &G,
    at: &G::Position,
    say: impl Fn(menace::game::Move) -> String,
) -> String {
    let sketch = game.sketch(at);
    let board = sketch.has_coordinates(|m| Some(game.write_move(m)));
    let cells: Vec<String> = sketch
        .places
        .iter()
        .map(|place| match place {
            Place::Mark(mark) => mark.clone(),
            Place::Move(m) if board => say(*m),
            Place::Move(m) => format!("{} {}", game.write_move(*m), say(*m)),
            Place::Empty => String::new(),
        })
        .collect();
    let rows = sketch.places.len() > sketch.columns;
    if !rows {
        return cells.iter().map(|cell| format!("  {cell}\n")).collect();
    }
    let width = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(1)
        .max(1);
    if !board {
        let row = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:<width$}")).collect();
            format!("  {}\n", cells.join("   ").trim_end())
        };
        return cells.chunks(sketch.columns).map(row).collect();
    }
    let letters: Vec<String> = (0..sketch.columns)
        .map(|column| {
            format!(
                "{:>width$}",
                char::from(b'a' + u8::try_from(column).unwrap_or(25))
            )
        })
        .collect();
    let mut text = format!("     {}\n", letters.join("  "));
    for (row, cells) in cells.chunks(sketch.columns).enumerate() {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        text.push_str(&format!("{:>3}  {}\n", row + 1, cells.join("  ")));
    }
    // A forced pass has no square of its own.
    for m in game.moves(at) {
        if !sketch.places.contains(&Place::Move(m)) {
            text.push_str(&format!("     {}  {}\n", game.write_move(m), say(m)));
        }
    }
    text
}
