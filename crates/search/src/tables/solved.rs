//! What is taken from solved games: endgame databases, whose values from retrograde analysis are looked up
//! instead of searched, and opening books, the best moves of the first positions.
//!
//! A search with a database treats the positions in it as finished: it takes their result and does not search below
//! them. Its value equals plain minimax with these positions as leaves; without a depth limit it equals plain minimax
//! itself.

use serde::{Deserialize, Serialize};

use super::turned;
use crate::Worth;
use crate::game::{Game, Key, Move, Verdict};
use crate::graph::mirror::canonical;
use crate::graph::{Graph, Merging, Node, Solved};

/// The source of a database or a book; its fields are written as they are, in this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolvedOrigin {
    /// The game's name.
    pub game: String,
    /// The key of the position from which everything was solved; by default the start of the game.
    pub start: Key,
    /// Which mirror images share an entry.
    pub merging: Merging,
}

impl SolvedOrigin {
    pub(crate) fn new<G: Game>(graph: &Graph<G>) -> Self {
        let root = graph.position(graph.root());
        Self {
            game: graph.game().name(),
            start: graph.game().key(root),
            merging: graph.merging(),
        }
    }
}

/// Positions with their values and distances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    /// Its source.
    pub origin: SolvedOrigin,
    /// The maximum number of moves from its positions to the end of the game, if that was limited.
    pub within: Option<u16>,
    /// Ascending.
    keys: Vec<Key>,
    worths: Vec<Worth>,
}

impl Database {
    /// Takes the positions of a solved graph; with `within`, only positions from which every line of play has
    /// at most this many moves.
    #[must_use]
    #[inline(never)]
    pub fn from_solved<G: Game>(solved: &Solved<G>, within: Option<u16>) -> Self {
        let graph = solved.graph();
        let longest = within.map(|_| solved.longest());
        let key = |node| graph.game().key(graph.position(node));
        let nodes = graph.nodes().filter(|node| match (within, &longest) {
            (Some(within), Some(longest)) => longest[node.index()] <= within,
            _ => true,
        });
        let entries = nodes.map(|node| (key(node), Worth::of_node(solved, node)));
        let mut entries: Vec<_> = entries.collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        let (keys, worths) = entries.into_iter().unzip();
        Self {
            origin: SolvedOrigin::new(graph),
            within,
            keys,
            worths,
        }
    }

    /// Makes a database from these entries; none unless their keys are in strictly ascending order.
    pub fn new(
        origin: SolvedOrigin,
        within: Option<u16>,
        entries: impl IntoIterator<Item = (Key, Worth)>,
    ) -> Option<Self> {
        let (keys, worths): (Vec<Key>, Vec<Worth>) = entries.into_iter().unzip();
        keys.is_sorted_by(|a, b| a < b).then_some(Self {
            origin,
            within,
            keys,
            worths,
        })
    }

    /// Its entries, in ascending order of keys; merged positions have one.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Key, Worth)> + '_ {
        self.keys.iter().copied().zip(self.worths.iter().copied())
    }

    /// Looks up a position of its game.
    pub fn find<G: Game>(&self, game: &G, at: &G::Position) -> Option<Worth> {
        let key = canonical(game, at, self.origin.merging).key;
        let place = self.keys.binary_search(&key).ok()?;
        Some(self.worths[place])
    }

    /// Whether `worth` is correct for a position: where the game is over, by the rules; elsewhere, by the
    /// entries of the positions after each move, all of which must be in the database.
    ///
    /// If this is true of all entries, all of them are correct, by induction from finished positions,
    /// because every game ends.
    #[inline(never)]
    pub fn follows<G: Game>(&self, game: &G, at: &G::Position, worth: Worth) -> bool {
        let after = |m| Some(self.find(game, &game.play(at, m))?.before());
        let worths: Option<Vec<Worth>> = game.moves(at).map(after).collect();
        worths.is_some_and(|worths| {
            let best = worths.into_iter().max_by_key(|worth| worth.rank());
            best.or_else(|| Worth::over(game, at)) == Some(worth)
        })
    }
}

/// An opening book: positions with their best moves, played without a search.
///
/// The best moves keep the value; in a won position only the fastest wins, in a lost position only the
/// longest defences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    /// Its source.
    pub origin: SolvedOrigin,
    /// The number of opening moves that it covers: its positions are reached after fewer moves.
    pub moves: u16,
    /// In ascending order of keys; the moves belong to the position with that key, also ascending.
    pages: Vec<(Key, Vec<Move>)>,
}

impl Book {
    /// Takes the unfinished positions of a solved graph that are reached after fewer than `moves` moves.
    #[must_use]
    #[inline(never)]
    pub fn from_solved<G: Game>(solved: &Solved<G>, moves: u16) -> Self {
        let graph = solved.graph();
        let early = graph.nodes().filter(|&node| graph.ply(node) < moves);
        let open = early.filter(|&node| graph.outcome(node).is_none());
        let key = |node| graph.game().key(graph.position(node));
        let mut pages: Vec<_> = open.map(|node| (key(node), best(solved, node))).collect();
        pages.sort_unstable();
        Self {
            origin: SolvedOrigin::new(graph),
            moves,
            pages,
        }
    }

    /// Makes a book from these positions and moves; none unless the keys, and the moves of each position,
    /// are in strictly ascending order and every position has a move.
    pub fn new(origin: SolvedOrigin, moves: u16, pages: Vec<(Key, Vec<Move>)>) -> Option<Self> {
        let sound =
            |(_, moves): &(_, Vec<_>)| !moves.is_empty() && moves.is_sorted_by(|a, b| a < b);
        let ascend = pages.is_sorted_by(|(a, _), (b, _)| a < b) && pages.iter().all(sound);
        ascend.then_some(Self {
            origin,
            moves,
            pages,
        })
    }

    /// Its positions with their best moves, in ascending order of keys; merged positions are one.
    pub fn pages(&self) -> impl ExactSizeIterator<Item = (Key, &[Move])> {
        self.pages.iter().map(|(key, moves)| (*key, &moves[..]))
    }

    /// Looks up the best moves of a position of its game.
    pub fn find<G: Game>(&self, game: &G, at: &G::Position) -> Option<Vec<Move>> {
        let form = canonical(game, at, self.origin.merging);
        let place = self.pages.binary_search_by_key(&form.key, |(key, _)| *key);
        let (_, best) = &self.pages[place.ok()?];
        let is_best = |m: &Move| best.contains(&turned(game, *m, form.by));
        Some(game.moves(at).filter(is_best).collect())
    }
}

/// The best moves of an unfinished node.
fn best<G: Game>(solved: &Solved<G>, node: Node) -> Vec<Move> {
    let graph = solved.graph();
    let at = graph.position(node);
    let worth = |m: Move| {
        let after = graph.find(&graph.game().play(at, m));
        Worth::of_node(solved, after.expect("the graph is complete")).before()
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
