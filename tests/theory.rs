//! Compares the positions, boxes, moves and beads of tic-tac-toe with known numbers.

use std::collections::BTreeMap;

use crate::data::rows;
use matchboxes::game::{Game, Key, Outcome, Side, Verdict};
use matchboxes::games::TicTacToe;
use matchboxes::games::tictactoe::{LINES, Position, has_line};
use matchboxes::graph::{Budget, Graph, Merging, Solved, mirror};
use matchboxes::learn::{AtEmpty, Beads, Boxes, Duplicates, Layout, Rule, preset};

fn complete(merging: Merging) -> Graph<TicTacToe> {
    Graph::complete(TicTacToe, merging, Budget::new(10_000), "a test").expect("a small game")
}

fn ply(at: Position) -> usize {
    9 - at.free().count_ones() as usize
}

/// The number of nodes at each ply whose outcome `counts` accepts.
fn by_ply(graph: &Graph<TicTacToe>, counts: impl Fn(Option<Outcome>) -> bool) -> Vec<usize> {
    let mut found = vec![0; 10];
    for node in graph.nodes().filter(|&node| counts(graph.outcome(node))) {
        assert_eq!(usize::from(graph.ply(node)), ply(*graph.position(node)));
        found[usize::from(graph.ply(node))] += 1;
    }
    found
}

/// The boxes of one side in canonical form, each with its number of colours.
fn boxes(layout: Layout, side: Side) -> BTreeMap<Key, (Position, usize)> {
    let mut boxes = BTreeMap::new();
    let graph = complete(Merging::None);
    for node in graph.nodes() {
        let at = *graph.position(node);
        let unfinished = TicTacToe.outcome(&at).is_none();
        if unfinished && TicTacToe.side(&at) == side && layout.has_box(&TicTacToe, &at) {
            let form = mirror::canonical(&TicTacToe, &at, layout.symmetry);
            let placed = layout.place(&TicTacToe, &at);
            assert_eq!(placed.key, form.key);
            let one = (form.position, placed.colours.len());
            assert_eq!(*boxes.entry(placed.key).or_insert(one), one);
        }
    }
    boxes
}

fn layout(symmetry: Merging, duplicates: Duplicates, boxes: Boxes) -> Layout {
    Layout {
        shared: false,
        empty: AtEmpty::Resign,
        symmetry,
        duplicates,
        boxes,
    }
}

/// The 304 boxes of the first side and the 289 of the second.
fn choices() -> [Vec<(Position, usize)>; 2] {
    let merged = layout(Merging::Full, Duplicates::Merge, Boxes::Choice);
    Side::BOTH.map(|side| boxes(merged, side).into_values().collect())
}

/// The number of cells that complete a line for `side`.
fn winning(at: Position, side: Side) -> u32 {
    let completes = |cell: u16| {
        let cells = at.cells(side) | 1 << cell;
        LINES.into_iter().any(|line| line & !cells == 0)
    };
    let free = (0..9).filter(|cell| at.free() >> cell & 1 == 1);
    u32::try_from(free.filter(|&cell| completes(cell)).count()).expect("at most 9")
}

#[test]
fn positions_by_ply() {
    let table: Vec<[usize; 6]> = rows("positions.csv");
    let column = |n: usize| table.iter().map(|row| row[n]).collect::<Vec<_>>();
    let [none, rotations, full] = [Merging::None, Merging::Rotations, Merging::Full].map(complete);
    assert_eq!(by_ply(&none, |_| true), column(1));
    assert_eq!(by_ply(&none, |o| o.is_none()), column(2));
    assert_eq!(by_ply(&full, |o| o.is_none()), column(3));
    assert_eq!(by_ply(&rotations, |o| o.is_none()), column(4));
    assert_eq!(by_ply(&full, |_| true), column(5));
    assert_eq!((none.len(), full.len()), (5_478, 765));
    let undecided = |graph| by_ply(graph, |o| o.is_none()).iter().sum::<usize>();
    let all = [&none, &full, &rotations].map(undecided);
    assert_eq!(all, [4_520, 627, 1_138]);
}

