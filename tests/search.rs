//! Compares every search with counts from an independent program: tic-tac-toe, nim, uniform trees.

use std::collections::HashMap;
use std::sync::Arc;

use matchboxes::dice;
use matchboxes::game::{Game, Move, Side};
use matchboxes::games::tictactoe::LINES;
use matchboxes::games::{self, TicTacToe};
use matchboxes::search::synthetic::LeafValues;
use matchboxes::search::{
    Algorithm, Offering, Offers, RootMove, SearchResult, Searcher, Setting, Status, best_moves,
    minimal_leaves, parse,
};
use serde::Deserialize;

use crate::search_trees::{ask, find, uniform};

/// Searches from the start of a game.
fn run<G: Game + 'static>(game: &G, search: &str, depth: Option<u16>) -> SearchResult {
    run_with(game, search, depth, &Offers::default())
}

fn minimax<G: Game>() -> Searcher<G> {
    Searcher::new(Setting::new(Algorithm::Minimax))
}

fn run_with<G: Game + 'static>(
    game: &G,
    search: &str,
    depth: Option<u16>,
    offers: &Offers<G>,
) -> SearchResult {
    let search = parse(search, offers).expect("a search");
    find(&*search, &ask(game, game.start(), depth))
}

/// The position after these moves.
fn after(moves: &[u16]) -> <TicTacToe as Game>::Position {
    let play = |at, &m| TicTacToe.play(&at, Move(m));
    moves.iter().fold(TicTacToe.start(), play)
}

fn numbers(moves: &[Move]) -> Vec<u16> {
    moves.iter().map(|m| m.0).collect()
}

#[derive(Deserialize)]
struct Row {
    search: String,
    depth: Option<u16>,
    value: i32,
    nodes: Option<u64>,
    leaves: u64,
    passes: Option<u64>,
    generated: Option<u64>,
    peak: Option<u64>,
}

#[test]
fn tic_tac_toe_takes_the_known_numbers_of_nodes_and_leaves() {
    for row in crate::data::rows::<Row>("search_tictactoe.csv") {
        let found = run(&TicTacToe, &row.search, row.depth);
        let (name, counts) = (format!("{} {:?}", row.search, row.depth), found.counts);
        assert_eq!(found.value.points(), row.value, "{name}");
        assert_eq!(counts.leaves, row.leaves, "{name}: leaves");
        for (what, wanted, counted) in [
            ("nodes", row.nodes, counts.nodes),
            ("passes", row.passes, counts.passes),
            ("generated", row.generated, counts.generated),
            ("peak", row.peak, counts.peak),
        ] {
            assert_eq!(wanted.unwrap_or(counted), counted, "{name}: {what}");
        }
    }
}

#[test]
fn plain_searches_give_the_depth_and_line_of_the_first_best_move() {
    for name in "minimax alphabeta negamax negaalpha best-result".split(' ') {
        let found = run(&TicTacToe, name, None);
        assert_eq!(found.depth, 9, "{name}");
        assert_eq!(numbers(&found.line), [0, 4, 1, 2, 6, 3, 5, 7, 8], "{name}");
        assert_eq!((found.best, found.status), (Some(Move(0)), Status::Exact));
        assert!(found.whole);
    }
}

/// The results of all moves of the root, searched one by one.
fn choices(search: &str, moves: &[u16]) -> Vec<RootMove> {
    let search = parse::<TicTacToe>(search, &Offers::default()).expect("a search");
    let choices = search.choices(&ask(&TicTacToe, after(moves), None));
    choices.expect("within its memory")
}

#[test]
fn first_moves_one_by_one() {
    let counts = |name| -> Vec<(u64, u64)> {
        let counts = choices(name, &[]).into_iter().map(|all| all.found.counts);
        counts.map(|counts| (counts.nodes, counts.leaves)).collect()
    };
    let (c, e, centre) = ((59_705, 27_732), (63_905, 29_592), (55_505, 25_872));
    assert_eq!(counts("minimax"), [c, e, c, e, centre, e, c, e, c]);
    let nodes: Vec<u64> = counts("alphabeta").iter().map(|each| each.0).collect();
    let wanted = [2338, 2869, 3275, 3574, 2316, 3590, 3809, 4981, 3957];
    assert_eq!(nodes, wanted);
}

