//! SSS* (Stockman 1979): best-first instead of depth-first search, with an explicit OPEN list.
//!
//! OPEN holds nodes, live or solved, each with a merit: an upper bound of all continuations from there.
//! The node with the largest merit is taken next, among equals the leftmost. The sides are MAX, to move at
//! the root, and MIN. Every leaf that SSS* evaluates is also evaluated by alpha-beta when it starts with
//! the same bound.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::error::{Error, Result};
use crate::game::{Game, Move, Side};
use crate::limits::MEMORY_BYTES;
use crate::walk::{Backed, TreePlace, TreeWalk};
use crate::{Question, Score, SearchResult, Searcher, Status, Window};

/// Searches from the upper bound of the setting, if it has one, else from above all values.
pub(super) fn sss<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
) -> Result<SearchResult> {
    let mut list = OpenList {
        walk: TreeWalk::unrecorded(question, search),
        us: question.game.side(&question.at),
        nodes: Vec::new(),
        open: BinaryHeap::new(),
        held: 0,
        path_moves: 0,
        most: search.setting.entries,
        best: None,
    };
    list.walk.counts.passes = 1;
    let start = search.setting.start.unwrap_or(Score::INFINITY);
    let Some(solved) = list.run(start)? else {
        return Ok(list.walk.found(None, Window::OPEN));
    };
    Ok(list.report(&solved, start))
}

struct SssNode<P> {
    place: TreePlace<P>,
    parent: Option<u32>,
    first_child: Option<u32>,
    sibling: Option<u32>,
    /// Whether OPEN has an entry for it.
    is_open: bool,
}

/// An entry of OPEN. The greatest has the largest merit, and among equals is the leftmost.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OpenEntry {
    merit: Score,
    /// The moves from the root. Moves ascend from left to right, so paths are ordered like nodes of the tree;
    /// no two entries have the same path.
    path: Reverse<Box<[Move]>>,
    node: u32,
    is_solved: bool,
    /// The leaf that supplied the merit; none while no leaf has lowered it.
    leaf: Option<u32>,
}

struct OpenList<'a, G: Game> {
    walk: TreeWalk<'a, G>,
    us: Side,
    nodes: Vec<SssNode<G::Position>>,
    /// Entries removed from OPEN stay in the heap until they are popped; their nodes are marked as not open.
    open: BinaryHeap<OpenEntry>,
    /// The number of entries in OPEN.
    held: u64,
    /// The total number of moves in the paths of all entries.
    path_moves: usize,
    most: Option<usize>,
    /// The child that solved the root.
    best: Option<Move>,
}

