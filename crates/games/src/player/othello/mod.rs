//! The players made for Othello that look one move ahead, after the article on making Othello players of
//! 2015, and the features of the board that they use.

mod hand_written;
mod players;
mod squares;

pub use hand_written::HandWritten;
pub use players::LISTING;
pub use squares::Squares;
