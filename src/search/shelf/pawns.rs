//! Hexapawn: pawns and how far they have come.

use std::sync::Arc;

use crate::error::Result;
use crate::game::{Game, Move, Side, Verdict};
use crate::games::{Hexapawn, hexapawn};
use crate::search::evaluate::{Evaluate, Rank};
use crate::search::offers::{self, Offers};
use crate::search::score::Score;

use super::centre::size;

/// What a win is worth.
const WON: i32 = 1_000_000;
/// What a pawn is worth; a row it has advanced is worth 1.
const PAWN: i32 = 10;

/// Pawns and their rows, on a board of so many.
#[derive(Clone, Copy)]
struct Pawns {
    rows: i32,
}

impl Pawns {
    fn points(self, at: &hexapawn::Position, side: Side) -> i32 {
        let pawns = at.pawns(side);
        let of_row = |row: i32| {
            let here = pawns >> (8 * row) & 0xff;
            let advanced = match side {
                Side::First => row,
                Side::Second => self.rows - 1 - row,
            };
            here.count_ones().cast_signed() * (PAWN + advanced)
        };
        (0..self.rows).map(of_row).sum()
    }
}

impl Evaluate<Hexapawn> for Pawns {
    fn value(&self, game: &Hexapawn, at: &hexapawn::Position) -> Score {
        let side = game.side(at);
        Score::new(self.points(at, side) - self.points(at, side.other()))
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::of(verdict).points()))
    }
}

/// Captures before steps.
struct Captures;

impl Rank<Hexapawn> for Captures {
    fn rank(&self, _: &Hexapawn, _: &hexapawn::Position, m: Move) -> i32 {
        // A pawn has three numbers, the first of which is its step.
        i32::from(!m.0.is_multiple_of(3))
    }
}

/// What hexapawn offers.
pub(super) struct Offer(Pawns);

impl Offer {
    pub(super) fn new(game: Hexapawn) -> Self {
        let rows = i32::try_from(size(&game).1).unwrap_or(8);
        Self(Pawns { rows })
    }
}

impl Offers<Hexapawn> for Offer {
    fn evaluation(&self, name: &str) -> Result<Arc<dyn Evaluate<Hexapawn>>> {
        match name {
            "pawns" => Ok(Arc::new(self.0)),
            _ => offers::evaluation(name, &["pawns"]),
        }
    }

    fn rank(&self, name: &str) -> Result<Arc<dyn Rank<Hexapawn>>> {
        match name {
            "captures" => Ok(Arc::new(Captures)),
            _ => Err(offers::no_rank(name, &["captures"])),
        }
    }
}
