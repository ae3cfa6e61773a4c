//! Values as decimals, and how values of other programs are kept in units of 2^-32.

use crate::learn::Values;
use crate::text::count;

/// The units of a value of 1.
const ONE: f64 = 4_294_967_296.0;

/// The units of the greatest value that is kept.
const MOST: i64 = Values::MOST << 32;

/// Reads a decimal as a double.
pub(super) fn read(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| number.is_finite())
        .ok_or_else(|| format!("the value `{text}` is not a finite number"))
}

/// The nearest value, halves up, in units of 2^-32: other programs write decimals, such as 0.1, that are no whole number
/// of units.
fn nearest(number: f64) -> i64 {
    let exact = number * ONE;
    // Adding a half before rounding down would not be exact.
    let down = exact.floor();
    let nearest = if exact - down < 0.5 { down } else { down + 1.0 };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the values have been scaled to fit"
    )]
    let units = nearest as i64;
    units
}

/// What was done to values so that a model can keep them in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct KeptOrder {
    /// All values were divided by this power of two, so that the greatest is at most 100.
    halvings: u32,
    /// The number of boxes in which different values would have become one.
    set_apart: u64,
}

impl KeptOrder {
    /// How the values of a sheet are kept of which the largest, without its sign, is this.
    pub(super) fn for_largest(largest: f64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "100 is exact")]
        let most = Values::MOST as f64;
        let mut halvings = 0;
        while halved(largest, halvings) > most {
            halvings += 1;
        }
        let set_apart = 0;
        Self {
            halvings,
            set_apart,
        }
    }

    /// The values of a box in units of 2^-32: the nearest ones, but different values stay different and in their order.
    pub(super) fn units(&mut self, values: &[f64]) -> Vec<i64> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&one, &other| values[one].total_cmp(&values[other]));
        let rounded: Vec<i64> = values
            .iter()
            .map(|&value| nearest(halved(value, self.halvings)))
            .collect();
        let mut units = rounded.clone();
        for pair in order.windows(2) {
            let [lower, upper] = [pair[0], pair[1]];
            units[upper] = if is_equal(values[lower], values[upper]) {
                units[lower]
            } else {
                units[upper].max(units[lower] + 1)
            };
        }
        let mut most = MOST;
        for (i, &own) in order.iter().enumerate().rev() {
            let above = order.get(i + 1);
            if above.is_some_and(|&above| !is_equal(values[own], values[above])) {
                most -= 1;
            }
            units[own] = units[own].min(most);
            most = units[own];
        }
        self.set_apart += u64::from(units != rounded);
        units
    }

    /// What was done, in words; `None` if nothing was.
    pub(super) fn words(&self) -> Option<String> {
        let mut all = Vec::new();
        if self.halvings > 0 {
            let by = 1_u64.checked_shl(self.halvings);
            let by = by.map_or_else(|| format!("2^{}", self.halvings), |by| by.to_string());
            all.push(format!("all values divided by {by}"));
        }
        if self.set_apart > 0 {
            let boxes = count(self.set_apart, "matchbox", "matchboxes");
            all.push(format!(
                "values nearer than 2^-32 kept apart in their order in {boxes}"
            ));
        }
        (!all.is_empty()).then(|| all.join(", "))
    }
}

/// A value divided by a power of two, which is exact unless it becomes far smaller than a unit.
fn halved(value: f64, times: u32) -> f64 {
    value * 0.5_f64.powi(times.cast_signed())
}

/// Whether two values are one, to which the two zeros belong.
#[expect(clippy::float_cmp, reason = "different values must stay different")]
fn is_equal(one: f64, other: f64) -> bool {
    one == other
}
