//! What a table is worth exactly, asked after every set by those who want to know.

use super::history::Exact;
use crate::game::{Key, Side};

/// Reads the box of a key: fills in its beads and says whether it has been met.
pub type ReadBox<'a> = dyn FnMut(Key, &mut Vec<u64>) -> bool + 'a;

/// Finds out what a table is worth exactly, after every set.
pub trait Evaluator: Send + Sync {
    /// What the table of this side is worth, whose boxes are read one by one.
    fn evaluate(&self, side: Side, read: &mut ReadBox<'_>) -> Exact;
}
