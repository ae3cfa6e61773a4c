//! The graph itself: nodes, created as positions are met, and the edges out of them.

use std::hash::BuildHasher;
use std::num::NonZeroU32;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::hash_table::{Entry, HashTable};

use super::budget::Budget;
use super::mirror::{self, Merging};
use crate::error::Result;
use crate::game::{Game, Key, Move, Outcome, Side};
use crate::interrupt;

/// The number of a position within one graph.
///
/// It is stored plus 1, so that an `Option<Node>` takes no more memory than a `Node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(NonZeroU32);

impl Node {
    const ROOT: Self = Self(NonZeroU32::MIN);

    fn new(index: usize) -> Self {
        Self(NonZeroU32::new(narrow(index + 1)).expect("a number plus 1"))
    }

    /// The number as an index into arrays parallel to the nodes.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move out of a position, or several moves that are mirror images of one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The move; of several, the lowest.
    pub m: Move,
    /// The number of legal moves that this edge represents.
    pub multiplicity: u16,
    /// The node it leads to, if it has been followed.
    pub to: Option<Node>,
}

#[derive(Clone, Debug)]
struct KnownPositions<P> {
    position: P,
    outcome: Option<Outcome>,
    side: Side,
    ply: u16,
    first_edge: u32,
    edges: u16,
}

/// The positions of a game met so far and the moves between them.
#[derive(Clone, Debug)]
pub struct Graph<G: Game> {
    game: G,
    merging: Merging,
    /// The nodes by their keys. The keys are stored only in `keys`, which saves a third of the memory.
    index: HashTable<Node>,
    hasher: FixedState,
    keys: Vec<Key>,
    known: Vec<KnownPositions<G::Position>>,
    edges: Vec<Edge>,
}

#[expect(clippy::len_without_is_empty, reason = "the root is always there")]
impl<G: Game> Graph<G> {
    /// A graph that contains only the starting position.
    #[must_use]
    pub fn new(game: G, merging: Merging) -> Self {
        let start = game.start();
        Self::starting_at(game, &start, merging)
    }

    /// A graph that contains only this position, as its root.
    #[must_use]
    pub fn starting_at(game: G, start: &G::Position, merging: Merging) -> Self {
        let mut graph = Self {
            game,
            merging,
            index: HashTable::new(),
            hasher: FixedState::default(),
            keys: Vec::new(),
            known: Vec::new(),
            edges: Vec::new(),
        };
        graph.intern(start, 0);
        graph
    }

    /// The graph of all positions that play can reach, numbered breadth first.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when there are more than the budget allows; the message
    /// contains `purpose`, the reason for which the positions are needed.
    pub fn complete(
        game: G,
        merging: Merging,
        budget: Budget,
        purpose: &'static str,
    ) -> Result<Self> {
        Self::new(game, merging).completed(budget, purpose)
    }

    /// This graph with all positions that play from its root can reach.
    ///
    /// # Errors
    ///
    /// As [`Graph::complete`].
    #[inline(never)]
    pub fn completed(mut self, budget: Budget, purpose: &'static str) -> Result<Self> {
        let is_start = self.find(&self.game.start()) == Some(self.root());
        if is_start && budget.is_exceeded(&self.game, self.merging) {
            return Err(budget.refusal(&self.game, purpose));
        }
        let mut node = 0;
        while node < self.known.len() {
            interrupt::every(1024, node);
            let from = Node::new(node);
            // Following an edge adds nodes at the end, so this loop is the breadth-first order.
            for edge in self.edge_range(from) {
                self.follow(from, edge);
            }
            let (positions, moves) = (self.known.len(), self.edges.len());
            if !budget.covers(positions, moves) {
                return Err(budget.refusal_at(&self.game, purpose, [positions, moves]));
            }
            node += 1;
        }
        Ok(self)
    }

    /// The rules.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Which mirror images are merged into one node.
    pub const fn merging(&self) -> Merging {
        self.merging
    }

    /// The number of nodes.
    pub const fn len(&self) -> usize {
        self.known.len()
    }

    /// The starting position, or the one given to [`Graph::starting_at`].
    pub const fn root(&self) -> Node {
        Node::ROOT
    }

