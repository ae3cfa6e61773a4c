//! How fast rote learning goes: learning games a second, tic-tac-toe.
//!
//! The work of each benchmark is a number of whole learning games; divan reports them as items, so
//! `Mitem/s` reads as million learning games a second. `cargo bench --bench training`.
//!
//! What bounds it, by a count of instructions (callgrind) on 8 million games of the first side by
//! `rote`: some 930 instructions a game of 7.6 moves on average, of which a third draw beads (the
//! generator, the multiplication, the running sums), a quarter conclude games (five boxes after a
//! win), and the rest follow exits. Steps are compiled for each way the sides sit, state stays in
//! registers, and a running sum is found by counting, so few branches are unpredictable: the end of
//! a game and its result. Two runs in step gain about a tenth; more of them lose it again to the
//! caches, since the boxes of a run take 100 kB. Two threads on this machine's two cores give 1.6
//! times one.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use menace::arena::Study;
use menace::games::TicTacToe;
use menace::learn::{Learners, Opponent, Training, preset};
use menace::player::Random;

fn main() {
    divan::main();
}

const SETS: u64 = 200;
const GAMES_PER_SET: u64 = 10_000;

fn training(rule: &str, learners: Learners) -> Training<TicTacToe> {
    Training {
        game: TicTacToe,
        rule: preset(rule).expect("a preset"),
        learners,
        opponent: Opponent::Player(Arc::new(Random)),
        games_per_set: GAMES_PER_SET,
        seed: 1961,
        run: 0,
    }
}

/// One run on one core, 2 million games after the first million: the steady state of a long run.
#[divan::bench(args = [("rote", Learners::First), ("rote", Learners::Second), ("rote", Learners::Both),
    ("michie-304", Learners::First)], sample_count = 15, sample_size = 1)]
fn one_run(bencher: Bencher<'_, '_>, (rule, learners): (&str, Learners)) {
    let mut run = training(rule, learners).begin();
    let _ = run.play(SETS / 2, &mut ());
    bencher
        .counter(ItemsCount::new(SETS * GAMES_PER_SET))
        .bench_local(|| run.play(SETS, &mut ()));
}

/// The same over several runs in step on one core, as `menace study` plays two of them.
#[divan::bench(args = [2, 4], sample_count = 15, sample_size = 1)]
fn in_step(bencher: Bencher<'_, '_>, runs: u64) {
    let mut group = training("rote", Learners::First).begin_group(0..runs);
    let sets = SETS / runs;
    (0..SETS / 2).for_each(|_| group.play_set());
    bencher
        .counter(ItemsCount::new(sets * runs * GAMES_PER_SET))
        .bench_local(|| (0..sets).for_each(|_| group.play_set()));
}

/// A whole study on all cores: 24 long runs of 1 million games each, boxes met anew.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn study_on_all_cores(bencher: Bencher<'_, '_>) {
    let training = training("rote", Learners::First);
    bencher
        .counter(ItemsCount::new(24 * 100 * GAMES_PER_SET))
        .bench_local(|| Study::conduct(&training, 24, 100, None));
}

/// The same on one core.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn study_on_one_core(bencher: Bencher<'_, '_>) {
    let training = training("rote", Learners::First);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .expect("a thread");
    bencher
        .counter(ItemsCount::new(24 * 100 * GAMES_PER_SET))
        .bench_local(|| pool.install(|| Study::conduct(&training, 24, 100, None)));
}
