//! Compares the games with known numbers: lines of play, positions, values, the order of moves.
//!
//! The tables contain more than is counted here: the bounds below leave out whatever takes longer than a
//! second or two, and in the short form than a tenth of that. The lines of Othello 8x8 are counted to depth 9 and those of connect four 7x6 to depth 8.

#[path = "perft/boards.rs"]
mod boards;
#[path = "perft/othello.rs"]
mod othello;
#[path = "perft/split_nim.rs"]
mod split_nim;

use std::collections::BTreeSet;

use crate::data::rows;
use crate::whole::whole_or;
use matchboxes::game::{Game, Outcome, Side, Verdict};
use matchboxes::games::{Hexapawn, Mnk, parse};
use matchboxes::graph::{Budget, Graph, Merging, Solved};
use matchboxes::learn::{Layout, preset};

/// The largest number of lines that are counted one by one.
const MOST_LINES: u64 = 6_000_000;
/// The largest number of positions in a graph.
const MOST_POSITIONS: usize = 450_000;

fn complete<G: Game>(game: &G, merging: Merging) -> Graph<G> {
    Graph::complete(game.clone(), merging, Budget::new(MOST_POSITIONS), "a test")
        .expect("a small game")
}

/// The value of the start for the first side, and the number of moves of perfect play.
fn worth<G: Game>(graph: &Graph<G>) -> (i8, u16) {
    let solution = Solved::from_graph(graph.clone()).unwrap();
    let value = value(solution.outcome(graph.root()), Side::First);
    (value, solution.length(graph.root()))
}

fn value(outcome: Outcome, side: Side) -> i8 {
    match outcome.verdict(side) {
        Verdict::Loss => -1,
        Verdict::Draw => 0,
        Verdict::Win => 1,
    }
}

fn finished<G: Game>(graph: &Graph<G>) -> usize {
    let over = |node: &_| graph.outcome(*node).is_some();
    graph.nodes().filter(over).count()
}

/// The number of unfinished positions in which a side is to move.
fn to_move<G: Game>(graph: &Graph<G>, side: Side) -> usize {
    let moves = |node: &_| graph.side(*node) == side && graph.outcome(*node).is_none();
    graph.nodes().filter(moves).count()
}

/// The numbers of positions after 0, 1, ... moves, at most `plies` of these.
fn by_ply<G: Game>(game: &G, plies: usize) -> Vec<usize> {
    let mut level = BTreeSet::from([game.key(&game.start())]);
    let mut counts = vec![level.len()];
    while counts.len() < plies && counts.last() != Some(&0) {
        let positions = level.iter().filter_map(|&key| game.position(key));
        level = positions
            .flat_map(|at| {
                let after = game.moves(&at).map(|m| game.key(&game.play(&at, m)));
                after.collect::<Vec<_>>()
            })
            .collect();
        counts.push(level.len());
    }
    counts
}

/// The nodes and leaves of the tree below a position, without merging.
fn tree<G: Game>(game: &G, at: &G::Position) -> [u64; 2] {
    let leaf = u64::from(game.outcome(at).is_some());
    let below = game.moves(at).map(|m| tree(game, &game.play(at, m)));
    below.fold([1, leaf], |[nodes, leaves], [n, l]| [nodes + n, leaves + l])
}

