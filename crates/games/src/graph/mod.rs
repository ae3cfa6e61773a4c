//! Numbered positions: a hash map from keys to nodes, and edges that store where they lead.
//!
//! A [`Graph`] gives positions numbers as they are met. It grows lazily, edge by edge, for games of any
//! size, or is completed at once for small games. Mirror images can be merged into one node; a merged edge
//! stores the number of moves it stands for. All code that deals with mirror images uses [`mirror`]. A player
//! can be represented by one array of weights parallel to the edges.
//!
//! A [`Budget`] decides whether a game is small enough for all its positions to be generated. Results for all
//! positions are computed by one backward pass over a [`Solved`] game, which can be shared.

mod backward;
mod budget;
pub mod mirror;
mod nodes;
mod shared;
mod solve;

pub use backward::{Positions, UnfinishedPosition};
pub use budget::{Budget, Count};
pub use mirror::Merging;
pub use nodes::{Edge, Graph, Node};
pub use shared::{for_play, shared_solved};
pub use shared::{offered, shared};
pub use solve::Solved;
