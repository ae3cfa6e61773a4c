//! Game-tree search: every algorithm implements one trait, and all count their work in the same way.
//!
//! A [`Search`] takes a position and [`Limits`] and returns [`Found`]: the value with its returned
//! depth, the best move, the best line, and the cost. Each algorithm is one file. Evaluations and
//! extensions ([`Evaluate`], [`Extend`]) are separate from the rules of the games. All searches return
//! the value of plain minimax to the same depth.

mod aided;
mod alphabeta;
mod ask;
mod best_result;
mod book;
mod collections;
mod database;
mod deepening;
mod dual;
mod evaluate;
mod found;
mod lifted;
mod limits;
mod mcts;
mod memory_test;
mod minimal;
mod minimax;
mod mt_sss;
mod mtdf;
mod negaalpha;
mod negamax;
mod offers;
mod options;
mod order;
mod parse;
mod player;
mod pns;
mod pvs;
mod score;
mod setting;
mod shelf;
mod soft;
mod solve;
mod sss;
pub mod synthetic;
mod table;
mod tree;
mod walk;
mod worth;

pub use alphabeta::AlphaBeta;
pub use ask::{Memory, Question, Search};
pub use best_result::BestResult;
pub use book::Book;
pub use collections::{LISTINGS, made_for};
pub use database::{Database, Origin};
pub use deepening::Deepening;
pub use dual::Dual;
pub use evaluate::{Always, Evaluate, Extend, Free, Line, Rank, Zero};
pub use found::{Choice, Counts, Found, Status, best_of};
pub use lifted::lifted;
pub use limits::Limits;
pub use mcts::Mcts;
pub use minimal::minimal_leaves;
pub use minimax::Minimax;
pub use mt_sss::MtSss;
pub use mtdf::Mtdf;
pub use negaalpha::NegaAlpha;
pub use negamax::Negamax;
pub use offers::Offers;
pub use order::{OnePly, Order};
pub use parse::{KINDS, Kind, parse};
pub use player::{Searching, Ties};
pub use pns::ProofNumbers;
pub use pvs::Pvs;
pub use score::{Score, Window};
pub use setting::{Extension, Setting};
pub use shelf::{OFFERED, Offered, Offering, SearchKernel, offered, with_offers};
pub use soft::AlphaBetaSoft;
pub use solve::Solve;
pub use sss::Sss;
pub use table::{Keys, Replacement, Room, TableSetting};
pub use tree::{Ending, Tree, TreeNode};
pub use worth::Worth;
