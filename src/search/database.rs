//! An endgame database: what positions are worth whose play was solved backward, looked up instead of
//! searched.
//!
//! A search that has one treats the positions in it as finished: it takes their result and looks no
//! further. Its value is then that of plain minimax with these positions for leaves, and without a
//! depth limit that of plain minimax itself.

use crate::game::{Game, Key, Verdict};
use crate::graph::mirror::canonical;
use crate::graph::{Graph, Merging, Node, Solved};

use super::worth::Worth;

/// Where a database or a book comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The game's name.
    pub game: String,
    /// The key of the position all play was solved from, the start of the game unless another was
    /// asked for.
    pub start: Key,
    /// Which mirror images share an entry.
    pub merging: Merging,
}

impl Origin {
    pub(super) fn of<G: Game>(graph: &Graph<G>) -> Self {
        let root = graph.position(graph.root());
        Self {
            game: graph.game().name(),
            start: graph.game().key(root),
            merging: graph.merging(),
        }
    }
}

/// Positions with what they are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Database {
    origin: Origin,
    within: Option<u16>,
    /// Ascending.
    keys: Vec<Key>,
    worths: Vec<Worth>,
}

impl Database {
    /// The positions of a solved graph; with `within`, those only from which no line of play takes
    /// more moves.
    #[must_use]
    pub fn of<G: Game>(solved: &Solved<G>, within: Option<u16>) -> Self {
        let graph = solved.graph();
        let longest = within.map(|_| solved.longest());
        let is_near = |node: &Node| match (within, &longest) {
            (Some(within), Some(longest)) => longest[node.index()] <= within,
            _ => true,
        };
        let solution = solved.solution();
        let entry = |node: Node| {
            let worth = Worth {
                verdict: solution.outcome(node).verdict(graph.side(node)),
                distance: solution.length(node),
            };
            (graph.game().key(graph.position(node)), worth)
        };
        let mut entries: Vec<_> = graph.nodes().filter(is_near).map(entry).collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        let (keys, worths) = entries.into_iter().unzip();
        Self {
            origin: Origin::of(graph),
            within,
            keys,
            worths,
        }
    }

    /// The database with these entries; none unless their keys ascend.
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

    /// Where it comes from.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }

    /// How many moves play takes at most from the positions in it, where that was limited.
    #[must_use]
    pub const fn within(&self) -> Option<u16> {
        self.within
    }

    /// How many positions it holds, those that are merged counted once.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Its entries, keys ascending.
    #[must_use]
    pub fn entries(&self) -> impl ExactSizeIterator<Item = (Key, Worth)> + '_ {
        self.keys.iter().copied().zip(self.worths.iter().copied())
    }

    /// What a position of its game is worth, if it is in it.
    #[must_use]
    pub fn find<G: Game>(&self, game: &G, at: &G::Position) -> Option<Worth> {
        let key = canonical(game, at, self.origin.merging).key;
        let place = self.keys.binary_search(&key).ok()?;
        Some(self.worths[place])
    }

    /// Whether what it says of a position follows from the rules alone, where the game is over, or
    /// from what it says of the positions one move on, each of which it has to hold.
    ///
    /// When this is so for all its positions, all its values are right: every game ends, so one value
    /// after the other follows from finished games.
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
        let over = |verdict: Verdict| Worth {
            verdict,
            distance: 0,
        };
        let outcome = game.outcome(at);
        let right = best.or_else(|| outcome.map(|outcome| over(outcome.verdict(game.side(at)))));
        right == Some(worth)
    }
}
