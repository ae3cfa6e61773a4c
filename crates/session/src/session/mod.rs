//! From a request to its result: trainings that end in a model on disk, studies, sweeps, and games played one
//! by one.
//!
//! A [`Request`] describes a training by values, and may leave any of them open; this module has all the defaults. [`train`] resolves a request and the existing files and
//! carries that out, which makes a [`Model`](crate::store::Model). [`Trainings`] are resolved from the same
//! request and played many times; a [`Grid`] of them is a [`Sweep`]. The command line, a web page or another language fills in requests and
//! shows their results; nothing here prints. A [`Play`] is a board with its two players.

mod certain;
mod class;
pub mod class_names;
mod expected;
mod file_kinds;
mod grid;
mod held;
mod past;
mod plan;
mod play;
mod ranked;
mod replayed;
mod request;
mod resolve;
mod study;
mod train;
mod unfolded;

pub use crate::learn::{GAMES_PER_SET, SEED};
pub use certain::{certain, excluded};
pub use class::*;
pub use expected::Expected;
pub use file_kinds::{KnownFile, Sound};
pub use grid::{Grid, Sweep};
pub use held::lock_to_change;
pub use past::moves_in_training;
pub use play::*;
pub use ranked::{Contest, Half, Ranked, RankedTraining, SweepFigure};
pub use replayed::{BoxMoment, Replayed};
pub use request::{
    Already, GAME, Keeping, MODELS, OPPONENT, Opposing, RULE, RUNS, Request, SETS, SWEPT_RUNS,
    Source, default_model,
};
pub use resolve::{check_learners, file_marks, usual_opponent};
pub use study::Trainings;
pub use train::{InProgress, Trained, Watch, Writing, train};
pub use unfolded::{PastEntry, PastGame, PastTraining, Unfolded};