#[test]
fn boxes_by_layout() {
    let table: Vec<(Merging, Boxes, usize, usize)> = rows("boxes.csv");
    assert_eq!(table.len(), 6);
    for (symmetry, kind, first, second) in table {
        for duplicates in [Duplicates::Keep, Duplicates::Merge] {
            let layout = layout(symmetry, duplicates, kind);
            let found = Side::BOTH.map(|side| boxes(layout, side).len());
            assert_eq!(found, [first, second], "{layout:?}");
        }
    }
}

#[test]
fn boxes_and_moves_by_ply() {
    let table: Vec<[usize; 4]> = rows("moves.csv");
    let choices = choices().concat();
    for [stones, count, legal, distinct] in table {
        let at_ply = choices.iter().filter(|(at, _)| ply(*at) == stones);
        let moves = at_ply.clone().map(|(at, _)| TicTacToe.moves(at).count());
        let colours = at_ply.clone().map(|(_, colours)| *colours);
        let found = [at_ply.count(), moves.sum(), colours.sum()];
        assert_eq!(found, [count, legal, distinct], "ply {stones}");
    }
}

#[test]
fn hopeless_boxes() {
    let [choice, hopeful] =
        [Boxes::Choice, Boxes::Hopeful].map(|kind| layout(Merging::Full, Duplicates::Merge, kind));
    let mut missing = [0; 10];
    let (mut legal, mut distinct) = (0, 0);
    for side in Side::BOTH {
        let kept = boxes(hopeful, side);
        for (key, (at, colours)) in boxes(choice, side) {
            if kept.contains_key(&key) {
                continue;
            }
            missing[ply(at)] += 1;
            assert_eq!(winning(at, side), 0);
            if side == Side::First {
                assert!(winning(at, side.other()) >= 2);
                legal += TicTacToe.moves(&at).count();
                distinct += colours;
            }
        }
    }
    assert_eq!(missing, [0, 0, 0, 0, 0, 43, 17, 12, 0, 0]);
    assert_eq!((legal, distinct), (51, 46));
}

#[test]
fn values_of_the_moves_in_the_304_boxes() {
    let graph = complete(Merging::Full);
    let solution = Solved::from_graph(graph.clone()).unwrap();
    let value = |at: &Position| {
        let node = graph.find(at).expect("a complete graph");
        solution.outcome(node).verdict(Side::First)
    };
    let [first, _] = choices();
    let (mut equal, mut lost) = ([0; 10], [0; 10]);
    let (mut wins, mut blocks, mut hopeless) = (0, 0, 0);
    for (at, _) in first {
        let values = TicTacToe.moves(&at).map(|m| value(&TicTacToe.play(&at, m)));
        let mut values: Vec<Verdict> = values.collect();
        values.dedup();
        equal[ply(at)] += usize::from(values.len() == 1);
        lost[ply(at)] += usize::from(value(&at) == Verdict::Loss);
        if ply(at) == 6 {
            match (winning(at, Side::First), winning(at, Side::Second)) {
                (1.., _) => wins += 1,
                (0, 1) => blocks += 1,
                (0, 2..) => hopeless += 1,
                _ => {}
            }
        }
    }
    assert_eq!((wins, blocks, hopeless), (130, 20, 17));
    assert_eq!(equal, [1, 0, 3, 0, 17, 0, 49, 0, 0, 0]);
    assert_eq!(lost, [0, 0, 0, 0, 5, 0, 17, 0, 0, 0]);
}

#[test]
fn beads_in_new_boxes() {
    let table: Vec<(Side, Merging, Duplicates, Boxes, String, u64)> = rows("beads.csv");
    assert_eq!(table.len(), 9);
    for (side, symmetry, duplicates, kind, start, beads) in table {
        let rule = Rule {
            symmetry,
            duplicates,
            boxes: kind,
            ..preset("rote").expect("a preset")
        };
        let start = start.split(' ').map(|n| n.parse().expect("a number"));
        let start = Beads {
            start: start.collect(),
            ..Beads::default()
        };
        let boxes = boxes(Layout::from(&rule), side).into_values();
        let beads_of = |(at, colours)| start.start_at(ply(at) / 2) * colours as u64;
        let total: u64 = boxes.map(beads_of).sum();
        assert_eq!(total, beads, "{side:?} {rule:?}");
    }
}

#[test]
fn the_table_knows_every_line() {
    for cells in 0..1 << 9 {
        let line = LINES.into_iter().any(|line| line & !cells == 0);
        assert_eq!(has_line(cells), line, "{cells:#b}");
    }
}