#[test]
fn sets_of_best_moves() {
    let cases: &[(&[u16], &[u16], i32, u16)] = &[
        (&[0], &[4], 0, 8),
        (&[1], &[0, 2, 4, 7], 0, 8),
        (&[4], &[0, 2, 6, 8], 0, 8),
        (&[0, 1], &[3, 4, 6], 1, 5),
        (&[0, 8], &[2, 6], 1, 5),
        (&[0, 4], &[1, 2, 3, 5, 6, 7, 8], 0, 7),
        (&[4, 1], &[0, 2, 3, 5, 6, 8], 1, 5),
        (&[1, 7], &[0, 2, 3, 4, 5, 6, 8], 0, 7),
        (&[1, 6], &[0], 1, 5),
        (&[0, 4, 8], &[1, 3, 5, 7], 0, 6),
    ];
    let names = "negamax alphabeta mtdf sss solve pvs:table=16 mtdf:keys=path,table=all";
    for name in names.split(' ') {
        for &(moves, best, value, _) in cases {
            let all = choices(name, moves);
            assert_eq!(numbers(&best_moves(&all)), best, "{name} after {moves:?}");
            assert_eq!(all.iter().map(|c| c.value.points()).max(), Some(value));
        }
    }
    let solve = parse::<TicTacToe>("solve", &Offers::default()).expect("a search");
    for &(moves, _, _, distance) in cases {
        let found = find(&*solve, &ask(&TicTacToe, after(moves), None));
        assert_eq!(found.depth, distance, "after {moves:?}");
        assert_eq!(found.line.len(), usize::from(distance));
    }
}

#[test]
fn extensions_take_the_known_numbers_of_nodes() {
    // Some line has two equal marks and an empty cell.
    let has_threat = |game: &TicTacToe, at: &<TicTacToe as Game>::Position| {
        assert!(game.outcome(at).is_none(), "it is never finished");
        Side::BOTH.into_iter().any(|side| {
            let two = |line: &u16| (line & at.cells(side)).count_ones() == 2;
            LINES.iter().any(|line| two(line) && line & at.free() != 0)
        })
    };
    let mut search = minimax();
    search.extension = Some(Arc::new(has_threat));
    search.setting.cap = u16::MAX;
    let cut = search.with(Algorithm::AlphaBeta);
    for row in crate::data::rows::<(u16, [u64; 4])>("search_extension.csv") {
        let question = ask(&TicTacToe, TicTacToe.start(), Some(row.0));
        let [plain, cut] = [&search, &cut].map(|search| find(search, &question));
        let [a, b] = [&plain, &cut].map(|found| found.counts);
        assert_eq!([a.nodes, a.leaves, b.nodes, b.leaves], row.1);
        assert_eq!(plain.value, cut.value);
    }
    for depth in [0, 3, 9] {
        let always = run(&TicTacToe, "minimax:extend=always,cap=9", Some(depth));
        assert_eq!(always.counts.nodes, 549_946);
        let never = run(&TicTacToe, "minimax:extend=never", Some(depth));
        let plain = run(&TicTacToe, "minimax", Some(depth));
        assert_eq!(never.counts.nodes, plain.counts.nodes);
    }
}

