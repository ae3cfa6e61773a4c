//! Graphs and their solved values, compared with theory and with plain recursion.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Outcome, Side, Verdict};
use matchboxes::games::nim::Position as Heaps;
use matchboxes::games::{AnyGame, End, Nim, TicTacToe, parse};
use matchboxes::graph::{Budget, Count, Edge, Graph, Merging, Solved, offered, shared};
use matchboxes::player::{Perfect, PerfectPace};

use crate::tools::{solve, weights};

const MERGINGS: [Merging; 3] = [Merging::None, Merging::Rotations, Merging::Full];

fn complete<G: Game>(game: &G, merging: Merging) -> Graph<G> {
    Graph::complete(game.clone(), merging, Budget::new(100_000), "a test").expect("a small game")
}

/// The piles of a position, read from its text.
fn piles(game: &Nim, at: Heaps) -> Vec<u32> {
    let text = game.write_position(&at);
    text.split(' ')
        .filter_map(|word| word.parse().ok())
        .collect()
}

/// Bouton's theorem: whether the side to move wins.
fn wins_by_theory(piles: &[u32], end: End) -> bool {
    let sum = piles.iter().fold(0, |sum, n| sum ^ n);
    let only_ones = piles.iter().all(|&n| n < 2);
    match end {
        End::Misere if only_ones => sum == 0,
        _ => sum != 0,
    }
}

#[test]
fn nim_is_won_where_bouton_says() {
    for end in [End::Normal, End::Misere] {
        for start in [
            &[3, 4, 5][..],
            &[1],
            &[7],
            &[2, 2, 2],
            &[1, 2, 3, 4],
            &[1, 1, 1, 1, 1, 1],
        ] {
            let game = Nim::new(start, end).expect("nim");
            for merging in MERGINGS {
                let graph = complete(&game, merging);
                let solution = Solved::from_graph(graph.clone()).unwrap();
                for node in graph.nodes() {
                    let piles = piles(&game, *graph.position(node));
                    let won = solution.outcome(node).verdict(graph.side(node)) == Verdict::Win;
                    assert_eq!(won, wins_by_theory(&piles, end), "{piles:?} {end:?}");
                }
            }
        }
    }
}

fn check_solution(game: &AnyGame, merging: Merging) {
    let graph = complete(game, merging);
    let solution = Solved::from_graph(graph.clone()).unwrap();
    let mut known = HashMap::new();
    for node in graph.nodes() {
        let plain = solve(game, graph.position(node), &mut known);
        assert_eq!(solution.outcome(node), plain.outcome);
        assert_eq!(solution.length(node), plain.hurried);
    }
}

#[test]
fn solved_values_equal_those_of_plain_recursion() {
    for name in ["tic-tac-toe", "nim:3,4,5", "nim:2,2,2:misere"] {
        for merging in MERGINGS {
            check_solution(&parse(name).expect("a game"), merging);
        }
    }
}

/// Checks that a lazy graph whose edges are followed in random order becomes the complete one.
fn check_lazy_graph(game: &AnyGame, merging: Merging) {
    let mut lazy = Graph::new(game.clone(), merging);
    assert_eq!((lazy.len(), lazy.edges(lazy.root())[0].to), (1, None));
    let edges = lazy.edge_range(lazy.root());
    let mut open: Vec<_> = edges.map(|edge| (lazy.root(), edge)).collect();
    let mut dice = Dice::new(11, Purpose::Trial, 0, 0);
    while !open.is_empty() {
        let next = dice.index(open.len());
        let (from, edge) = open.swap_remove(next);
        let known = lazy.len();
        let to = lazy.follow(from, edge);
        assert_eq!(lazy.follow(from, edge), to, "an edge stores its target");
        if lazy.len() > known {
            open.extend(lazy.edge_range(to).map(|edge| (to, edge)));
        }
    }
    let complete = complete(game, merging);
    assert_eq!(contents(&lazy), contents(&complete));
    for node in complete.nodes() {
        assert_eq!(complete.find(complete.position(node)), Some(node));
        assert!(complete.edges(node).is_sorted_by_key(|edge| edge.m));
    }
    assert_eq!(lazy.children_first().unwrap().len(), lazy.len());
    let edges: usize = lazy.nodes().map(|node| lazy.edges(node).len()).sum();
    assert_eq!(edges, lazy.edge_count());
}

type Contents = BTreeMap<u128, (Side, Option<Outcome>, Vec<(Move, u16, u128)>)>;

fn contents<G: Game>(graph: &Graph<G>) -> Contents {
    let key = |node| graph.game().key(graph.position(node)).0;
    let edge = |edge: &Edge| (edge.m, edge.multiplicity, key(edge.to.expect("followed")));
    let node = |node| {
        let edges = graph.edges(node).iter().map(edge).collect();
        (key(node), (graph.side(node), graph.outcome(node), edges))
    };
    graph.nodes().map(node).collect()
}

#[test]
fn a_lazy_graph_becomes_the_complete_one() {
    for name in ["tic-tac-toe", "nim:3,4,5", "nim:2,2,2:misere"] {
        for merging in MERGINGS {
            check_lazy_graph(&parse(name).expect("a game"), merging);
        }
    }
}

#[test]
fn a_budget_counts_without_building() {
    let all = Budget::OFFERED.count(&TicTacToe);
    let whole = true;
    let known = Count {
        positions: 5_478,
        moves: 16_167,
        whole,
    };
    assert_eq!(all, known);
    for limits in [(5_478, 16_167), (5_477, 16_167), (5_478, 16_166), (1, 1)] {
        let (positions, moves) = limits;
        let budget = Budget { positions, moves };
        let count = budget.count(&TicTacToe);
        let built = Graph::complete(TicTacToe, Merging::None, budget, "a test");
        assert_eq!(count.whole, built.is_ok());
        assert_eq!(count.whole, limits == (5_478, 16_167));
        assert!(count.positions <= positions + 1 && count.moves <= moves + 1);
    }
}

#[test]
fn a_process_solves_a_game_once() {
    let nim = Nim::new(&[3, 4, 5], End::Normal).expect("nim");
    let misere = Nim::new(&[3, 4, 5], End::Misere).expect("nim");
    let first = shared(&nim, "a test").expect("a small game");
    for again in [shared(&nim, "a test").ok(), offered(&nim)] {
        assert!(Arc::ptr_eq(&first, &again.expect("a small game")));
    }
    // Another game replaces the shared one; what was returned before remains unchanged.
    let other = shared(&misere, "a test").expect("a small game");
    assert_eq!(other.graph().game().name(), "nim:3,4,5:misere");
    assert_eq!(first.graph().game().name(), "nim:3,4,5");
    shared(&TicTacToe, "a test").expect("a small game");
    let again = shared(&nim, "a test").expect("a small game");
    assert!(!Arc::ptr_eq(&first, &again));
    for pace in PerfectPace::ALL {
        same_play(&TicTacToe, pace);
        same_play(&nim, pace);
        same_play(&misere, pace);
    }
}

/// Checks that a player that uses the shared solution, without merged mirror images, plays the same.
fn same_play<G: Game>(game: &G, pace: PerfectPace) {
    let own = Perfect::new(game.clone())
        .expect("a small game")
        .at_pace(pace);
    let sharing = Perfect::shared(game, pace).expect("a small game");
    let graph = complete(game, Merging::None);
    for node in graph.nodes().filter(|&node| graph.outcome(node).is_none()) {
        let at = graph.position(node);
        assert_eq!(weights(&own, game, at), weights(&sharing, game, at));
    }
}
