//! Learning values of moves in place of beads: the arithmetic, and the boxes that hold the values.

pub(super) mod arithmetic;
mod boxes;

pub(crate) use boxes::{ValueBox, ValueBoxes};
