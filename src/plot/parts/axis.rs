//! One axis of a chart: its range, its tick marks, its name and unit.

use super::numbers::{Ticks, decimals, ticks};
use crate::text::decimal;

/// Ranges above this are written in a larger unit.
const LONG: f64 = 1e7;

const UNITS: [(f64, &str); 5] = [
    (1e18, "quintillions"),
    (1e15, "quadrillions"),
    (1e12, "trillions"),
    (1e9, "billions"),
    (1e6, "millions"),
];

/// A range of numbers and its name.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) label: String,
    /// Both ends, the smaller first.
    pub(crate) range: (f64, f64),
    /// The smallest step between tick marks: 1 for counts.
    least: f64,
}

/// A tick mark.
pub(crate) struct Mark {
    pub(crate) value: f64,
    pub(crate) text: String,
}

impl Axis {
    /// An axis between two numbers; an empty range is widened.
    pub(crate) fn between(label: &str, (from, to): (f64, f64)) -> Self {
        let usable = from.is_finite() && to.is_finite();
        let (low, high) = if usable {
            (from.min(to), from.max(to))
        } else {
            (0.0, 1.0)
        };
        let more = if high > low {
            0.0
        } else {
            low.abs().max(1.0) / 2.0
        };
        Self {
            label: label.to_owned(),
            range: (low - more, high + more),
            least: 0.0,
        }
    }

    /// An axis for a count from 0 to `most`.
    pub(crate) fn counting(label: &str, most: f64) -> Self {
        Self {
            least: 1.0,
            ..Self::between(label, (0.0, most.max(1.0)))
        }
    }

    /// The same, with its ends moved outwards to round numbers.
    pub(crate) fn rounded(mut self) -> Self {
        let Ticks { step, .. } = ticks(self.range, 8.0, self.least);
        let from = (self.range.0 / step + 1e-9).floor() * step;
        let to = (self.range.1 / step - 1e-9).ceil() * step;
        self.range = (from.min(self.range.0), to.max(self.range.1));
        self
    }

    /// The place of a number on the axis, from 0 at its beginning to 1 at its end. In a range that is too large
    /// for a float to hold its length, it may be 0.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let (from, to) = self.range;
        match (value - from) / (to - from) {
            share if share.is_nan() => 0.0,
            share => share.clamp(0.0, 1.0),
        }
    }

    /// Whether it does not include 0, which the picture must say.
    pub(crate) fn is_cut(&self) -> bool {
        self.range.0 > 0.0 || self.range.1 < 0.0
    }

    /// Its name, with the unit unless that is one.
    pub(crate) fn title(&self) -> String {
        match self.unit() {
            (_, "") => self.label.clone(),
            (_, unit) => format!("{} ({unit})", self.label),
        }
    }

    /// At most `most` steps between marks at round numbers.
    pub(crate) fn marks(&self, most: f64) -> Vec<Mark> {
        let Ticks { values, step } = ticks(self.range, most, self.least);
        let (unit, _) = self.unit();
        let places = decimals(step / unit);
        let mark = |value| Mark {
            value,
            text: decimal(value / unit, places),
        };
        values.into_iter().map(mark).collect()
    }

    fn unit(&self) -> (f64, &'static str) {
        let largest = self.range.0.abs().max(self.range.1.abs());
        let fits = |unit: &&(f64, &str)| largest >= LONG && largest >= unit.0;
        UNITS.iter().find(fits).copied().unwrap_or((1.0, ""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: &Axis, most: f64) -> Vec<String> {
        let marks = axis.marks(most).into_iter();
        marks.map(|mark| mark.text).collect()
    }

    #[test]
    fn counts_have_whole_steps() {
        assert_eq!(texts(&Axis::counting("boxes", 2.0), 8.0), ["0", "1", "2"]);
        assert_eq!(Axis::counting("boxes", 0.0).range, (0.0, 1.0));
        assert_eq!(Axis::counting("boxes", 287.0).rounded().range, (0.0, 300.0));
    }

    #[test]
    fn large_numbers_get_a_unit() {
        let axis = Axis::counting("games", 2.5e9);
        assert_eq!(axis.title(), "games (billions)");
        let marks = ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"];
        assert_eq!(texts(&axis, 5.0), marks);
        assert_eq!(Axis::counting("games", 50_000.0).title(), "games");
    }

    #[test]
    fn an_empty_range_is_widened() {
        assert_eq!(Axis::between("x", (f64::NAN, 1.0)).range, (0.0, 1.0));
        assert_eq!(Axis::between("x", (5.0, 5.0)).range, (2.5, 7.5));
        assert_eq!(Axis::between("x", (2.0, 1.0)).range, (1.0, 2.0));
    }
}
