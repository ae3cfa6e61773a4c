//! Synthetic trees and evaluations for testing algorithms: uniform trees with pseudo-random leaf values,
//! trees written as text, and evaluations that break every usual assumption.

mod text;
mod uniform;
mod values;

pub use crate::dice::mix;
pub use text::{TextPlace, TextTree};
pub use uniform::{Uniform, UniformNode};
pub use values::{Hashed, LeafValues, Leaves};
