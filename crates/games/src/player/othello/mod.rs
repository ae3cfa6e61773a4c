//! The players made for Othello after the article on making Othello players of 2015: those that look one move ahead, and
//! two with the error of its program.

mod hand_written;
mod phantom;
mod players;

pub use hand_written::OthelloPlayer;
pub use phantom::Phantom;
pub use players::LISTING;
