//! Othello: disc difference, corners first, free passes.

use std::sync::Arc;

use super::squares::{Placements, Weights};
use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::games::{Othello, othello};
use crate::search::evaluate::{Evaluate, Free, Rank};
use crate::search::offers::{self, Offers};
use crate::search::score::Score;

/// The parts that Othello provides for searches.
pub(super) struct Offer;

/// The disc difference, also in finished positions.
struct Discs;

impl Evaluate<Othello> for Discs {
    fn value(&self, game: &Othello, at: &othello::Position) -> Score {
        let [first, second] = at.score().map(u32::cast_signed);
        let side = game.side(at);
        Score::new([first - second, second - first][side.index()])
    }

    fn finished(&self, game: &Othello, at: &othello::Position, _: Verdict) -> Score {
        self.value(game, at)
    }
}

/// The number of squares along an edge of the board. The move number of a pass is the one after the last
/// square.
fn board_size(game: Othello) -> u16 {
    (game.move_count() - 1).isqrt()
}

struct Passes;

impl Free<Othello> for Passes {
    fn is_free(&self, game: &Othello, _: &othello::Position, m: Move) -> bool {
        m.0 + 1 == game.move_count()
    }
}

struct Corners;

impl Rank<Othello> for Corners {
    fn rank(&self, game: &Othello, _: &othello::Position, m: Move) -> i32 {
        let size = board_size(*game);
        let at_edge = |place: u16| place == 0 || place + 1 == size;
        i32::from(m.0 < size * size && at_edge(m.0 % size) && at_edge(m.0 / size))
    }
}

impl Offers<Othello> for Offer {
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<Othello>>> {
        match name {
            "discs" | "m2" => Ok(Arc::new(Discs)),
            "m3" => Ok(Arc::new(Placements)),
            "m4" => Ok(Arc::new(Weights)),
            _ => offers::evaluation(name, &["discs", "m2", "m3", "m4"]),
        }
    }

    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<Othello>>> {
        match name {
            "corners" => Ok(Arc::new(Corners)),
            _ => Err(offers::no_rank(name, &["corners"])),
        }
    }

    fn free(&self) -> Option<Arc<dyn Free<Othello>>> {
        Some(Arc::new(Passes))
    }
}
