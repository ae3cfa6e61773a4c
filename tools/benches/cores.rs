//! How much of the machine a study uses: the same study on one core and on all of them.
//!
//! Three things are timed: one study of 128 runs of 100,000 games (tic-tac-toe, the first side by `rote`
//! against random play, 100 sets) on one core; one study with 128 runs per core on all cores; and one study
//! per core at the same time, which share nothing and so show what the machine can do at most, given its
//! clock rate and other work. The three take turns, so that disturbances affect all alike. The output shows
//! medians, in million games per second, and the medians of the ratios within a turn.
//! `cargo bench -p menace-benches --bench cores`.

use std::sync::Arc;
use std::time::Instant;

use matchboxes::arena::Study;
use matchboxes::games::TicTacToe;
use matchboxes::learn::{Learners, Opponent, Training, preset};
use matchboxes::player::Random;
use rayon::{ThreadPool, ThreadPoolBuilder};

use median::median;

mod median;

const TURNS: usize = 15;
const RUNS: u32 = 128;
const SETS: u32 = 100;
const GAMES_PER_SET: u32 = 1_000;

fn main() {
    let cores = std::thread::available_parallelism().expect("a number of cores");
    let cores = u32::try_from(cores.get()).expect("few cores");
    let one = pool(1);
    let all = pool(cores);
    let singles: Vec<_> = (0..cores).map(|_| pool(1)).collect();
    let games = f64::from(RUNS * SETS * GAMES_PER_SET) / 1e6;
    let mut speeds = [const { Vec::new() }; 3];
    let mut ratios = [const { Vec::new() }; 2];
    for _ in 0..TURNS {
        let alone = seconds(|| study(&one, RUNS));
        let together = seconds(|| study(&all, cores * RUNS));
        let apart = seconds(|| {
            std::thread::scope(|scope| {
                for single in &singles {
                    scope.spawn(|| study(single, RUNS));
                }
            });
        });
        speeds[0].push(games / alone);
        speeds[1].push(games * f64::from(cores) / together);
        speeds[2].push(games * f64::from(cores) / apart);
        ratios[0].push(alone / together);
        ratios[1].push(alone / apart);
    }
    let [alone, together, apart] = speeds.map(median);
    let [shared, unshared] = ratios.map(median);
    println!("one core                        {alone:6.1} million games/s");
    println!(
        "one study on {cores} cores            {together:6.1} million games/s, {shared:.2} of {cores} x one core"
    );
    println!(
        "{cores} studies that share nothing    {apart:6.1} million games/s, {unshared:.2} of {cores} x one core"
    );
}

fn pool(threads: u32) -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(usize::try_from(threads).expect("few threads"))
        .build()
        .expect("threads")
}

fn study(pool: &ThreadPool, runs: u32) {
    let training = Training::new(TicTacToe, preset("rote").expect("a preset"))
        .learners(Learners::First)
        .opponent("random", Opponent::Player(Arc::new(Random)))
        .games_per_set(GAMES_PER_SET.into())
        .seed(1961)
        .numbered(0);
    let study =
        pool.install(|| Study::conduct(&training, runs.into(), SETS.into(), None, &()).unwrap());
    assert_eq!(study.results.len(), runs as usize);
}

fn seconds(work: impl FnOnce()) -> f64 {
    let start = Instant::now();
    work();
    start.elapsed().as_secs_f64()
}
