//! The estimated size of a tree before it is searched.

use matchboxes_games::dice::{Dice, Purpose};

use crate::game::{Game, Move};

/// How many lines of play are drawn.
const LINES: u64 = 1_000;

/// About how many nodes plain minimax visits from a position, to this depth or to the end of the game: the mean over lines
/// that are drawn at random of what the tree would have if all lines had as many moves (Knuth 1975, Estimating the
/// efficiency of backtrack programs). The same for the same question.
pub fn minimax_nodes<G: Game>(game: &G, at: &G::Position, depth: Option<u16>) -> f64 {
    let total: f64 = (0..LINES)
        .map(|line| one_line(game, *at, depth, line))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a thousand")]
    let lines = LINES as f64;
    total / lines
}

fn one_line<G: Game>(game: &G, start: G::Position, depth: Option<u16>, line: u64) -> f64 {
    let mut dice = Dice::new(0, Purpose::Trial, line, 0);
    let (mut at, mut nodes, mut at_this_ply) = (start, 1.0, 1.0);
    for _ in 0..depth.unwrap_or(u16::MAX) {
        let moves: Vec<Move> = game.moves(&at).collect();
        let Ok(count) = u16::try_from(moves.len()) else {
            break;
        };
        if count == 0 {
            break;
        }
        at_this_ply *= f64::from(count);
        nodes += at_this_ply;
        at = game.play(&at, moves[dice.index(moves.len())]);
    }
    nodes
}
