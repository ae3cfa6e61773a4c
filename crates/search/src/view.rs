//! A searched tree as people see it, with its moves and positions as text.

use crate::error::{Error, Result};
use crate::game::{Game, Side};
use crate::games::AnyGame;
use crate::interrupt;
use crate::text::count;

use super::ask::{Question, Search};
use super::found::{Counts, SearchResult};
use super::limits::Limits;
use super::parse::parse;
use super::parts::Offering as _;
use super::score::{Score, Window};
use super::synthetic::TextTree;
use super::tree::LeafReason;

/// A node of a [`TreeView`].
#[derive(Clone, Debug)]
pub struct NodeView {
    /// The number of the parent, which comes before it; none for a root.
    pub parent: Option<usize>,
    /// The distance from the root in plies.
    pub ply: u16,
    /// The move that leads here; none for a root.
    pub m: Option<String>,
    /// The position; empty for an inner node of a tree that is written as text.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The window it was searched with.
    pub window: Window,
    /// The returned value and depth; none if the node was cut off or not completed.
    pub value: Option<(Score, u16)>,
    /// Whether its moves were searched, and if not, why.
    pub ending: LeafReason,
    /// Whether the node is on the best line.
    pub is_best: bool,
}

/// A search tree as it is shown.
#[derive(Clone, Debug)]
pub struct TreeView {
    /// What was searched.
    pub title: String,
    /// The name of the search.
    pub search: String,
    /// The side to move at the root.
    pub root: Side,
    /// The value of the root.
    pub value: Score,
    /// The returned depth of the root.
    pub depth: u16,
    /// The work of the search.
    pub counts: Counts,
    /// The nodes in the order of their visits.
    pub nodes: Vec<NodeView>,
    /// How many visited nodes are missing from `nodes`.
    pub left_out: u64,
}

impl TreeView {
    /// The most nodes that are recorded for a picture, and so the most that it can show.
    pub const DRAWN: u32 = 100_000;

    /// Searches a position of a game; the limits say how many nodes are recorded.
    ///
    /// # Errors
    ///
    /// The errors of the search, and [`Error::Request`] when it keeps no tree.
    pub fn of_position(
        question: &Question<'_, AnyGame>,
        search: &dyn Search<AnyGame>,
        name: &str,
    ) -> Result<Self> {
        let (game, at) = (question.game, question.at);
        let title = format!("{}, {}", game.name(), game.write_position(&at));
        let written = |at: &_| game.write_position(at);
        Self::new(question, title, &written, name, &search.search(question)?)
    }

    /// Searches a tree that is written as text by the search of this name.
    ///
    /// # Errors
    ///
    /// As [`parse`](super::parse()) and [`TreeView::of_position`].
    pub fn of_leaves(game: &TextTree, name: &str, limits: Limits<'_>) -> Result<Self> {
        let text = &game.text;
        let title = match game.scale() {
            1 => text.clone(),
            scale => format!("{text}, values times {scale}"),
        };
        let written = |at: &_| match game.outcome(at) {
            Some(_) => game.leaf(at).to_string(),
            None => String::new(),
        };
        let at = game.start();
        let question = Question { game, at, limits };
        let found = parse(name, &game.offers())?.search(&question)?;
        Self::new(&question, title, &written, name, &found)
    }

    /// The tree that a search has recorded; `written` writes a position, to an empty text if it has none.
    fn new<G: Game>(
        question: &Question<'_, G>,
        title: String,
        written: &dyn Fn(&G::Position) -> String,
        search: &str,
        found: &SearchResult,
    ) -> Result<Self> {
        let without = || {
            Error::request(format!(
                "`{search}` does not search depth-first and keeps no tree; minimax, alphabeta and pvs do"
            ))
        };
        let (game, start) = (question.game, question.at);
        let tree = found.tree.as_ref().ok_or_else(without)?;
        let mut nodes: Vec<NodeView> = Vec::with_capacity(tree.nodes.len());
        let mut positions: Vec<G::Position> = Vec::with_capacity(tree.nodes.len());
        for (number, node) in tree.nodes.iter().enumerate() {
            interrupt::every(1024, number);
            let parent = node.parent.map(|number| number as usize);
            // The key of a position that play cannot reach is not read.
            let before = parent.map_or(start, |parent| positions[parent]);
            let at = node.m.map_or(before, |m| game.play(&before, m));
            positions.push(at);
            let best = found.line.get(usize::from(node.ply).wrapping_sub(1));
            let is_next = node.m.is_none() || (node.m.is_some() && node.m.as_ref() == best);
            let is_best = is_next
                && node.ending != LeafReason::Cut
                && parent.is_none_or(|parent| nodes[parent].is_best);
            nodes.push(NodeView {
                parent,
                ply: node.ply,
                m: node.m.map(|m| game.write_move(m)),
                position: written(&at),
                side: game.side(&at),
                window: node.window,
                value: node.value,
                ending: node.ending,
                is_best,
            });
        }
        Ok(Self {
            title,
            search: search.to_owned(),
            root: nodes.first().ok_or_else(without)?.side,
            value: found.value,
            depth: found.depth,
            counts: found.counts,
            nodes,
            left_out: tree.left_out,
        })
    }

    /// Removes the deepest plies so that at most `most` nodes remain; also returns the ply below which
    /// nodes were removed, if any were.
    #[must_use]
    pub fn trimmed(mut self, most: usize) -> (Self, Option<u16>) {
        if self.nodes.len() <= most {
            return (self, None);
        }
        let deepest = self.nodes.iter().map(|node| node.ply).max().unwrap_or(0);
        let within = |ply: u16| self.nodes.iter().filter(|node| node.ply <= ply).count();
        let ply = (0..deepest).rev().find(|&ply| within(ply) <= most);
        let ply = ply.unwrap_or(0);
        let mut places = vec![None; self.nodes.len()];
        let mut kept = Vec::new();
        for (number, mut node) in self.nodes.into_iter().enumerate() {
            if node.ply > ply {
                self.left_out += 1;
                continue;
            }
            places[number] = Some(kept.len());
            node.parent = node.parent.and_then(|parent| places[parent]);
            kept.push(node);
        }
        self.nodes = kept;
        (self, Some(ply))
    }

    /// Keeps the nodes that were visited first, at most `most`.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        self.left_out += self.nodes.len().saturating_sub(most) as u64;
        self.nodes.truncate(most);
        self
    }

    /// The search, its result and its cost in one line.
    pub fn summary(&self) -> String {
        format!(
            "{}: value {}, returned depth {}, {}, {}, {}",
            self.search,
            self.value,
            self.depth,
            count(self.counts.nodes, "node", "nodes"),
            count(self.counts.leaves, "leaf", "leaves"),
            count(self.counts.cutoffs, "cut-off", "cut-offs")
        )
    }
}

impl NodeView {
    /// The lines of text in a node of a picture.
    pub fn label(&self, bare: bool) -> Vec<String> {
        let mut lines: Vec<String> = self.position.split('/').map(str::to_owned).collect();
        lines.retain(|line| !line.is_empty());
        if let (false, Some((value, depth))) = (bare, self.value) {
            lines.push(format!("{value}, depth {depth}"));
        }
        if !bare && self.value.is_some() && self.ending == LeafReason::Inner {
            lines.push(format!("[{}, {}]", self.window.alpha, self.window.beta));
        }
        lines
    }
}
