//! The final figures of all trainings, and every pair of trainings compared.

use menace::Result;
use menace::arena::{Comparisons, Study};

use super::spool::Spool;

/// Compares all trainings by the results of their runs; `None` if these were not kept.
pub(super) fn compared(studies: &[Study], spools: &[Spool]) -> Result<Option<Comparisons>> {
    if spools.is_empty() {
        return Ok(None);
    }
    let results = spools.iter().map(Spool::results).collect();
    Comparisons::of(studies, results).map(Some)
}
