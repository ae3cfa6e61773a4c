//! The cost of the rules trait: Othello's lines of play, counted through the trait and by a bare program.
//!
//! Both count the 3,005,288 lines of 9 moves on 8 x 8 one by one; they copy positions and generate the
//! moves of each position except the last of a line. The bare program uses only two sets of discs. The two
//! take turns. The output shows medians, in million lines per second, and the median of the ratios of times
//! within a turn. `cargo bench -p menace-benches --bench perft`.

use std::time::Instant;

use matchboxes::game::Game;
use matchboxes::games::Othello;

use median::median;

mod median;
#[path = "bare/othello.rs"]
mod othello;

use othello::{places, turns};

const TURNS: usize = 15;
const DEPTH: u32 = 9;
const LINES: u32 = 3_005_288;

fn main() {
    let rules = Othello::new(8).expect("a board");
    let start = [0x0000_0008_1000_0000, 0x0000_0010_0800_0000];
    let mut speeds = [const { Vec::new() }; 2];
    let mut ratios = Vec::new();
    for _ in 0..TURNS {
        let through = seconds(|| through_rules(&rules, &rules.start(), DEPTH));
        let alone = seconds(|| bare(start, DEPTH));
        for (speeds, seconds) in speeds.iter_mut().zip([through, alone]) {
            speeds.push(f64::from(LINES) / 1e6 / seconds);
        }
        ratios.push(through / alone);
    }
    let [through, alone] = speeds.map(median);
    let ratio = median(ratios);
    println!("bare               {alone:6.1} million lines/s");
    println!("through the rules  {through:6.1} million lines/s, {ratio:.2} times as long");
}

fn seconds(count: impl Fn() -> u64) -> f64 {
    let start = Instant::now();
    assert_eq!(count(), u64::from(LINES));
    start.elapsed().as_secs_f64()
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

fn bare(discs: [u64; 2], depth: u32) -> u64 {
    let [own, enemy] = discs;
    if depth == 0 {
        return 1;
    }
    let mut rest = places(own, enemy);
    if rest == 0 {
        return match places(enemy, own) {
            0 => 0,
            _ => bare([enemy, own], depth - 1),
        };
    }
    let mut lines = 0;
    while rest != 0 {
        let disc = rest & rest.wrapping_neg();
        rest ^= disc;
        let turned = turns(disc, own, enemy);
        lines += bare([enemy ^ turned, own | disc | turned], depth - 1);
    }
    lines
}
