//! A search tree with its moves and positions as text.

use matchboxes::game::{Game, Side};
use matchboxes::search::{Counts, LeafReason, Score, SearchResult, Window};

pub(super) struct Node {
    pub(super) parent: Option<usize>,
    pub(super) ply: u16,
    pub(super) m: Option<String>,
    pub(super) position: String,
    pub(super) side: Side,
    pub(super) window: Window,
    pub(super) value: Option<(Score, u16)>,
    pub(super) ending: LeafReason,
    /// Whether the node is on the best line.
    pub(super) is_best: bool,
}

/// A search tree as it is shown.
pub(super) struct TreeView {
    pub(super) title: String,
    pub(super) search: String,
    pub(super) root: Side,
    pub(super) value: Score,
    pub(super) depth: u16,
    pub(super) counts: Counts,
    pub(super) nodes: Vec<Node>,
    /// How many visited nodes are missing from `nodes`.
    pub(super) left_out: u64,
}

impl TreeView {
    /// The tree of a search from a position, if the search recorded it; `written` writes a position.
    pub(super) fn new<G: Game>(
        (game, start): (&G, G::Position),
        title: String,
        written: &dyn Fn(&G::Position) -> String,
        search: &str,
        found: &SearchResult,
    ) -> Option<Self> {
        let tree = found.tree.as_ref()?;
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.nodes.len());
        let mut positions: Vec<G::Position> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
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
            nodes.push(Node {
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
        Some(Self {
            title,
            search: search.to_owned(),
            root: nodes.first()?.side,
            value: found.value,
            depth: found.depth,
            counts: found.counts,
            nodes,
            left_out: tree.left_out,
        })
    }

    /// Removes the deepest plies so that at most `most` nodes remain; also returns the ply below which
    /// nodes were removed, if any were.
    pub(super) fn trimmed(mut self, most: usize) -> (Self, Option<u16>) {
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
}

/// The name of a node's state in JSON.
pub(super) const fn state(ending: LeafReason) -> &'static str {
    match ending {
        LeafReason::Inner => "inner",
        LeafReason::Finished => "finished",
        LeafReason::Horizon => "horizon",
        LeafReason::Answered => "answered",
        LeafReason::Cut => "cut",
    }
}
