//! Grundy values (Sprague 1935, Grundy 1939): the size of the pile of nim that an impartial position equals.

use crate::game::{Game, Outcome};
use crate::graph::Solved;

/// The Grundy value of each position, by [`Node::index`](crate::graph::Node::index): the least number that no move leads to.
/// A position is lost for the side to move if it is 0. `None` unless the game
/// [is impartial](crate::game::Nature::is_impartial).
///
/// A move that loses at once, as completing a line in notakto does, counts as none.
#[inline(never)]
pub fn nimbers<G: Game>(solved: &Solved<G>) -> Option<Vec<u16>> {
    let graph = solved.graph();
    if !graph.game().nature().is_impartial {
        return None;
    }
    let mut nimbers = vec![0; graph.len()];
    let mut met = Vec::new();
    for node in solved.positions().nodes() {
        let after = graph.edges(node).iter().filter_map(|edge| edge.to);
        let counts = after.filter(|&to| graph.outcome(to) != Some(Outcome::Win(graph.side(to))));
        met.clear();
        met.extend(counts.map(|to| nimbers[to.index()]));
        met.sort_unstable();
        met.dedup();
        let least = (0..).zip(&met).take_while(|(least, met)| least == *met);
        nimbers[node.index()] = u16::try_from(least.count()).unwrap_or(u16::MAX);
    }
    Some(nimbers)
}
