//! Measuring players: in matches and tournaments, by sampling games or exactly by following every line of
//! play, and against the best possible opponent; and comparing a table with perfect play, box by box.
//! [`Transcript`] reads and writes single games as text; a [`RecordedGame`] is one that others have recorded.
//!
//! # Reading order
//!
//! `sample.rs` plays games and counts; `exact/` follows every line instead ([`Ground`] holds the positions,
//! [`Policy`] a player on them, [`Proof`] what no opponent can change); `tournament.rs` and `rating.rs` compare many
//! players. `study/` repeats a training and says with `interval.rs` what its runs have in common.
//!
//! # What it never does
//!
//! It opens no file, prints nothing and reads no clock except the one of a [`Keep`]. Results of parallel work
//! are collected in the order of their numbers, never in that in which threads end.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod contest;
mod deterministic;
mod exact;
mod growth;
mod interval;
mod rating;
mod recorded;
mod sample;
mod study;
mod tournament;
mod transcript;

pub use contest::{MatchResult, TournamentMode};
pub use exact::{
    Accuracy, Aim, Chances, Evaluation, ExpectedCurve, ExpectedGame, Fraction, Fractions, Ground,
    LosingLine, OptimalMoves, Policy, Proof, Response, Strength, UntilNeverLoses, after_moves,
};
pub use growth::{Growth, growth};
pub use interval::{Interval, Moments, unseen};
pub use rating::{RatedMeeting, Rating, ratings};
pub use recorded::{RawGame, RecordedGame, Stated};
pub use sample::{Contest, GAMES_PER_DICE, MatchSoFar, Sets, Tally};
pub use study::{
    Begun, Certain, Compared, Comparisons, Curve, Difference, Dominance, Figure, FinalFigure,
    Finals, Holding, Keep, MEMORY, Pace, Play, Point, RESULTS, RunPairs, RunResult, Scores, Speed,
    Spread, Study, StudyPlan, StudySetting, StudySize, Unit,
};
pub use study::{Fault, FigureEntry, Followed, SpeedMeter, figure, figures, openings, openings_by};
pub use tournament::{Meeting, MeetingsSoFar, Placing, Tournament};
pub use transcript::{Ending, InvalidLine, PlayedGame, Transcript};

mod compiled_once;

#[doc(hidden)]
pub use compiled_once::compiled_once;

use matchboxes_games::{dice, error, fork, game, games, graph, interrupt, locks, player, text};
use matchboxes_learn as learn;
