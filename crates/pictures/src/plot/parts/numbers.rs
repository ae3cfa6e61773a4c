//! Formatting of numbers on an axis or in a cell, and the choice of tick marks.

use matchboxes::text::decimal;

/// The smallest and the largest of some numbers; not finite if there are none.
pub(crate) fn ends(numbers: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let all = numbers.into_iter();
    all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), n| {
        (low.min(n), high.max(n))
    })
}

/// Writes a count with at most seven characters: `999,999`, then `1.23M`, then `4.56e9`.
pub(crate) fn compact(count: u128) -> String {
    let value = large(count);
    match value {
        v if v < 1e6 => decimal(v, 0),
        v if v < 9.995e6 => format!("{:.2}M", v / 1e6),
        v if v < 99.95e6 => format!("{:.1}M", v / 1e6),
        v if v < 999.5e6 => format!("{:.0}M", v / 1e6),
        v => format!("{v:.2e}"),
    }
}

/// Converts a sum of counts to a coordinate.
#[expect(
    clippy::cast_precision_loss,
    reason = "a picture shows four digits at most"
)]
pub(crate) fn large(count: u128) -> f64 {
    count as f64
}

/// Writes a share in percent: `33%`, `4.2%`; only 0 and 1 are written as `0%` and `100%`.
pub(crate) fn percent(share: f64) -> String {
    match share * 100.0 {
        p if p <= 0.0 => "0%".to_owned(),
        p if p < 0.1 => "<0.1%".to_owned(),
        p if p < 9.95 => format!("{p:.1}%"),
        p if (99.5..100.0).contains(&p) => ">99%".to_owned(),
        p => format!("{p:.0}%"),
    }
}

/// The tick marks of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ticks {
    /// Ascending; an end of the range is included if it is a round number.
    pub(crate) values: Vec<f64>,
    /// The distance between neighbours: 1, 2 or 5 times a power of ten.
    pub(crate) step: f64,
}

/// Chooses round numbers in a range, with at most `most` steps of at least `least`.
pub(crate) fn ticks((from, to): (f64, f64), most: f64, least: f64) -> Ticks {
    let wanted = ((to - from) / most.max(1.0))
        .max(least)
        .max(f64::MIN_POSITIVE);
    let power = 10_f64.powf(wanted.log10().floor());
    // Allow for rounding: 0.3 / 3 is slightly less than 0.1.
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= wanted * (1.0 - 1e-9))
        .unwrap_or(power * 10.0);
    let first = (from / step - 1e-9).ceil();
    let values = (0..=100_u32)
        .map(|n| (first + f64::from(n)) * step)
        .take_while(|value| *value <= to + step * 1e-9)
        .collect();
    Ticks { values, step }
}

/// The number of decimals needed to distinguish multiples of `step`.
pub(crate) fn decimals(step: f64) -> usize {
    (0..12)
        .find(|&n| {
            let shifted = step * 10_f64.powi(n);
            (shifted - shifted.round()).abs() < 1e-6 * shifted.max(1e-300)
        })
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(12)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(decimal(-1234.5, 1), "-1,234.5");
        assert_eq!(decimal(-0.01, 1), "0.0");
    }

    #[test]
    fn large_counts_are_rounded_to_three_digits() {
        assert_eq!(compact(999_999), "999,999");
        assert_eq!(compact(1_234_567), "1.23M");
        assert_eq!(compact(12_345_678), "12.3M");
        assert_eq!(compact(999_600_000), "1.00e9");
        assert_eq!(compact(u64::MAX.into()), "1.84e19");
    }

    #[test]
    fn a_share_is_never_rounded_to_0_or_100() {
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(1e-9), "<0.1%");
        assert_eq!(percent(0.042), "4.2%");
        assert_eq!(percent(1.0 / 3.0), "33%");
        assert_eq!(percent(0.999_9), ">99%");
        assert_eq!(percent(1.0), "100%");
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(
            ticks((0.0, 100.0), 5.0, 0.0).values,
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        );
        assert_eq!(ticks((0.0, 3.0), 8.0, 1.0).values, [0.0, 1.0, 2.0, 3.0]);
        let fine = ticks((0.0, 0.3), 3.0, 0.0);
        assert_eq!((fine.values.len(), decimals(fine.step)), (4, 1));
        assert_eq!(decimals(0.25), 2);
        assert_eq!(decimals(500.0), 0);
    }
}
