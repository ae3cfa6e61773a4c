//! The list of all searches: what each is called, which options it reads, and which algorithm runs.

use serde::Serialize;

use super::Algorithm;
use super::options::{
    BASIC, BEST, DEEPENING, ENTRIES, GUESS, NODES, PROOF, SAMPLES, SOLVE, START, SearchOption,
    TABLE, WINDOW,
};

/// A kind of search, as `menace list searches` prints it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SearchKind {
    /// The first word of its names.
    pub name: &'static str,
    /// The algorithm; none for `id`, which repeats another kind's.
    #[serde(skip)]
    pub algorithm: Option<Algorithm>,
    /// An example with few options, for a player.
    #[serde(skip)]
    pub player: &'static str,
    /// An example with the options that it uses in addition to `nodes`.
    pub form: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The groups of options that it reads.
    #[serde(skip)]
    pub(super) reads: &'static [&'static [SearchOption]],
    #[serde(skip)]
    pub(super) length: Length,
}

/// What a search knows of the length of a won or lost game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    /// Nothing.
    Unknown,
    /// The smallest depth at which it proves the result, so it is repeated to smaller depths.
    ByDepth,
    /// All of it.
    Known,
    /// Also the length of a drawn game.
    KnownIfDrawn,
}

impl SearchKind {
    /// Whether the first word of a name is a kind of search.
    pub fn has(name: &str) -> bool {
        let word = name.split_once(':').map_or(name, |(word, _)| word);
        Self::called(word).is_some()
    }

    pub(super) fn called(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The kind that runs this algorithm once; with none the kind that repeats another.
    pub(super) fn running(algorithm: Option<Algorithm>) -> &'static Self {
        let mut all = KINDS.iter();
        let found = all.find(|kind| kind.algorithm == algorithm);
        found.expect("every algorithm has a kind")
    }

    /// Whether the search stops at a depth limit; others search to the end of the game.
    pub(super) fn takes_depth(&self) -> bool {
        self.algorithm.is_none() || self.length == Length::ByDepth
    }
}

/// All kinds of searches.
pub const KINDS: &[SearchKind] = &[
    SearchKind {
        name: "best",
        algorithm: Some(Algorithm::Best),
        player: "best:nodes=100000",
        form: "best:aim=length,table=22",
        about: "the fastest: null windows, a table of bounds, and what the game knows about itself; with the distance of wins and losses",
        reads: &[&[NODES], BEST],
        length: Length::Known,
    },
    SearchKind {
        name: "minimax",
        algorithm: Some(Algorithm::Minimax),
        player: "minimax:depth=4",
        form: "minimax:depth=4,eval=zero,extend=always,cap=4",
        about: "plain minimax, with separate code for MAX and MIN",
        reads: &[BASIC],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "alphabeta",
        algorithm: Some(Algorithm::AlphaBeta),
        player: "alphabeta:depth=4",
        form: "alphabeta:depth=4,low=-1,high=1",
        about: "alpha-beta, fail-hard, with separate code for MAX and MIN",
        reads: &[WINDOW, BASIC],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "negamax",
        algorithm: Some(Algorithm::Negamax),
        player: "negamax:depth=4",
        form: "negamax:depth=4",
        about: "minimax with one function for both sides, which negates values on the way up",
        reads: &[BASIC],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "negaalpha",
        algorithm: Some(Algorithm::NegaAlpha),
        player: "negaalpha:depth=4",
        form: "negaalpha:depth=4,low=-1,high=1",
        about: "alpha-beta with one function for both sides, fail-hard",
        reads: &[WINDOW, BASIC],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "best-result",
        algorithm: Some(Algorithm::BestResult),
        player: "best-result",
        form: "best-result",
        about: "only loss, draw or win, to the end of the game and without cut-offs; plays the first best move, however late it wins",
        reads: &[&[NODES]],
        length: Length::Unknown,
    },
    SearchKind {
        name: "alphabeta-soft",
        algorithm: Some(Algorithm::AlphaBetaSoft),
        player: "alphabeta-soft:depth=6",
        form: "alphabeta-soft:depth=8,table=20,keys=canonical,order=table/killer/history",
        about: "alpha-beta, fail-soft, with a transposition table and move ordering",
        reads: &[WINDOW, BASIC, TABLE],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "pvs",
        algorithm: Some(Algorithm::Pvs),
        player: "pvs:depth=6",
        form: "pvs:depth=8,table=20,replace=deeper,match=deeper",
        about: "principal variation search: first move with the full window, others with null windows",
        reads: &[WINDOW, BASIC, TABLE],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "sss",
        algorithm: Some(Algorithm::Sss),
        player: "sss:depth=4",
        form: "sss:depth=6,start=1,entries=1000000",
        about: "SSS*, Stockman's best-first search with an OPEN list",
        reads: &[START, &[ENTRIES], BASIC],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "mt-sss",
        algorithm: Some(Algorithm::MtSss),
        player: "mt-sss:depth=4",
        form: "mt-sss:depth=6,table=all,keys=path,start=1",
        about: "SSS* as null-window searches with a transposition table",
        reads: &[START, BASIC, TABLE],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "dual",
        algorithm: Some(Algorithm::Dual),
        player: "dual:depth=4",
        form: "dual:depth=6,table=20,start=-1",
        about: "DUAL*, the counterpart of SSS*: null-window searches from below",
        reads: &[START, BASIC, TABLE],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "mtdf",
        algorithm: Some(Algorithm::Mtdf),
        player: "mtdf:depth=4",
        form: "mtdf:depth=6,table=20,guess=0",
        about: "MTD(f): null-window searches from a first guess",
        reads: &[GUESS, BASIC, TABLE],
        length: Length::ByDepth,
    },
    SearchKind {
        name: "id",
        algorithm: None,
        player: "id:pvs:nodes=10000",
        form: "id:pvs:depth=12,table=20,step=2,nodes=100000",
        about: "iterative deepening with any of the searches above that has a depth limit",
        reads: &[DEEPENING],
        length: Length::Known,
    },
    SearchKind {
        name: "solve",
        algorithm: Some(Algorithm::Solve),
        player: "solve",
        form: "solve:keys=canonical,entries=1000000",
        about: "solves every reachable position once, with value and distance",
        reads: &[&[NODES, ENTRIES], SOLVE],
        length: Length::KnownIfDrawn,
    },
    SearchKind {
        name: "pns",
        algorithm: Some(Algorithm::ProofNumbers),
        player: "pns:nodes=10000",
        form: "pns:goal=win,entries=1000000",
        about: "proof-number search: whether the goal, a win or a draw, can be reached; plays any proof, however long",
        reads: &[&[NODES, ENTRIES], PROOF],
        length: Length::Unknown,
    },
    SearchKind {
        name: "mcts",
        algorithm: Some(Algorithm::Mcts),
        player: "mcts:playouts=1000",
        form: "mcts:playouts=1000,seed=7,explore=141",
        about: "Monte-Carlo tree search with upper confidence bounds",
        reads: &[&[NODES], SAMPLES],
        length: Length::Unknown,
    },
];
