//! Descriptions of turns, endings and box changes.

use std::cmp::Ordering;

use matchboxes::arena::Ending;
use matchboxes::game::{Game, Move, Outcome, Side};
use matchboxes::games::{AnyGame, Position};
use matchboxes::session::{BoxChange, GameEnd, Thought, Turn};
use matchboxes::store::{BoxView, ColourView, MoveValue};
use matchboxes::text::{count, percent, share, thousands};
use matchboxes_report::boxes;

use crate::output::layout;
use crate::output::score::points;

pub(super) struct PlayerNames {
    /// The players' names at the start of a sentence, the first side's first.
    pub(super) players: [String; 2],
    /// The side of the person, if one plays.
    pub(super) you: Option<Side>,
    /// Whether a side draws each bead of a box with the same chance.
    pub(super) draws: [bool; 2],
}

impl PlayerNames {
    fn name_of(&self, side: Side) -> &str {
        &self.players[side.index()]
    }
}

/// A turn: for a machine its box or weights, then the move.
pub(super) fn turn(game: &AnyGame, turn: &Turn, names: &PlayerNames) -> String {
    let m = game.write_move(turn.m);
    let who = names.name_of(turn.side);
    let Some(thought) = &turn.thought else {
        return layout().wrapped(&format!("{who} plays {m}."), "");
    };
    let played = match thought {
        Thought::Matchbox(view) if view.has_values() => {
            let is_best = colour_of(view, turn.m).is_some_and(|colour| colour.beads > 0);
            let best = view.colours.iter().filter(|colour| colour.beads > 0);
            match best.map(|colour| colour.moves.len()).sum::<usize>() {
                _ if !is_best => {
                    format!("It explores: it plays {m}, whose value is not the greatest.")
                }
                _ if view.moves().len() == 1 => format!("It plays {m}, its only move."),
                1 => format!("It plays {m}, the move with the greatest value."),
                n => format!("It plays {m}, one of {n} moves with the greatest value."),
            }
        }
        Thought::Matchbox(view) => match drawn(view, turn.m) {
            Some((0, _)) if view.total() == 0 => format!("Its box is empty; it plays {m}."),
            Some((beads, each)) if names.draws[turn.side.index()] => {
                let [beads, total] = [beads, view.total()].map(thousands);
                format!("It draws a bead for {m}{each} ({beads} of {total}).")
            }
            _ => format!("It plays {m}."),
        },
        Thought::Weights(weights) => {
            let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
            let own = weights.iter().find(|(m, _)| *m == turn.m);
            let chance = percent(share(own.map_or(0, |(_, weight)| *weight), total));
            let choices = weights.iter().filter(|(_, weight)| *weight > 0).count();
            let n = thousands(choices as u64);
            if choices == 1 {
                format!("{who} plays {m} (its only choice).")
            } else {
                format!("{who} plays {m} (chance {chance}, one of {n} moves it would play).")
            }
        }
        Thought::NoBox => {
            format!("{who} has no box for this position, so any move will do. It plays {m}.")
        }
    };
    thought_of(game, thought, who) + &layout().wrapped(&played, "")
}

fn colour_of(view: &BoxView<AnyGame>, m: Move) -> Option<&ColourView> {
    view.colours.iter().find(|colour| colour.moves.contains(&m))
}

/// The number of beads of a move's colour, and a note if the colour stands for several moves.
fn drawn(view: &BoxView<AnyGame>, m: Move) -> Option<(u64, String)> {
    let colour = colour_of(view, m)?;
    let each = match colour.moves.len() {
        1 => String::new(),
        n => format!(", a colour of {n} moves"),
    };
    Some((colour.beads, each))
}

/// The contents of the box for a position, if the machine has one.
fn thought_of(game: &AnyGame, thought: &Thought, who: &str) -> String {
    let Thought::Matchbox(view) = thought else {
        return String::new();
    };
    if view.has_values() {
        let met = if view.met {
            ""
        } else {
            ", which it has never met before"
        };
        let what = format!("{who} compares the values of the moves here{met}:");
        return layout().wrapped(&what, "") + &beads_on_board(game, view);
    }
    let beads = count(view.total(), "bead", "beads");
    let holds = match (view.met, view.total()) {
        (true, 0) => format!("empty, and {}", view.when_empty()),
        (true, _) => beads,
        (false, _) => format!("never met before, {beads}"),
    };
    layout().wrapped(&format!("{who} opens its box: {holds}"), "") + &beads_on_board(game, view)
}

