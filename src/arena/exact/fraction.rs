//! Chances as fractions, for as long as their denominators stay small.
//!
//! On the way the three chances of a position stand over one common denominator of 128 bits, which
//! takes one greatest common divisor a position. Nothing is rounded: what would not fit is `None`.

use std::cmp::Ordering;
use std::fmt;

use num_rational::Ratio;
use num_traits::CheckedAdd;

use crate::game::{Outcome, Side};

/// A chance, or a sum of chances, in lowest terms; its denominator fits 64 bits.
///
/// # Examples
///
/// ```
/// use menace::arena::Ground;
/// use menace::games::TicTacToe;
/// use menace::player::Random;
///
/// let ground = Ground::new(TicTacToe)?;
/// let random = ground.policy(&Random);
/// let fractions = ground.fractions([&random, &random]).expect("small ones");
/// assert_eq!(fractions.first_wins.to_string(), "737/1260");
/// assert_eq!(fractions.draws.numerator(), 8);
/// # Ok::<(), menace::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Ratio<i128>);

impl Fraction {
    /// This many parts of so many, unless that takes a denominator of more than 64 bits or of 0.
    #[must_use]
    pub fn new(numerator: i128, denominator: u64) -> Option<Self> {
        (denominator > 0).then(|| Self(Ratio::new(numerator, i128::from(denominator))))
    }

    fn of(numerator: u128, denominator: u128) -> Option<Self> {
        let common = gcd(numerator, denominator);
        let denominator = u64::try_from(denominator / common).ok()?;
        Self::new(i128::try_from(numerator / common).ok()?, denominator)
    }

    /// What stands above the line; below 0 for a fraction below 0.
    #[must_use]
    pub const fn numerator(&self) -> i128 {
        *self.0.numer()
    }

    /// What stands below the line.
    ///
    /// # Panics
    ///
    /// Never: no fraction with a larger one is made.
    #[must_use]
    pub fn denominator(&self) -> u64 {
        u64::try_from(*self.0.denom()).expect("a denominator fits 64 bits")
    }

    /// The fraction as a decimal number, right to 15 digits.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a decimal number is rounded")]
    pub fn value(&self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }

    /// The sum of two fractions, if its denominator fits 64 bits.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let sum = self.0.checked_add(&other.0)?;
        Self::new(*sum.numer(), u64::try_from(*sum.denom()).ok()?)
    }

    /// The same fraction below 0, or above if it was below.
    #[must_use]
    pub fn negative(&self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Fraction {
    /// Writes `95/96`, and whole numbers without a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// The chances of the three results as fractions; they sum to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fractions {
    /// That the first side wins.
    pub first_wins: Fraction,
    /// That nobody wins.
    pub draws: Fraction,
    /// That the second side wins.
    pub second_wins: Fraction,
}

impl Fractions {
    /// The chance that `side` wins.
    #[must_use]
    pub const fn wins(&self, side: Side) -> Fraction {
        match side {
            Side::First => self.first_wins,
            Side::Second => self.second_wins,
        }
    }

    /// The expected verdict of `side`, a win counting 1, a draw 0 and a loss -1.
    #[must_use]
    pub fn score(&self, side: Side) -> Option<Fraction> {
        self.wins(side).plus(&self.wins(side.other()).negative())
    }
}

/// The chances of the three results over one denominator: what the fractions are worked out in.
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

    /// The mean of shares by weight, the weights summing to more than 0.
    pub(super) fn mix(parts: impl Iterator<Item = (u64, Option<Self>)> + Clone) -> Option<Self> {
        let unit = parts
            .clone()
            .fold(0, |unit, (weight, _)| gcd(unit, weight.into()));
        let mut wholes = 1_u128;
        let mut total = 0_u128;
        for (weight, part) in parts.clone() {
            let whole = part?.whole;
            if !wholes.is_multiple_of(whole) {
                wholes = (wholes / gcd(wholes, whole)).checked_mul(whole)?;
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
        let common = gcd(gcd(wins[0], wins[1]), whole);
        Some(Self {
            wins: wins.map(|n| n / common),
            whole: whole / common,
        })
    }

    pub(super) fn fractions(self) -> Option<Fractions> {
        let draws = self.whole - self.wins[0] - self.wins[1];
        Some(Fractions {
            first_wins: Fraction::of(self.wins[0], self.whole)?,
            draws: Fraction::of(draws, self.whole)?,
            second_wins: Fraction::of(self.wins[1], self.whole)?,
        })
    }

    /// Compares the chances that `side` wins.
    pub(super) fn compare_wins(&self, other: &Self, side: Side) -> Ordering {
        let wins = |shares: &Self| Ratio::new_raw(shares.wins[side.index()], shares.whole);
        wins(self).cmp(&wins(other))
    }

    /// Compares what `side` can expect, wins less losses; `None` where that takes too many bits.
    pub(super) fn compare_scores(&self, other: &Self, side: Side) -> Option<Ordering> {
        let score = |shares: &Self| {
            let [won, lost] = [side, side.other()].map(|side| shares.wins[side.index()]);
            let above = won.checked_add(shares.whole - lost)?;
            Some(Ratio::new_raw(above, shares.whole))
        };
        Some(score(self)?.cmp(&score(other)?))
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
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

    #[test]
    fn sums_and_signs() {
        let fraction = |n, d| Fraction::new(n, d).unwrap();
        let sum = fraction(191, 192).plus(&fraction(874, 945)).unwrap();
        assert_eq!(sum.to_string(), "116101/60480");
        assert_eq!(fraction(2, 4).negative().to_string(), "-1/2");
        assert_eq!(fraction(5, 5).to_string(), "1");
        assert_eq!(format!("{:>5}|", fraction(0, 5)), "    0|");
        assert!(Fraction::new(1, 0).is_none());
        assert!(
            fraction(1, u64::MAX)
                .plus(&fraction(1, u64::MAX - 1))
                .is_none()
        );
    }
}
