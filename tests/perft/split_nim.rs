//! Split nim of many sizes: positions, trees, values, Grundy numbers, the order of moves.

use std::collections::BTreeSet;

use matchboxes::game::{Game, Side};
use matchboxes::games::{End, Parts, SplitNim};
use matchboxes::graph::{Graph, Merging, Solved};

use super::{MOST_LINES, complete, finished, searched, tree, value, worth};
use crate::data::rows;

#[derive(serde::Deserialize)]
struct Splits {
    sticks: u8,
    positions: usize,
    finished: usize,
    nodes: u64,
    leaves: u64,
    value: i8,
    moves: u16,
    misere_value: i8,
    misere_moves: u16,
    grundy: u32,
}

/// The Grundy number of every position by the index of its node: the smallest number that no position after
/// it has.
fn grundy<G: Game>(graph: &Graph<G>) -> Vec<u32> {
    let mut numbers = vec![0; graph.len()];
    for node in graph.children_first().unwrap() {
        let after = graph.edges(node).iter();
        let after = after.map(|edge| numbers[edge.to.expect("complete").index()]);
        let after: BTreeSet<u32> = after.collect();
        let number = &mut numbers[node.index()];
        while after.contains(number) {
            *number += 1;
        }
    }
    numbers
}

#[test]
fn split_nim_of_many_sizes() {
    let table: Vec<Splits> = rows("split_nim.csv");
    for row in table {
        let game = |end| SplitNim::new(row.sticks, Parts::Unequal, end).expect("a game");
        let graph = complete(&game(End::Normal), Merging::None);
        let name = graph.game().name();
        let found = (graph.len(), finished(&graph));
        assert_eq!(found, (row.positions, row.finished), "{name}");
        assert_eq!(worth(&graph), (row.value, row.moves), "{name}");
        let numbers = grundy(&graph);
        assert_eq!(numbers[graph.root().index()], row.grundy, "{name}");
        for node in graph.nodes() {
            let piles = graph.position(node).piles();
            assert!(piles.is_sorted_by(|a, b| a >= b));
        }
        if row.nodes <= MOST_LINES {
            let found = tree(graph.game(), &graph.game().start());
            assert_eq!(found, [row.nodes, row.leaves], "{name}");
        }
        let misere = complete(&game(End::Misere), Merging::None);
        let expected = (row.misere_value, row.misere_moves);
        assert_eq!(worth(&misere), expected, "{name}:misere");
    }
}

#[test]
fn the_start_of_split_nim_is_lost_for_the_known_sizes() {
    let lost = |end| -> Vec<u8> {
        let is_lost = |sticks: &u8| {
            let game = SplitNim::new(*sticks, Parts::Unequal, end).expect("a game");
            worth(&complete(&game, Merging::None)).0 == -1
        };
        (3..=30).filter(is_lost).collect()
    };
    assert_eq!(lost(End::Normal), [4, 7, 10, 20, 23, 26]);
    assert!(lost(End::Misere).into_iter().eq((3..=30).step_by(3)));
}

#[test]
fn split_nim_with_seven_sticks() {
    let table: Vec<(String, i8, i8)> = rows("split_nim_seven.csv");
    for (end, is_misere) in [(End::Normal, false), (End::Misere, true)] {
        let game = SplitNim::new(7, Parts::Unequal, end).expect("a game");
        let graph = complete(&game, Merging::None);
        let solution = Solved::from_graph(graph.clone()).unwrap();
        assert_eq!(graph.len(), table.len());
        for (piles, normal, misere) in &table {
            let side = Side::BOTH[(piles.split(' ').count() + 1) % 2];
            let text = format!("{piles} {}", side.name());
            let at = game.read_position(&text).expect("a position");
            let node = graph.find(&at).expect("play leads there");
            let expected = if is_misere { *misere } else { *normal };
            assert_eq!(value(solution.outcome(node), side), expected, "{text}");
        }
    }
}

#[test]
fn split_nim_with_equal_parts() {
    for sticks in 2..=20 {
        let game = SplitNim::new(sticks, Parts::Any, End::Normal).expect("a game");
        let graph = complete(&game, Merging::None);
        let value = if sticks % 2 == 0 { 1 } else { -1 };
        // Every game has this number of moves.
        let moves = u16::from(sticks) - 1;
        assert_eq!(worth(&graph), (value, moves), "{sticks}");
    }
    let seven = SplitNim::new(7, Parts::Any, End::Normal).expect("a game");
    assert_eq!(complete(&seven, Merging::None).len(), 15);
    assert_eq!(tree(&seven, &seven.start()), [131, 33]);
}

#[test]
fn split_nim_moves_are_in_natural_order() {
    let normal = [(7, [19, 5]), (11, [256, 58]), (15, [6_968, 1_470])];
    let misere = [(7, [19, 5]), (11, [307, 73]), (14, [2_574, 574])];
    for (end, counts) in [(End::Normal, normal), (End::Misere, misere)] {
        for (sticks, counts) in counts {
            let game = SplitNim::new(sticks, Parts::Unequal, end).expect("a game");
            assert_eq!(searched(&game, 2), counts, "{}", game.name());
        }
    }
}
