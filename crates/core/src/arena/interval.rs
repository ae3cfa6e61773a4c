//! Intervals that contain the long-run value in a stated share of all samples, for means, rare counts,
//! differences and quantiles.
//!
//! Levels are from 0 to 1: at the level 0.95, the long-run value is in the interval of 95 samples in 100.

use statrs::distribution::{Beta, Binomial, ContinuousCDF, DiscreteCDF, Gamma, StudentsT};

/// A range of values, both ends included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end, not below the lower one.
    pub high: f64,
}

impl Interval {
    /// The smallest interval that contains both.
    #[must_use]
    pub const fn hull(self, other: Self) -> Self {
        Self {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
        }
    }

    /// The part between these values, which must overlap it.
    #[must_use]
    pub const fn within(self, low: f64, high: f64) -> Self {
        Self {
            low: self.low.max(low),
            high: self.high.min(high),
        }
    }

    /// Both ends divided by a positive number.
    #[must_use]
    pub fn over(self, by: f64) -> Self {
        Self {
            low: self.low / by,
            high: self.high / by,
        }
    }

    /// The interval of the long-run number of events of which `count` were counted: Garwood's for Poisson
    /// counts (Biometrika 28, 1936), which holds at least its level however small the count is.
    #[must_use]
    pub fn of_events(count: u64, level: f64) -> Self {
        let left = (1.0 - level) / 2.0;
        let quantile = |shape: u64, part: f64| {
            let gamma = Gamma::new(crate::text::float(shape), 1.0).ok();
            gamma.map_or(0.0, |gamma| gamma.inverse_cdf(part))
        };
        Self {
            low: quantile(count, left),
            high: quantile(count.saturating_add(1), 1.0 - left),
        }
    }

    /// The interval of the chance of an event that happened in `count` of `size` runs: Clopper and Pearson's
    /// (Biometrika 26, 1934), which holds at least its level.
    #[must_use]
    pub fn of_chance(count: u64, size: u64, level: f64) -> Self {
        let left = (1.0 - level) / 2.0;
        let quantile = |a: u64, b: u64, part: f64| {
            let beta = Beta::new(crate::text::float(a), crate::text::float(b));
            beta.map(|beta| beta.inverse_cdf(part)).ok()
        };
        let others = size.saturating_sub(count);
        Self {
            low: quantile(count, others + 1, left).unwrap_or(0.0),
            high: quantile(count + 1, others, 1.0 - left).unwrap_or(1.0),
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

    /// The ranks, counted from 1, of the two values of an ordered sample between which the long-run quantile
    /// lies, whatever the distribution: `part` of all values, 0 to 1, do not exceed it. `None` where the sample
    /// is too small to have such a value.
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

/// The mean, variance and skewness of values, summed up one by one by Welford's method, which stays accurate
/// for many values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    count: f64,
    mean: f64,
    /// The sum of the squared deviations from the mean.
    squares: f64,
    /// The sum of the deviations to the third power.
    cubes: f64,
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
        let square = away * before * step;
        self.cubes += square * away * (before - times) / self.count - 3.0 * step * self.squares;
        self.squares += square;
        self.mean += step;
    }

    /// The mean; 0 without values.
    pub const fn mean(&self) -> f64 {
        self.mean
    }

    /// The standard error of the mean; 0 for fewer than two values.
    pub fn error(&self) -> f64 {
        let variance = self.squares / (self.count - 1.0).max(1.0);
        (variance / self.count.max(1.0)).sqrt()
    }

    /// The skewness of the sample; 0 if all values are equal.
    fn skewness(&self) -> f64 {
        let variance = self.squares / self.count;
        if variance > 0.0 {
            self.cubes / self.count / variance.powf(1.5)
        } else {
            0.0
        }
    }

    /// The interval of the long-run mean; `None` for fewer than two values.
    ///
    /// It is the smallest that contains Student's (1908) and the one corrected for skewness by Hall's
    /// transformation (Journal of the Royal Statistical Society B 54, 1992), here with Student's quantiles:
    /// for a symmetric sample the two are the same, and for a skewed one Student's alone covers too rarely. If
    /// all values are equal, it is this value alone: nothing is known then of how much others would differ.
    pub fn interval(&self, level: f64) -> Option<Interval> {
        let student = StudentsT::new(0.0, 1.0, self.count - 1.0).ok()?;
        let reach = student.inverse_cdf(f64::midpoint(1.0, level));
        let (error, bent) = (self.error(), self.skewness() / self.count.sqrt());
        let plain = Interval {
            low: self.mean - reach * error,
            high: self.mean + reach * error,
        };
        if bent.abs() < 1e-9 {
            return Some(plain);
        }
        let back = |x: f64| 3.0 / bent * ((1.0 + bent * (x - bent / 6.0)).cbrt() - 1.0);
        let halls = Interval {
            low: self.mean - back(reach) * error,
            high: self.mean - back(-reach) * error,
        };
        Some(plain.hull(halls))
    }
}
