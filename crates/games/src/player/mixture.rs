//! A mixture: for every move, one of several players is drawn at random.

use std::sync::Arc;

use super::distribution::Player;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};

/// Plays each move as one of its parts, drawn with chances in proportion to their shares.
#[derive(Clone)]
pub struct Mixture<G: Game> {
    parts: Vec<(u32, Arc<dyn Player<G>>)>,
    name: String,
}

/// A part that does not resign: its share, and its weights with their sum before them.
type Moving = (u64, u64, Vec<u64>);

/// The precision in bits when the chances of the parts have no small common scale.
const SCALE: u32 = 48;

impl<G: Game> Mixture<G> {
    /// Makes a mixture with this name from shares and players.
    ///
    /// # Errors
    ///
    /// [`Error::Parameter`] unless the sum of the shares is above 0 and fits 14 bits.
    #[inline(never)]
    pub fn new(name: String, parts: Vec<(u32, Arc<dyn Player<G>>)>) -> Result<Self> {
        let total: u64 = parts.iter().map(|&(share, _)| u64::from(share)).sum();
        if total == 0 || total >= 1 << 14 {
            let reason = "the shares of a mixture must add up to more than 0 and less than 16,384 of their \
                          smallest unit";
            return Err(Error::parameter(name, reason));
        }
        Ok(Self { parts, name })
    }

    fn moving(&self, game: &G, at: &G::Position, moves: &[Move]) -> Vec<Moving> {
        let mut parts = Vec::with_capacity(self.parts.len());
        for (share, player) in &self.parts {
            let mut own = vec![0; moves.len()];
            player.weigh(game, at, moves, &mut own);
            let total = own.iter().sum::<u64>();
            if total > 0 && *share > 0 {
                parts.push((u64::from(*share), total, own));
            }
        }
        parts
    }
}

/// The common multiple of the totals of all parts, if it is small enough.
fn scale(parts: &[Moving]) -> Option<u64> {
    parts.iter().try_fold(1_u64, |common, (_, total, _)| {
        let multiple = common / num_integer::gcd(common, *total);
        multiple.checked_mul(*total).filter(|&m| m < 1 << SCALE)
    })
}

impl<G: Game> Player<G> for Mixture<G> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn plays(&self, side: Side) -> bool {
        self.parts.iter().all(|(_, player)| player.plays(side))
    }

    /// Ignores the parts that resign; the mixture resigns only if all parts resign.
    ///
    /// The chances are exact if the parts' totals have a small common multiple, and otherwise within
    /// 2^-48; a possible move always stays possible.
    #[inline(never)]
    fn weigh(&self, game: &G, at: &G::Position, moves: &[Move], weights: &mut [u64]) {
        let parts = self.moving(game, at, moves);
        let scale = u128::from(scale(&parts).unwrap_or(1 << SCALE));
        for (share, total, own) in parts {
            for (weight, own) in weights.iter_mut().zip(own) {
                // A weight is at most its total, so this is at most the scale.
                let part = u128::from(own) * scale / u128::from(total);
                let part = u64::try_from(part).expect("a part of the scale fits 64 bits");
                *weight += share * part.max(u64::from(own > 0));
            }
        }
    }

    fn rounds(&self, game: &G, at: &G::Position, moves: &[Move]) -> bool {
        let mut parts = self.parts.iter().filter(|(share, _)| *share > 0);
        parts.any(|(_, player)| player.rounds(game, at, moves))
            || scale(&self.moving(game, at, moves)).is_none()
    }
}
