//! Hints: the best moves for a person.

use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::games::{AnyGame, Position};
use crate::graph;
use crate::player::{Pace, Perfect, Player};
use crate::roster;

/// The search that is used when the game is too large to be solved quickly.
const SEARCH: &str = "mcts:playouts=2000";

/// The best moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The moves, ascending; empty if a search found none within its memory.
    pub moves: Vec<Move>,
    /// The value for the side to move under perfect play, and the number of moves that the game then
    /// takes; `None` if only a search was used.
    pub value: Option<(Verdict, u16)>,
}

/// The best moves in an unfinished position: those of perfect play that win soonest or lose latest, or in
/// a large game the move that a Monte Carlo tree search finds in 2,000 play-outs.
///
/// # Errors
///
/// Those of [`roster::searching`].
pub fn hint(game: &AnyGame, at: &Position) -> Result<Hint> {
    let moves: Vec<Move> = game.moves(at).collect();
    let mut weights = vec![0; moves.len()];
    let mut value = None;
    let solved = graph::offered(game);
    let node = solved.as_ref().and_then(|solved| solved.graph().find(at));
    if let (Some(solved), Some(node)) = (solved, node) {
        let solution = solved.solution();
        let outcome = solution.outcome(node);
        value = Some((outcome.verdict(game.side(at)), solution.length(node)));
        Perfect::on(solved, Pace::Quickest).weigh(game, at, &moves, &mut weights);
    } else {
        roster::searching(game, SEARCH)?.weigh(game, at, &moves, &mut weights);
    }
    let best = moves.into_iter().zip(weights);
    let moves = best.filter_map(|(m, weight)| (weight > 0).then_some(m));
    Ok(Hint {
        moves: moves.collect(),
        value,
    })
}
