//! The algorithms, one file each, and what several of them share.

pub(super) mod alphabeta;
pub(super) mod best_result;
pub(super) mod deepening;
pub(super) mod dual;
pub(super) mod mcts;
pub(super) mod memory_test;
pub(super) mod minimal;
pub(super) mod minimax;
pub(super) mod mt_sss;
pub(super) mod mtdf;
pub(super) mod negaalpha;
pub(super) mod negamax;
pub(super) mod pns;
pub(super) mod pvs;
pub(super) mod soft;
pub(super) mod solve;
pub(super) mod sss;
pub(super) mod with_table;
