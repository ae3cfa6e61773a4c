//! What was measured or found, as rows of figures, as documents and as text for people. A row is made in one place, and
//! everything is made from it: the CSV files, the JSON documents, Python's frames, and by `view.rs` the tables for people.
//!
//! # Reading order
//!
//! `row.rs` has rows and tables, `view.rs` how people see them, `layout.rs` how wide. Then one file each has the results of
//! one kind: trainings and studies, whose text for people `text/` puts together; sweeps, matches and tournaments; searches
//! (`solved.rs`, `tree.rs`, `counts.rs`) and proofs; models (`model.rs`, `lineage.rs`, `shown.rs`, `difference.rs`), their
//! boxes (`boxes.rs`, `explained.rs`, `kit.rs`) and files (`listing.rs`, `recorded.rs`). A result has a document, which
//! serializes, and a text. Names of columns are stable: `docs/figures.md` lists them.
//!
//! # What it never does
//!
//! It has no way of its own to compute a figure: it asks the crates below. It rounds none that goes into a file; only text
//! is rounded. It opens no file and prints nothing.

pub mod boxes;
mod contest;
mod counts;
mod difference;
mod explained;
mod history;
mod kit;
mod layout;
mod lineage;
mod listing;
mod model;
mod nimbers;
mod proof;
mod recorded;
mod row;
mod shown;
mod solved;
mod study;
mod sweep;
mod text;
mod tournament;
mod training;
mod tree;
mod view;

pub use contest::{lead, match_text, matched};
pub use counts::{counted, counted_text};
pub use difference::ComparedModels;
pub use explained::Explained;
pub use history::history;
pub use kit::{ScaledStrength, kit_document, kit_text};
pub use layout::{Layout, PlyCell, heading};
pub use lineage::{ModelLog, how_made};
pub use listing::{CheckedFiles, ListedModels, ListedParts, shortened, undamaged};
pub use model::{MergedModels, model_file};
pub use proof::{ProofReport, proved};
pub use recorded::RecordedCounts;
pub use row::{Cell, Document, Row, Rows, Table, Tables, row};
pub use shown::ShownModel;
pub use solved::{SolvedMoves, SolvedPosition};
pub use study::{Results, Studied, by_ply, compared, expected, study};
pub use sweep::{sweep, sweep_text};
pub use text::{label_with_play, provenance, unseen_note};
pub use tournament::Contests;
pub use training::training;
pub use tree::{TreeDocument, tree_dot, tree_nodes, tree_text};
pub use view::{Column, Form, TextTable};
