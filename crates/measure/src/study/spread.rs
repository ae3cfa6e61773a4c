//! The distribution of values over the runs of a study.

use crate::interval::Interval;
use crate::text::float;

/// How often each value of a curve occurred at one point: a list by value ascending, which takes half the memory
/// of a map. A study has many of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread(pub(super) Vec<(u64, u64)>);

impl FromIterator<u64> for Spread {
    fn from_iter<T: IntoIterator<Item = u64>>(values: T) -> Self {
        let mut spread = Self::default();
        values.into_iter().for_each(|value| spread.count(value));
        spread
    }
}

impl Spread {
    pub(super) fn count(&mut self, value: u64) {
        self.count_times(value, 1);
    }

    pub(super) fn count_times(&mut self, value: u64, times: u64) {
        match self.place(value) {
            Ok(at) => self.0[at].1 += times,
            Err(at) => self.0.insert(at, (value, times)),
        }
    }

    fn place(&self, value: u64) -> Result<usize, usize> {
        self.0.binary_search_by_key(&value, |&(value, _)| value)
    }

    pub(super) fn absorb(&mut self, other: Self) {
        if self.0.is_empty() {
            self.0 = other.0;
            return;
        }
        for (value, times) in other.0 {
            self.count_times(value, times);
        }
    }

    /// Leaves out a value this many times, at most as often as it occurred.
    pub(super) fn take_times(&mut self, value: u64, times: u64) {
        if let Ok(at) = self.place(value) {
            self.0[at].1 = self.0[at].1.saturating_sub(times);
        }
    }

    /// How often a value occurred.
    pub(super) fn times(&self, value: u64) -> u64 {
        self.place(value).map_or(0, |at| self.0[at].1)
    }

    pub(super) fn sum(&self) -> u128 {
        let products = self.values().map(|(v, n)| u128::from(v) * u128::from(n));
        products.sum()
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        self.0.iter().map(|(_, times)| times).sum()
    }

    /// Whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The mean; 0 if there are no values.
    #[expect(
        clippy::cast_precision_loss,
        reason = "a mean is reported to a few digits"
    )]
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / float(self.len().max(1))
    }

    /// The sample standard deviation; `None` for fewer than two values.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean();
        let squares = |(v, n)| (float(v) - mean).powi(2) * float(n);
        let squares: f64 = self.values().map(squares).sum();
        (self.len() > 1).then(|| (squares / float(self.len() - 1)).sqrt())
    }

    /// The standard error of the mean: the standard deviation divided by the square root of the number of
    /// values; `None` for fewer than two values.
    pub fn error(&self) -> Option<f64> {
        Some(self.deviation()? / float(self.len()).sqrt())
    }

    /// The interval of the mean of values from 0 to `most`, see [`Interval::of_mean`]; `None` without values.
    pub fn interval(&self, most: u64, level: f64) -> Option<Interval> {
        let values: Vec<_> = self.values().map(|(x, n)| (float(x), n)).collect();
        (!values.is_empty()).then(|| Interval::of_mean(&values, [0.0, float(most)], level))
    }

    /// The smallest value that at least `part` percent of the values do not exceed.
    pub fn quantile(&self, part: u64) -> u64 {
        let rank = (self.len() * part).div_ceil(100).max(1);
        self.ranked(rank).unwrap_or(0)
    }

    /// The value of this rank, counted from 1.
    pub(super) fn ranked(&self, rank: u64) -> Option<u64> {
        let mut below = 0;
        let reached = self.values().find(|(_, times)| {
            below += times;
            below >= rank
        });
        reached.map(|(value, _)| value)
    }

    /// The values in ascending order, each with how often it occurred.
    pub fn values(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().copied()
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((self.0.first()?.0, self.0.last()?.0))
    }
}
