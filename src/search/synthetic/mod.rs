//! Trees without a game: uniform with mixed numbers at the leaves, or written as text; and
//! evaluations that lie as badly as they can. They try an algorithm where its value is known.

mod text;
mod uniform;
mod values;

pub use text::{TextPlace, TextTree};
pub use uniform::{Uniform, UniformNode};
pub use values::{Hashed, LeafValues, Leaves, mix};
