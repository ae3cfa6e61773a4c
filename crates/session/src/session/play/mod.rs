//! Games played move by move: a person plays, two machines are watched, or a machine is taught game by
//! game.
//!
//! A [`Play`] is a sequence of games between two sides. It draws the moves of machines, lets learners
//! learn at the end of each game, can take back moves and whole games with all changes of boxes, and
//! returns all its data as values: a terminal or a page shows them and passes on the person's moves. A
//! [`Keeper`] writes to disk what is learnt. [`with_person`], [`lesson`] and [`watch`] set up the board
//! for named players; [`learn_from`] teaches a machine by games that others have played, and a [`ClassMachine`] learns
//! from games that end at several boards.

mod class;
mod forward;
mod hand_play;
mod hint;
mod keeper;
mod listed;
mod rounds;
mod seat;
mod setup;
mod taught;
mod turns;
mod undo;

pub use class::ClassMachine;
pub(super) use class::letter;
pub use forward::UnfoldedGame;
pub(super) use forward::forward;
pub use hint::{Hint, hint, worths};
pub use keeper::{Keeper, games_against_people, scores};
pub use rounds::Play;
pub(super) use seat::Pupil;
pub use seat::{HandTask, Thought};
pub(super) use setup::built;
pub use setup::{Lesson, Opened, PERSON, WithPerson, lesson, watch, with_person};
pub use taught::{FromRecords, Taught, learn_from};
pub(super) use turns::Round;
pub use turns::{BoxChange, GameEnd, Turn};
pub use undo::Undone;
