//! An opening book: the best moves of the first positions of a game, played without a search.

use crate::game::{Game, Key, Move, Symmetry, Verdict};
use crate::graph::mirror::canonical;
use crate::graph::{Node, Solved};

use super::database::Origin;
use crate::search::Worth;

/// Positions with their best moves.
///
/// The best moves are those that keep the value; in a won position only the fastest wins, in a lost
/// position only the longest defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    origin: Origin,
    moves: u16,
    /// In ascending order of keys; the moves are those of the position with that key, also ascending.
    pages: Vec<(Key, Vec<Move>)>,
}

impl Book {
    /// Takes the unfinished positions of a solved graph that are reached after fewer than `moves` moves.
    #[must_use]
    pub fn of<G: Game>(solved: &Solved<G>, moves: u16) -> Self {
        let graph = solved.graph();
        let early = graph.nodes().filter(|&node| graph.ply(node) < moves);
        let open = early.filter(|&node| graph.outcome(node).is_none());
        let key = |node| graph.game().key(graph.position(node));
        let mut pages: Vec<_> = open.map(|node| (key(node), best(solved, node))).collect();
        pages.sort_unstable();
        Self {
            origin: Origin::of(graph),
            moves,
            pages,
        }
    }

    /// Makes a book from these positions and moves; none unless the keys, and the moves of each position,
    /// are in strictly ascending order and every position has a move.
    #[must_use]
    pub fn new(origin: Origin, moves: u16, pages: Vec<(Key, Vec<Move>)>) -> Option<Self> {
        let moves_ascend =
            |(_, moves): &(Key, Vec<Move>)| !moves.is_empty() && moves.is_sorted_by(|a, b| a < b);
        let ascend = pages.is_sorted_by(|(a, _), (b, _)| a < b) && pages.iter().all(moves_ascend);
        ascend.then_some(Self {
            origin,
            moves,
            pages,
        })
    }

    /// Its source.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The number of opening moves that it covers: its positions are reached after fewer moves.
    #[must_use]
    pub const fn moves(&self) -> u16 {
        self.moves
    }

    /// The number of positions; merged positions count once.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.pages.len()
    }

    /// Whether it has no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Its positions with their best moves, in ascending order of keys.
    #[must_use]
    pub fn pages(&self) -> impl ExactSizeIterator<Item = (Key, &[Move])> {
        self.pages.iter().map(|(key, moves)| (*key, &moves[..]))
    }

    /// Looks up the best moves of a position of its game.
    #[must_use]
    pub fn find<G: Game>(&self, game: &G, at: &G::Position) -> Option<Vec<Move>> {
        let form = canonical(game, at, self.origin.merging);
        let place = self.pages.binary_search_by_key(&form.key, |(key, _)| *key);
        let (_, best) = &self.pages[place.ok()?];
        let turned = |m: Move| match form.by {
            Symmetry::IDENTITY => m,
            by => game.turn_move(m, by),
        };
        let moves = game.moves(at).filter(|&m| best.contains(&turned(m)));
        Some(moves.collect())
    }
}

/// The best moves of an unfinished node.
fn best<G: Game>(solved: &Solved<G>, node: Node) -> Vec<Move> {
    let graph = solved.graph();
    let at = graph.position(node);
    let worth = |m: Move| {
        let after = graph.find(&graph.game().play(at, m));
        Worth::of(solved, after.expect("the graph is complete")).before()
    };
    let ranked: Vec<_> = graph.game().moves(at).map(|m| (worth(m), m)).collect();
    let most = ranked.iter().map(|(worth, _)| worth.rank()).max();
    let is_best = |worth: &Worth| match most {
        Some((Verdict::Draw, _)) => worth.verdict == Verdict::Draw,
        most => Some(worth.rank()) == most,
    };
    let best = ranked.iter().filter(|(worth, _)| is_best(worth));
    best.map(|(_, m)| *m).collect()
}
