//! The arithmetic of learning values, in whole numbers of 2^-32, so that results are the same everywhere.
//!
//! Every product and quotient is rounded once, to the nearest unit, halves up, except where a function is
//! documented otherwise.

use super::super::boxes::ValueBox;
use super::super::rule::{StepSize, Values, log2};
use crate::decimal::Decimal;
use crate::dice::Dice;

/// Binary places of a value.
const POINT: u32 = 32;
/// Billionths in one.
const ONE: u64 = 1_000_000_000;
/// The natural logarithm of 2 in units of 2^-32.
const LN_2: u128 = 2_977_044_472;

/// `n / d` rounded to the nearest whole number, halves up; `d` is positive.
fn nearest(n: i128, d: i128) -> i64 {
    let rounded = (2 * n + d).div_euclid(2 * d);
    i64::try_from(rounded).expect("values are bounded by their rewards")
}

/// A value one own move later, as it counts now.
pub(super) fn discounted(gamma: Decimal, value: i64) -> i64 {
    let product = i128::from(gamma.billionths()) * i128::from(value);
    nearest(product, ONE.into())
}

/// Moves the value of a colour towards its target, in the game with this number, and counts the visit as long
/// as the sum of all visits of the box fits into 64 bits.
pub(super) fn step(rule: &Values, found: &mut ValueBox, colour: usize, target: i64, game: u64) {
    let all = found.all_visits();
    let visits = &mut found.visits[colour];
    *visits += u64::from(all < u64::MAX);
    let (share, whole) = match rule.alpha {
        StepSize::Visits => (1, (*visits).max(1)),
        StepSize::Share(schedule) => (schedule.billionths(game), ONE),
    };
    let old = found.values[colour];
    let error = i128::from(target) - i128::from(old);
    found.values[colour] = old + nearest(error * i128::from(share), whole.into());
}

/// A colour by the epsilon-greedy policy. Unless epsilon is 0, a draw below 10^9 decides whether the move
/// explores: it does if the draw is less than epsilon in billionths. Another draw chooses among all colours,
/// or among the colours with the greatest value.
pub(super) fn epsilon_greedy(epsilon: u64, values: &[i64], dice: &mut Dice) -> usize {
    if epsilon > 0 && dice.below(ONE) < epsilon {
        return dice.index(values.len());
    }
    greatest(values.iter().copied(), dice)
}

/// A colour by UCB1: one that has not been visited, or else one with the greatest
/// `value + c sqrt(ln N / n)`, where `n` counts its visits and `N` the visits of the box. One draw chooses among
/// several, and is also taken for one.
pub(super) fn upper_bound(c: Decimal, found: &ValueBox, dice: &mut Dice) -> usize {
    let log = ln(found.all_visits().max(1));
    let bounds = found.values.iter().zip(&found.visits);
    let bounds = bounds.map(|(&value, &visits)| {
        if visits == 0 {
            return i64::MAX;
        }
        // The quotient and the root are rounded down.
        let root = ((log / u128::from(visits)) << POINT).isqrt();
        let root = i64::try_from(root).expect("the root of a logarithm");
        value + discounted(c, root)
    });
    greatest(bounds, dice)
}

fn greatest(values: impl Iterator<Item = i64> + Clone, dice: &mut Dice) -> usize {
    let best = values.clone().max().expect("a box has a colour");
    let equal = values.clone().filter(|&value| value == best);
    let chosen = dice.index(equal.count());
    let mut ties = values.enumerate().filter(|&(_, value)| value == best);
    ties.nth(chosen).expect("one of them").0
}

/// The natural logarithm of a number of at least 1, in units of 2^-32: 32 binary places of the binary
/// logarithm, times ln 2, rounded down.
fn ln(n: u64) -> u128 {
    (u128::from(log2(n.into(), 1)) * LN_2) >> POINT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "compared with a tolerance")]
    fn logarithms_are_those_of_the_library() {
        for n in [1, 2, 3, 10, 1_000, 123_456_789, u64::MAX] {
            let exact = (n as f64).ln();
            let found = ln(n) as f64 / 2_f64.powi(32);
            assert!((found - exact).abs() < 1e-7, "{n}: {found} {exact}");
        }
    }

    #[test]
    fn halves_are_rounded_up() {
        let rounded = [-3, -2, -1, 0, 1, 2, 3].map(|n| nearest(n, 2));
        assert_eq!(rounded, [-1, -1, 0, 0, 1, 1, 2]);
    }
}
