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

impl Evaluate<Hexapawn> for Pawns {
    fn value(&self, game: &Hexapawn, at: &hexapawn::Position) -> Score {
        let points = |side: Side| {
            let pawns = at.pawns(side);
            PAWN * pawns.count_ones().cast_signed() + game.steps(pawns, side).cast_signed()
        };
        let side = game.side(at);
        Score::new(points(side) - points(side.other()))
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
