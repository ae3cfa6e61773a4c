//! The knowledge base on disk: a model is one file, a knowledge base is a folder of models.
//!
//! A model is always read and written as a whole. It is written to a temporary file in the same folder,
//! which is then renamed, so its path always names the complete old model or the complete new one.
//! Reading a model detects damage. A writer takes a [`Lock`] before it reads the model and keeps the
//! lock until it has finished; on a disk without locks it goes on without one.
//!
//! # Reading order
//!
//! [`Model`] and [`Chapter`] are what a file holds, [`mod@format`] is how, to the byte. [`read`], [`write`](write())
//! and [`replace`] are its doors; [`Lock`] keeps two writers apart. `disk/` is all that touches the operating system
//! (`memory.rs` in its place in a browser). [`merge`](merge()) adds models up, [`Part`] is a piece of a study.
//! [`error`] has what can go wrong.
//!
//! # What it never does
//!
//! Nothing takes the place of a file before it has passed the check that reading applies. Nothing read is trusted:
//! lengths are limited before memory is taken, and damage is an error, never a panic or another table. Nothing that
//! was learnt is dropped because a file could not be written: it is kept beside ([`Error::Lost`]).

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod chapter;
mod container;
mod difference;
#[cfg(not(target_family = "wasm"))]
mod disk;
#[cfg(target_family = "wasm")]
#[path = "memory.rs"]
mod disk;
mod encoding;
pub mod error;
mod file;
mod file_mark;
mod folder;
pub mod format;
#[cfg(not(target_family = "wasm"))]
mod journal;
mod laws;
mod link;
mod listed_game;
mod lock;
mod merge;
mod model;
mod part;
#[doc = include_str!("../files.md")]
pub mod other_files {}
mod payload;
mod place;
mod sealed;
mod solved;
mod view;

pub use chapter::{Chapter, LearntGames, LineageStep, MOST_LISTED, Parent, Provenance};
pub use difference::{ChangedBox, TableDifference};
#[cfg(not(target_family = "wasm"))]
pub use disk::{abandon, make_folder, when_rescued, when_unlocked};
pub use disk::{
    canonical, exists, files_in, is_file, is_gone, is_pipe, is_taken, length_at, open, remove,
    rename,
};
#[cfg(target_family = "wasm")]
pub use disk::{changes, put, take_away};
pub use error::{Error, Result};
pub use file::{
    check_for, encode_sound, game_of, holds, is_filled, read, read_for, read_head, read_history,
    read_once, read_text, read_training, read_with_game, replace, replace_with, utf8, verified,
    verify, write,
};
pub use file_mark::FileMark;
pub use folder::in_progress::{list_in_progress, new_of, replaced_by, with_new};
pub use folder::kept::{NumberedCopy, files_below, kept};
pub use folder::{default_path, list};
pub use format::{decode, encode, hash_of_boxes, is_model};
#[cfg(not(target_family = "wasm"))]
pub use journal::{Journal, JournalSync};
pub use link::{from_link, to_link};
pub use listed_game::ListedGame;
pub use lock::{Lock, check_rescued, put_back};
pub use merge::{Merge, merge};
pub use model::{MOST, Model, PLIES, Pending};
pub use part::{
    Blob, Course, ENDING as PART_ENDING, HeldPart, NumberedRuns, Part, PartOf, PartPiece,
    RunRanges, RunsToPlay, SweepGrid, SweptRun, TakePiece, gaps, is_part, parts_in, runs_in_words,
};
pub use place::{
    EXTENSION, damaged, failed, folder_of, has_ending, has_model_ending, invalid, portable,
};
pub use solved::{
    decode_book, decode_database, encode_book, encode_database, is_book, is_database, read_book,
    read_database,
};
pub use view::{BoxView, ColourView, MoveValue};

#[cfg(not(target_family = "wasm"))]
use matchboxes_games::fork;
use matchboxes_games::{game, games, graph, locks, text};
use matchboxes_learn as learn;
use matchboxes_measure as arena;
use matchboxes_search as search;
