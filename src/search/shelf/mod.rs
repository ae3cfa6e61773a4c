//! What the games of the shelf offer a search: evaluations, orders, extensions, free moves. They stay
//! apart from the rules; `by_game` finds them.

mod by_game;
mod centre;
mod discs;
mod lines;
mod pawns;
mod size;

pub use by_game::{OFFERED, Offered, offered};
