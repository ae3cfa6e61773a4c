//! The speed of rote learning: learning games per second in tic-tac-toe.
//!
//! The work of each benchmark is a number of complete learning games, which divan reports as items:
//! `Mitem/s` means million learning games per second. `cargo bench -p menace-benches --bench training`.
//!
//! What limits the speed, by a count of instructions (callgrind) over 3 million games of the first side by
//! `rote`: about 725 instructions per game, which has 6.7 moves on average. A draw from a box takes
//! about 95 instructions and a uniform draw of the opponent 60; 22 of each are the generator (a 128-bit
//! multiplication), and the rest are the product, the count of running sums, the loop exit and recording
//! what was drawn. Finishing a game takes 185 instructions, 45 per box after a win. The steps are compiled
//! separately for each assignment of learners to sides, a box is three vectors of 32-bit sums, and the drawn
//! colour is found by counting, so the only unpredictable branches are the end of a game, its result and the
//! number of boxes it used: about two per game. In a single run each draw waits for the move before it; two
//! runs in step use that time and play 1.3 times as many games. Larger groups with a list of the unfinished
//! games were slower (14.6 where pairs reached 17.0), since such lists cost more unpredictable branches than
//! they save.

use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use matchboxes::arena::Study;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Learners, Opponent, Training, preset};
use matchboxes::player::Random;

fn main() {
    divan::main();
}

const SETS: u64 = 200;
const GAMES_PER_SET: u64 = 10_000;

fn training(rule: &str, learners: Learners) -> Training<TicTacToe> {
    Training::new(TicTacToe, preset(rule).expect("a preset"))
        .learners(learners)
        .opponent("random", Opponent::Player(Arc::new(Random)))
        .games_per_set(GAMES_PER_SET)
        .seed(1961)
        .numbered(0)
}

/// One run on one core, 2 million games after the first million: the steady state of a long run.
#[divan::bench(args = [("rote", Learners::First), ("rote", Learners::Second), ("rote", Learners::Both),
    ("michie-304", Learners::First)], sample_count = 15, sample_size = 1)]
fn one_run(bencher: Bencher<'_, '_>, (rule, learners): (&str, Learners)) {
    let mut run = training(rule, learners).begin().unwrap();
    run.play(SETS / 2);
    bencher
        .counter(ItemsCount::new(SETS * GAMES_PER_SET))
        .bench_local(|| run.play(SETS));
}

/// The same over two runs in step on one core, as `menace study` plays them.
#[divan::bench(sample_count = 15, sample_size = 1)]
fn two_in_step(bencher: Bencher<'_, '_>) {
    let mut group = training("rote", Learners::First).begin_group(0..2).unwrap();
    (0..SETS / 2).for_each(|_| group.play_set());
    bencher
        .counter(ItemsCount::new(SETS * GAMES_PER_SET))
        .bench_local(|| (0..SETS / 2).for_each(|_| group.play_set()));
}

/// A whole study on all cores: 24 long runs of 1 million games each, starting without boxes; `cores.rs`
/// compares one core and all cores with what the machine can do.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn study_on_all_cores(bencher: Bencher<'_, '_>) {
    let training = training("rote", Learners::First);
    bencher
        .counter(ItemsCount::new(24 * 100 * GAMES_PER_SET))
        .bench_local(|| Study::conduct(&training, 24, 100, None, &()).unwrap());
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
        .bench_local(|| pool.install(|| Study::conduct(&training, 24, 100, None, &()).unwrap()));
}

/// The work of `menace study --runs 1000` on all cores: 1,000 short runs of 100 sets of 100 games.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn default_study_of_1000_runs(bencher: Bencher<'_, '_>) {
    let training = training("rote", Learners::First).games_per_set(100);
    bencher
        .counter(ItemsCount::new(1_000_u64 * 100 * 100))
        .bench_local(|| Study::conduct(&training, 1_000, 100, None, &()).unwrap());
}
