//! Values of boards after a move, as the numbers of the moves that lead there: a move has the value of its board, for
//! the player who has just moved.

use std::collections::HashMap;

use super::forms::UnreadTable;
use super::reading::View;
use super::rows::{Known, NumberByMove};
use crate::game::{Game, Key, Outcome, Side};
use crate::games::AnyGame;
use crate::graph::Graph;
use crate::interrupt;

/// The numbers of all moves of each position from which a move leads to a board of these values.
pub(super) fn by_position(
    graph: &Graph<AnyGame>,
    values: &HashMap<Key, f64>,
    view: View,
) -> Result<Known, UnreadTable> {
    let game = graph.game();
    check_view(game, values, view)?;
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
            let value = values.get(&game.key(&then)).copied();
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

/// Refuses values that are not of the player who has just moved: the boards that it has won by that have less than others,
/// or those that it has lost have more.
#[expect(clippy::cast_precision_loss, reason = "a table has few boards")]
fn check_view(game: &AnyGame, values: &HashMap<Key, f64>, view: View) -> Result<(), UnreadTable> {
    /// The share of the largest value by which means of equal values differ, as they are added in any order.
    const ROUNDED: f64 = 1e-9;
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
    let all: Vec<f64> = values.values().copied().collect();
    let largest = all
        .iter()
        .fold(0.0_f64, |most, value| most.max(value.abs()));
    let is_against = |&side: &Side| {
        let of = |has_won: bool| {
            let is_so = |key: &Key| {
                let at = game.position(*key);
                let winner = if has_won { side } else { side.other() };
                at.is_some_and(|at| {
                    game.side(&at) != side && game.outcome(&at) == Some(Outcome::Win(winner))
                })
            };
            let own = values.iter().filter(|(key, _)| is_so(key));
            let own: Vec<f64> = own.map(|(_, &value)| value).collect();
            (mean(&own) - mean(&all)) * if has_won { -1.0 } else { 1.0 }
        };
        of(true) > ROUNDED * largest || of(false) > ROUNDED * largest
    };
    let sides: Vec<Side> = Side::BOTH.into_iter().filter(is_against).collect();
    match sides[..] {
        [] => Ok(()),
        [side, ..] => {
            let seen = format!(
                "the boards that the {} side has won by its move have less than the others on average, or those that it has \
                 lost more, so these are not values of the player who has just moved",
                side.name()
            );
            Err(UnreadTable::of_view(view.turned(&sides), &seen))
        }
    }
}
