//! How far the means of two trainings lie apart, and how sure that is.

use super::conduct::Study;
use super::curve::Curve;
use super::spread::Spread;

/// The difference of two means with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// The first mean less the second.
    pub mean: f64,
    /// Its standard error, 0 of one run.
    pub error: f64,
}

impl Difference {
    /// Of two samples that have nothing to do with each other.
    #[must_use]
    pub fn of(one: &Spread, other: &Spread) -> Self {
        Self {
            mean: one.mean() - other.mean(),
            error: one.error().hypot(other.error()),
        }
    }

    /// Of the final values of a curve in two studies, over the last sets together.
    ///
    /// Runs of one number share the dice, so that their results may have something to do with each
    /// other: the difference is taken run by run, and its error is that of these differences. Studies
    /// of different numbers of runs, or whose ends were not kept, are compared as [`of`](Self::of) does.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "reported to a few digits")]
    pub fn of_last(one: &Study, other: &Study, curve: Curve) -> Self {
        let runs = one.results.len();
        if runs == 0 || runs != other.results.len() {
            return Self::of(&one.last(curve), &other.last(curve));
        }
        let pairs = one.results.iter().zip(&other.results);
        let differences =
            pairs.map(|(a, b)| curve.value(&a.last) as f64 - curve.value(&b.last) as f64);
        let n = runs.max(1) as f64;
        let mean = differences.clone().sum::<f64>() / n;
        let squares: f64 = differences.map(|d| (d - mean).powi(2)).sum();
        let variance = squares / (n - 1.0).max(1.0);
        Self {
            mean,
            error: (variance / n).sqrt(),
        }
    }
}
