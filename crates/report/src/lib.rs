//! What was measured, as rows of figures. A row is made in one place, and everything is made from it: the CSV
//! files, the JSON documents, Python's frames, and by a [`View`] the tables for people.
//!
//! # Reading order
//!
//! `row.rs` has rows and tables, `view.rs` how people see them, `layout.rs` how wide, and one file each says which rows a
//! training, a history, a study, a sweep, a match, a tournament, a search tree and a count of games have. `text/` puts the
//! rows of a study, a sweep, a tournament and a match together as text for people. Names of columns are stable:
//! `docs/figures.md` lists them.
//!
//! # What it never does
//!
//! It computes no figure and rounds none that goes into a file; only a view rounds. It opens no file and prints
//! nothing.

mod contest;
mod counts;
mod explained;
mod history;
mod layout;
mod nimbers;
mod proof;
mod row;
mod study;
mod sweep;
mod text;
mod tournament;
mod training;
mod tree;
mod view;

pub use contest::matched;
pub use counts::counted;
pub use explained::{Explained, result_name};
pub use history::{chances, history};
pub use layout::{Layout, PlyCell, heading};
pub use nimbers::Nimbers;
pub use proof::proved;
pub use row::{Cell, Document, Row, Rows, Table, Tables, row};
pub use study::{Results, Studied, by_ply, compared, expected, study};
pub use sweep::sweep;
pub use text::{label_with_play, lead, match_text, provenance, sweep_text, unseen_note};
pub use tournament::Contests;
pub use training::training;
pub use tree::{TreeDocument, tree_dot, tree_nodes, tree_text};
pub use view::{Column, Form, TextTable, View};
