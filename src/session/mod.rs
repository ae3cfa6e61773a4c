//! From what is asked for to what is kept: trainings that end in a model on disk, studies, and games
//! played one by one.
//!
//! A [`Request`] says in words what is wanted and leaves open what it does not care for; all
//! defaults are here, in one place. [`train`] resolves it once, with what the disk holds, into a
//! [`Plan`] and carries that out into a [`Model`](crate::store::Model); [`Trainings`] are resolved
//! from the same words and played many times over. The command line, a page or another language fill in
//! requests and show what comes of them; nothing here prints. A [`Play`] is a board with who sits at it.

mod held;
mod itself;
mod plan;
mod play;
mod request;
mod resolve;
mod study;
mod train;

pub use crate::learn::{GAMES_PER_SET, SEED};
pub use plan::Plan;
pub use play::{
    Change, End, Hint, Keeper, Lesson, Opened, Play, Pupil, Seat, Thought, Turn, Undone,
    WithPerson, hint, lesson, scores_against_people, watch, with_person,
};
pub use request::{
    Already, GAME, Keeping, MODELS, OPPONENT, RULE, RUNS, Request, SETS, default_model,
};
pub use resolve::{check_outside, opponent_of, outside};
pub use study::{Comparison, Trainings};
pub use train::{Stop, Trained, Watch, Writing, train};
