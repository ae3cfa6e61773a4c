//! Positions and matchboxes as text and as JSON: the counts of a whole table, and the content of one box.

use matchboxes_games::game::{Game, Move, Place, Rows as BoardRows};
use matchboxes_games::games::{self, AnyGame, Position};
use matchboxes_games::text::{capital, count, percent, thousands};
use matchboxes_learn::{Matchbox, Table};
use matchboxes_session::kit::{self, Kit};
use matchboxes_store::{BoxView, ColourView, Model};
use serde_json::{Value, json};

use crate::layout::{Layout, PlyCell};
use crate::row::{Row, row};

/// The boxes of a table by the number of moves played. A box of values has a bead for each of its greatest values, so
/// none is empty.
pub(crate) fn by_ply(table: &Table, has_values: bool, layout: Layout) -> String {
    let boxes: Vec<Matchbox> = table.iter().map(|(_, matchbox)| matchbox).collect();
    let last = boxes.iter().map(|matchbox| matchbox.ply).max().unwrap_or(0);
    let tally = |fits: &dyn Fn(&Matchbox) -> bool| {
        let mut counts = vec![0_u64; usize::from(last) + 1];
        for matchbox in boxes.iter().filter(|matchbox| fits(matchbox)) {
            counts[usize::from(matchbox.ply)] += 1;
        }
        counts
    };
    let met = tally(&|_| true);
    let missing_colour = tally(&Matchbox::lacks_colour);
    let empty = tally(&Matchbox::is_empty);
    let sum =
        |counts: &[u64], plies: &[usize]| thousands(plies.iter().map(|&ply| counts[ply]).sum());
    let plies: Vec<usize> = (0..met.len()).filter(|&ply| met[ply] > 0).collect();
    let ruled_out = if has_values {
        "  with a move that greedy play rules out"
    } else {
        "  with a move without beads"
    };
    let rows: [(&str, PlyCell<'_>); 3] = [
        ("  boxes met", &|plies| sum(&met, plies)),
        (ruled_out, &|plies| sum(&missing_colour, plies)),
        ("  empty", &|plies| sum(&empty, plies)),
    ];
    layout.by_ply(
        &format!("{} side, by moves played", capital(table.side().name())),
        &plies,
        if has_values { &rows[..2] } else { &rows },
    )
}

/// The beads of a box, drawn on its board.
pub(crate) fn text(game: &AnyGame, view: &BoxView<AnyGame>, layout: Layout) -> String {
    let beads = count(view.total(), "bead", "beads");
    let holds = match (view.met, view.total()) {
        (true, _) if view.has_values() => "with these values".to_owned(),
        (false, _) if view.has_values() => "never met: the values of the rule".to_owned(),
        (true, 0) => format!("empty: {}", view.when_empty()),
        (true, _) => beads,
        (false, _) => format!("never met: the rule would start it with {beads}"),
    };
    let mut text = format!(
        "{}   {} to move, {holds}\n\n{}",
        game.write_position(&view.at),
        view.side.name(),
        drawn(game, view)
    );
    // Moves that are squares with coordinates need no explanation.
    let sketch = game.sketch(&view.at).for_moves(game.moves(&view.at));
    if !sketch.has_coordinates(|m| Some(game.write_move(m)))
        && let Some(kind) = games::kind(&game.name())
    {
        text += &format!("\nMoves: {}\n", kind.moves);
    }
    if view.is_shared() {
        text += &format!("\n{}\n\n", sharing(view));
        text += &shared(game, view, layout);
    }
    text
}

/// The text common to moves that are mirror images.
pub fn sharing(view: &BoxView<AnyGame>) -> String {
    let what = if view.has_values() {
        "value"
    } else {
        "beads of one colour"
    };
    format!("Moves that are mirror images share the {what}")
}

/// What the box has for each move of a colour: its value, or the number of its beads.
pub fn label(colour: &ColourView) -> String {
    match colour.value {
        Some(value) => value.to_string(),
        None => thousands(colour.beads),
    }
}

/// The board with the number of beads, or the value, at the place of each move.
pub fn drawn(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let moves = view.moves();
    draw(game, &view.at, |m| {
        let found = moves.iter().find(|(other, _)| *other == m);
        found.map_or_else(String::new, |(_, colour)| label(colour))
    })
}

/// The colours of a box with their moves, and the chance of each move.
pub fn shared(game: &AnyGame, view: &BoxView<AnyGame>, layout: Layout) -> String {
    let row = |colour: &ColourView| {
        let each = if colour.moves.len() > 1 { "each " } else { "" };
        let content = match colour.value {
            Some(value) => format!("{value} after {}", count(value.visits, "visit", "visits")),
            None => count(colour.beads, "bead", "beads"),
        };
        let chance = format!("{each}{}", percent(view.chance(colour)));
        row(
            format!("  {}", game.write_moves(&colour.moves)),
            [content, chance],
        )
    };
    layout.fitted(&view.colours.iter().map(row).collect::<Vec<_>>(), &[1, 2])
}

/// A row for each move of a box.
pub fn move_rows(game: &AnyGame, view: &BoxView<AnyGame>) -> Vec<Row> {
    let moves = view.moves().into_iter().map(|(m, colour)| {
        Row::default()
            .with("move", game.write_move(m))
            .with("beads", colour.beads)
            .with("value", colour.value.map(f64::from))
            .with("visits", colour.value.map(|value| value.visits))
            .with("chance", view.chance(colour))
    });
    moves.collect()
}

/// A box: the beads of each move, and each colour once; with its number in the kit that `menace print` prints, if one can
/// be built.
pub(crate) fn document(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>) -> Value {
    let beads = view.moves().into_iter();
    let beads = beads.map(|(m, colour)| (game.write_move(m), colour.beads));
    let number = number(game, model, view);
    let built = number.map(|_| kit::beads(game, model.layout(), &view.at));
    let colours = view.colours.iter().enumerate().map(|(i, colour)| {
        let mut shown = json!({
            "moves": game.write_moves(&colour.moves),
            "beads": colour.beads,
            "chance": view.chance(colour),
        });
        if let Some(value) = colour.value {
            shown["value"] = f64::from(value).into();
            shown["visits"] = value.visits.into();
        }
        if let Some(beads) = &built {
            shown["letter"] = json!(beads[i].letter());
            shown["colour"] = beads[i].to_string().into();
        }
        shown
    });
    let mut document = Row::default()
        .with("position", game.write_position(&view.at))
        .with("side", view.side.name())
        .with("met", view.met)
        .with("ply", view.ply.map(u64::from))
        .with("total", view.total())
        .document(json!({
            "beads": beads.collect::<Value>(),
            "colours": colours.collect::<Vec<_>>(),
        }));
    if let Some(number) = number {
        document["number"] = number.into();
    }
    document
}

/// How a box is built, in words.
pub(crate) fn built(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>) -> Option<String> {
    let number = number(game, model, view)?;
    let beads = kit::beads(game, model.layout(), &view.at);
    let colours = view.colours.iter().zip(beads).map(|(colour, bead)| {
        let moves = game.write_moves(&colour.moves);
        format!("{} {bead} for {moves}", bead.letter())
    });
    let colours: Vec<String> = colours.collect();
    Some(format!("Box {number} of the kit: {}", colours.join(", ")))
}

/// The number of a box in the kit of its model, if one can be built.
fn number(game: &AnyGame, model: &Model, view: &BoxView<AnyGame>) -> Option<usize> {
    let side = model.layout().side_of_table(view.side);
    let kit = Kit::new(game, model.rule(), side).ok()?;
    Some(kit.find(game, &view.at)?.number)
}

/// Draws the stones of a position with coordinates, or its notation if it has no board of several rows.
pub fn stones(game: &AnyGame, at: &Position) -> String {
    let sketch = game.sketch(at);
    if sketch.rows != BoardRows::Squares || sketch.places.len() <= sketch.columns {
        return format!("  {}\n", game.write_position(at));
    }
    let cells = sketch.places.iter().map(|place| match place {
        Place::Mark(mark) => mark.clone(),
        Place::Move(_) | Place::Empty => ".".to_owned(),
        Place::Gap => " ".to_owned(),
    });
    let cells: Vec<String> = cells.collect();
    with_coordinates(&cells.chunks(sketch.columns).collect::<Vec<_>>(), 1)
}

/// Rows of cells with letters above them and numbers beside them, each cell padded to `width`.
fn with_coordinates<R: AsRef<[String]>>(rows: &[R], width: usize) -> String {
    let padded = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
        cells.join("  ")
    };
    let columns = rows.first().map_or(0, |row| row.as_ref().len());
    let letters: Vec<String> = ('a'..).take(columns).map(String::from).collect();
    let rows = (1..).zip(rows);
    let rows = rows.map(|(number, row)| format!("{number:>3}  {}\n", padded(row.as_ref())));
    let heading = format!("     {}\n", padded(&letters));
    std::iter::once(heading).chain(rows).collect()
}

