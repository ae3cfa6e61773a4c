//! The exact strength of a machine in few figures.

use serde::Serialize;

use crate::learn::Exact;
use crate::text::float;

/// The exact strength of a machine; of an expected curve, the means over its possible states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Strength {
    /// The chances to win, draw and lose against random play.
    pub random: [f64; 3],
    /// The same against perfect play.
    pub perfect: [f64; 3],
    /// The largest chance of any opponent to win.
    pub worst_case_loss: f64,
}

impl From<Exact> for Strength {
    fn from(exact: Exact) -> Self {
        let of_parts = |parts| float(parts) / 1e12;
        Self {
            random: exact.random.map(of_parts),
            perfect: exact.perfect.map(of_parts),
            worst_case_loss: of_parts(exact.worst_case_loss),
        }
    }
}

impl Strength {
    pub(super) fn add(&mut self, chance: f64, exact: &Self) {
        for i in 0..3 {
            self.random[i] += chance * exact.random[i];
            self.perfect[i] += chance * exact.perfect[i];
        }
        self.worst_case_loss += chance * exact.worst_case_loss;
    }
}
