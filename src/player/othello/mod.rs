//! The players made for Othello: those that judge one move ahead, after the article on making Othello
//! players of 2015, and what they see on a board.

mod hand_written;
mod players;
mod squares;

pub use hand_written::HandWritten;
pub use players::{LISTING, Players};
pub use squares::Squares;
