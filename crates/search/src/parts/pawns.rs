//! Hexapawn: the number of pawns and how far they have advanced.

use std::sync::Arc;

use super::Offering;
use crate::game::{Game, Move, Side, Verdict};
use crate::games::{Hexapawn, hexapawn};
use crate::{Evaluate, Offers, Score};

const WON: i32 = 1_000_000;
/// The value of a pawn; each row that it has advanced adds 1.
const PAWN: i32 = 10;

struct Pawns;

impl Pawns {
    fn points(game: Hexapawn, at: &hexapawn::Position, side: Side) -> i32 {
        let pawns = at.pawns(side);
        let rows = i32::from(game.board().rows);
        (0..rows)
            .map(|row| {
                let here = pawns >> (8 * row) & 0xff;
                let advanced = match side {
                    Side::First => row,
                    Side::Second => rows - 1 - row,
                };
                here.count_ones().cast_signed() * (PAWN + advanced)
            })
            .sum()
    }
}

impl Evaluate<Hexapawn> for Pawns {
    fn value(&self, game: &Hexapawn, at: &hexapawn::Position) -> Score {
        let side = game.side(at);
        Score::new(Self::points(*game, at, side) - Self::points(*game, at, side.other()))
    }

    fn result(&self, verdict: Verdict) -> Option<Score> {
        Some(Score::new(WON * Score::for_verdict(verdict).points()))
    }
}

/// Ranks captures first: each pawn has three move numbers, of which the first is its step.
fn captures(_: &Hexapawn, _: &hexapawn::Position, m: Move) -> i32 {
    i32::from(!m.0.is_multiple_of(3))
}

impl Offering for Hexapawn {
    fn offers(&self) -> Offers<Self> {
        Offers {
            evaluations: vec![("pawns", Arc::new(Pawns))],
            ranks: vec![("captures", Arc::new(captures))],
            ..Offers::default()
        }
    }
}
