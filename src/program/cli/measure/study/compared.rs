//! Compares two trainings run by run.

use std::collections::BTreeMap;

use menace::arena::{Curve, Difference, Study};
use menace::{Error, Result};

use super::spool::Spool;

/// Two trainings and the differences of their final figures.
pub(super) struct Compared<'a> {
    pub(super) one: &'a Study,
    pub(super) other: &'a Study,
    /// The difference of the final values of each curve.
    pub(super) last: BTreeMap<Curve, Difference>,
}

impl<'a> Compared<'a> {
    /// Compares two trainings by the results of their runs; `None` unless there are exactly two.
    pub(super) fn of(studies: &'a [Study], spools: &[Spool]) -> Result<Option<Self>> {
        let ([one, other], [spool, other_spool]) = (studies, spools) else {
            return Ok(None);
        };
        let points = one.points.first();
        let curves = points.map(|point| point.curves.keys().copied().collect::<Vec<_>>());
        let curves = curves.unwrap_or_default();
        let pairs = spool.results().zip(other_spool.results());
        let pairs = pairs.map(|(one, other)| Ok((one?, other?)));
        let found = Difference::of_runs::<_, Error>(&curves, pairs)?;
        Ok(Some(Self {
            one,
            other,
            last: curves.into_iter().zip(found).collect(),
        }))
    }

    /// The difference of the final values of a curve.
    pub(super) fn last(&self, curve: Curve) -> Difference {
        self.last.get(&curve).copied().unwrap_or_default()
    }
}
