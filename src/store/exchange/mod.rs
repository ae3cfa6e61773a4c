//! Policies and matchboxes as text, for other programs to read and to write: CSV or JSON.
//!
//! A [`Sheet`] holds rows of one of two contents, told by its columns:
//!
//! | content | columns | rows |
//! |---|---|---|
//! | policy | `position,side,move,weight,probability` | one for each legal move of every unfinished position that play can reach and in which a side the player plays is to move |
//! | boxes | `position,side,ply,moves,beads` | one for each colour of every matchbox of a model |
//!
//! Rows are written sorted by the text of the position, then by move, and read in any order.
//! Positions and moves are written as people type them; a side is `first` or `second`; weights and
//! beads are whole numbers. A probability is its weight's share of the position's weights; it may
//! be left out of a file that is to be read, the weights count. `ply` is how many moves had been
//! played when the box was first met. In `moves` stand, set apart by spaces, the moves that share a
//! colour.
//!
//! In JSON the same rows are objects with the columns as keys, one on each line, in the list
//! `policy` or `boxes` of an object that also tells the `game`, the `player` and, with boxes, the
//! `rule`. A CSV file says neither. A file may be far larger than memory: it is read row by row, and a row
//! has at most 2^20 bytes.
//!
//! [`Sheet::model`] makes a model of either: of boxes those very boxes, of a policy boxes
//! without symmetries that hold its weights, so that it plays exactly as what was written. The
//! model says where it comes from by a chapter without sets that names the file; of what happened
//! before, the history and with it the sliding origin of an odds rule, it knows nothing. Whatever is
//! wrong with a file is told by its line, and nothing comes of it.

mod build;
mod columns;
mod json;
mod lines;
mod read;
mod sheet;
mod write;

pub use sheet::{Content, Encoding, Gaps, Sheet};
