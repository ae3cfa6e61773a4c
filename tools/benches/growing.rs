//! Learning while the table grows, compared with games without learning: Othello on 8 x 8, one core.
//!
//! The 40,000 games without learning use the same rules: at every position they check whether the game is
//! over, list the moves, draw one uniformly and play it. The learning games are the first 400,000 of the
//! first side by `rote` against random play, one at a time, from an empty table to one of 10,196,471 boxes.
//! The two take turns. The output shows medians, in thousand games per second, and the median of the ratios
//! within a turn. `cargo bench -p menace-benches --bench growing`.

use std::time::Instant;

use matchboxes::dice::{Dice, Purpose};
use matchboxes::game::{Game, Move, Side};
use matchboxes::games::Othello;
use matchboxes::learn::{SEED, Training, preset};

use median::median;

mod median;

const TURNS: usize = 5;
const BARE: u32 = 40_000;
const GAMES: u32 = 400_000;
const BOXES: usize = 10_196_471;

fn main() {
    let turns = std::env::args().find_map(|word| word.parse().ok());
    let game = Othello::new(8).expect("a board");
    let (mut speeds, mut ratios) = ([const { Vec::new() }; 2], Vec::new());
    for _ in 0..turns.unwrap_or(TURNS) {
        let start = Instant::now();
        let moves = random_games(&game, BARE);
        assert!((55 * BARE..65 * BARE).contains(&moves));
        let bare = f64::from(BARE) / start.elapsed().as_secs_f64();
        let start = Instant::now();
        let rule = preset("rote").expect("a preset");
        let training = Training::new(game, rule).games_per_set(1_000);
        let mut training = training.begin().unwrap().with_layout_limit(0);
        training.play(u64::from(GAMES / 1_000));
        let learning = f64::from(GAMES) / start.elapsed().as_secs_f64();
        let table = training.table(Side::First).expect("it learns");
        assert_eq!(table.len(), BOXES);
        speeds[0].push(bare / 1e3);
        speeds[1].push(learning / 1e3);
        ratios.push(learning / bare);
    }
    let [bare, learning] = speeds.map(median);
    println!("random games                           {bare:6.1} thousand games/s");
    println!(
        "learning games while the table grows   {learning:6.1} thousand games/s, {:.2} of their speed",
        median(ratios)
    );
}

/// Plays games and counts their moves.
fn random_games<G: Game>(game: &G, games: u32) -> u32 {
    let mut dice = Dice::new(SEED, Purpose::Trial, 0, 0);
    let (mut list, mut count): (Vec<Move>, u32) = (Vec::new(), 0);
    for _ in 0..games {
        let mut at = game.start();
        while game.outcome(&at).is_none() {
            list.clear();
            list.extend(game.moves(&at));
            let drawn = dice.below(list.len() as u64);
            at = game.play(&at, list[usize::try_from(drawn).expect("few moves")]);
            count += 1;
        }
    }
    count
}
