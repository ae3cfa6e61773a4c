//! All of Othello on 4 x 4; two independent programs agree on the expected numbers.

use std::collections::BTreeSet;

use matchboxes::game::{Results, Side};
use matchboxes::games::Othello;
use matchboxes::graph::{Merging, Solved};

use super::{complete, finished};
use crate::tools::results;

#[test]
fn othello_on_four_by_four() {
    let game = Othello::new(4).expect("a board");
    let graph = complete(&game, Merging::None);
    let passes = graph.nodes().filter(|&node| {
        let at = graph.position(node);
        at.open() == 0 && graph.outcome(node).is_none()
    });
    assert_eq!(graph.len(), 62_789);
    assert_eq!((passes.count(), finished(&graph)), (8_988, 6_168));
    let mut by_discs = [0; 13];
    let mut choices = [[0; 3]; 2];
    let mut ends = Results::default();
    let mut boards = BTreeSet::new();
    for node in graph.nodes() {
        let at = graph.position(node);
        let [first, second] = at.score();
        by_discs[(first + second) as usize - 4] += 1;
        boards.insert(Side::BOTH.map(|side| at.discs(side)));
        let open = at.open().count_ones();
        let [movable, choice, most] = &mut choices[graph.side(node).index()];
        *movable += u32::from(open > 0);
        *choice += u32::from(open > 1);
        *most = open.max(*most);
        if let Some(outcome) = graph.outcome(node) {
            ends.count(outcome);
        }
    }
    let known = [
        1, 4, 12, 42, 124, 400, 1_124, 2_792, 6_716, 12_442, 17_962, 16_118, 5_052,
    ];
    assert_eq!(by_discs, known);
    assert_eq!(choices, [[24_075, 11_765, 6], [23_558, 10_836, 5]]);
    assert_eq!(ends, results([2_683, 755, 2_730]));
    assert_eq!(boards.len(), 51_943);
}

#[test]
fn othello_on_four_by_four_solved() {
    let game = Othello::new(4).expect("a board");
    let graph = complete(&game, Merging::None);
    let solution = Solved::from_graph(graph.clone()).unwrap();
    let mut values = Results::default();
    for node in graph.nodes() {
        values.count(solution.outcome(node));
    }
    assert_eq!(values, results([29_297, 5_009, 28_483]));
    // For each position: its games by result, the length of the longest, and the best difference of discs for
    // the first side.
    let mut games = vec![Results::default(); graph.len()];
    let mut longest = vec![0; graph.len()];
    let mut difference = vec![0_i64; graph.len()];
    for node in graph.children_first().unwrap() {
        let index = node.index();
        if let Some(outcome) = graph.outcome(node) {
            games[index].count(outcome);
            let [first, second] = graph.position(node).score();
            difference[index] = i64::from(first) - i64::from(second);
            continue;
        }
        let after: Vec<usize> = graph
            .edges(node)
            .iter()
            .map(|edge| edge.to.expect("complete").index())
            .collect();
        for &to in &after {
            let further = games[to];
            games[index] += further;
            longest[index] = longest[index].max(longest[to] + 1);
        }
        let differences = after.iter().map(|&to| difference[to]);
        let best = match graph.side(node) {
            Side::First => differences.max(),
            Side::Second => differences.min(),
        };
        difference[index] = best.expect("a move");
    }
    let root = graph.root().index();
    assert_eq!(games[root], results([24_632, 5_312, 30_116]));
    assert_eq!((longest[root], difference[root]), (17, -8));
}

#[test]
fn othello_on_four_by_four_up_to_symmetry() {
    let game = Othello::new(4).expect("a board");
    let graph = complete(&game, Merging::Full);
    assert_eq!((graph.len(), finished(&graph)), (14_401, 1_239));
    let mut choices = [[0; 2]; 2];
    for node in graph.nodes() {
        let open = graph.position(node).open().count_ones();
        let [movable, choice] = &mut choices[graph.side(node).index()];
        *movable += u32::from(open > 0);
        *choice += u32::from(open > 1);
    }
    assert_eq!(choices, [[5_629, 2_843], [5_506, 2_651]]);
}
