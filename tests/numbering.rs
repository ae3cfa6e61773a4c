//! The numbers that files hold: keys of positions, numbers of moves, colours and representatives, as
//! `crates/games/numbering.md` gives them. They never change.

use std::fmt::Write as _;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::games::{AnyGame, KINDS, parse};
use matchboxes::graph::Merging;
use matchboxes::graph::mirror::{canonical, classes};

use crate::place::is_current;

/// Each kind of game, its variants, and boards of each way to lay out cells.
const GAMES: &str = "tic-tac-toe tic-tac-toe:misere tic-tac-toe:wild tic-tac-toe:wild:misere tic-tac-toe:notakto \
     nim:3,4,5 nim:1,3,5,7:misere nim:8:take=3 nim:9,7:take=2,5 split-nim:12 split-nim:9:equal:misere kayles:11 \
     kayles:7:misere hexapawn hexapawn:4x5 hexapawn:8x7 connect-four connect-four:5x4 connect-four:9x4 mnk:4,3,3 \
     mnk:3,9,3:misere mnk:4,4,4:wild mnk:5,4,3:notakto othello othello:6:reversed othello:4";

/// Ten positions of a game, a line of them: the game, the position, its key, the moves with their numbers, its
/// representatives up to rotations and up to all symmetries, the moves of each colour where mirror images share one,
/// and the key of one machine for both sides.
fn vectors(game: &AnyGame) -> String {
    let mut lines = Vec::new();
    for line in 0.. {
        let mut dice = Dice::new(1961, Purpose::Trial, line, 0);
        let mut at = game.start();
        while game.outcome(&at).is_none() {
            let moves: Vec<Move> = game.moves(&at).collect();
            let mut texts = game.name();
            let numbered = moves
                .iter()
                .map(|&m| format!("{}={}", m.0, game.write_move(m)));
            let join =
                |words: &mut dyn Iterator<Item = String>| words.collect::<Vec<_>>().join(" ");
            let lowest = |merging| canonical(game, &at, merging);
            let full = lowest(Merging::Full);
            let colours = classes(game, &full.position, Merging::Full).into_iter();
            let mut colours = colours.map(|class| {
                let texts = class.iter().map(|&m| game.write_move(m));
                texts.collect::<Vec<_>>().join("+")
            });
            let shared = game
                .without_side(&full.position)
                .map(|at| game.key(&at).0.to_string());
            for text in [
                game.write_position(&at),
                game.key(&at).0.to_string(),
                join(&mut numbered.into_iter()),
                lowest(Merging::Rotations).key.0.to_string(),
                full.key.0.to_string(),
                join(&mut colours),
                shared.unwrap_or_default(),
            ] {
                write!(texts, "; {text}").unwrap();
            }
            if !lines.contains(&texts) {
                lines.push(texts);
            }
            at = game.play(&at, moves[dice.index(moves.len())]);
        }
        if lines.len() >= 10 || line == 100 {
            break;
        }
    }
    lines.truncate(10);
    lines.join("\n") + "\n"
}

#[test]
fn numbers_in_files_never_change() {
    let mut text =
        "game; position; key; moves; up to rotations; up to symmetries; colours; shared\n"
            .to_owned();
    for name in GAMES.split_whitespace() {
        text += &vectors(&parse(name).unwrap());
    }
    is_current("tests/data/numbering.csv", text);
    for kind in KINDS {
        let name = kind.name;
        let mut kinds = GAMES.split([' ', ':']);
        assert!(kinds.any(|kind| kind == name), "{name} has no vectors");
    }
}