#[test]
fn the_example_of_best_result() {
    // o on A1, x on A2 and B2 (letters are columns), o to move.
    let at = TicTacToe.read_position("O../XX./...").expect("a position");
    let search = parse::<TicTacToe>("best-result", &Offers::default()).expect("a search");
    let question = ask(&TicTacToe, at, None);
    let found = find(&*search, &question);
    assert_eq!((found.counts.nodes, found.counts.leaves), (1055, 473));
    assert_eq!((found.value.points(), found.best), (0, Some(Move(5))));
    let each = search.choices(&question).expect("plain");
    let each = each.into_iter().map(|choice| {
        let (m, value) = (TicTacToe.write_move(choice.m), choice.value.points());
        format!("{m} {value} {}", choice.found.counts.nodes)
    });
    let wanted = "b1 -1 145, c1 -1 137, c2 0 258, a3 -1 182, b3 -1 182, c3 -1 150";
    assert_eq!(each.collect::<Vec<_>>().join(", "), wanted);
}

#[derive(Deserialize)]
struct Heaps {
    game: String,
    value: i32,
    minimax_nodes: u64,
    minimax_leaves: u64,
    alphabeta_nodes: u64,
    alphabeta_leaves: u64,
    sss_leaves: u64,
    minimal: u64,
}

#[test]
fn nim_takes_the_known_numbers_of_nodes_and_leaves() {
    for row in crate::data::rows::<Heaps>("search_nim.csv") {
        let name = &row.game;
        let game = games::parse(name).expect("a game");
        let [plain, cut, best_first] = ["minimax", "alphabeta", "sss"].map(|search| {
            let found = run(&game, search, None);
            assert_eq!(found.value.points(), row.value, "{name}");
            found.counts
        });
        let wanted = [row.minimax_nodes, row.minimax_leaves];
        assert_eq!([plain.nodes, plain.leaves], wanted, "{name}");
        let wanted = [row.alphabeta_nodes, row.alphabeta_leaves];
        assert_eq!([cut.nodes, cut.leaves], wanted, "{name}");
        assert_eq!(best_first.leaves, row.sss_leaves, "{name}");
        let minimal = minimal_leaves(&ask(&game, game.start(), None), &minimax());
        assert_eq!(minimal, row.minimal, "{name}");
    }
}

#[test]
fn uniform_trees_take_the_known_numbers_of_nodes_and_leaves() {
    assert_eq!(dice::mix(0), 16_294_208_416_658_607_535);
    assert_eq!(dice::mix(1), 10_451_216_379_200_822_465);
    for row in crate::data::rows::<HashMap<String, i64>>("search_uniform.csv") {
        let of = |name: &str| u64::try_from(row[name]).expect("a count");
        let small = |name: &str| u16::try_from(row[name]).expect("a size");
        let range = u32::try_from(row["range"]).expect("a range");
        let game = uniform(small("b"), small("d"), of("seed"), range);
        let counts = |name: &str| {
            let found = run_with(&game, name, None, &game.offers());
            let value = i64::from(found.value.points());
            assert_eq!(value, row["value"], "{name}, seed {}", row["seed"]);
            found.counts
        };
        let both = |names: &str, wanted: &str| {
            for name in names.split(' ') {
                let counts = counts(name);
                let wanted = [of(wanted), of(&format!("{wanted}_leaves"))];
                assert_eq!([counts.nodes, counts.leaves], wanted, "{name}");
            }
        };
        both("minimax negamax", "minimax");
        both("alphabeta negaalpha alphabeta-soft", "alphabeta");
        both("pvs", "pvs");
        let best_first = counts("sss");
        let list = [best_first.leaves, best_first.generated, best_first.peak];
        assert_eq!(list, ["sss_leaves", "generated", "open"].map(of));
        let tests = |name: &str| counts(&format!("{name}:keys=path,table=all,order=natural"));
        let down = tests("mt-sss");
        let wanted = ["passes", "mt_sss", "sss_leaves"].map(of);
        assert_eq!([down.passes, down.nodes, down.leaves], wanted);
        assert_eq!(tests("dual").leaves, of("dual_leaves"));
        assert_eq!(tests("mtdf").leaves, of("mtdf_leaves"));
        let search = Searcher {
            evaluation: Arc::new(LeafValues),
            ..minimax()
        };
        let question = ask(&game, game.start(), None);
        assert_eq!(minimal_leaves(&question, &search), of("minimal"));
    }
}
