//! Game-tree search: every algorithm implements one trait, and all count their work in the same way.
//!
//! A [`Search`] takes a position and [`Limits`] and returns [`Found`]: the value with its returned
//! depth, the best move, the best line, and the cost. Each algorithm is one file. Evaluations and
//! extensions ([`Evaluate`], [`Extend`]) are separate from the rules of the games. All searches return
//! the value of plain minimax to the same depth.

mod algorithms;
mod ask;
mod collections;
mod evaluate;
mod found;
mod lifted;
mod limits;
mod offers;
mod options;
mod order;
mod parse;
mod parts;
mod player;
mod score;
mod setting;
pub mod synthetic;
mod tables;
mod tree;
mod walk;
mod worth;

pub use algorithms::alphabeta::AlphaBeta;
pub use algorithms::best_result::BestResult;
pub use algorithms::deepening::Deepening;
pub use algorithms::dual::Dual;
pub use algorithms::mcts::Mcts;
pub use algorithms::minimal::minimal_leaves;
pub use algorithms::minimax::Minimax;
pub use algorithms::mt_sss::MtSss;
pub use algorithms::mtdf::Mtdf;
pub use algorithms::negaalpha::NegaAlpha;
pub use algorithms::negamax::Negamax;
pub use algorithms::pns::ProofNumbers;
pub use algorithms::pvs::Pvs;
pub use algorithms::soft::AlphaBetaSoft;
pub use algorithms::solve::Solve;
pub use algorithms::sss::Sss;
pub use ask::{Memory, Question, Search};
pub use collections::{LISTINGS, made_for};
pub use evaluate::{Always, Evaluate, Extend, Free, Line, Rank, Zero};
pub use found::{Counts, Found, RootMove, Status, best_moves};
pub use lifted::lifted;
pub use limits::Limits;
pub use offers::Offers;
pub use order::{OnePly, Order};
pub use parse::{KINDS, Kind, parse};
pub use parts::{OFFERED, Offered, Offering, SearchKernel, offered, with_offers};
pub use player::{Searching, Ties};
pub use score::{Score, Window};
pub use setting::{Extension, Setting};
pub use tables::book::Book;
pub use tables::database::{Database, Origin};
pub use tables::table::{Keys, Replacement, TableSetting, TableSize};
pub use tree::{Ending, Tree, TreeNode};
pub use worth::Worth;
