//! The difference between the means of two trainings, with its standard error.

use std::cmp::Ordering;

use crate::interval::Moments;

/// The difference of two means with its standard error, in the units of the values compared; exact figures
/// are chances, 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Difference {
    /// The first mean minus the second.
    pub mean: f64,
    /// Its standard error; `None` for one run.
    pub error: Option<f64>,
}

impl Difference {
    /// The mean difference between the first and second value of these pairs, one pair per run.
    #[must_use]
    pub fn of_pairs(pairs: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut sums = Moments::default();
        for (one, other) in pairs {
            sums.add(one - other);
        }
        Self {
            mean: sums.mean(),
            error: sums.error(),
        }
    }

    /// Which mean is significantly greater: `Greater` if the first one is, `Less` if the second one is, and
    /// `None` if they differ by at most three standard errors, or the error is 0 or not known.
    pub fn settled(&self) -> Option<Ordering> {
        let error = self.error.filter(|&error| error > 0.0)?;
        (self.mean.abs() > 3.0 * error).then(|| self.mean.total_cmp(&0.0))
    }
}
