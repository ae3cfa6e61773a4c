//! What the numbers of a table show of how they were written: whose values they are, and whether moves are counted as its
//! boards are. A table that is of another player, or transposed, would else be read without a word.

use super::reading::{UnreadTable, ValuesOf};
use super::rows::{Known, LEAST, has_cells, number_of, wins};
use crate::game::{Move, Side};
use crate::games::AnyGame;
use crate::graph::Graph;
use crate::text::{count, thousands};

/// On how many boards something can be seen, and on how many of them it is so.
type Evidence = [usize; 2];

fn add([all, found]: &mut Evidence, is_so: bool) {
    *all += 1;
    *found += usize::from(is_so);
}

const fn is_enough([all, found]: &Evidence, least: usize) -> bool {
    *all >= least && *found * 10 > *all * 9
}

fn words([all, found]: Evidence) -> String {
    let all = count(all as u64, "board", "boards");
    format!("{} of {all}", thousands(found as u64))
}

/// Takes out the numbers of moves that are not legal, and returns how many of them are other than 0.
///
/// A list of numbers often has some for all cells. But a board with exactly as many numbers as free cells, of which some are
/// for others, is written otherwise than its moves, if most boards with numbers for other cells are so. A number is one
/// that stands there, or one other than 0.
pub(super) fn take_illegal(
    graph: &Graph<AnyGame>,
    known: &mut Known,
) -> Result<usize, UnreadTable> {
    let is_other = |n: f64| n != 0.0 && n.is_finite();
    let kinds: [fn(f64) -> bool; 2] = [|_| true, is_other];
    let mut unused = 0;
    let mut misplaced = [Evidence::default(); 2];
    for (&node, numbers) in known {
        let mut legal = vec![None; numbers.len()];
        for edge in graph.edges(node) {
            let m = usize::from(edge.m.0);
            legal[m] = numbers[m].take();
        }
        unused += numbers.iter().flatten().filter(|&&n| is_other(n)).count();
        for (is_there, seen) in kinds.iter().zip(&mut misplaced) {
            let [own, others] = [&legal, &*numbers]
                .map(|all| all.iter().flatten().filter(|&&n| is_there(n)).count());
            if others > 0 {
                add(seen, own + others == graph.edges(node).len());
            }
        }
        *numbers = legal;
    }
    let enough = misplaced.into_iter().find(|seen| is_enough(seen, LEAST));
    match enough.filter(|_| has_cells(graph.game())) {
        Some(seen) => Err(format!(
            "{} with numbers for cells that are not free have exactly as many numbers as free cells, so its moves do not \
             name the cells as its boards do: the boards or the moves are transposed, mirrored or counted from another \
             cell, or two columns are exchanged",
            words(seen)
        )
        .into()),
        None => Ok(unused),
    }
}

/// Refuses values of moves that are not of the side to move: the moves with which it wins at once have less than all others
/// of their boards. Equal values, as of moves that were not tried, show nothing.
pub(super) fn check_view(
    graph: &Graph<AnyGame>,
    known: &Known,
    view: ValuesOf,
    is_after: bool,
) -> Result<(), UnreadTable> {
    // Boards after a move have the values of those where the game is over.
    let least = if is_after { 1 } else { LEAST };
    let mut seen = [Evidence::default(); 2];
    for (&node, numbers) in known {
        let side = graph.side(node);
        let won = wins(graph, node);
        let all = graph.edges(node).iter();
        let all = all.filter_map(|edge| Some((edge.m, number_of(*edge, numbers)?)));
        let (wins, others): (Vec<_>, Vec<_>) = all.partition(|(m, _)| won.contains(m));
        if !wins.is_empty() && !others.is_empty() {
            let is_less = |(_, win): &(Move, f64)| others.iter().all(|(_, other)| win < other);
            add(&mut seen[side.index()], wins.iter().all(is_less));
        }
    }
    let both = Side::BOTH.into_iter().zip(seen);
    let wrong = both.filter(|(_, seen)| is_enough(seen, least));
    let (sides, shown): (Vec<Side>, Vec<Evidence>) = wrong.unzip();
    let Some(shown) = shown.first() else {
        return Ok(());
    };
    let seen = format!(
        "on {} where the {} side can win at once, the winning moves have the lowest values, so these are not values of the \
         side to move, which plays the greatest",
        words(*shown),
        sides[0].name()
    );
    Err(UnreadTable::of_view(view.turned(&sides), &seen))
}
