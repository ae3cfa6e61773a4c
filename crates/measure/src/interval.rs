//! Intervals that contain the long-run value in a stated share of all samples, for means, differences and
//! quantiles.
//!
//! Levels are from 0 to 1: at the level 0.95, the long-run value is in the interval of 95 samples in 100.

use std::f64::consts::{PI, SQRT_2};

use statrs::distribution::{Binomial, DiscreteCDF};
use statrs::function::erf::erfc;

use crate::text::float;

/// A range of values, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, not below the lower one.
    pub high: f64,
}

impl Interval {
    /// Whether it holds this value.
    #[must_use]
    pub const fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The part of it between these bounds.
    #[must_use]
    pub const fn within(self, [least, most]: [f64; 2]) -> Self {
        Self {
            low: self.low.max(least),
            high: self.high.min(most),
        }
    }

    /// The interval of the long-run mean of values between `least` and `most`, each with how often it occurred, for
    /// every distribution; the level is at least 0.9, and there is at least one value. For values that are all at the
    /// bounds it is Clopper and Pearson's of a chance (1934).
    ///
    /// It is Gaffke's (Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
    /// variable, Mathematical Methods of Statistics 14, 2005; as Learned-Miller and Thomas put it, 2020): the upper
    /// end is a quantile of the mean of the values and of `most`, weighted at random, where all weights are equally
    /// likely; the lower end likewise with `least`. No distribution is known for which it fails; that there is none
    /// has not been proved.
    #[must_use]
    pub fn of_mean(values: &[(f64, u64)], [least, most]: [f64; 2], level: f64) -> Self {
        let span = most - least;
        if span <= 0.0 {
            return Self {
                low: least,
                high: most,
            };
        }
        let tail = (1.0 - level) / 2.0;
        // Both ends are computed as an upper end on a scale from 0 to 1.
        let reach = |from: f64, sign: f64| {
            let scaled = values
                .iter()
                .map(|&(x, times)| (sign * (x - from) / span, times));
            weighted_at_random(&binned(scaled), tail)
        };
        Self {
            low: most - span * reach(most, -1.0),
            high: least + span * reach(least, 1.0),
        }
    }

    /// The interval of the difference of two means, each given with its own interval of the same level, for
    /// independent samples: the method of variance estimates recovery (Zou and Donner, Statistics in Medicine
    /// 27, 2008).
    #[must_use]
    pub fn of_difference(one: (f64, Self), other: (f64, Self)) -> Self {
        let ((mean, of_mean), (less, of_less)) = (one, other);
        Self {
            low: mean - less - (mean - of_mean.low).hypot(of_less.high - less),
            high: mean - less + (of_mean.high - mean).hypot(less - of_less.low),
        }
    }

    /// The ranks, counted from 1, of the two values of an ordered sample between which the long-run quantile lies,
    /// for every distribution: `part` of all values, 0 to 1, do not exceed it. `None` where the sample is too small
    /// to have such a value.
    pub fn ranks(size: u64, part: f64, level: f64) -> [Option<u64>; 2] {
        let Ok(below) = Binomial::new(part, size) else {
            return [None; 2];
        };
        let left = (1.0 - level) / 2.0;
        // The first number of values that is below the quantile with more than this chance.
        let first = |chance: f64| {
            let (mut low, mut high) = (0, size);
            while low < high {
                let middle = low.midpoint(high);
                if below.cdf(middle) > chance {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
            low
        };
        let (low, high) = (first(left), first(1.0 - left) + 1);
        [(low > 0).then_some(low), (high <= size).then_some(high)]
    }
}

/// The upper bound for the share of runs with a behaviour that was not seen in this many runs, at a level from 0 to 1: `1 - (1 - level)^(1 / runs)`.
pub fn unseen(runs: u64, level: f64) -> f64 {
    1.0 - (1.0 - level).powf(1.0 / float(runs.max(1)))
}

/// More different values than this are rounded upwards to parts of a ten-thousandth, which makes an interval no
/// narrower.
const MOST_VALUES: usize = 10_000;

/// Values from 0 to 1 and another 1, each with how often it occurs.
fn binned(values: impl ExactSizeIterator<Item = (f64, u64)>) -> Vec<(f64, f64)> {
    let are_many = values.len() > MOST_VALUES;
    let parts = float(MOST_VALUES as u64);
    let mut bins: Vec<(f64, f64)> = Vec::new();
    for (value, times) in values.chain([(1.0, 1)]) {
        let value = if are_many {
            (value * parts).ceil() / parts
        } else {
            value
        };
        match bins
            .last_mut()
            .filter(|(last, _)| last.to_bits() == value.to_bits())
        {
            Some((_, all)) => *all += float(times),
            None => bins.push((value, float(times))),
        }
    }
    bins
}

/// What the mean of these values from 0 to 1, weighted at random, exceeds with a chance of `tail`: the saddle point
/// approximation of Lugannani and Rice (Advances in Applied Probability 12, 1980).
///
/// Weights that are all equally likely are exponential variables divided by their sum, so the mean exceeds `t` where
/// the sum of such variables times (z - t) is above 0. With v = s / (1 + s t) for the saddle point s, which has to be
/// found for each t otherwise, t is given by v; the search is for 1 - v.
fn weighted_at_random(values: &[(f64, f64)], tail: f64) -> f64 {
    let at = |rest: f64| {
        let left = |z: f64| (1.0 - z) + z * rest;
        let sum = |of: &dyn Fn(f64) -> f64| values.iter().map(|&(z, n)| n * of(z)).sum::<f64>();
        let mean = sum(&|z| z / left(z)) / sum(&|z| 1.0 / left(z));
        let scale = left(mean);
        let height = -sum(&|z| (left(z) / scale).ln());
        let bend = sum(&|z| ((z - mean) * scale / left(z)).powi(2));
        let root = (-2.0 * height).max(0.0).sqrt();
        let slope = (1.0 - rest) / scale * bend.sqrt();
        let normal = 0.5 * erfc(root / SQRT_2);
        let density = (-root * root / 2.0).exp() / (2.0 * PI).sqrt();
        // At the mean itself the formula divides 0 by 0; a point there belongs to no tail.
        let beyond = if root < 1e-4 {
            0.5
        } else {
            normal + density * (1.0 / slope - 1.0 / root)
        };
        (mean, beyond)
    };
    let (mut low, mut high) = (-60.0_f64, 0.0);
    for _ in 0..32 {
        let middle = f64::midpoint(low, high);
        if at(middle.exp()).1 > tail {
            high = middle;
        } else {
            low = middle;
        }
    }
    // Rounded outwards, so that computers whose last digits differ print the same.
    ((at(high.exp()).0 * 1e9).ceil() / 1e9).min(1.0)
}

/// The mean and variance of values, summed up one by one by Welford's method, which stays accurate
/// for many values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
}

impl Moments {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.add_times(value, 1.0);
    }

    /// Adds a value that occurred this many times (P. Pebay, Sandia report SAND2008-6212, 2008).
    pub fn add_times(&mut self, value: f64, times: f64) {
        let before = self.count;
        self.count += times;
        let away = value - self.mean;
        let step = away * times / self.count;
        self.squares += away * before * step;
        self.mean += step;
    }

    /// The mean; 0 without values.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; `None` for fewer than two values, which do not show how much values differ.
    pub fn error(&self) -> Option<f64> {
        let variance = self.squares / (self.count - 1.0);
        (self.count > 1.0).then(|| (variance / self.count).sqrt())
    }
}
