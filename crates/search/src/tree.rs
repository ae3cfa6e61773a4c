//! A searched tree as data: visited nodes with their windows and returned values, and nodes cut off.
//!
//! Nodes are in the order of their visits, each after its parent, so that one pass over the list can draw
//! the tree. A node that is visited twice is recorded twice.

use crate::game::Move;

use super::score::{Score, Window};

/// Why a node has no recorded children, if it has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafReason {
    /// An inner node: its moves were searched.
    Inner,
    /// The game is over there.
    Finished,
    /// The depth limit was reached.
    Horizon,
    /// The table or the database had its value.
    Answered,
    /// It was not visited, because a bound made it unnecessary.
    Cut,
}

impl LeafReason {
    /// Its name in tables and JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inner => "inner",
            Self::Finished => "finished",
            Self::Horizon => "horizon",
            Self::Answered => "answered",
            Self::Cut => "cut",
        }
    }
}

/// One node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the parent; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here; none for the root.
    pub m: Option<Move>,
    /// The distance from the root in plies.
    pub ply: u16,
    /// The window it was searched with, from the view that the algorithm uses at this node.
    pub window: Window,
    /// The returned value and depth; none if the node was cut off or not completed.
    pub value: Option<(Score, u16)>,
    /// Whether its moves were searched, and if not, why.
    pub ending: LeafReason,
}

/// The record of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
    /// The number of nodes left out because the record was full.
    pub left_out: u64,
}

/// Records a [`Tree`] during a depth-first search.
#[derive(Default)]
pub(super) struct Recorder {
    pub(super) tree: Tree,
    most: usize,
    /// The numbers of the nodes from the root to the current one; none for a node that was left out.
    path: Vec<Option<u32>>,
}

impl Recorder {
    pub(super) fn new(most: usize) -> Option<Box<Self>> {
        let recorder = Self {
            most,
            ..Self::default()
        };
        (most > 0).then(|| Box::new(recorder))
    }

    /// Adds a node; unless it was cut off, it is the current node until it is left.
    pub(super) fn add(&mut self, mut node: TreeNode) {
        let is_entered = node.ending != LeafReason::Cut;
        node.parent = self.path.last().copied().flatten();
        let number = if self.tree.nodes.len() < self.most {
            self.tree.nodes.push(node);
            u32::try_from(self.tree.nodes.len() - 1).ok()
        } else {
            self.tree.left_out += 1;
            None
        };
        if is_entered {
            self.path.push(number);
        }
    }

    pub(super) fn end(&mut self, ending: LeafReason) {
        if let Some(number) = self.path.last().copied().flatten() {
            self.tree.nodes[number as usize].ending = ending;
        }
    }

    pub(super) fn leave(&mut self, value: Score, depth: u16) {
        if let Some(number) = self.path.pop().flatten() {
            self.tree.nodes[number as usize].value = Some((value, depth));
        }
    }
}
