//! Exact evaluation of tables after every set.

use super::history::Exact;
use crate::game::{Key, Side};

/// Reads the beads of the box with a key, and returns whether the box has been met.
pub type ReadBox<'a> = dyn FnMut(Key, &mut Vec<u64>) -> bool + 'a;

/// Evaluates a table exactly after every set.
pub trait Evaluator: Send + Sync {
    /// Evaluates the table of this side; `read` reads its boxes one by one.
    fn evaluate(&self, side: Side, read: &mut ReadBox<'_>) -> Exact;
}
