//! How far the means of two trainings lie apart, and how sure that is.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::convert::Infallible;

use super::conduct::Study;
use super::curve::{Curve, Figure};
use super::run_result::RunResult;
use super::spread::Spread;

/// The difference of two means with its standard error, in the units of what is compared; of exact figures
/// in chances, 0 to 1.
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

    /// Of the first and the second of these pairs, each of which belongs to one run.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sums = Sums::default();
        for (one, other) in pairs {
            sums.add(one - other);
        }
        sums.difference()
    }

    /// Of the final values of a curve in two studies, over the last sets together.
    ///
    /// Runs of one number share the dice, so that their results may have something to do with each
    /// other: the difference is taken run by run, and its error is that of these differences. Studies
    /// of different numbers of runs, or whose ends were not kept, are compared as [`of`](Self::of) does,
    /// exact figures then as rounded as a [`Spread`] has them.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "there are 10,000 parts")]
    pub fn of_last(one: &Study, other: &Study, curve: Curve) -> Self {
        let runs = one.results.len();
        if runs == 0 || runs != other.results.len() {
            let unit = match curve {
                Curve::Exact(..) => Figure::ONE as f64,
                _ => 1.0,
            };
            let Self { mean, error } = Self::of(&one.last(curve), &other.last(curve));
            return Self {
                mean: mean / unit,
                error: error / unit,
            };
        }
        let pairs = one.results.iter().zip(&other.results);
        let Ok(found) = Self::of_runs(&[curve], pairs.map(Ok::<_, Infallible>));
        found.first().copied().unwrap_or_default()
    }

    /// Of the final values of each of these curves, run by run, in pairs of runs of one number.
    ///
    /// # Errors
    ///
    /// The first among the pairs.
    pub fn of_runs<R: Borrow<RunResult>, E>(
        curves: &[Curve],
        pairs: impl Iterator<Item = Result<(R, R), E>>,
    ) -> Result<Vec<Self>, E> {
        let mut sums = vec![Sums::default(); curves.len()];
        for pair in pairs {
            let (one, other) = pair?;
            for (sums, curve) in sums.iter_mut().zip(curves) {
                let [one, other] = [&one, &other].map(|r| curve.number(&r.borrow().last));
                sums.add(one - other);
            }
        }
        Ok(sums.iter().map(Sums::difference).collect())
    }

    /// Whether the first mean is settled to be the greater or the less: it is where they lie more than three
    /// standard errors apart, and open, `None`, within. One run settles nothing.
    #[must_use]
    pub fn settled(&self) -> Option<Ordering> {
        let is_settled = self.error > 0.0 && self.mean.abs() > 3.0 * self.error;
        is_settled.then(|| self.mean.total_cmp(&0.0))
    }
}

/// What differences come to, one after the other: Welford's sums, which lose no digits however many there are.
#[derive(Clone, Debug, Default)]
struct Sums {
    count: f64,
    mean: f64,
    /// Of the squares of what lies between each of them and their mean.
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        let before = value - self.mean;
        self.mean += before / self.count;
        self.squares += before * (value - self.mean);
    }

    fn difference(&self) -> Difference {
        let variance = self.squares / (self.count - 1.0).max(1.0);
        Difference {
            mean: self.mean,
            error: (variance / self.count.max(1.0)).sqrt(),
        }
    }
}
