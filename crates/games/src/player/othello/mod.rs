//! The players made for Othello that look one move ahead, after the article on making Othello players of 2015.

mod hand_written;
mod players;

pub use hand_written::OthelloPlayer;
pub use players::LISTING;
