//! The list of all algorithms.

/// An algorithm, as `menace list searches` prints it.
#[derive(Clone, Copy, Debug)]
pub struct SearchKind {
    /// The first word of its names.
    pub name: &'static str,
    /// An example with few options, for a player.
    pub player: &'static str,
    /// An example with the options that it uses in addition to `nodes`.
    pub form: &'static str,
    /// A description in one line.
    pub about: &'static str,
}

impl SearchKind {
    /// Whether the first word of a name is an algorithm.
    pub fn has(name: &str) -> bool {
        let word = name.split_once(':').map_or(name, |(word, _)| word);
        KINDS.iter().any(|kind| kind.name == word)
    }
}

/// All algorithms.
pub const KINDS: &[SearchKind] = &[
    SearchKind {
        name: "best",
        player: "best:nodes=100000",
        form: "best:aim=length,table=22",
        about: "the fastest: null windows, a table of bounds, and what the game knows about itself; with the distance of wins and losses",
    },
    SearchKind {
        name: "minimax",
        player: "minimax:depth=4",
        form: "minimax:depth=4,eval=zero,extend=always,cap=4",
        about: "plain minimax, with separate code for MAX and MIN",
    },
    SearchKind {
        name: "alphabeta",
        player: "alphabeta:depth=4",
        form: "alphabeta:depth=4,low=-1,high=1",
        about: "alpha-beta, fail-hard, with separate code for MAX and MIN",
    },
    SearchKind {
        name: "negamax",
        player: "negamax:depth=4",
        form: "negamax:depth=4",
        about: "minimax with one function for both sides, which negates values on the way up",
    },
    SearchKind {
        name: "negaalpha",
        player: "negaalpha:depth=4",
        form: "negaalpha:depth=4,low=-1,high=1",
        about: "alpha-beta with one function for both sides, fail-hard",
    },
    SearchKind {
        name: "best-result",
        player: "best-result",
        form: "best-result",
        about: "only loss, draw or win, to the end of the game and without cut-offs; plays the first best move, however late it wins",
    },
    SearchKind {
        name: "alphabeta-soft",
        player: "alphabeta-soft:depth=6",
        form: "alphabeta-soft:depth=8,table=20,keys=canonical,order=table/killer/history",
        about: "alpha-beta, fail-soft, with a transposition table and move ordering",
    },
    SearchKind {
        name: "pvs",
        player: "pvs:depth=6",
        form: "pvs:depth=8,table=20,replace=deeper,match=deeper",
        about: "principal variation search: first move with the full window, others with null windows",
    },
    SearchKind {
        name: "sss",
        player: "sss:depth=4",
        form: "sss:depth=6,start=1,entries=1000000",
        about: "SSS*, Stockman's best-first search with an OPEN list",
    },
    SearchKind {
        name: "mt-sss",
        player: "mt-sss:depth=4",
        form: "mt-sss:depth=6,table=all,keys=path,start=1",
        about: "SSS* as null-window searches with a transposition table",
    },
    SearchKind {
        name: "dual",
        player: "dual:depth=4",
        form: "dual:depth=6,table=20,start=-1",
        about: "DUAL*, the counterpart of SSS*: null-window searches from below",
    },
    SearchKind {
        name: "mtdf",
        player: "mtdf:depth=4",
        form: "mtdf:depth=6,table=20,guess=0",
        about: "MTD(f): null-window searches from a first guess",
    },
    SearchKind {
        name: "id",
        player: "id:pvs:nodes=10000",
        form: "id:pvs:depth=12,table=20,step=2,nodes=100000",
        about: "iterative deepening with any of the searches above that has a depth limit",
    },
    SearchKind {
        name: "solve",
        player: "solve",
        form: "solve:keys=canonical,entries=1000000",
        about: "solves every reachable position once, with value and distance",
    },
    SearchKind {
        name: "pns",
        player: "pns:nodes=10000",
        form: "pns:goal=win,entries=1000000",
        about: "proof-number search: whether the goal, a win or a draw, can be reached; plays any proof, however long",
    },
    SearchKind {
        name: "mcts",
        player: "mcts:playouts=1000",
        form: "mcts:playouts=1000,seed=7,explore=141",
        about: "Monte-Carlo tree search with upper confidence bounds",
    },
];
