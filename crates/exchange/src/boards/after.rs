//! Values of boards after a move, as the numbers of the moves that lead there: a move has the value of its board, for
//! the player who has just moved.

use std::collections::HashMap;

use super::forms::UnreadTable;
use super::rows::{Known, NumberByMove};
use crate::game::{Game, Key, Outcome, Side, Symmetry};
use crate::games::{AnyGame, Position};
use crate::graph::Graph;
use crate::interrupt;

/// The numbers of all moves of each position from which a move leads to a board of these values, or to its mirror image.
pub(super) fn by_position(
    graph: &Graph<AnyGame>,
    values: &HashMap<Key, f64>,
) -> Result<Known, UnreadTable> {
    let game = graph.game();
    check_view(game, values)?;
    let is_over = |key: &Key| {
        game.position(*key)
            .is_some_and(|at| game.outcome(&at).is_some())
    };
    let has_ends = values.keys().any(is_over);
    let mut known = Known::new();
    for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
        interrupt::every(1024, node.index());
        let at = graph.position(node);
        let mut numbers: NumberByMove = vec![None; usize::from(game.move_count())];
        let mut end = None;
        for edge in graph.edges(node) {
            let then = game.play(at, edge.m);
            let value = value(game, &then, values);
            numbers[usize::from(edge.m.0)] = value;
            end = end.or(game.outcome(&then).map(|_| edge.m));
        }
        if numbers.iter().all(Option::is_none) {
            continue;
        }
        if let Some(m) = end.filter(|_| !has_ends) {
            let reason = format!(
                "it has no board where the game is over, so what the move {} of `{}` is worth is not known: add these boards",
                game.write_move(m),
                game.write_position(at)
            );
            return Err(reason.into());
        }
        known.insert(game.key(at), numbers);
    }
    Ok(known)
}

/// The value of a board or of its mirror image.
fn value(game: &AnyGame, at: &Position, values: &HashMap<Key, f64>) -> Option<f64> {
    let own = |by| values.get(&game.key(&game.turn(at, Symmetry(by)))).copied();
    (0..game.symmetries()).find_map(own)
}

/// Refuses values that are not of the player who has just moved: the boards on which a side has won, which it then
/// has just done, have less than others.
#[expect(clippy::cast_precision_loss, reason = "a table has few boards")]
fn check_view(game: &AnyGame, values: &HashMap<Key, f64>) -> Result<(), UnreadTable> {
    /// The share of the largest value by which means of equal values differ, as they are added in any order.
    const ROUNDED: f64 = 1e-9;
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let all: Vec<f64> = values.values().copied().collect();
    let largest = all
        .iter()
        .fold(0.0_f64, |most, value| most.max(value.abs()));
    for side in Side::BOTH {
        let is_won = |key: &Key| {
            let at = game.position(*key);
            at.and_then(|at| game.outcome(&at)) == Some(Outcome::Win(side))
        };
        let won = values.iter().filter(|(key, _)| is_won(key));
        let won: Vec<f64> = won.map(|(_, &value)| value).collect();
        if !won.is_empty() && mean(&won) < mean(&all) - ROUNDED * largest {
            let reason = format!(
                "the boards that the {} side has won have less than the others on average, so these are not values of the \
                 player who has just moved: keep only the boards after the moves of the player whose values they are",
                side.name()
            );
            return Err(reason.into());
        }
    }
    Ok(())
}
