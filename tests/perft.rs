//! What is known of the games, counted: lines of play, positions, values, the order of moves.
//!
//! The tables say more than is counted here: what takes longer than a second or two is left out by
//! the bounds below. Othello 8x8 has its lines counted to depth 9 and connect four 7x6 to depth 8.

mod data;

use std::collections::BTreeSet;

use data::rows;
use menace::game::{Game, Outcome, Side, Verdict};
use menace::games::{
    ConnectFour, End, Hexapawn, Mnk, Othello, Parts, SplitNim, Visitor, with_game,
};
use menace::graph::{Graph, Merging, Solution};
use menace::learn::{Layout, preset};

/// The most lines that are counted one by one.
const MOST_LINES: u64 = 6_000_000;
/// The most positions that are put into a graph.
const MOST_POSITIONS: usize = 450_000;

fn complete<G: Game>(game: &G, merging: Merging) -> Graph<G> {
    Graph::complete(game.clone(), merging, MOST_POSITIONS, "a test").expect("a small game")
}

/// What perfect play from the start is worth to the first side, and how long it takes.
fn worth<G: Game>(graph: &Graph<G>, solution: &Solution) -> (i8, u16) {
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

/// How many unfinished positions a side is to move in.
fn to_move<G: Game>(graph: &Graph<G>, side: Side) -> usize {
    let moves = |node: &_| graph.side(*node) == side && graph.outcome(*node).is_none();
    graph.nodes().filter(moves).count()
}

/// Positions by the number of moves before them, to a depth.
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

/// The nodes and leaves of the tree below a position, nothing merged.
fn tree<G: Game>(game: &G, at: &G::Position) -> [u64; 2] {
    let leaf = u64::from(game.outcome(at).is_some());
    let below = game.moves(at).map(|m| tree(game, &game.play(at, m)));
    below.fold([1, leaf], |[nodes, leaves], [n, l]| [nodes + n, leaves + l])
}

/// Alpha-beta with hard bounds and nothing remembered: the value for the side to move, calls and
/// leaves, which depend on the order of moves.
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

/// The calls and leaves of a search from the start.
fn searched<G: Game>(game: &G, bound: i8) -> [u64; 2] {
    let mut counts = [0; 2];
    alphabeta(game, &game.start(), [-bound, bound], &mut counts);
    counts
}

/// Counts lines of play.
struct Lines(u32);

impl Lines {
    fn from<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let after = game.moves(at).map(|m| game.play(at, m));
        after.map(|at| Self::from(game, &at, depth - 1)).sum()
    }
}

impl Visitor for Lines {
    type Output = u64;

    fn visit<G: Game + 'static>(self, game: G) -> u64 {
        Self::from(&game, &game.start(), self.0)
    }
}

#[test]
fn lines_of_play() {
    let table: Vec<(String, u32, u64)> = rows("perft.csv");
    let counted = table.iter().filter(|(_, _, lines)| *lines <= MOST_LINES);
    for (game, depth, lines) in counted {
        let found = with_game(game, Lines(*depth)).expect("a game");
        assert_eq!(found, *lines, "{game} to depth {depth}");
    }
}

/// The number of positions, and the value for the first side.
struct Reachable;

impl Visitor for Reachable {
    type Output = (usize, i8);

    fn visit<G: Game + 'static>(self, game: G) -> (usize, i8) {
        let graph = complete(&game, Merging::None);
        (graph.len(), worth(&graph, &graph.solve()).0)
    }
}

#[test]
fn positions_and_values() {
    let table: Vec<(String, usize, i8)> = rows("reachable.csv");
    let small = table.iter().filter(|row| row.1 <= MOST_POSITIONS);
    for (game, positions, value) in small {
        let found = with_game(game, Reachable).expect("a game");
        assert_eq!(found, (*positions, *value), "{game}");
    }
}

/// Positions by ply, to a depth.
struct ByPly(usize);

impl Visitor for ByPly {
    type Output = Vec<usize>;

    fn visit<G: Game + 'static>(self, game: G) -> Vec<usize> {
        by_ply(&game, self.0)
    }
}

