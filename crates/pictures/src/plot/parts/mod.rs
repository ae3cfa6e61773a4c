//! What pictures are made of: axes, lines, legends, numbers, colours.

pub(super) mod axis;
pub(super) mod canvas;
pub(super) mod legend;
pub(super) mod line;
pub(super) mod numbers;
pub(super) mod pen;
pub(super) mod ramp;