    /// All nodes in the order of their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<G> {
        self.nodes_from(0)
    }

    /// The nodes from this number on; `nodes().skip(first)` would step through the earlier ones.
    pub fn nodes_from(&self, first: usize) -> impl Iterator<Item = Node> + use<G> {
        (first..self.known.len()).map(Node::new)
    }

    /// The node of this position or, where mirror images are merged, of them all, if it has been met.
    pub fn find(&self, at: &G::Position) -> Option<Node> {
        let key = mirror::canonical(&self.game, at, self.merging).key;
        let hash = self.hasher.hash_one(key);
        let found = self.index.find(hash, |n| self.keys[n.index()] == key);
        found.copied()
    }

    /// The position of a node, which represents its mirror images if those are merged.
    #[inline]
    pub fn position(&self, node: Node) -> &G::Position {
        &self.known[node.index()].position
    }

    /// The side to move.
    #[inline]
    pub fn side(&self, node: Node) -> Side {
        self.known[node.index()].side
    }

    /// The outcome, if the game is over there.
    #[inline]
    pub fn outcome(&self, node: Node) -> Option<Outcome> {
        self.known[node.index()].outcome
    }

    /// The number of moves that led to the position when it was first met.
    pub fn ply(&self, node: Node) -> u16 {
        self.known[node.index()].ply
    }

    /// The number of edges: the length of arrays parallel to them.
    pub const fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The range of the edges out of a node in arrays parallel to the edges.
    #[inline]
    pub fn edge_range(&self, node: Node) -> Range<usize> {
        let known = &self.known[node.index()];
        let first = known.first_edge as usize;
        first..first + usize::from(known.edges)
    }

    /// The edges out of a node, by ascending move.
    #[inline]
    pub fn edges(&self, node: Node) -> &[Edge] {
        &self.edges[self.edge_range(node)]
    }

    /// Returns the node that an edge out of `from` leads to, and creates it if it is new.
    ///
    /// # Panics
    ///
    /// If `edge` is not in the [`Graph::edge_range`] of `from`, or past 2^32 positions.
    pub fn follow(&mut self, from: Node, edge: usize) -> Node {
        if let Some(to) = self.edges[edge].to {
            return to;
        }
        assert!(
            self.edge_range(from).contains(&edge),
            "the edge leaves another node"
        );
        let known = &self.known[from.index()];
        let after = self.game.play(&known.position, self.edges[edge].m);
        let to = self.intern(&after, known.ply + 1);
        self.edges[edge].to = Some(to);
        to
    }

    fn intern(&mut self, at: &G::Position, ply: u16) -> Node {
        let form = mirror::canonical(&self.game, at, self.merging);
        let (keys, hasher) = (&self.keys, &self.hasher);
        let entry = self.index.entry(
            hasher.hash_one(form.key),
            |n| keys[n.index()] == form.key,
            |n| hasher.hash_one(keys[n.index()]),
        );
        let node = Node::new(self.known.len());
        match entry {
            Entry::Occupied(met) => return *met.get(),
            Entry::Vacant(place) => place.insert(node),
        };
        // Keys, positions and edges grow together: the number of the node is its place in all of them.
        self.keys.push(form.key);
        let first_edge = narrow(self.edges.len());
        let edge = |m, multiplicity| Edge {
            m,
            multiplicity,
            to: None,
        };
        if self.merging == Merging::None {
            let moves = self.game.moves(&form.position);
            self.edges.extend(moves.map(|m| edge(m, 1)));
        } else {
            for class in mirror::classes(&self.game, &form.position, self.merging) {
                let multiplicity = u16::try_from(class.len()).expect("moves are 16 bit");
                self.edges.push(edge(class[0], multiplicity));
            }
        }
        self.known.push(KnownPositions {
            position: form.position,
            outcome: self.game.outcome(&form.position),
            side: self.game.side(&form.position),
            ply,
            first_edge,
            edges: u16::try_from(self.edges.len() - first_edge as usize).expect("16 bit moves"),
        });
        node
    }
}

/// A node or edge number as 32 bits; larger graphs do not fit in memory.
pub(super) fn narrow(n: usize) -> u32 {
    u32::try_from(n).expect("a graph holds fewer than 2^32 positions and edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Graphs reach millions of positions and tens of millions of edges before a game is found too large.
    #[test]
    fn edges_and_index_are_small() {
        assert_eq!(size_of::<Edge>(), 8);
        assert_eq!(size_of::<Option<Node>>(), 4);
        assert_eq!(Node::ROOT, Node::new(0));
        for index in [0, 1, 3_000_000, u32::MAX as usize - 1] {
            assert_eq!(Node::new(index).index(), index);
        }
    }
}
