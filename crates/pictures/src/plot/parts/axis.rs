//! One axis of a chart: its range, its tick marks, its name and unit.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use super::numbers::{Ticks, decimals, ticks};
use matchboxes::text::decimal;

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
        let Ticks { step, .. } = self.ticks(8.0);
        let from = (self.range.0 / step + 1e-9).floor() * step;
        let to = (self.range.1 / step - 1e-9).ceil() * step;
        self.range = (from.min(self.range.0), to.max(self.range.1));
        self
    }

    /// The place of a number on the axis, from 0 at its beginning to 1 at its end.
    pub(crate) fn share(&self, value: f64) -> f64 {
        let (from, to) = self.range;
        ((value - from) / (to - from)).clamp(0.0, 1.0)
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

    pub(crate) fn ticks(&self, most: f64) -> Ticks {
        ticks(self.range, most, self.least)
    }

    pub(crate) fn write(&self, value: f64, step: f64) -> String {
        let (unit, _) = self.unit();
        decimal(value / unit, decimals(step / unit))
    }

    /// The labels if there are at most `most` steps.
    pub(crate) fn labels(&self, most: f64) -> Vec<String> {
        let Ticks { values, step } = self.ticks(most);
        values.iter().map(|v| self.write(*v, step)).collect()
    }

    fn unit(&self) -> (f64, &'static str) {
        let largest = self.range.0.abs().max(self.range.1.abs());
        UNITS
            .iter()
            .find(|unit| largest >= LONG && largest >= unit.0)
            .copied()
            .unwrap_or((1.0, ""))
    }
}

/// An axis with its tick marks, in the form that `plotters` needs.
pub(crate) struct Scale<'a> {
    axis: &'a Axis,
    ticks: Ticks,
}

impl<'a> Scale<'a> {
    /// The axis with at most `most` steps.
    pub(crate) fn new(axis: &'a Axis, most: f64) -> Self {
        let ticks = axis.ticks(most);
        Self { axis, ticks }
    }
}

impl Ranged for Scale<'_> {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a place on the paper, between the limits"
    )]
    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.axis.share(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, _hint: H) -> Vec<f64> {
        self.ticks.values.clone()
    }

    fn range(&self) -> Range<f64> {
        self.axis.range.0..self.axis.range.1
    }
}

impl ValueFormatter<f64> for Scale<'_> {
    fn format_ext(&self, value: &f64) -> String {
        self.axis.write(*value, self.ticks.step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_whole_steps() {
        assert_eq!(Axis::counting("boxes", 2.0).labels(8.0), ["0", "1", "2"]);
        assert_eq!(Axis::counting("boxes", 0.0).range, (0.0, 1.0));
        assert_eq!(Axis::counting("boxes", 287.0).rounded().range, (0.0, 300.0));
    }

    #[test]
    fn large_numbers_get_a_unit() {
        let axis = Axis::counting("games", 2.5e9);
        assert_eq!(axis.title(), "games (billions)");
        assert_eq!(axis.labels(5.0), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(Axis::counting("games", 50_000.0).title(), "games");
    }

    #[test]
    fn an_empty_range_is_widened() {
        assert_eq!(Axis::between("x", (f64::NAN, 1.0)).range, (0.0, 1.0));
        assert_eq!(Axis::between("x", (5.0, 5.0)).range, (2.5, 7.5));
        assert_eq!(Axis::between("x", (2.0, 1.0)).range, (1.0, 2.0));
    }
}
