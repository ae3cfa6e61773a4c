//! Policies, matchboxes and values as text, CSV or JSON, for other programs to read and write.
//!
//! A [`Sheet`] holds rows with one of three contents, which its columns show:
//!
//! | content | columns | rows |
//! |---|---|---|
//! | policy | `position,side,move,weight,probability` | one for each legal move of every unfinished position that play can reach and in which the player is to move |
//! | boxes | `position,side,ply,moves,beads` | one for each colour of every matchbox of a model |
//! | values | `position,side,ply,moves,value,visits` | the same for a model whose rule keeps values |
//!
//! Rows are written sorted by the text of the position, then by move, and read in any order.
//! Positions and moves are written as people type them; a side is `first` or `second`, or `shared` for the boxes of
//! one machine for both sides; weights,
//! beads and visits are whole numbers. A probability is its weight's share of the position's weights; a file to be
//! read may leave it out, since only the weights count. `ply` is the number of moves played before the
//! box was first met. `moves` lists the moves that share a colour, separated by spaces.
//!
//! A value is a whole number of 2^-32 between -100 and 100. It is written as the shortest decimal that reads back to
//! it as a double (IEEE 754), which is exact. A decimal of another program is read as a double and rounded to the
//! nearest 2^-32, halves up; the values of a box that are different doubles stay different and in their order, each
//! moved by as few units as that takes. If one of a file is beyond 100, all are divided by the smallest power of two
//! that brings them within it. `visits` counts how often the value has been learnt from.
//!
//! In JSON the same rows are objects with the columns as keys, one on each line, in the list
//! `policy`, `boxes` or `values` of an object that also has the keys `game`, `player` and, except for a
//! policy, `rule`. A CSV file has none of these. A file may be far larger than memory: it is read row by row, and a row
//! has at most 2^20 bytes.
//!
//! [`Sheet::model`] makes a model from each: from boxes or values, a model with the same; from a policy, one
//! whose boxes have no symmetries and hold the weights, so that it plays exactly like the written player.
//! A chapter without sets names the file that the model was made from. The model has no history, and so
//! no sliding origin of an odds rule. An error names the line at fault, and then no model is made.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod boards;
mod build;
mod columns;
mod json;
mod lines;
mod read;
mod records;
mod sheet;
mod spreadsheet;
mod values;
mod write;

pub use boards::{
    BoardReading, Boards, CellLayout, Marks, Numbers, ReadBoards, TableEntry, TableForm, ValuesOf,
};
pub use records::Records;
pub use sheet::{Encoding, Gaps, Sheet, SheetContent, is_sheet};

use matchboxes_games::{game, games, graph, interrupt, player, text};
use matchboxes_learn as learn;
use matchboxes_measure as arena;
use matchboxes_store::{self as store, error};
