//! About how much memory runs take before they are played.
//!
//! Random games show how long a game is and how many moves a position has. With the number of games, that gives the
//! positions that are met. What a position takes was measured as the peak of whole studies, for each of the two
//! implementations; `tests/study/memory.rs` compares the estimate with such a peak.

use crate::choice::Choice;
use crate::dice::{Dice, Purpose};
use crate::game::{Game, LONGEST, Side};
use crate::graph::Budget;
use crate::group::{LAID_OUT, most};
use crate::player::Random;
use crate::text::float;
use crate::training::opponent::Sampler;
use crate::training::{SEED, Training};

/// The random games that are played.
const GAMES: u64 = 32;

/// The share of positions that are new. Learners repeat themselves: of 10,000 games of q-learning 0.7 were new on
/// mnk:7,7,4, mnk:8,8,5 and othello:6, and 0.3 on connect-four:8x8.
const NEW: f64 = 0.75;

/// A quarter more than what was measured.
const RESERVE: f64 = 1.25;

/// The positions of a game, and the legal moves of a position, as random play meets them.
fn sampled<G: Game>(game: &G) -> [f64; 2] {
    let (mut positions, mut moves) = (0, 0);
    let mut sampler = Sampler::default();
    for number in 0..GAMES {
        let mut dice = Dice::new(SEED, Purpose::Trial, 0, number);
        let mut at = game.start();
        for _ in 0..LONGEST {
            if game.outcome(&at).is_some() {
                break;
            }
            positions += 1;
            moves += game.moves(&at).count() as u64;
            if let Choice::Move(m) = sampler.choose(&Random, game, &at, &mut dice) {
                at = game.play(&at, m);
            }
        }
    }
    let moves = float(moves) / float(positions.max(1));
    [float(positions) / float(GAMES), moves]
}

impl<G: Game> Training<G> {
    /// About the most bytes that this many runs of as many games take, played in step by one thread. With `counted`, which
    /// can take a tenth of a second, they meet no more positions than the game has. `noted` is whether the tables are also
    /// written down while they are played.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count of bytes"
    )]
    pub fn memory(&self, runs: u64, games: u64, counted: bool, noted: bool) -> u64 {
        let [positions, moves] = sampled(&self.game);
        let met = float(games) * positions * NEW;
        let whole = counted.then(|| Budget::new(LAID_OUT).count(&self.game));
        let whole = whole.filter(|count| count.whole);
        let met = whole.map_or(met, |count| met.min(float(count.positions as u64)));
        let sides = Side::BOTH.map(|side| self.learners.table_of(side));
        let boxes = met * float(sides.iter().flatten().count() as u64) / 2.0;
        let (of_box, of_note) = if self.rule.values().is_some() {
            (400.0 + 18.0 * moves, 130.0 + 32.0 * moves)
        } else {
            (1.5 * (30.0 + moves), 100.0 + 16.0 * moves)
        };
        let laid_out = if self.rule.values().is_none() && most(self) > 0 {
            let most = float(LAID_OUT as u64);
            met.min(most).min(10.0 * most / moves)
        } else {
            0.0
        };
        // What the runs share, the laid-out part of the game, and what each takes besides.
        let shared = laid_out * (130.0 + 46.0 * moves) * RESERVE;
        let each = boxes * (of_box + if noted { of_note } else { 0.0 }) * RESERVE;
        (shared + each * float(runs)) as u64
    }
}