impl<G: Game> OpenList<'_, G> {
    /// Runs until the root is solved and returns its last entry; `None` if a limit is reached.
    fn run(&mut self, start: Score) -> Result<Option<OpenEntry>> {
        let node = self.add(self.walk.root(), None)?;
        self.push(OpenEntry {
            merit: start,
            path: Reverse([].into()),
            node,
            is_solved: false,
            leaf: None,
        });
        while let Some(entry) = self.open.pop() {
            self.path_moves -= entry.path.0.len();
            let node = &mut self.nodes[entry.node as usize];
            if !std::mem::replace(&mut node.is_open, false) {
                continue;
            }
            self.held -= 1;
            if entry.is_solved {
                if node.parent.is_none() {
                    return Ok(Some(entry));
                }
                self.solved(&entry)?;
            } else if self.live(entry)?.is_none() {
                return Ok(None);
            }
        }
        unreachable!("OPEN always holds a node on which the root depends")
    }

    fn is_full(&self) -> bool {
        if let Some(most) = self.most {
            return self.nodes.len() >= most;
        }
        // Each path is a separate allocation, which takes some bytes more than its moves.
        let entry = size_of::<OpenEntry>() + 4 * size_of::<usize>();
        self.nodes.len() * size_of::<SssNode<G::Position>>()
            + self.open.len() * entry
            + self.path_moves * size_of::<Move>()
            >= MEMORY_BYTES
    }

    fn add(&mut self, place: TreePlace<G::Position>, parent: Option<u32>) -> Result<u32> {
        let full = || {
            let reason = format!(
                "its list needs more than {} nodes; allow more with `entries=`, reduce the depth, or use \
                 mt-sss, which needs no list",
                self.nodes.len()
            );
            Error::parameter("sss", reason)
        };
        let number = u32::try_from(self.nodes.len()).map_err(|_| full())?;
        if self.is_full() {
            return Err(full());
        }
        let sibling = parent.and_then(|parent| {
            let parent = &mut self.nodes[parent as usize];
            parent.first_child.replace(number)
        });
        self.nodes.push(SssNode {
            place,
            parent,
            first_child: None,
            sibling,
            is_open: false,
        });
        self.walk.counts.generated += 1;
        Ok(number)
    }

    fn push(&mut self, entry: OpenEntry) {
        self.path_moves += entry.path.0.len();
        self.nodes[entry.node as usize].is_open = true;
        self.open.push(entry);
        self.held += 1;
        let peak = &mut self.walk.counts.peak;
        *peak = self.held.max(*peak);
    }

    /// Opens the child of a node, with the merit of the entry `like`.
    fn open_child(&mut self, of: u32, m: Move, like: &OpenEntry) -> Result<()> {
        let parent = &self.nodes[of as usize].place;
        let depth = usize::from(parent.ply);
        let place = self.walk.down(parent, m);
        let node = self.add(place, Some(of))?;
        let path = like.path.0[..depth].iter().copied().chain([m]).collect();
        self.push(OpenEntry {
            path: Reverse(path),
            node,
            is_solved: false,
            ..*like
        });
        Ok(())
    }

    /// Expands a live node: a leaf becomes solved, a MIN node opens its first child, a MAX node all.
    fn live(&mut self, mut entry: OpenEntry) -> Result<Option<()>> {
        let game = self.walk.game;
        let place = self.nodes[entry.node as usize].place;
        if self.walk.enter(&place, Window::OPEN).is_none() {
            return Ok(None);
        }
        let is_max = game.side(&place.at) == self.us;
        let mut is_leaf = true;
        if !self.walk.is_horizon(&place) {
            let most = if is_max { usize::MAX } else { 1 };
            for m in game.moves(&place.at).take(most) {
                is_leaf = false;
                self.open_child(entry.node, m, &entry)?;
            }
        }
        if is_leaf {
            let leaf = self.walk.leaf(&place);
            let value = if is_max { leaf.value } else { -leaf.value };
            entry.is_solved = true;
            if value < entry.merit {
                (entry.merit, entry.leaf) = (value, Some(entry.node));
            }
            self.push(entry);
        }
        Ok(Some(()))
    }

    /// Processes a solved node. A MIN parent opens its next child, or becomes solved after the last one; a
    /// MAX parent becomes solved, and all nodes below it are removed from OPEN.
    fn solved(&mut self, entry: &OpenEntry) -> Result<()> {
        let game = self.walk.game;
        let node = &self.nodes[entry.node as usize];
        let (Some(parent), Some(by)) = (node.parent, node.place.by) else {
            unreachable!("the root ends the search")
        };
        let at = self.nodes[parent as usize].place.at;
        if game.side(&at) == self.us {
            self.walk.counts.cutoffs += 1;
            self.close_below(parent);
        } else if let Some(next) = game.moves(&at).skip_while(|&m| m != by).nth(1) {
            return self.open_child(parent, next, entry);
        }
        let ply = usize::from(self.nodes[parent as usize].place.ply);
        if ply == 0 {
            self.best = Some(by);
        }
        self.push(OpenEntry {
            path: Reverse(entry.path.0[..ply].into()),
            node: parent,
            ..*entry
        });
        Ok(())
    }

    fn close_below(&mut self, node: u32) {
        let mut rest = Vec::from_iter(self.nodes[node as usize].first_child.take());
        while let Some(number) = rest.pop() {
            let node = &mut self.nodes[number as usize];
            if std::mem::replace(&mut node.is_open, false) {
                self.held -= 1;
            }
            rest.extend(node.sibling);
            rest.extend(node.first_child.take());
        }
    }

    /// Makes the result; the line leads to the leaf that supplied the value.
    fn report(self, solved: &OpenEntry, start: Score) -> SearchResult {
        let mut line = Vec::new();
        let mut depth = 0;
        let mut at = solved.leaf;
        while let Some(number) = at {
            let node = &self.nodes[number as usize];
            depth = depth.max(node.place.ply);
            line.extend(node.place.by);
            at = node.parent;
        }
        line.reverse();
        let value = solved.merit;
        let mut found = self.walk.found(Some(Backed { value, depth }), Window::OPEN);
        if value >= start {
            found.status = Status::AtLeast;
        }
        found.best = self.best.or(found.best);
        found.line = line;
        found
    }
}
