//! Positions with numbers: a hash map from keys to nodes, and edges that remember where they lead.
//!
//! A [`Graph`] interns positions as they are met. It grows lazily, edge by edge, for games of any
//! size, or is completed at once for small ones. Mirror images can be merged into one node, each
//! merged edge keeping the number of moves it stands for; everything that needs mirror images asks
//! [`mirror`]. Any player becomes one array of weights parallel to the edges.
//!
//! Whether a game is small enough is a question for a [`Budget`]; what is wanted of all positions of
//! such a game is found in one backward pass over a [`Solved`] one, which all can share.

mod backward;
mod budget;
pub mod mirror;
mod nodes;
mod shared;
mod solve;

pub use backward::{Positions, Question, Turn};
pub use budget::{Budget, Count};
pub use mirror::Merging;
pub use nodes::{Edge, Graph, Node};
pub use shared::{offered, shared};
pub use solve::{Solution, Solved};