/// The beads of each move, drawn on the board if it is not too wide, else as a list.
fn beads_on_board(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let mut drawn = boxes::drawn(game, view);
    if !layout().fits(&drawn) {
        let moves = view.moves().into_iter();
        let listed =
            moves.map(|(m, colour)| format!("{}:{}", game.write_move(m), boxes::label(colour)));
        drawn = layout().wrapped(&format!("  {}", listed.collect::<Vec<_>>().join(" ")), "  ");
    }
    if view.is_shared() {
        let note = boxes::sharing(view) + ":";
        drawn += &(layout().wrapped(&note, "") + &boxes::shared(game, view, layout()));
    }
    drawn
}

/// The stones on the board, with an empty line before and after.
pub(super) fn stones(game: &AnyGame, at: &Position) -> String {
    format!("\n{}\n", boxes::stones(game, at))
}

/// How a game ended that is over in a position, with the points of games that count them.
pub(super) fn end(game: &AnyGame, at: &Position, end: &GameEnd, names: &PlayerNames) -> String {
    let wins = |side: Side| match names.you {
        Some(you) if you == side => "you win".to_owned(),
        Some(_) => "the machine wins".to_owned(),
        None => match names.name_of(side).strip_prefix("The ") {
            Some(name) => format!("the {name} wins"),
            None => format!("{} wins", names.name_of(side)),
        },
    };
    let counted = || points(game, at).map_or_else(String::new, |points| format!(", {points}"));
    // The side whose box is empty, if that ended the game.
    let mut empty = None;
    let text = match end.ending {
        Ending::Over(Outcome::Draw) => format!("A draw{}.", counted()),
        Ending::Over(Outcome::Win(side)) => {
            format!("The game is over: {}{}.", wins(side), counted())
        }
        Ending::Resigned(side) if names.you == Some(side) => {
            format!("You resign: {}.", wins(side.other()))
        }
        Ending::Resigned(side) => {
            empty = Some(side);
            format!("{} resigns: {}.", names.name_of(side), wins(side.other()))
        }
        Ending::Stopped => {
            empty = Some(Side::First);
            "Its first box is empty, so it refuses to play: the game does not count.".to_owned()
        }
    };
    let empty_box = match (empty, &end.thought) {
        (Some(side), Some(thought)) => thought_of(game, thought, names.name_of(side)),
        _ => String::new(),
    };
    empty_box + &layout().wrapped(&text, "")
}

pub(super) fn changes(game: &AnyGame, changes: &[BoxChange], rule: &str) -> String {
    let Some(first) = changes.first() else {
        return layout().wrapped("No box was used, so nothing is learnt.", "");
    };
    let what = if first.after.has_values() {
        "values"
    } else {
        "boxes"
    };
    let mut text = layout().wrapped(&format!("Changes to the {what} by the rule {rule}:"), "");
    for change in changes {
        let number = change.before.ply.map_or(0, |ply| u64::from(ply) + 1);
        let moved = game.write_move(change.m);
        let [before, after] =
            [&change.before, &change.after].map(|view| colour_of(view, change.m)?.value);
        let what = match before.zip(after) {
            Some((before, after)) => format!("{moved} {}", moved_value(before, after)),
            None => format!("{moved}: {}", moved_beads(change)),
        };
        text += &layout().wrapped(&format!("  move {number}, {what}"), "    ");
    }
    text
}

/// How a value has changed, with as many decimals as show it.
fn moved_value(before: MoveValue, after: MoveValue) -> String {
    let apart = (3..=10)
        .map(|places| [before, after].map(|value| format!("{value:.places$}")))
        .find(|[was, is]| was != is);
    let Some([was, is]) = apart else {
        return format!("stays at {after}");
    };
    let how = if before.units < after.units {
        "rises"
    } else {
        "falls"
    };
    format!("{how} from {was} to {is}")
}

fn moved_beads(BoxChange { m, before, after }: &BoxChange) -> String {
    let [was, is] = [before, after].map(|view| drawn(view, *m).map_or(0, |(beads, _)| beads));
    let pairs = before.colours.iter().zip(&after.colours);
    let mut others = pairs.filter(|(colour, _)| !colour.moves.contains(m));
    let [from, to, by] = [was, is, was.abs_diff(is)].map(thousands);
    if others.any(|(before, after)| before.beads != after.beads) {
        let total = thousands(after.total());
        return format!("{from} -> {to}, {total} in the whole box");
    }
    match was.cmp(&is) {
        Ordering::Equal => format!("{to}, unchanged"),
        Ordering::Less => format!("{from} -> {to}, {by} added"),
        Ordering::Greater => format!("{from} -> {to}, {by} removed"),
    }
}
