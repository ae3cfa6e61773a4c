//! Game-tree search: every algorithm implements one trait, and all count their work in the same way.
//!
//! A [`Search`] takes a position and [`Limits`] and returns [`SearchResult`]: the value with its returned
//! depth, the best move, the best line, and the cost. [`KINDS`] lists all searches. Evaluations and
//! extensions ([`Evaluate`], [`Extend`]) are separate from the rules of the games. All searches return
//! the value of plain minimax to the same depth.
//!
//! # Reading order
//!
//! `ask.rs` has the trait and the question, `found.rs` what is found, `answer.rs` how a position is solved. `setting.rs`, `options.rs` and `kinds.rs` say what
//! a name can ask for; `parse.rs` reads a name, and `named.rs` makes the search for the rules of one game. `walk.rs`
//! is the work at every node; each file of `algorithms/` is then one search, shortest in `alphabeta.rs`.
//! `evaluate.rs`, `insight.rs` and `parts/` are what a game adds to its rules.
//!
//! # How to add one
//!
//! A file in `algorithms/` with a function of a question and a [`Searcher`]: it returns the value and the best moves, and
//! counts its work; `walk.rs` does most of this. Name it as an [`Algorithm`] in `setting.rs`, as a [`SearchKind`] with its
//! options in `kinds.rs`, and as an arm in `algorithms/mod.rs`. An option of its own is a field of [`Setting`] and an
//! entry in `options.rs`. It is then also a player and an opponent. Add it to `all` in `tests/search_laws.rs`, which
//! compares it with plain minimax.
//!
//! The search `best` knows every game by its rules. To give it more knowledge of a game, implement [`Insight`] in
//! `parts/`, as `threats.rs` does for games of lines, and name it in the [`Offers`] of the game there.
//! `tests/search_laws/best.rs` checks that what it claims is true.
//!
//! # What it never does
//!
//! It opens no file: the caller reads them before and passes them as [`SearchFiles`]. It reads no clock: a search ends by
//! its counts, or when the caller's [`Limits`] say so, so the same question has the same answer on every computer. It
//! does not depend on learning: a table serves as an evaluation or as a player like any other.

#![warn(clippy::print_stdout, clippy::print_stderr, clippy::unwrap_used)]
#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may panic"))]

mod algorithms;
mod answer;
mod ask;
mod collections;
mod counts;
mod evaluate;
mod files;
mod found;
mod insight;
mod kinds;
mod length;
mod limits;
mod named;
mod nimbers;
mod offers;
mod options;
mod order;
mod parse;
mod parts;
mod player;
mod score;
mod searcher;
mod setting;
mod size;
pub mod synthetic;
mod tables;
mod tree;
mod view;
mod walk;
mod worth;

pub use algorithms::minimal_leaves;
pub use answer::{Answer, RatedMove};
pub use ask::{Memory, Profile, Question, Search};
pub use collections::{LISTINGS, made_for};
pub use counts::{Cut, PlyCount, PlyCounts};
pub use evaluate::{Evaluate, Extend, Rank, Zero};
pub use files::{SearchFile, SearchFiles};
pub use found::{Counts, RootMove, SearchResult, Status, best_moves};
pub use insight::{Bounds, ByRules, Candidate, Insight, Points, WON};
pub use kinds::{KINDS, SearchKind};
pub use length::worth_of;
pub use limits::Limits;
pub use named::named;
pub use nimbers::nimbers;
pub use offers::Offers;
pub use order::one_ply;
pub use parse::{files_in, parse};
pub use parts::{OFFERED, Offered, Offering};
pub use player::Searching;
pub use score::{Score, Window};
pub use searcher::Searcher;
pub use setting::{Algorithm, SearchAim, Setting, Ties};
pub use size::{estimated_games, minimax_nodes};
pub use tables::solved::{Book, Database, SolvedOrigin};
pub use tables::table::{Keys, Replacement, TableSetting, TableSize};
pub use tree::{LeafReason, Tree, TreeNode};
pub use view::{NodeView, TreeView};
pub use worth::Worth;

mod compiled_once;

#[doc(hidden)]
pub use compiled_once::compiled_once;

use matchboxes_games::{dice, error, game, games, graph, interrupt, text};
