//! Hints: the best moves for a person, and what every move leads to.

use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::games::{AnyGame, Position};
use crate::graph;
use crate::player::{Perfect, PerfectPace, Player};
use crate::roster;
use crate::search::{Limits, Memory, Question, RatedMove, Worth};

/// The search that is tried first when the game is too large to be solved quickly.
const SEARCH: &str = "best:nodes=20000";
/// The search that is used if that one does not reach the end.
const SAMPLES: &str = "mcts:playouts=2000";

/// The best moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The moves, ascending; empty if a search found none within its memory.
    pub moves: Vec<Move>,
    /// The value for the side to move under perfect play, and the number of moves that the game then
    /// takes; `None` if it is not proved.
    pub value: Option<(Verdict, u16)>,
}

/// The best moves in an unfinished position: the moves of perfect play that win soonest or lose latest, or in
/// a large game, where 20,000 nodes prove nothing, the move that a Monte Carlo tree search finds in 2,000 play-outs.
///
/// # Errors
///
/// The errors of [`roster::search()`].
pub fn hint(game: &AnyGame, at: &Position) -> Result<Hint> {
    let moves: Vec<Move> = game.moves(at).collect();
    let mut weights = vec![0; moves.len()];
    let mut value = None;
    let solved = graph::offered(game);
    let node = solved.as_ref().and_then(|solved| solved.graph().find(at));
    if let (Some(solved), Some(node)) = (solved, node) {
        let Worth { verdict, distance } = Worth::of_node(&solved, node);
        value = Some((verdict, distance));
        Perfect::on(solved, PerfectPace::Quickest).weigh(game, at, &moves, &mut weights);
    } else if let Some(proved) = proved(game, at)? {
        return Ok(proved);
    } else {
        roster::searching(game, SAMPLES)?.weigh(game, at, &moves, &mut weights);
    }
    let best = moves.into_iter().zip(weights);
    let moves = best.filter_map(|(m, weight)| (weight > 0).then_some(m));
    Ok(Hint {
        moves: moves.collect(),
        value,
    })
}

/// What each move of an unfinished position leads to under perfect play, in the order of the moves; `None` for a move of
/// which 20,000 nodes prove nothing, in a game that is too large to be solved quickly.
///
/// # Errors
///
/// The errors of [`roster::search()`].
pub fn worths(game: &AnyGame, at: &Position) -> Result<Vec<(Move, Option<Worth>)>> {
    let solved = graph::offered(game);
    let Some(solved) = solved.filter(|solved| solved.graph().find(at).is_some()) else {
        return searched(game, *at);
    };
    let moves = game.moves(at).map(|m| {
        let to = solved.graph().find(&game.play(at, m));
        (m, to.map(|to| Worth::of_node(&solved, to).before()))
    });
    Ok(moves.collect())
}

/// The same by a search of every move.
fn searched(game: &AnyGame, at: Position) -> Result<Vec<(Move, Option<Worth>)>> {
    let search = roster::search(game, SEARCH)?;
    let limits = Limits::default();
    let rated = RatedMove::all(&*search, &Question { game, at, limits })?.into_iter();
    Ok(rated.map(|rated| (rated.m, rated.worth)).collect())
}

/// The hint of a search that proves the value and finds a line to the end.
fn proved(game: &AnyGame, at: &Position) -> Result<Option<Hint>> {
    let search = roster::search(game, SEARCH)?;
    let (at, limits) = (*at, Limits::default());
    let question = Question { game, at, limits };
    let mut memory = Memory::default();
    let found = search.search_on(&question, &mut memory)?;
    let end = found.line.iter().fold(at, |at, &m| game.play(&at, m));
    let ends = game.outcome(&end).map(|_| found.depth);
    let Some(value) = found.verdict.zip(found.limit.or(ends)) else {
        return Ok(None);
    };
    let ties = search.ties(&question, &found, &mut memory)?;
    Ok(Some(Hint {
        moves: ties.unwrap_or_else(|| found.best.into_iter().collect()),
        value: Some(value),
    }))
}
