//! Arithmetic in whole numbers of 2^-32. Every result is rounded towards minus infinity.

use crate::decimal::Decimal;

/// The number one.
pub const ONE: i64 = 1 << 32;

/// The natural logarithm of 2.
const LN_2: u128 = 2_977_044_471;

/// A decimal number as a whole number of 2^-32.
pub(super) fn fixed(number: Decimal) -> i64 {
    of_billionths(number.billionths())
}

/// As many billionths, at most 10^15, as a whole number of 2^-32.
pub(super) fn of_billionths(n: u64) -> i64 {
    narrow((i128::from(n) << 32) / 1_000_000_000)
}

/// The product of two numbers.
pub(super) fn times(one: i64, other: i64) -> i64 {
    narrow((i128::from(one) * i128::from(other)) >> 32)
}

/// A number divided by a positive whole number.
pub(super) fn over(number: i64, count: u64) -> i64 {
    narrow(i128::from(number).div_euclid(i128::from(count)))
}

/// The upper confidence bound of UCB1 less the mean, for `c` = 1: the square root of 2 ln `all` / `tried`, neither
/// of which may be 0.
pub(super) fn bonus(all: u64, tried: u64) -> i64 {
    let square = 2 * ((log_2(all) * LN_2) >> 32) / u128::from(tried);
    narrow((square << 32).isqrt().cast_signed())
}

/// The binary logarithm of a whole number: its bits one by one, by squaring.
fn log_2(n: u64) -> u128 {
    let whole = n.ilog2();
    let mut rest = (u128::from(n) << 32) >> whole;
    let mut log = u128::from(whole);
    for _ in 0..32 {
        rest = (rest * rest) >> 32;
        let bit = rest >> 33;
        rest >>= bit;
        log = log << 1 | bit;
    }
    log
}

fn narrow(number: i128) -> i64 {
    i64::try_from(number).unwrap_or(if number < 0 { i64::MIN } else { i64::MAX })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::float;

    #[test]
    fn logarithms_and_bonuses_are_those_of_floats() {
        let units = |n: i128| float(u64::try_from(n).unwrap()) / 4_294_967_296.0;
        for n in (1..2_000).chain([1 << 20, 1_000_000_007, u64::MAX]) {
            let log = units(log_2(n).cast_signed());
            assert!((float(n).log2() - log).abs() < 1e-7, "{n}: {log}");
            for tried in [1, 2, 7, 1_000] {
                let plain = (2.0 * float(n).ln() / float(tried)).sqrt();
                let own = units(bonus(n, tried).into());
                assert!((plain - own).abs() < 1e-4, "{n}, {tried}: {plain} {own}");
            }
        }
    }

    #[test]
    fn results_are_rounded_towards_minus_infinity() {
        assert_eq!([over(7, 2), over(-7, 2)], [3, -4]);
        assert_eq!([times(3, ONE / 2), times(-3, ONE / 2)], [1, -2]);
        assert_eq!(fixed(Decimal::parse("0.1").unwrap()), 429_496_729);
    }
}
