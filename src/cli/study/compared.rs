//! Two trainings that are compared run by run.

use std::collections::BTreeMap;

use menace::arena::{Curve, Difference, Study};
use menace::{Error, Result};

use super::spool::Spool;

/// Two trainings, and how far their final figures lie apart.
pub(super) struct Compared<'a> {
    pub(super) one: &'a Study,
    pub(super) other: &'a Study,
    /// The differences of all curves.
    pub(super) last: BTreeMap<Curve, Difference>,
}

impl<'a> Compared<'a> {
    /// Compares two trainings whose runs ended so; of any other number of them there is nothing to say.
    pub(super) fn of(studies: &'a [Study], spools: &[Spool]) -> Result<Option<Self>> {
        let ([one, other], [ends, others]) = (studies, spools) else {
            return Ok(None);
        };
        let points = one.points.first();
        let curves = points.map(|point| point.curves.keys().copied().collect::<Vec<_>>());
        let curves = curves.unwrap_or_default();
        let pairs = ends.results().zip(others.results());
        let pairs = pairs.map(|(one, other)| Ok((one?, other?)));
        let found = Difference::of_runs::<_, Error>(&curves, pairs)?;
        Ok(Some(Self {
            one,
            other,
            last: curves.into_iter().zip(found).collect(),
        }))
    }

    /// How far the final values of a curve lie apart.
    pub(super) fn last(&self, curve: Curve) -> Difference {
        self.last.get(&curve).copied().unwrap_or_default()
    }
}
