//! A search tree as text, as a Graphviz graph, as rows and as JSON.

use matchboxes_games::text::count;
use matchboxes_search::{LeafReason, NodeView, Score, TreeView};
use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::row::{Row, Table};

/// One line per node, indented by its ply; `option` is what shows more of them.
pub fn tree_text(tree: &TreeView, bare: bool, option: &str) -> String {
    let mut text = format!("{}\n{}\n", tree.title, tree.summary());
    for node in &tree.nodes {
        let indent = "  ".repeat(usize::from(node.ply));
        text += &format!("{indent}{}\n", words(node, bare).join("  "));
    }
    if tree.left_out > 0 {
        let left_out = count(tree.left_out, "further node", "further nodes");
        text += &format!("... {left_out}; {option} shows more\n");
    }
    text
}

fn words(node: &NodeView, bare: bool) -> Vec<String> {
    let mut words: Vec<String> = node.m.iter().cloned().collect();
    if !node.position.is_empty() {
        words.push(node.position.clone());
    }
    if node.ending == LeafReason::Cut {
        words.push("cut off".to_owned());
    } else if !bare {
        let window = node.window;
        words.push(format!("[{}, {}]", window.alpha, window.beta));
        match node.value {
            Some((value, depth)) => words.push(format!("value {value}, depth {depth}")),
            None => words.push("not finished".to_owned()),
        }
        match node.ending {
            LeafReason::Horizon => words.push("depth limit".to_owned()),
            LeafReason::Answered => words.push("from the table".to_owned()),
            LeafReason::Inner | LeafReason::Finished | LeafReason::Cut => {}
        }
        if node.is_best {
            words.push("*".to_owned());
        }
    }
    if words.is_empty() {
        words.push("root".to_owned());
    }
    words
}

/// A Graphviz graph: boxes for the side at the root, ellipses for its opponent.
pub fn tree_dot(tree: &TreeView, bare: bool) -> String {
    let mut text = format!("digraph {} {{\n", quoted(&tree.title));
    text += &format!("  label={};\n", quoted(&tree.summary()));
    for (number, node) in tree.nodes.iter().enumerate() {
        let is_root = node.side == tree.root;
        let shape = if is_root { "box" } else { "ellipse" };
        let look = match (node.ending == LeafReason::Cut, node.is_best) {
            (true, _) => ",style=dashed,color=grey,fontcolor=grey",
            (false, true) => ",penwidth=2",
            (false, false) => "",
        };
        let label = quoted(&node.label(bare).join("\n"));
        text += &format!("  n{number} [shape={shape},label={label}{look}];\n");
        if let Some(parent) = node.parent {
            let m = quoted(node.m.as_deref().unwrap_or_default());
            text += &format!("  n{parent} -> n{number} [label={m}{look}];\n");
        }
    }
    if tree.left_out > 0 {
        let left_out = quoted(&count(tree.left_out, "further node", "further nodes"));
        text += &format!("  rest [shape=note,label={left_out}];\n");
    }
    text + "}\n"
}

/// A text in double quotes, escaped for Graphviz.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}

/// The nodes in the order of their visits. An infinite end of a window is not known, nor is the window of a node that was
/// cut off.
pub fn tree_nodes(tree: &TreeView) -> Table<'_> {
    Table::new("visits", || tree.nodes.iter().map(|node| Ok(visit(node))))
}

fn visit(node: &NodeView) -> Row {
    let end = |score: Score| {
        let points = score.points();
        (points.abs() <= Score::MOST).then(|| f64::from(points))
    };
    let window = (node.ending != LeafReason::Cut).then_some(node.window);
    let window = window.map(|window| [window.alpha, window.beta].map(end));
    let [alpha, beta] = window.unwrap_or_default();
    let (value, depth) = node.value.unzip();
    Row::default()
        .with("parent", node.parent.map(|parent| parent as u64))
        .with("ply", u64::from(node.ply))
        .with("move", node.m.clone())
        .with("position", &node.position)
        .with("side", node.side.name())
        .with("alpha", alpha)
        .with("beta", beta)
        .with("value", value.map(|value| f64::from(value.points())))
        .with("depth", depth.map(u64::from))
        .with("state", node.ending.name())
        .with("best", node.is_best)
}

/// A tree as a JSON document, with the nodes in the order of their visits; they are converted while writing.
pub struct TreeDocument<'a>(pub &'a TreeView);

impl Serialize for TreeDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(tree) = self;
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("tree", &tree.title)?;
        document.serialize_entry("algorithm", &tree.search)?;
        document.serialize_entry("value", &tree.value.points())?;
        document.serialize_entry("depth", &tree.depth)?;
        document.serialize_entry("nodes", &tree.counts.nodes)?;
        document.serialize_entry("leaves", &tree.counts.leaves)?;
        document.serialize_entry("cutoffs", &tree.counts.cutoffs)?;
        document.serialize_entry("left_out", &tree.left_out)?;
        document.serialize_entry("visits", &tree_nodes(tree))?;
        document.end()
    }
}
