//! Descriptions of turns, endings and box changes.

use menace::arena::Ending;
use menace::game::{Game, Move, Outcome, Side};
use menace::games::{AnyGame, Position};
use menace::session::{Change, End, Thought, Turn};
use menace::store::BoxView;
use menace::text::{count, percent, share, thousands};

use crate::cli::common::width::{fits, wrapped};
use crate::cli::view::{board, boxes};

/// What the text calls the players.
pub(super) struct Names<'a> {
    /// The players' names at the start of a sentence, the first side's first.
    pub(super) players: [&'a str; 2],
    /// The side of the person, if one plays.
    pub(super) you: Option<Side>,
    /// Whether a side draws each bead of a box with the same chance.
    pub(super) draws: [bool; 2],
}

impl Names<'_> {
    fn of(&self, side: Side) -> &str {
        self.players[side.index()]
    }
}

/// A turn: for a machine its box or weights, then the move.
pub(super) fn turn(game: &AnyGame, turn: &Turn, names: &Names<'_>) -> String {
    let m = game.write_move(turn.m);
    let who = names.of(turn.side);
    let Some(thought) = &turn.thought else {
        return wrapped(&format!("{who} plays {m}."), "");
    };
    let mut text = thought_of(game, thought, who);
    text += &match thought {
        Thought::Matchbox(view) => match drawn(view, turn.m) {
            Some((beads, each)) if names.draws[turn.side.index()] => {
                let of = format!("{} of {}", thousands(beads), thousands(view.total()));
                wrapped(&format!("It draws a bead for {m}{each} ({of})."), "")
            }
            _ => wrapped(&format!("It plays {m}."), ""),
        },
        Thought::Weights(weights) => {
            let total: u64 = weights.iter().map(|(_, weight)| weight).sum();
            let own = weights.iter().find(|(m, _)| *m == turn.m);
            let chance = percent(share(own.map_or(0, |(_, weight)| *weight), total));
            let choices = weights.iter().filter(|(_, weight)| *weight > 0).count();
            let among = match choices {
                1 => "its only choice".to_owned(),
                n => format!(
                    "chance {chance}, one of {} moves it would play",
                    thousands(n as u64)
                ),
            };
            wrapped(&format!("{who} plays {m} ({among})."), "")
        }
        Thought::NoBox => wrapped(
            &format!("{who} has no box for this position, so any move will do. It plays {m}."),
            "",
        ),
    };
    text
}

/// The number of beads of a move's colour, and a note if the colour stands for several moves.
fn drawn(view: &BoxView<AnyGame>, m: Move) -> Option<(u64, String)> {
    let colour = view
        .colours
        .iter()
        .find(|colour| colour.moves.contains(&m))?;
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
    let beads = count(view.total(), "bead", "beads");
    let holds = match (view.met, view.total()) {
        (true, 0) => format!("empty, and {}", view.when_empty()),
        (true, _) => beads,
        (false, _) => format!("never met before, {beads}"),
    };
    wrapped(&format!("{who} opens its box: {holds}"), "") + &beads_on_board(game, view)
}

/// The beads of each move, drawn on the board if it is not too wide, else as a list.
fn beads_on_board(game: &AnyGame, view: &BoxView<AnyGame>) -> String {
    let moves = view.moves();
    let cell = |m: Move| {
        let found = moves.iter().find(|(other, _)| *other == m);
        found.map_or_else(String::new, |(_, colour)| thousands(colour.beads))
    };
    let mut drawn = board::draw(game, &view.at, cell);
    if !fits(&drawn) {
        let listed = moves
            .iter()
            .map(|(m, colour)| format!("{}:{}", game.write_move(*m), thousands(colour.beads)));
        drawn = wrapped(&format!("  {}", listed.collect::<Vec<_>>().join(" ")), "  ");
    }
    if view.is_shared() {
        drawn += &wrapped(
            "Moves that are mirror images share the beads of one colour:",
            "",
        );
        drawn += &boxes::shared(game, view);
    }
    drawn
}

/// The stones on the board, with an empty line before and after.
pub(super) fn stones(game: &AnyGame, at: &Position) -> String {
    format!("\n{}\n", board::stones(game, at))
}

/// How a game ended.
pub(super) fn end(game: &AnyGame, end: &End, names: &Names<'_>) -> String {
    let empty_box = |side: Side| {
        let thought = end.thought.as_ref();
        thought.map_or_else(String::new, |thought| {
            thought_of(game, thought, names.of(side))
        })
    };
    let wins = |side: Side| match names.you {
        Some(you) if you == side => "you win".to_owned(),
        Some(_) => "the machine wins".to_owned(),
        None => match names.of(side).strip_prefix("The ") {
            Some(name) => format!("the {name} wins"),
            None => format!("{} wins", names.of(side)),
        },
    };
    let text = match end.ending {
        Ending::Over(Outcome::Draw) => "A draw.".to_owned(),
        Ending::Over(Outcome::Win(side)) => format!("The game is over: {}.", wins(side)),
        Ending::Resigned(side) if names.you == Some(side) => {
            format!("You resign: {}.", wins(side.other()))
        }
        Ending::Resigned(side) => {
            let text = format!("{} resigns: {}.", names.of(side), wins(side.other()));
            return empty_box(side) + &wrapped(&text, "");
        }
        Ending::Stopped => {
            let text = "Its first box is empty, so it refuses to play: the game does not count.";
            return empty_box(Side::First) + &wrapped(text, "");
        }
    };
    wrapped(&text, "")
}

/// How a game changed the boxes that were used in it.
pub(super) fn changes(game: &AnyGame, changes: &[Change], rule: &str) -> String {
    if changes.is_empty() {
        return wrapped("No box was used, so nothing is learnt.", "");
    }
    let mut text = wrapped(&format!("Changes to the boxes by the rule {rule}:"), "");
    for Change { m, before, after } in changes {
        let number = before.ply.map_or(0, |ply| u64::from(ply) + 1);
        let moved = game.write_move(*m);
        let of = |view: &BoxView<AnyGame>| drawn(view, *m).map_or(0, |(beads, _)| beads);
        let (was, is) = (of(before), of(after));
        let others_changed = || {
            let pairs = before.colours.iter().zip(&after.colours);
            let mut others = pairs.filter(|(colour, _)| !colour.moves.contains(m));
            others.any(|(before, after)| before.beads != after.beads)
        };
        let what = if others_changed() {
            format!(
                "{} -> {}, {} in the whole box",
                thousands(was),
                thousands(is),
                thousands(after.total())
            )
        } else if was == is {
            format!("{}, unchanged", thousands(is))
        } else if is > was {
            format!(
                "{} -> {}, {} added",
                thousands(was),
                thousands(is),
                thousands(is - was)
            )
        } else {
            format!(
                "{} -> {}, {} removed",
                thousands(was),
                thousands(is),
                thousands(was - is)
            )
        };
        text += &wrapped(&format!("  move {number}, {moved}: {what}"), "    ");
    }
    text
}
