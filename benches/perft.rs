//! What the rules trait costs: Othello's lines of play counted through it and by a bare program.
//!
//! Both count the 3,005,288 lines of 9 moves on 8 x 8, one by one, copying positions. The bare
//! program knows nothing but two sets of discs. It counts once as the trait has to, finding the
//! moves of every position it comes to, without which nobody knows whether the game is over; and
//! once finding them only where it goes on, so not in the last position of a line. The three take
//! turns; shown are medians, in million lines a second, and the medians of the ratios within a turn.
//! `cargo bench --bench perft`.

use std::hint::black_box;
use std::time::Instant;

use menace::game::Game;
use menace::games::Othello;

#[path = "bare/othello.rs"]
mod othello;

use othello::{places, turns};

const TURNS: usize = 15;
const DEPTH: u32 = 9;
const LINES: u32 = 3_005_288;

fn main() {
    let rules = Othello::new(8).expect("a board");
    let start = [0x0000_0008_1000_0000, 0x0000_0010_0800_0000];
    let mut speeds = [const { Vec::new() }; 3];
    let mut ratios = [const { Vec::new() }; 2];
    for _ in 0..TURNS {
        let through = seconds(|| through_rules(&rules, &rules.start(), DEPTH));
        let every = seconds(|| bare::<true>(start, DEPTH));
        let needed = seconds(|| bare::<false>(start, DEPTH));
        for (speeds, seconds) in speeds.iter_mut().zip([through, every, needed]) {
            speeds.push(f64::from(LINES) / 1e6 / seconds);
        }
        ratios[0].push(through / every);
        ratios[1].push(through / needed);
    }
    let [rules, every, needed] = speeds.map(median);
    let [to_every, to_needed] = ratios.map(median);
    println!("through the rules             {rules:6.1} million lines/s");
    println!(
        "bare, moves of every position {every:6.1} million lines/s, {to_every:.2} of its time"
    );
    println!(
        "bare, moves where needed      {needed:6.1} million lines/s, {to_needed:.2} of its time"
    );
}

fn seconds(count: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(count(), u64::from(LINES));
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn through_rules<G: Game>(game: &G, at: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lines = 0;
    for m in game.moves(at) {
        lines += through_rules(game, &game.play(at, m), depth - 1);
    }
    lines
}

fn bare<const EVERY: bool>(discs: [u64; 2], depth: u32) -> u64 {
    let [own, enemy] = discs;
    if depth == 0 {
        if EVERY {
            black_box(places(own, enemy));
        }
        return 1;
    }
    let mut rest = places(own, enemy);
    if rest == 0 {
        return match places(enemy, own) {
            0 => 0,
            _ => bare::<EVERY>([enemy, own], depth - 1),
        };
    }
    let mut lines = 0;
    while rest != 0 {
        let disc = rest & rest.wrapping_neg();
        rest ^= disc;
        let turned = turns(disc, own, enemy);
        lines += bare::<EVERY>([enemy ^ turned, own | disc | turned], depth - 1);
    }
    lines
}
