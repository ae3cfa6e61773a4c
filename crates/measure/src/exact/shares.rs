//! The calculation of fractions: the three chances of a position over one common denominator of 128 bits,
//! which needs one greatest common divisor per position. Nothing is rounded: a result that does not fit is
//! `None`.

use std::cmp::Ordering;

use num_integer::Integer;
use num_rational::Ratio;

use super::fraction::{Fraction, Fractions};
use super::ground::{Ground, Policy};
use crate::game::{Game, Outcome, Side};
use crate::graph::UnfinishedPosition;

/// The chances of the three results over one common denominator.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    wins: [u128; 2],
    whole: u128,
}

impl Shares {
    pub(super) fn certain(outcome: Outcome) -> Self {
        let wins = Side::BOTH.map(|side| u128::from(outcome == Outcome::Win(side)));
        Self { wins, whole: 1 }
    }

    /// The weighted mean of shares; the sum of the weights must be greater than 0.
    pub(super) fn mix(parts: impl Iterator<Item = (u64, Option<Self>)> + Clone) -> Option<Self> {
        let unit = parts
            .clone()
            .fold(0_u128, |unit, (weight, _)| unit.gcd(&weight.into()));
        let mut wholes = 1_u128;
        let mut total = 0_u128;
        for (weight, part) in parts.clone() {
            let whole = part?.whole;
            if !wholes.is_multiple_of(whole) {
                wholes = (wholes / wholes.gcd(&whole)).checked_mul(whole)?;
            }
            total += u128::from(weight) / unit;
        }
        let mut wins = [0_u128; 2];
        for (weight, part) in parts {
            let part = part?;
            let scale = (u128::from(weight) / unit).checked_mul(wholes / part.whole)?;
            for (sum, own) in wins.iter_mut().zip(part.wins) {
                *sum = sum.checked_add(own.checked_mul(scale)?)?;
            }
        }
        let whole = wholes.checked_mul(total)?;
        let common = wins[0].gcd(&wins[1]).gcd(&whole);
        Some(Self {
            wins: wins.map(|n| n / common),
            whole: whole / common,
        })
    }

    /// The same as [`mixed`](super::chances::mixed), without rounding; `None` if the weights are
    /// rounded themselves.
    pub(super) fn mixed<V>(
        turn: &UnfinishedPosition<'_, V>,
        policy: &Policy,
        of: impl Fn(&V) -> Option<Self> + Copy,
    ) -> Option<Self> {
        if policy.resigns(turn.moves.clone()) {
            return Some(Self::certain(Outcome::Win(turn.side.other())));
        }
        if policy.rounds(&turn.moves) {
            return None;
        }
        Self::mix(
            policy
                .chosen(turn)
                .map(|(weight, after)| (weight, of(after))),
        )
    }

    pub(super) fn fractions(self) -> Option<Fractions> {
        let draws = self.whole - self.wins[0] - self.wins[1];
        Some(Fractions {
            first_wins: Fraction::reduced(self.wins[0], self.whole)?,
            draws: Fraction::reduced(draws, self.whole)?,
            second_wins: Fraction::reduced(self.wins[1], self.whole)?,
        })
    }

    /// Compares the chances that `side` wins.
    pub(super) fn compare_wins(&self, other: &Self, side: Side) -> Ordering {
        let wins = |shares: &Self| Ratio::new_raw(shares.wins[side.index()], shares.whole);
        wins(self).cmp(&wins(other))
    }

    /// Compares the expected scores of `side`, wins minus losses; `None` if that needs too many bits.
    pub(super) fn compare_scores(&self, other: &Self, side: Side) -> Option<Ordering> {
        let score = |shares: &Self| {
            let [won, lost] = [side, side.other()].map(|side| shares.wins[side.index()]);
            let above = won.checked_add(shares.whole - lost)?;
            Some(Ratio::new_raw(above, shares.whole))
        };
        Some(score(self)?.cmp(&score(other)?))
    }
}

impl<G: Game> Ground<G> {
    /// The chances of [`Ground::chances`] as fractions, if their denominators fit in 64 bits, the denominators of
    /// intermediate results in 128, and no weight on the way is [rounded](crate::player::Player::rounds).
    #[inline(never)]
    pub fn fractions(&self, policies: [&Policy; 2]) -> Option<Fractions> {
        let reached = self
            .positions()
            .reached(self.start, |side: Side, m: usize| {
                policies[side.index()].weight(m) > 0
            });
        let shares = self.positions().answer(
            |outcome| Some(Shares::certain(outcome)),
            |turn| {
                let policy = policies[turn.side.index()];
                reached[turn.number].then(|| Shares::mixed(turn, policy, |&after| after))?
            },
        );
        shares[self.start]?.fractions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(first: u128, second: u128, whole: u128) -> Shares {
        let wins = [first, second];
        Shares { wins, whole }
    }

    fn mix<const N: usize>(parts: [(u64, Shares); N]) -> Option<Shares> {
        Shares::mix(parts.map(|(weight, part)| (weight, Some(part))).into_iter())
    }

    fn text(mixed: Option<Shares>) -> Option<[String; 3]> {
        let mixed = mixed?.fractions()?;
        Some([mixed.first_wins, mixed.draws, mixed.second_wins].map(|f| f.to_string()))
    }

    #[test]
    fn a_mean_is_exact_and_in_lowest_terms() {
        let parts = [
            (2, shares(1, 1, 3)),
            (4, shares(1, 0, 4)),
            (2, shares(1, 0, 1)),
        ];
        assert_eq!(text(mix(parts)).unwrap(), ["11/24", "11/24", "1/12"]);
    }

    #[test]
    fn what_does_not_fit_is_none() {
        let large = (1 << 64) - 59; // the largest prime of 64 bits
        let parts = |whole| [(1, shares(1, 0, large)), (1, shares(1, 0, whole))];
        assert!(mix(parts(3)).is_some() && text(mix(parts(3))).is_none());
        assert!(mix(parts(u128::MAX)).is_none());
        assert!(Shares::mix([(3, None)].into_iter()).is_none());
        let back = mix([(7, shares(1, 0, large))]);
        assert_eq!(text(back).unwrap()[0], format!("1/{large}"));
    }

    #[test]
    fn comparing_is_exact() {
        let one = shares(u128::MAX / 3, 0, u128::MAX - 1);
        let other = shares(u128::MAX / 3, 1, u128::MAX);
        assert_eq!(one.compare_wins(&other, Side::First), Ordering::Greater);
        assert_eq!(one.compare_wins(&other, Side::Second), Ordering::Less);
        assert_eq!(one.compare_scores(&other, Side::First), None);
        let (one, other) = (shares(2, 1, 3), shares(1, 0, 3));
        let order = one.compare_scores(&other, Side::First);
        assert_eq!(order, Some(Ordering::Equal));
    }
}
