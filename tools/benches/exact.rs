//! How long exact chances and proofs take in tic-tac-toe.
//!
//! The ground (all 5,478 positions with their moves) is generated before the clock starts, except where
//! generating it is what is measured. `cargo bench -p menace-benches --bench exact`.

use divan::{Bencher, black_box};
use matchboxes::arena::{Ground, Policy, Tournament};
use matchboxes::game::Side;
use matchboxes::games::{AnyGame, End, Nim, TicTacToe};
use matchboxes::graph::{Budget, Count};
use matchboxes::player::Player;
use matchboxes::roster;

fn main() {
    divan::main();
}

fn ground() -> Ground<AnyGame> {
    Ground::new(TicTacToe.into()).expect("a small game")
}

fn policy(ground: &Ground<AnyGame>, name: &str) -> Policy {
    ground.policy(&*roster::player(&TicTacToe.into(), name).expect("a player"))
}

/// Generating all positions.
#[divan::bench]
fn laying_the_ground() -> Ground<AnyGame> {
    ground()
}

/// The chances of two policies as decimal numbers.
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

/// Everything `menace prove` prints, for a player on both sides.
#[divan::bench(args = ["random", "ai12s", "perfect"])]
fn prove(bencher: Bencher<'_, '_>, name: &str) {
    let ground = ground();
    let policy = policy(&ground, name);
    bencher.bench_local(|| Side::BOTH.map(|side| black_box(&ground).prove(&policy, side)));
}

/// Finding out that a game is too large for exact results that were not requested.
#[divan::bench(args = [[99, 99, 99], [1, 99, 99]])]
fn counting(piles: [u8; 3]) -> Count {
    let nim = Nim::new(&piles, End::Normal).expect("nim");
    black_box(Budget::OFFERED).count(&nim)
}

/// A tournament of 33 players, including the computation of their weights.
#[divan::bench]
fn tournament(bencher: Bencher<'_, '_>) {
    let ground = ground();
    let name = |n: u32| format!("ai11s:a={n},b=0.5,c=-1");
    let player = |n: u32| roster::player(&TicTacToe.into(), &name(n)).expect("a player");
    let players: Vec<_> = (1..=33).map(player).collect();
    let players: Vec<&dyn Player<AnyGame>> = players.iter().map(|p| &**p).collect();
    bencher.bench_local(|| Tournament::exact(black_box(&ground), &players));
}
