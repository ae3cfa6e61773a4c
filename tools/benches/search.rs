//! How long searches take through the rules, on one core. `cargo bench -p menace-benches --bench search`.
//!
//! Work is measured in nodes as counted by `search::Counts`; for `mcts`, a node is a position of a
//! play-out.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move};
use matchboxes::games::{ConnectFour, Mnk, Othello, TicTacToe};
use matchboxes::search::{Limits, Offering, Offers, Question, Search, SearchResult, parse};

fn main() {
    divan::main();
}

/// Orders moves with the middle columns first.
fn centre<G: Game>(game: &G, _: &G::Position, m: Move) -> i32 {
    -(i32::from(m.0) - i32::from(game.move_count() / 2)).abs()
}

fn run<G: Game>(game: &G, search: &dyn Search<G>) -> SearchResult {
    let (at, limits) = (game.start(), Limits::default());
    let question = Question { game, at, limits };
    search.search(&question).expect("enough memory")
}

fn measure<G: Game + 'static>(bencher: Bencher<'_, '_>, game: &G, name: &str) {
    let offers = Offers {
        ranks: vec![("centre", Arc::new(centre::<G>))],
        ..Offers::default()
    };
    let search = parse(name, &offers).expect("a search");
    let nodes = run(game, &*search).counts.nodes;
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| run(black_box(game), &*search));
}

/// The complete game from the empty board.
#[divan::bench(args = [
    "minimax", "negamax", "best-result", "alphabeta", "negaalpha", "alphabeta-soft", "pvs",
    "alphabeta-soft:table=12", "mtdf:table=12", "mt-sss:table=12", "sss", "solve",
    "solve:keys=canonical", "pns", "mcts", "best",
])]
fn tic_tac_toe(bencher: Bencher<'_, '_>, name: &str) {
    measure(bencher, &TicTacToe, name);
}

/// Connect four 7 x 6 from the empty board to a fixed depth; unfinished positions count 0.
#[divan::bench(sample_count = 10, args = [
    "alphabeta:depth=8",
    "alphabeta-soft:depth=12,order=centre",
    "alphabeta-soft:depth=12,table=20,order=table/centre",
    "alphabeta-soft:depth=12,table=20,order=table/killer/centre/history",
    "pvs:depth=12,table=20,order=table/killer/centre/history",
    "mtdf:depth=12,table=20,order=table/killer/centre/history",
    "id:pvs:depth=12,table=20,order=table/killer/centre/history",
    "id:mtdf:depth=12,table=20,order=table/killer/centre/history,step=2",
])]
fn connect_four(bencher: Bencher<'_, '_>, name: &str) {
    let game = ConnectFour::new(7, 6).expect("a board");
    measure(bencher, &game, name);
}

/// Searches every position of a set once.
fn measure_set<G: Offering>(
    bencher: Bencher<'_, '_>,
    game: &G,
    positions: &[G::Position],
    name: &str,
) {
    let search = parse(name, &game.offers()).expect("a search");
    let all = || {
        let found = positions.iter().map(|&at| {
            let limits = Limits::default();
            search
                .search(&Question { game, at, limits })
                .expect("enough memory")
        });
        found.map(|found| found.counts.nodes).sum::<u64>()
    };
    bencher.counter(ItemsCount::new(all())).bench_local(all);
}

/// Random unfinished positions after so many moves for which `is_wanted` holds.
fn endings<G: Offering>(
    game: &G,
    plies: std::ops::RangeInclusive<u64>,
    number: usize,
    is_wanted: impl Fn(&SearchResult) -> bool,
    search: &str,
) -> Vec<G::Position> {
    let search = parse(search, &game.offers()).expect("a search");
    let mut dice = Dice::new(1, Purpose::Trial, 1, 1);
    let mut found = Vec::new();
    while found.len() < number {
        let mut at = game.start();
        for _ in 0..plies.start() + dice.below(plies.end() - plies.start() + 1) {
            let moves: Vec<Move> = game.moves(&at).collect();
            if let Some(last) = (moves.len() as u64).checked_sub(1) {
                let number = usize::try_from(dice.below(last + 1)).expect("few moves");
                at = game.play(&at, moves[number]);
            }
        }
        if game.outcome(&at).is_some() {
            continue;
        }
        let limits = Limits::default();
        let answer = search
            .search(&Question { game, at, limits })
            .expect("enough memory");
        if is_wanted(&answer) {
            found.push(at);
        }
    }
    found
}

/// Positions of connect four like those of Pascal Pons's set `L2_R1`: 15 to 28 stones, decided in less than 14 moves.
#[divan::bench(sample_count = 5, args = ["best", "best:aim=result", CLASSIC])]
fn connect_four_endings(bencher: Bencher<'_, '_>, name: &str) {
    let game = ConnectFour::new(7, 6).expect("a board");
    let soon = |found: &SearchResult| found.limit.is_some_and(|length| length < 14);
    let positions = endings(&game, 15..=28, 100, soon, "best");
    measure_set(bencher, &game, &positions, name);
}

/// The best of the classic searches on them.
const CLASSIC: &str = "mtdf:table=16,keys=canonical,order=table/killer/history/centre";

/// Endings of Othello with 13 or 14 empty squares, by discs.
#[divan::bench(sample_count = 5, args = [
    "best:eval=discs", "pvs:eval=discs,table=16,order=table/killer/history/corners",
])]
fn othello_endings(bencher: Bencher<'_, '_>, name: &str) {
    let game = Othello::new(8).expect("a size");
    let positions = endings(&game, 46..=47, 30, |_| true, "pvs:depth=1");
    measure_set(bencher, &game, &positions, name);
}

/// Four in a row on five by five, after eight random moves.
#[divan::bench(sample_count = 5, args = ["best", "id:pvs:table=16,order=table/killer/history"])]
fn lines_of_four(bencher: Bencher<'_, '_>, name: &str) {
    let game = Mnk::new(5, 5, 4).expect("a board");
    let positions = endings(&game, 10..=12, 10, |_| true, "pvs:depth=1");
    measure_set(bencher, &game, &positions, name);
}
