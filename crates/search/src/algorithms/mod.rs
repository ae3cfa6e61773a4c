//! The algorithms, and what several of them share.

mod alphabeta;
mod best;
mod deepening;
mod mcts;
mod minimax;
mod null_window;
mod pns;
mod soft;
mod solve;
mod sss;
mod with_table;

pub use alphabeta::{AlphaBeta, NegaAlpha};
pub use best::{Aim, Best};
pub use deepening::Deepening;
pub(super) use deepening::deepen;
pub use mcts::Mcts;
pub use minimax::{BestResult, Minimax, Negamax, minimal_leaves};
pub use null_window::{Approach, NullWindows};
pub use pns::ProofNumbers;
pub use soft::{AlphaBetaSoft, Pvs};
pub use solve::Solve;
pub use sss::Sss;
