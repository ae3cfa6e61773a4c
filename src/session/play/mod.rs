//! Games move by move: a person at the board, two machines watched, a machine taught game by game.
//!
//! A [`Play`] is games one after the other between two [`Seat`]s, whoever sits there. It draws for
//! machines, lets learners learn at the end of each game, takes moves and whole games back bead for
//! bead, and gives all it knows as values: a terminal or a page shows them and says what the person
//! does. A [`Keeper`] keeps on disk what is learnt on the way. [`with_person`], [`lesson`] and
//! [`watch`] seat those that names stand for.

mod hint;
mod keeper;
mod rounds;
mod seat;
mod setup;
mod turns;

pub use hint::{Hint, hint};
pub use keeper::{Keeper, scores_against_people};
pub use rounds::{Play, Undone};
pub use seat::{Pupil, Seat, Thought};
pub use setup::{Lesson, Opened, WithPerson, lesson, watch, with_person};
pub use turns::{Change, End, Turn};
