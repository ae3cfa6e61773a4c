//! Rote learning: matchboxes, tables of them, the rules that change their beads, and runs.
//!
//! # Reading order
//!
//! [`Reference`] is the definition, a hash map of matchboxes in one short file: read it first, with [`Rule`],
//! whose methods define what a result does to a box. [`Training`] is all that determines a run, [`Run`] plays
//! it, [`Table`] and [`History`] are what it leaves behind, and a [`Reader`] plays by a table.
//!
//! `engine/` and `large/`, with the packed boxes of `packed/`, are the same algorithm for small games, whose
//! positions are laid out, and for large ones. They are written for speed and checked against the reference, byte for
//! byte. `values/` has the value learners, which serve as baselines.
//!
//! # What it never does
//!
//! It opens no file, prints nothing and reads no clock. The number of threads, the order of a hash map and a
//! stop between two sets change no byte of a table or a history: all randomness follows from the seed, the
//! run and the set.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod boxes;
mod choice;
pub mod decimal;
mod engine;
mod first_meetings;
mod game_log;
mod group;
mod history;
mod large;
mod layout;
mod learners;
mod lesson;
pub mod lists;
mod memory;
mod packed;
mod reader;
mod reference;
mod rule;
mod run;
mod table;
mod training;
mod values;

pub use boxes::{BoxContent, Matchbox, ValueBox, ValueBoxes};
pub use choice::Choice;
pub use first_meetings::FirstMeetings;
pub use game_log::{GameLog, move_games};
pub use group::Group;
pub use history::{Evaluator, Exact, History, Meetings, ReadBox, Record, Snapshot};
pub use large::learner::Learner;
pub use layout::{AtEmpty, Layout, Placed};
pub use learners::Learners;
pub use packed::PackedBoxes;
pub use reader::{Reader, ReaderWithFallback, Reading};
pub use reference::{DrawnBead, Reference};
pub use rule::{
    Beads, Boxes, Change, CountFrom, DecayPer, Duplicates, Effect, Empty, Incident, LearningMethod,
    MOST_BEADS, Multipliers, Odds, Rule, Schedule, SchedulePace, Scope, SlidingOrigin, StepSize,
    Update, Values, WHOLE, baselines, in_japanese, names, preset, presets,
};
pub use run::{Progress, Run};
pub use table::Table;
pub use training::opponent::Opponent;
pub use training::spec::{Examined, TrainingSpec};
pub use training::terms::Terms;
pub use training::{GAMES_PER_SET, SEED, Training};

mod compiled_once;

#[doc(hidden)]
pub use compiled_once::compiled_once;

use matchboxes_games::{dice, error, game, games, graph, interrupt, player, text};
