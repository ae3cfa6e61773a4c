//! How long exact chances and proofs take, tic-tac-toe.
//!
//! The ground, all 5,478 positions with their moves, stands before the clock starts, except where
//! it is the work itself. `cargo bench --bench exact`.

use divan::{Bencher, black_box};
use menace::arena::{Ground, Policy};
use menace::game::Side;
use menace::games::TicTacToe;
use menace::roster;

fn main() {
    divan::main();
}

fn ground() -> Ground<TicTacToe> {
    Ground::new(TicTacToe).expect("a small game")
}

fn policy(ground: &Ground<TicTacToe>, name: &str) -> Policy {
    ground.policy(&roster::player(&TicTacToe, name).expect("a player"))
}

/// Meeting all positions.
#[divan::bench]
fn laying_the_ground() -> Ground<TicTacToe> {
    ground()
}

/// Two policies multiplied out, decimal numbers.
#[divan::bench(args = [["random", "random"], ["ai12s", "random"], ["perfect", "perfect"]])]
fn chances(bencher: Bencher<'_, '_>, names: [&str; 2]) {
    let ground = ground();
    let [first, second] = names.map(|name| policy(&ground, name));
    bencher.bench_local(|| black_box(&ground).chances([&first, &second]));
}

/// The same in fractions.
#[divan::bench(args = [["random", "random"], ["ai12s", "random"], ["perfect", "perfect"]])]
fn fractions(bencher: Bencher<'_, '_>, names: [&str; 2]) {
    let ground = ground();
    let [first, second] = names.map(|name| policy(&ground, name));
    bencher.bench_local(|| black_box(&ground).fractions([&first, &second]));
}

/// Everything `menace prove` prints, for both seats of a player.
#[divan::bench(args = ["random", "ai12s", "perfect"])]
fn prove(bencher: Bencher<'_, '_>, name: &str) {
    let ground = ground();
    let policy = policy(&ground, name);
    bencher.bench_local(|| Side::BOTH.map(|side| black_box(&ground).prove(&policy, side)));
}
