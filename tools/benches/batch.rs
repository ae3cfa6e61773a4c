//! How much batches speed up learning: Othello on 8 x 8 one game at a time, and in batches on one core and
//! on all cores.
//!
//! Each of the three is the first 100,000 games of the first side by `rote` against random play, from an
//! empty table to one of about 2.6 million boxes. A batch has 10,000 games, which are played and learnt from
//! on all cores of the pool. The three take turns. The output shows medians, in thousand games per second,
//! and the medians of the ratios within a turn. `cargo bench -p menace-benches --bench batch`.

use std::time::Instant;

use matchboxes::game::Side;
use matchboxes::games::Othello;
use matchboxes::learn::{Terms, Training, preset};
use rayon::{ThreadPool, ThreadPoolBuilder};

use median::median;

mod median;

const TURNS: usize = 9;
const GAMES: u32 = 100_000;
const BATCH: u32 = 10_000;

fn main() {
    let turns = std::env::args().find_map(|word| word.parse().ok());
    let cores = std::thread::available_parallelism().expect("a number of cores");
    let (one, all) = (pool(1), pool(cores.get()));
    let (mut speeds, mut ratios) = ([const { Vec::new() }; 3], [const { Vec::new() }; 2]);
    for _ in 0..turns.unwrap_or(TURNS) {
        let classical = speed(&one, 1);
        let alone = speed(&one, BATCH);
        let together = speed(&all, BATCH);
        for (list, speed) in speeds.iter_mut().zip([classical, alone, together]) {
            list.push(speed / 1e3);
        }
        ratios[0].push(together / alone);
        ratios[1].push(together / classical);
    }
    let [classical, alone, together] = speeds.map(median);
    let [cores_gain, gain] = ratios.map(median);
    println!("one game at a time                {classical:6.1} thousand games/s");
    println!("batches of {BATCH} on one core      {alone:6.1} thousand games/s");
    println!(
        "batches of {BATCH} on {cores} cores       {together:6.1} thousand games/s, {cores_gain:.2} times one \
         core, {gain:.2} times one game at a time"
    );
}

fn pool(threads: usize) -> ThreadPool {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("threads")
}

/// Games per second.
fn speed(pool: &ThreadPool, batch: u32) -> f64 {
    let rule = preset("rote").expect("a preset");
    let training = Training::new(Othello::new(8).expect("a board"), rule);
    let terms = Terms {
        batch: u64::from(batch),
        ..Terms::default()
    };
    let training = training.games_per_set(u64::from(BATCH)).terms(terms);
    let mut plain = training.begin().unwrap();
    let start = Instant::now();
    pool.install(|| plain.play(u64::from(GAMES / BATCH)));
    let seconds = start.elapsed().as_secs_f64();
    let table = plain.table(Side::First).expect("it learns");
    assert!(table.len() > 2_500_000);
    f64::from(GAMES) / seconds
}
