//! Chances as fractions, as long as their denominators stay small.

use std::fmt;

use num_rational::Ratio;
use num_traits::CheckedAdd;

use crate::game::{Results, Side};

/// A chance, or a sum of chances, in lowest terms; its denominator fits in 64 bits.
///
/// # Examples
///
/// ```
/// use matchboxes_measure::Ground;
/// use matchboxes_games::games::TicTacToe;
/// use matchboxes_games::player::Random;
///
/// let ground = Ground::new(TicTacToe)?;
/// let random = ground.policy(&Random);
/// let fractions = ground.fractions([&random, &random]).expect("small ones");
/// assert_eq!(fractions.first_wins.to_string(), "737/1260");
/// assert_eq!(fractions.draws.numerator(), 8);
/// # Ok::<(), matchboxes_games::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fraction(Ratio<i128>);

impl Fraction {
    /// The fraction `numerator / denominator`; `None` if the denominator is 0.
    pub fn new(numerator: i128, denominator: u64) -> Option<Self> {
        (denominator > 0).then(|| Self(Ratio::new(numerator, i128::from(denominator))))
    }

    pub(super) fn reduced(numerator: u128, denominator: u128) -> Option<Self> {
        let reduced = Ratio::new(numerator, denominator);
        let denominator = u64::try_from(*reduced.denom()).ok()?;
        Self::new(i128::try_from(*reduced.numer()).ok()?, denominator)
    }

    /// The numerator, which is negative for a negative fraction.
    pub const fn numerator(&self) -> i128 {
        *self.0.numer()
    }

    /// The denominator, which is positive.
    ///
    /// # Panics
    ///
    /// Never: no fraction with a larger denominator can be constructed.
    pub fn denominator(&self) -> u64 {
        u64::try_from(*self.0.denom()).expect("a denominator fits in 64 bits")
    }

    /// The fraction as a floating-point number, correct to 15 digits.
    #[expect(clippy::cast_precision_loss, reason = "a decimal number is rounded")]
    pub fn value(&self) -> f64 {
        *self.0.numer() as f64 / *self.0.denom() as f64
    }

    /// The sum of two fractions, if its denominator fits in 64 bits.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let sum = self.0.checked_add(&other.0)?;
        Self::new(*sum.numer(), u64::try_from(*sum.denom()).ok()?)
    }

    /// The expected verdict of `side`, a win counting 1, a draw 0 and a loss -1.
    pub fn score(chances: &Fractions, side: Side) -> Option<Self> {
        chances
            .wins(side)
            .plus(&Self(-chances.wins(side.other()).0))
    }
}

impl fmt::Display for Fraction {
    /// Writes `95/96`, and whole numbers without a denominator.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.to_string())
    }
}

/// The chances of the three results as fractions; they sum to 1.
pub type Fractions = Results<Fraction>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_signs() {
        let fraction = |n, d| Fraction::new(n, d).unwrap();
        let sum = fraction(191, 192).plus(&fraction(874, 945)).unwrap();
        assert_eq!(sum.to_string(), "116101/60480");
        assert_eq!(fraction(-2, 4).to_string(), "-1/2");
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
