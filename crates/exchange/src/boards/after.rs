//! Values of boards after a move, as the numbers of the moves that lead there: a move has the value of its board, for
//! the player who has just moved.

use std::collections::HashMap;

use super::forms::UnreadTable;
use super::reading::View;
use super::rows::{Known, NumberByMove};
use crate::game::{Game, Key, Outcome, Side};
use crate::games::{AnyGame, Position};
use crate::graph::Graph;
use crate::interrupt;

/// The numbers of all moves of each position from which a move leads to a board of these values.
pub(super) fn by_position(
    graph: &Graph<AnyGame>,
    values: &HashMap<Key, Option<f64>>,
    view: View,
) -> Result<Known, UnreadTable> {
    let game = graph.game();
    check_view(game, values, view)?;
    let outcome = |key: &Key| game.outcome(&game.position(*key)?);
    let has_ends = values.keys().any(|key| outcome(key).is_some());
    let mut known = Known::new();
    for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
        interrupt::every(1024, node.index());
        let at = graph.position(node);
        let mut numbers: NumberByMove = vec![None; usize::from(game.move_count())];
        let mut end = None;
        for edge in graph.edges(node) {
            let then = game.play(at, edge.m);
            numbers[usize::from(edge.m.0)] = values.get(&game.key(&then)).copied().flatten();
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

/// Refuses values that are not of the player who has just moved: the boards that it has won by that have less than others,
/// or those that it has lost have more.
#[expect(clippy::cast_precision_loss, reason = "a table has few boards")]
fn check_view(
    game: &AnyGame,
    values: &HashMap<Key, Option<f64>>,
    view: View,
) -> Result<(), UnreadTable> {
    /// The share of the largest value by which means of equal values differ, as they are added in any order.
    const ROUNDED: f64 = 1e-9;
    let mean = |is_one: &dyn Fn(&Position) -> bool| {
        let of =
            |(key, value): (&Key, &Option<f64>)| is_one(&game.position(*key)?).then_some(*value)?;
        let all: Vec<f64> = values.iter().filter_map(of).collect();
        all.iter().sum::<f64>() / all.len() as f64
    };
    let sizes = values.values().flatten().map(|value| value.abs());
    let largest = sizes.fold(0.0, f64::max);
    // Where there is no such board, nothing is greater or less.
    let is_against = |&side: &Side| {
        let of = |winner| {
            let end = Some(Outcome::Win(winner));
            mean(&|at| game.side(at) != side && game.outcome(at) == end)
        };
        let (all, least) = (mean(&|_| true), ROUNDED * largest);
        all - of(side) > least || of(side.other()) - all > least
    };
    let sides: Vec<Side> = Side::BOTH.into_iter().filter(is_against).collect();
    let Some(side) = sides.first() else {
        return Ok(());
    };
    let seen = format!(
        "the boards that the {} side has won by its move have less than the others on average, or those that it has \
         lost more, so these are not values of the player who has just moved",
        side.name()
    );
    Err(UnreadTable::of_view(view.turned(&sides), &seen))
}
