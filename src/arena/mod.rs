//! Measuring players: against each other, by sampling games or exactly by multiplying out every line
//! of play, in matches and in tournaments, and against the best opponent there can be; and a table
//! against perfect play, box by box. Single games are told as text by [`Transcript`].

mod exact;
mod growth;
mod only;
mod rating;
mod sample;
mod study;
mod tournament;
mod transcript;

pub use exact::{
    Accuracy, AccuracyByPly, Aim, Chances, Evaluation, Fraction, Fractions, Ground, LosingLine,
    OptimalMoves, Policy, Proof, Response,
};
pub use growth::{Growth, growth};
pub use only::{OnlyGame, only_game};
pub use rating::{Rating, ratings};
pub use sample::{GAMES_PER_DICE, Sets, Tally, sample, sample_games, sample_sets};
pub use study::{
    Course, Curve, Difference, Figure, Point, RunEnded, RunResult, Setting, Speed, Spread, Study,
};
pub use tournament::{Meeting, Placing, Tournament};
pub use transcript::{Ending, PlayedGame, Transcript};
