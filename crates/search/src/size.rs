//! The estimated size of a tree that is not searched, or not yet.

use matchboxes_games::dice::{Dice, Purpose};

use crate::game::{Game, Move};

/// How many lines of play are drawn.
const LINES: u64 = 1_000;

/// About how many nodes plain minimax visits from a position, to this depth or to the end of the game: the mean over lines
/// that are drawn at random of what the tree would have if all lines had as many moves (Knuth 1975, Estimating the
/// efficiency of backtrack programs). The same for the same question.
pub fn minimax_nodes<G: Game>(game: &G, at: &G::Position, depth: Option<u16>) -> f64 {
    let lines = (0..LINES).map(|line| one_line(game, *at, depth, (0, line)));
    let total: f64 = lines.map(|(nodes, _)| nodes).sum();
    #[expect(clippy::cast_precision_loss, reason = "a thousand")]
    let lines = LINES as f64;
    total / lines
}

/// About how many games there are from a position, estimated in the same way from this many lines: the mean and its standard
/// error. A few lines with many moves count most, so the error is itself uncertain.
pub fn estimated_games<G: Game>(game: &G, at: &G::Position, lines: u64, seed: u64) -> (f64, f64) {
    let (mut mean, mut squares, mut count) = (0.0, 0.0, 0.0);
    for line in 0..lines {
        let (_, games) = one_line(game, *at, None, (seed, line));
        count += 1.0;
        let off = games - mean;
        mean += off / count;
        squares += off * (games - mean);
    }
    (mean, (squares / (count - 1.0_f64).max(1.0) / count).sqrt())
}

/// The nodes and the ends that a tree would have if all lines had as many moves as one.
fn one_line<G: Game>(
    game: &G,
    start: G::Position,
    depth: Option<u16>,
    (seed, line): (u64, u64),
) -> (f64, f64) {
    let mut dice = Dice::new(seed, Purpose::Trial, line, 0);
    let (mut at, mut nodes, mut ends) = (start, 1.0, 1.0);
    for _ in 0..depth.unwrap_or(u16::MAX) {
        let moves: Vec<Move> = game.moves(&at).collect();
        let Ok(count) = u16::try_from(moves.len()) else {
            break;
        };
        if count == 0 {
            break;
        }
        ends *= f64::from(count);
        nodes += ends;
        at = game.play(&at, moves[dice.index(moves.len())]);
    }
    (nodes, ends)
}
