//! How long searches take through the rules, on one core. `cargo bench --bench search`.
//!
//! Work is measured in nodes as counted by `search::Counts`; for `mcts`, a node is a position of a
//! play-out.

use std::sync::Arc;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use matchboxes::game::{Game, Move};
use matchboxes::games::{ConnectFour, TicTacToe};
use matchboxes::search::{Found, Limits, Offers, Question, Rank, Search, parse};

fn main() {
    divan::main();
}

/// Orders moves with the middle columns first.
struct Centre;

impl<G: Game> Rank<G> for Centre {
    fn rank(&self, game: &G, _: &G::Position, m: Move) -> i32 {
        -(i32::from(m.0) - i32::from(game.move_count() / 2)).abs()
    }
}

impl<G: Game> Offers<G> for Centre {
    fn rank(&self, _: &str) -> matchboxes::Result<Arc<dyn Rank<G>>> {
        Ok(Arc::new(Self))
    }
}

fn run<G: Game>(game: &G, search: &dyn Search<G>) -> Found {
    let (at, limits) = (game.start(), Limits::default());
    let question = Question { game, at, limits };
    search.search(&question).expect("enough memory")
}

fn measure<G: Game + 'static>(bencher: Bencher<'_, '_>, game: &G, name: &str) {
    let search = parse(name, &Centre).expect("a search");
    let nodes = run(game, &search).counts.nodes;
    bencher
        .counter(ItemsCount::new(nodes))
        .bench_local(|| run(black_box(game), &search));
}

/// The complete game from the empty board.
#[divan::bench(args = [
    "minimax", "negamax", "best-result", "alphabeta", "negaalpha", "alphabeta-soft", "pvs",
    "alphabeta-soft:table=12", "mtdf:table=12", "mt-sss:table=12", "sss", "solve",
    "solve:keys=canonical", "pns", "mcts",
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
