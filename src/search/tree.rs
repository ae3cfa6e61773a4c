//! A searched tree as data: what was visited, with which window, what came back, what was cut off.
//!
//! Nodes stand in the order of their visits, each after its parent, so one walk over the list draws
//! the tree. A search that visits a node twice records it twice.

use crate::game::{Key, Move};

use super::score::{Score, Window};

/// Why a node has no children on record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Its moves were looked into.
    Inner,
    /// The game is over there.
    Finished,
    /// The depth limit was reached.
    Horizon,
    /// The table knew it.
    Answered,
    /// It was never visited: a bound made it needless.
    Cut,
}

/// One node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the parent; none for the root.
    pub parent: Option<u32>,
    /// The move that leads here; none for the root.
    pub m: Option<Move>,
    /// The position.
    pub key: Key,
    /// How many plies below the root.
    pub ply: u16,
    /// The window it was searched with, as the algorithm counts values there.
    pub window: Window,
    /// What came back and its returned depth; none for what was cut off or not finished.
    pub value: Option<(Score, u16)>,
    /// What became of it.
    pub ending: Ending,
}

/// The record of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes, the root first.
    pub nodes: Vec<TreeNode>,
    /// How many more were left out because the record was full.
    pub left_out: u64,
}

/// Writes a [`Tree`] while a search goes down and up.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    tree: Tree,
    most: usize,
    /// The numbers of the nodes on the way from the root; none where there was no room.
    path: Vec<Option<u32>>,
}

impl Recorder {
    pub(super) fn new(most: usize) -> Option<Box<Self>> {
        (most > 0).then(|| {
            Box::new(Self {
                tree: Tree::default(),
                most,
                path: Vec::new(),
            })
        })
    }

    fn add(&mut self, mut node: TreeNode) -> Option<u32> {
        if self.tree.nodes.len() >= self.most {
            self.tree.left_out += 1;
            return None;
        }
        node.parent = self.path.last().copied().flatten();
        let number = u32::try_from(self.tree.nodes.len()).ok()?;
        self.tree.nodes.push(node);
        Some(number)
    }

    pub(super) fn enter(&mut self, node: TreeNode) {
        let number = self.add(node);
        self.path.push(number);
    }

    pub(super) fn cut(&mut self, node: TreeNode) {
        self.add(node);
    }

    pub(super) fn end(&mut self, ending: Ending) {
        if let Some(number) = self.path.last().copied().flatten() {
            self.tree.nodes[number as usize].ending = ending;
        }
    }

    pub(super) fn leave(&mut self, value: (Score, u16)) {
        if let Some(number) = self.path.pop().flatten() {
            self.tree.nodes[number as usize].value = Some(value);
        }
    }

    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }
}
