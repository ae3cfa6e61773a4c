//! The players made for tic-tac-toe: the players of the rule-player article, and Michie's script.

mod explain;
mod hand_written;
mod method;
mod players;
mod roll;
mod score;
pub mod script;

pub use explain::{ExplainedMove, Explanation, MoveScore};
pub use hand_written::HandWritten;
pub use players::LISTING;
pub use roll::ROLL;
pub use score::{Halves, LineValues, PatternCounts};
