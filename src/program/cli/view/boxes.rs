//! Matchboxes as text and as JSON: the counts of a whole table, and the content of one box.

use menace::game::Game;
use menace::games::{self, AnyGame};
use menace::learn::{Matchbox, Table};
use menace::store::{BoxView, ColourView};
use menace::text::{capital, count, percent, thousands};
use serde_json::{Value, json};

use super::board;
use crate::cli::common::width;

pub(crate) fn by_ply(table: &Table) -> String {
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
    let zeroed = tally(&Matchbox::is_zeroed);
    let empty = tally(&Matchbox::is_empty);
    let sum =
        |counts: &[u64], plies: &[usize]| thousands(plies.iter().map(|&ply| counts[ply]).sum());
    let plies: Vec<usize> = (0..met.len()).filter(|&ply| met[ply] > 0).collect();
    width::by_ply(
        &format!("{} side, by moves played", capital(table.side().name())),
        &plies,
        &[
            ("  boxes met", &|plies| sum(&met, plies)),
            ("  with a move without beads", &|plies| sum(&zeroed, plies)),
            ("  empty", &|plies| sum(&empty, plies)),
        ],
    )
}

/// The beads of a box, drawn on its board.
pub(crate) fn text(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let beads = count(view.total(), "bead", "beads");
    let holds = match (view.met, view.total()) {
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
    let sketch = game.sketch(&view.at);
    if !sketch.has_coordinates(|m| Some(game.write_move(m)))
        && let Some(kind) = games::kind(&game.name())
    {
        text += &format!("\nMoves: {}\n", kind.moves);
    }
    if view.is_shared() {
        text += "\nMoves that are mirror images share the beads of one colour\n\n";
        text += &shared(game, view);
    }
    text
}

/// The board with the number of beads at the place of each move.
pub(crate) fn drawn(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let moves = view.moves();
    board::draw(game, &view.at, |m| {
        let found = moves.iter().find(|(other, _)| *other == m);
        found.map_or_else(String::new, |(_, colour)| thousands(colour.beads))
    })
}

/// The colours of a box with their moves, and the chance of each move.
pub(crate) fn shared(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let row = |colour: &ColourView| {
        let each = if colour.moves.len() > 1 { "each " } else { "" };
        vec![
            format!("  {}", moves(game, colour)),
            count(colour.beads, "bead", "beads"),
            format!("{each}{}", percent(view.chance(colour))),
        ]
    };
    width::fitted(&view.colours.iter().map(row).collect::<Vec<_>>(), &[1, 2])
}

fn moves(game: &AnyGame, colour: &ColourView) -> String {
    let moves: Vec<String> = colour.moves.iter().map(|&m| game.write_move(m)).collect();
    moves.join(" ")
}

/// The box as JSON: `beads` lists the beads of each move, `colours` lists each colour once.
pub(crate) fn json(game: &AnyGame, view: &BoxView<AnyGame>) -> Value {
    let beads = view.moves().into_iter();
    let beads = beads.map(|(m, colour)| (game.write_move(m), colour.beads));
    let colours = view.colours.iter().map(|colour| {
        json!({
            "moves": moves(game, colour),
            "beads": colour.beads,
            "probability": view.chance(colour),
        })
    });
    json!({
        "position": game.write_position(&view.at),
        "side": view.side.name(),
        "met": view.met,
        "ply": view.ply,
        "total": view.total(),
        "beads": beads.collect::<Value>(),
        "colours": colours.collect::<Value>(),
    })
}
