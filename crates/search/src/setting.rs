//! The settings of a search as values; [`KINDS`](super::KINDS) lists which of them each search reads.

use crate::game::Verdict;
use crate::graph::Merging;

use super::{Score, TableSetting, Window};

/// An algorithm, which a [`Searcher`](super::Searcher) runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Null windows over values with their distance, a table of bounds, and what the game knows about itself.
    ///
    /// It searches to the end of the game: the winner hurries, the loser delays. The value is found by asking whether it
    /// exceeds a bound, again and again, with one table. The returned depth is the distance of a win or a loss; otherwise,
    /// and if only the result was asked for, it is the length of the line.
    Best,
    /// Minimax with separate branches for the two sides.
    Minimax,
    /// Minimax that leaves a node as soon as its bounds meet, with separate branches for the two sides; fail-hard.
    AlphaBeta,
    /// Minimax from the view of the side to move.
    Negamax,
    /// Alpha-beta from the view of the side to move; fail-hard.
    NegaAlpha,
    /// Negamax over loss, draw and win, to the end of the game and without cut-offs.
    BestResult,
    /// Negamax alpha-beta, fail-soft, with an optional table and move ordering.
    AlphaBetaSoft,
    /// Principal variation search: the first move with the full window, every other one with a null window.
    Pvs,
    /// Stockman's best-first search with its OPEN list.
    Sss,
    /// SSS* as null windows from above, with a table.
    ///
    /// With a table keyed by paths and moves in their natural order it evaluates exactly the leaves that SSS* evaluates.
    MtSss,
    /// DUAL*, the counterpart of SSS*: null windows from below, with a table.
    Dual,
    /// MTD(f): null windows from a first guess, with a table. Under iterative deepening the value of the last iteration is
    /// the guess.
    Mtdf,
    /// Exhaustive search with a table that never drops an entry.
    ///
    /// The returned depth is the distance to the end of the game: the winner chooses the fastest win, the loser delays,
    /// and in a drawn position both sides keep the draw for as long as they can.
    Solve,
    /// Proof numbers: whether the side to move can reach a goal.
    ///
    /// A goal that is reached gives a lower bound of the value, one that is not reached an upper bound. The value is exact
    /// if a win is reached or a draw is not reached.
    ProofNumbers,
    /// Upper confidence bounds from random play-outs.
    ///
    /// The value is an estimate: the mean result of all play-outs in thousandths, from 1000 for only wins to -1000 for
    /// only losses. The best move is the one tried most often.
    Mcts,
}

/// What [`Algorithm::Best`] finds of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchAim {
    /// Only whether it is won, drawn or lost.
    Result,
    /// Also in how many plies it is won or lost, where the game's insight counts no points.
    Length,
    /// The points at the end, which the insight needs.
    Points,
}

/// Which of several best moves a player plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The best move of the search.
    #[default]
    First,
    /// All moves with the best value, each with the same chance; every move is searched separately.
    All,
}

/// An algorithm with all values that a name can state for it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The increase in depth of each iteration of iterative deepening, in plies; none to search once.
    pub step: Option<u16>,
    /// The depth limit, unless [`Limits`](super::Limits) give a smaller one.
    pub depth: Option<u16>,
    /// The node limit, unless [`Limits`](super::Limits) give a smaller one.
    pub nodes: Option<u64>,
    /// The window at the root.
    pub window: Window,
    /// The maximum number of plies past the depth limit where a position is extended.
    pub cap: u16,
    /// The transposition table; none to search without one.
    pub table: Option<TableSetting>,
    /// Whether the table's move is tried first, if there is a table.
    pub table_move: bool,
    /// Whether killer moves come next.
    pub killers: bool,
    /// Whether moves are ordered by the cut-offs they caused, after any ranking.
    pub history: bool,
    /// The value that SSS*, DUAL* or MTD(f) starts from: a known upper bound, a known lower bound or a guess.
    pub start: Option<Score>,
    /// The maximum number of nodes or positions that `sss`, `solve` and `pns` hold; none for as many as fit into 384 MiB.
    pub entries: Option<usize>,
    /// What `best` finds; none for points if its insight counts them, else the length.
    pub aim: Option<SearchAim>,
    /// The most entries of the table of `best`, as a power of two; none for 256 MB. The table begins small and grows.
    pub bounds: Option<u8>,
    /// Which mirror images count as one position for `solve`.
    pub merging: Merging,
    /// The goal of `pns`: this result or a better one.
    pub goal: Verdict,
    /// The number of games that `mcts` plays to the end, at least 1.
    pub playouts: u64,
    /// The seed of the play-outs, combined with the position.
    pub seed: u64,
    /// The exploration constant of `mcts` in hundredths; 141 is the square root of 2 from the theory.
    pub explore: u16,
}

impl Setting {
    /// The usual setting of an algorithm, without limits: a table only where the algorithm needs one.
    pub fn new(algorithm: Algorithm) -> Self {
        let needs_table = matches!(
            algorithm,
            Algorithm::MtSss | Algorithm::Dual | Algorithm::Mtdf
        );
        Self {
            algorithm,
            step: None,
            depth: None,
            nodes: None,
            window: Window::OPEN,
            cap: 8,
            table: needs_table.then(TableSetting::default),
            table_move: true,
            killers: false,
            history: false,
            start: None,
            entries: None,
            aim: None,
            bounds: None,
            merging: Merging::default(),
            goal: Verdict::Win,
            playouts: 1000,
            seed: 0,
            explore: 141,
        }
    }
}