#[test]
fn positions_by_ply() {
    let table: Vec<(String, String)> = rows("reachable_by_ply.csv");
    for (game, counts) in table {
        let counts: Vec<usize> = counts
            .split(' ')
            .map(|count| count.parse().expect("a count"))
            .take_while(|count| *count <= MOST_POSITIONS)
            .collect();
        let found = with_game(&game, ByPly(counts.len())).expect("a game");
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
    for row in table.iter().filter(|row| row.positions <= MOST_POSITIONS) {
        let game = Hexapawn::new(row.columns, row.rows).expect("a board");
        let graph = complete(&game, Merging::None);
        let found = (graph.len(), finished(&graph));
        assert_eq!(found, (row.positions, row.finished), "{}", game.name());
        let movers = Side::BOTH.map(|side| to_move(&graph, side));
        assert_eq!(movers, [row.first_to_move, row.second_to_move]);
        assert_eq!(worth(&graph, &graph.solve()), (row.value, row.moves));
        let classes = complete(&game, Merging::Full);
        assert_eq!(classes.len(), row.classes, "{}", game.name());
        assert_eq!(worth(&classes, &classes.solve()), (row.value, row.moves));
    }
}

#[test]
fn hexapawn_has_nineteen_boxes_for_the_machine_that_answers() {
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
fn moves_come_in_their_natural_order() {
    let pawns = |columns, rows| Hexapawn::new(columns, rows).expect("a board");
    assert_eq!(tree(&pawns(3, 3), &pawns(3, 3).start()), [252, 134]);
    assert_eq!(searched(&pawns(3, 3), 2), [82, 34]);
    assert_eq!(searched(&pawns(3, 3), 1), [49, 18]);
    assert_eq!(searched(&pawns(4, 3), 2), [299, 133]);
    assert_eq!(searched(&pawns(3, 4), 2), [863, 318]);
    let normal = [(7, [19, 5]), (11, [256, 58]), (15, [6_968, 1_470])];
    let misere = [(7, [19, 5]), (11, [307, 73]), (14, [2_574, 574])];
    for (end, counts) in [(End::Normal, normal), (End::Misere, misere)] {
        for (sticks, counts) in counts {
            let game = SplitNim::new(sticks, Parts::Unequal, end).expect("a game");
            assert_eq!(searched(&game, 2), counts, "{}", game.name());
        }
    }
    let othello = Othello::new(4).expect("a board");
    let squares = ["b1", "a1", "a2", "c1", "d4", "a3", "d1", "b4", "a4", "c4"];
    let mut at = othello.start();
    for text in squares {
        if at.open() == 0 {
            at = othello.play(&at, othello.read_move("pass").expect("a pass"));
        }
        let m = othello.read_move(text).expect("a square");
        assert!(othello.moves(&at).any(|legal| legal == m), "{text}");
        at = othello.play(&at, m);
    }
    assert_eq!(at.score(), [3, 11]);
    assert_eq!(othello.outcome(&at), Some(Outcome::Win(Side::Second)));
}

#[derive(serde::Deserialize)]
struct Sticks {
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

/// The Grundy number of every position, at the index of its node: the smallest that none after it
/// has.
fn grundy<G: Game>(graph: &Graph<G>) -> Vec<u32> {
    let mut numbers = vec![0; graph.len()];
    for node in graph.children_first() {
        let after: BTreeSet<u32> = graph
            .edges(node)
            .iter()
            .map(|edge| numbers[edge.to().expect("complete").index()])
            .collect();
        numbers[node.index()] = (0..).find(|n| !after.contains(n)).expect("a number");
    }
    numbers
}

#[test]
fn split_nim_of_many_sizes() {
    let table: Vec<Sticks> = rows("split_nim.csv");
    for row in table {
        let game = |end| SplitNim::new(row.sticks, Parts::Unequal, end).expect("a game");
        let graph = complete(&game(End::Normal), Merging::None);
        let name = graph.game().name();
        let found = (graph.len(), finished(&graph));
        assert_eq!(found, (row.positions, row.finished), "{name}");
        let expected = (row.value, row.moves);
        assert_eq!(worth(&graph, &graph.solve()), expected, "{name}");
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
        assert_eq!(worth(&misere, &misere.solve()), expected, "{name}:misere");
    }
}

#[test]
fn split_nim_is_lost_at_the_start_where_it_is_known_to_be() {
    let lost = |end| -> Vec<u8> {
        let is_lost = |sticks: &u8| {
            let game = SplitNim::new(*sticks, Parts::Unequal, end).expect("a game");
            let graph = complete(&game, Merging::None);
            worth(&graph, &graph.solve()).0 == -1
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
        let solution = graph.solve();
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
        let even = sticks % 2 == 0;
        let (value, moves) = worth(&graph, &graph.solve());
        assert_eq!(value, if even { 1 } else { -1 });
        assert_eq!(moves, u16::from(sticks) - 1, "every game has as many moves");
    }
    let seven = SplitNim::new(7, Parts::Any, End::Normal).expect("a game");
    assert_eq!(complete(&seven, Merging::None).len(), 15);
    assert_eq!(tree(&seven, &seven.start()), [131, 33]);
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
        let won = searched_for_a_win(&game);
        assert_eq!(won, Some(true), "{}", game.name());
    }
}

/// Whether the first side wins, looking only for that.
fn searched_for_a_win<G: Game>(game: &G) -> Option<bool> {
    let mut counts = [0; 2];
    let found = alphabeta(game, &game.start(), [0, 1], &mut counts);
    (counts[0] < MOST_LINES).then_some(found == 1)
}

#[test]
fn connect_four_known_positions() {
    // Of the Fhourstones benchmark; the columns that were played, from 1.
    let game = ConnectFour::new(7, 6).expect("a board");
    for columns in ["45461667", "35333571", "13333111"] {
        let mut at = game.start();
        for column in columns.bytes() {
            let text = char::from(column - b'1' + b'a').to_string();
            let m = game.read_move(&text).expect("a column");
            assert!(game.moves(&at).any(|legal| legal == m));
            at = game.play(&at, m);
        }
        assert!(game.outcome(&at).is_none());
        assert_eq!(game.side(&at), Side::First);
        assert!(game.key(&at).0 < 1 << 56, "a key of 64 bits on this board");
    }
}

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
    let mut ends = [0; 3];
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
            ends[usize::try_from(value(outcome, Side::Second) + 1).expect("an index")] += 1;
        }
    }
    let known = [
        1, 4, 12, 42, 124, 400, 1_124, 2_792, 6_716, 12_442, 17_962, 16_118, 5_052,
    ];
    assert_eq!(by_discs, known);
    assert_eq!(choices, [[24_075, 11_765, 6], [23_558, 10_836, 5]]);
    assert_eq!(ends, [2_683, 755, 2_730]);
    assert_eq!(boards.len(), 51_943);
}

