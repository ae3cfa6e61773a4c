//! The players written by hand for tic-tac-toe.

mod explain;
mod hand_written;
mod method;
mod roll;
mod score;
pub mod script;

pub use explain::{ExplainedMove, Explanation, MoveScore};
pub use hand_written::{Rules, names};
pub use roll::{Entry, ROLL};
pub use score::{Counts, Halves, Lines, Pattern};