/// Fail-hard alpha-beta without a table: returns the value for the side to move, and counts calls and leaves,
/// which depend on the order of moves.
fn alphabeta<G: Game>(game: &G, at: &G::Position, window: [i8; 2], counts: &mut [u64; 2]) -> i8 {
    counts[0] += 1;
    if let Some(outcome) = game.outcome(at) {
        counts[1] += 1;
        return value(outcome, game.side(at));
    }
    let [mut alpha, beta] = window;
    for m in game.moves(at) {
        let found = -alphabeta(game, &game.play(at, m), [-beta, -alpha], counts);
        alpha = alpha.max(found);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// The calls and leaves of a search from the start with the window -`bound` to `bound`.
fn searched<G: Game>(game: &G, bound: i8) -> [u64; 2] {
    let mut counts = [0; 2];
    alphabeta(game, &game.start(), [-bound, bound], &mut counts);
    counts
}

/// The number of lines of play from a position.
fn count_lines<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let after = game.moves(at).map(|m| game.play(at, m));
    after.map(|at| count_lines(game, &at, depth - 1)).sum()
}

#[test]
fn lines_of_play() {
    let table: Vec<(String, u32, u64)> = rows("perft.csv");
    let most = whole_or(MOST_LINES, MOST_LINES / 10);
    for (name, depth, lines) in table.iter().filter(|row| row.2 <= most) {
        let game = parse(name).expect("a game");
        let found = count_lines(&game, &game.start(), *depth);
        assert_eq!(found, *lines, "{name} to depth {depth}");
    }
}

#[test]
fn positions_and_values() {
    let table: Vec<(String, usize, i8)> = rows("reachable.csv");
    let small = table.iter().filter(|row| row.1 <= MOST_POSITIONS);
    for (game, positions, value) in small {
        let graph = complete(&parse(game).expect("a game"), Merging::None);
        let found = (graph.len(), worth(&graph).0);
        assert_eq!(found, (*positions, *value), "{game}");
    }
}

#[test]
fn positions_by_ply() {
    let table: Vec<(String, String)> = rows("reachable_by_ply.csv");
    for (game, counts) in table {
        let counts = counts.split(' ').map(|n| n.parse().expect("a count"));
        let counts: Vec<usize> = counts.take_while(|n| *n <= MOST_POSITIONS).collect();
        let found = by_ply(&parse(&game).expect("a game"), counts.len());
        assert_eq!(found, counts, "{game}");
    }
}

#[derive(serde::Deserialize)]
struct Pawns {
    columns: u8,
    rows: u8,
    value: i8,
    moves: u16,
    positions: usize,
    finished: usize,
    first_to_move: usize,
    second_to_move: usize,
    classes: usize,
}

#[test]
fn hexapawn_on_boards_of_many_sizes() {
    let table: Vec<Pawns> = rows("hexapawn.csv");
    let most = whole_or(MOST_POSITIONS, MOST_POSITIONS / 10);
    for row in table.iter().filter(|row| row.positions <= most) {
        let game = Hexapawn::new(row.columns, row.rows).expect("a board");
        let graph = complete(&game, Merging::None);
        let found = (graph.len(), finished(&graph));
        assert_eq!(found, (row.positions, row.finished), "{}", game.name());
        let movers = Side::BOTH.map(|side| to_move(&graph, side));
        assert_eq!(movers, [row.first_to_move, row.second_to_move]);
        let classes = complete(&game, Merging::Full);
        assert_eq!(classes.len(), row.classes, "{}", game.name());
        for graph in [graph, classes] {
            assert_eq!(worth(&graph), (row.value, row.moves));
        }
    }
}

#[test]
fn hexapawn_has_nineteen_boxes_for_the_second_side() {
    let game = Hexapawn::new(3, 3).expect("a board");
    let graph = complete(&game, Merging::Full);
    let layout = Layout::from(&preset("her").expect("a rule"));
    assert_eq!(layout.symmetry, Merging::Full);
    let mut boxes = [0; 8];
    for node in graph.nodes() {
        let at = graph.position(node);
        let answers = graph.side(node) == Side::Second && graph.outcome(node).is_none();
        if answers && layout.has_box(&game, at) {
            boxes[usize::from(graph.ply(node))] += 1;
        }
    }
    assert_eq!(boxes, [0, 2, 0, 10, 0, 7, 0, 0]);
}

#[test]
fn hexapawn_moves_come_in_their_natural_order() {
    let pawns = |columns, rows| Hexapawn::new(columns, rows).expect("a board");
    assert_eq!(tree(&pawns(3, 3), &pawns(3, 3).start()), [252, 134]);
    assert_eq!(searched(&pawns(3, 3), 2), [82, 34]);
    assert_eq!(searched(&pawns(3, 3), 1), [49, 18]);
    assert_eq!(searched(&pawns(4, 3), 2), [299, 133]);
    assert_eq!(searched(&pawns(3, 4), 2), [863, 318]);
}

#[test]
fn tic_tac_toe_is_an_mnk_game() {
    let game = Mnk::new(3, 3, 3).expect("a board");
    let graph = complete(&game, Merging::Full);
    assert_eq!((graph.len(), finished(&graph)), (765, 138));
    assert_eq!(tree(&game, &game.start()), [549_946, 255_168]);
}

#[test]
fn mnk_with_room_for_three_in_a_line_is_won() {
    for (columns, rows) in [(4, 3), (3, 4), (3, 5)] {
        let game = Mnk::new(columns, rows, 3).expect("a board");
        let mut counts = [0; 2];
        let found = alphabeta(&game, &game.start(), [0, 1], &mut counts);
        assert!(found == 1 && counts[0] < MOST_LINES, "{}", game.name());
    }
}