/// Draws a position with `label(m)` at the place of each legal move `m`, with coordinates if they name moves.
pub fn draw(game: &AnyGame, at: &Position, label: impl Fn(Move) -> String) -> String {
    let sketch = game.sketch(at).for_moves(game.moves(at));
    let board = sketch.has_coordinates(|m| Some(game.write_move(m)));
    let places = sketch.places.iter();
    let cells = places.map(|place| match place {
        Place::Mark(mark) => mark.clone(),
        Place::Move(m) if board => label(*m),
        Place::Move(m) => format!("{} {}", game.write_move(*m), label(*m)),
        Place::Empty | Place::Gap => String::new(),
    });
    let cells: Vec<String> = cells.collect();
    if sketch.places.len() <= sketch.columns {
        let places = sketch.places.iter().zip(&cells);
        let moves = places.filter(|(place, _)| matches!(place, Place::Move(_)));
        return moves.map(|(_, cell)| format!("  {cell}\n")).collect();
    }
    let widths = cells.iter().map(|cell| cell.chars().count());
    let width = widths.max().unwrap_or(1).max(1);
    if !board {
        return cells
            .chunks(sketch.columns)
            .map(|cells| {
                let cells: Vec<String> =
                    cells.iter().map(|cell| format!("{cell:<width$}")).collect();
                format!("  {}\n", cells.join("   ").trim_end())
            })
            .collect();
    }
    let rows: Vec<&[String]> = cells.chunks(sketch.columns).collect();
    let mut text = with_coordinates(&rows, width);
    // A forced pass has no square of its own.
    for m in game.moves(at) {
        if !sketch.places.contains(&Place::Move(m)) {
            text += &format!("     {}  {}\n", game.write_move(m), label(m));
        }
    }
    text
}
