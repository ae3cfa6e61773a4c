//! The difference between the means of two trainings, with its standard error.

use std::cmp::Ordering;

use super::curve::{Curve, Figure};
use super::spread::Spread;
use super::total::Study;
use crate::arena::interval::Moments;
use crate::text::float;

/// The difference of two means with its standard error, in the units of the values compared; exact figures
/// are chances, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// The first mean minus the second.
    pub mean: f64,
    /// Its standard error; 0 for one run.
    pub error: f64,
}

impl Difference {
    /// The difference of the means of two independent samples.
    #[must_use]
    pub fn of(one: &Spread, other: &Spread) -> Self {
        Self {
            mean: one.mean() - other.mean(),
            error: one.error().hypot(other.error()),
        }
    }

    /// The mean difference between the first and second value of these pairs, one pair per run.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sums = Moments::default();
        for (one, other) in pairs {
            sums.add(one - other);
        }
        Self::from(&sums)
    }

    /// The difference of the final values of a curve in two studies, over the last sets together.
    ///
    /// Runs with the same number use the same random numbers, so their results may be correlated: the
    /// difference is taken run by run, and its error is that of these differences. Studies with different
    /// numbers of runs, or without stored results of single runs, are compared as in [`of`](Self::of); exact
    /// figures are then rounded as in a [`Spread`].
    #[must_use]
    pub fn of_last(one: &Study, other: &Study, curve: Curve) -> Self {
        let runs = one.results.len();
        if runs == 0 || runs != other.results.len() {
            let unit = match curve {
                Curve::Exact(..) => float(Figure::ONE),
                _ => 1.0,
            };
            let Self { mean, error } = Self::of(&one.last(curve), &other.last(curve));
            return Self {
                mean: mean / unit,
                error: error / unit,
            };
        }
        let pairs = one.results.iter().zip(&other.results);
        Self::of_pairs(pairs.map(|(a, b)| (curve.number(&a.last), curve.number(&b.last))))
    }

    /// Which mean is significantly greater: `Greater` if the first one is, `Less` if the second one is, and
    /// `None` if they differ by at most three standard errors or the error is 0, as for one run.
    pub fn settled(&self) -> Option<Ordering> {
        let is_settled = self.error > 0.0 && self.mean.abs() > 3.0 * self.error;
        is_settled.then(|| self.mean.total_cmp(&0.0))
    }
}

impl From<&Moments> for Difference {
    fn from(differences: &Moments) -> Self {
        Self {
            mean: differences.mean(),
            error: differences.error(),
        }
    }
}
