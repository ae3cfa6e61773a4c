//! The distribution of values over the runs of a study.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::text::float;

/// How often each value of a curve occurred at one point.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spread(pub(super) BTreeMap<u64, u64>);

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
        *self.0.entry(value).or_default() += times;
    }

    pub(super) fn absorb(&mut self, other: Self) {
        for (value, times) in other.0 {
            self.count_times(value, times);
        }
    }

    /// The number of values; `None` if it is beyond all numbers or one of them never occurred.
    pub(super) fn total(&self) -> Option<u64> {
        let mut times = self.0.values();
        times.try_fold(0_u64, |sum, &n| sum.checked_add(n).filter(|_| n > 0))
    }

    /// The number of values.
    pub fn len(&self) -> u64 {
        self.0.values().sum()
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
        let products = self.values().map(|(v, n)| u128::from(v) * u128::from(n));
        products.sum::<u128>() as f64 / float(self.len().max(1))
    }

    /// The sample standard deviation; 0 for fewer than two values.
    pub fn deviation(&self) -> f64 {
        let mean = self.mean();
        let squares = |(v, n)| (float(v) - mean).powi(2) * float(n);
        let squares: f64 = self.values().map(squares).sum();
        (squares / float(self.len().saturating_sub(1).max(1))).sqrt()
    }

    /// The standard error of the mean: the standard deviation divided by the square root of the number of
    /// values; 0 for fewer than two values.
    pub fn error(&self) -> f64 {
        self.deviation() / float(self.len().max(1)).sqrt()
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
        self.0.iter().map(|(&value, &times)| (value, times))
    }

    /// The smallest and the largest value.
    pub fn range(&self) -> Option<(u64, u64)> {
        Some((*self.0.first_key_value()?.0, *self.0.last_key_value()?.0))
    }
}
