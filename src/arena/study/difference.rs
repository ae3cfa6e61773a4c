//! How far the means of two trainings lie apart, and how sure that is.

use std::borrow::Borrow;
use std::convert::Infallible;

use super::conduct::Study;
use super::curve::Curve;
use super::run_result::RunResult;
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
    pub fn of_last(one: &Study, other: &Study, curve: Curve) -> Self {
        let runs = one.results.len();
        if runs == 0 || runs != other.results.len() {
            return Self::of(&one.last(curve), &other.last(curve));
        }
        let pairs = || {
            let pairs = one.results.iter().zip(&other.results);
            pairs.map(Ok::<_, Infallible>)
        };
        let Ok(found) = Self::of_runs(&[curve], pairs);
        found.first().copied().unwrap_or_default()
    }

    /// Of the final values of each of these curves, run by run, in pairs of runs of one number that are
    /// gone through twice: their order has to be the same.
    ///
    /// # Errors
    ///
    /// The first among the pairs.
    #[expect(clippy::cast_precision_loss, reason = "reported to a few digits")]
    pub fn of_runs<R, I, E>(curves: &[Curve], mut pairs: impl FnMut() -> I) -> Result<Vec<Self>, E>
    where
        R: Borrow<RunResult>,
        I: Iterator<Item = Result<(R, R), E>>,
    {
        let value = |curve: &Curve, result: &R| curve.value(&result.borrow().last) as f64;
        let mut runs: u64 = 0;
        let mut means = vec![0.0; curves.len()];
        for pair in pairs() {
            let (a, b) = pair?;
            runs += 1;
            for (sum, curve) in means.iter_mut().zip(curves) {
                *sum += value(curve, &a) - value(curve, &b);
            }
        }
        let n = runs.max(1) as f64;
        for mean in &mut means {
            *mean /= n;
        }
        let mut squares = vec![0.0; curves.len()];
        for pair in pairs() {
            let (a, b) = pair?;
            for ((sum, curve), mean) in squares.iter_mut().zip(curves).zip(&means) {
                let difference: f64 = value(curve, &a) - value(curve, &b);
                *sum += (difference - mean).powi(2);
            }
        }
        let found = means.into_iter().zip(squares).map(|(mean, squares)| {
            let variance: f64 = squares / (n - 1.0).max(1.0);
            Self {
                mean,
                error: (variance / n).sqrt(),
            }
        });
        Ok(found.collect())
    }
}