#[test]
fn othello_on_four_by_four_solved() {
    let game = Othello::new(4).expect("a board");
    let graph = complete(&game, Merging::None);
    let solution = graph.solve();
    let mut values = [0; 3];
    for node in graph.nodes() {
        let worth = value(solution.outcome(node), Side::Second);
        values[usize::try_from(worth + 1).expect("an index")] += 1;
    }
    assert_eq!(values, [29_297, 5_009, 28_483]);
    // For each position, games from there by who wins, the longest, and the best difference of
    // discs for the first side.
    let mut games = vec![[0_u64; 3]; graph.len()];
    let mut longest = vec![0; graph.len()];
    let mut difference = vec![0_i64; graph.len()];
    for node in graph.children_first() {
        let index = node.index();
        if let Some(outcome) = graph.outcome(node) {
            games[index][usize::try_from(value(outcome, Side::Second) + 1).expect("an index")] = 1;
            let [first, second] = graph.position(node).score();
            difference[index] = i64::from(first) - i64::from(second);
            continue;
        }
        let after: Vec<usize> = graph
            .edges(node)
            .iter()
            .map(|edge| edge.to().expect("complete").index())
            .collect();
        for &to in &after {
            for result in 0..3 {
                games[index][result] += games[to][result];
            }
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
    assert_eq!(games[root], [24_632, 5_312, 30_116]);
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
