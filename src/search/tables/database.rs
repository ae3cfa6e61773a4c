//! An endgame database: values from retrograde analysis, which are looked up instead of searched.
//!
//! A search with a database treats the positions in it as finished: it takes their result and does not
//! search below them. Its value is that of plain minimax with these positions as leaves; without a depth
//! limit it is that of plain minimax itself.

use crate::game::{Game, Key};
use crate::graph::mirror::canonical;
use crate::graph::{Graph, Merging, Node, Solved};
use crate::search::Worth;

/// The source of a database or a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The game's name.
    pub game: String,
    /// The key of the position from which everything was solved; by default the start of the game.
    pub start: Key,
    /// Which mirror images share an entry.
    pub merging: Merging,
}

impl Origin {
    pub(crate) fn of<G: Game>(graph: &Graph<G>) -> Self {
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
    origin: Origin,
    within: Option<u16>,
    /// Ascending.
    keys: Vec<Key>,
    worths: Vec<Worth>,
}

impl Database {
    /// Takes the positions of a solved graph; with `within`, only those from which no line of play is
    /// longer than this number of moves.
    #[must_use]
    pub fn of<G: Game>(solved: &Solved<G>, within: Option<u16>) -> Self {
        let graph = solved.graph();
        let longest = within.map(|_| solved.longest());
        let is_near = |node: &Node| match (within, &longest) {
            (Some(within), Some(longest)) => longest[node.index()] <= within,
            _ => true,
        };
        let key = |node| graph.game().key(graph.position(node));
        let nodes = graph.nodes().filter(is_near);
        let mut entries: Vec<_> = nodes
            .map(|node| (key(node), Worth::of(solved, node)))
            .collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        let (keys, worths) = entries.into_iter().unzip();
        Self {
            origin: Origin::of(graph),
            within,
            keys,
            worths,
        }
    }

    /// Makes a database from these entries; none unless their keys are in strictly ascending order.
    pub fn new(
        origin: Origin,
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

    /// Its source.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The maximum number of moves from its positions to the end of the game, if that was limited.
    #[must_use]
    pub const fn within(&self) -> Option<u16> {
        self.within
    }

    /// The number of positions; merged positions count once.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it has no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Its entries, in ascending order of keys.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Key, Worth)> + '_ {
        self.keys.iter().copied().zip(self.worths.iter().copied())
    }

    /// Looks up a position of its game.
    #[must_use]
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
    #[must_use]
    pub fn follows<G: Game>(&self, game: &G, at: &G::Position, worth: Worth) -> bool {
        let mut best: Option<Worth> = None;
        for m in game.moves(at) {
            let Some(after) = self.find(game, &game.play(at, m)) else {
                return false;
            };
            let own = after.before();
            if best.is_none_or(|best| own.rank() > best.rank()) {
                best = Some(own);
            }
        }
        best.or_else(|| Worth::over(game, at)) == Some(worth)
    }
}
