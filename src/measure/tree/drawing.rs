//! A search tree as a picture.

use matchboxes::search::LeafReason;
use matchboxes::text::count;
use matchboxes_pictures::plot::{DrawnNode, TreeDrawing};

use super::view::TreeView;
use super::write::{label, summary};

/// Builds the drawing of a tree, with at most `most` nodes.
pub(super) fn drawing(tree: TreeView, bare: bool, most: usize) -> TreeDrawing {
    let (tree, ply) = tree.trimmed(most);
    let nodes = tree.nodes.iter().map(|node| DrawnNode {
        parent: node.parent,
        lines: label(node, bare),
        is_opponents: node.side != tree.root,
        is_cut: node.ending == LeafReason::Cut,
        is_best: !bare && node.is_best,
    });
    let mut notes = vec!["blue: the side at the root moves; red: its opponent".to_owned()];
    if !bare {
        notes.push(
            "in a node: value and returned depth, [window]; thick: the best line; crossed out: cut off"
                .to_owned(),
        );
    }
    if tree.left_out > 0 {
        let left_out = count(tree.left_out, "further node is", "further nodes are");
        let below = ply.map_or_else(String::new, |ply| format!(", those below ply {ply}"));
        notes.push(format!("{left_out} left out{below}"));
    }
    TreeDrawing {
        subtitle: if bare { String::new() } else { summary(&tree) },
        nodes: nodes.collect(),
        title: tree.title,
        notes,
    }
}
