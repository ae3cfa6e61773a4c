//! A search tree as text, as a Graphviz graph and as JSON.

use matchboxes::search::{LeafReason, Score};
use matchboxes::text::count;
use serde::ser::{Serialize, SerializeMap as _, Serializer};
use serde_json::json;

use super::view::{Node, TreeView, state};

/// One line per node, indented by its ply.
pub(super) fn text(tree: &TreeView, bare: bool) -> String {
    let mut text = format!("{}\n{}\n", tree.title, summary(tree));
    for node in &tree.nodes {
        let indent = "  ".repeat(usize::from(node.ply));
        text += &format!("{indent}{}\n", words(node, bare).join("  "));
    }
    if tree.left_out > 0 {
        let left_out = count(tree.left_out, "further node", "further nodes");
        text += &format!("... {left_out}; --most shows more\n");
    }
    text
}

/// The search, its result and its cost in one line.
pub(super) fn summary(tree: &TreeView) -> String {
    format!(
        "{}: value {}, returned depth {}, {}, {}, {}",
        tree.search,
        tree.value,
        tree.depth,
        count(tree.counts.nodes, "node", "nodes"),
        count(tree.counts.leaves, "leaf", "leaves"),
        count(tree.counts.cutoffs, "cut-off", "cut-offs")
    )
}

fn words(node: &Node, bare: bool) -> Vec<String> {
    let mut words: Vec<String> = node.m.iter().cloned().collect();
    if !node.position.is_empty() {
        words.push(node.position.clone());
    }
    if node.ending == LeafReason::Cut {
        words.push("cut off".to_owned());
    } else if !bare {
        let window = node.window;
        words.push(format!("[{}, {}]", window.alpha(), window.beta()));
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
pub(super) fn dot(tree: &TreeView, bare: bool) -> String {
    let mut text = format!("digraph {} {{\n", quoted(&tree.title));
    text += &format!("  label={};\n", quoted(&summary(tree)));
    for (number, node) in tree.nodes.iter().enumerate() {
        let is_root = node.side == tree.root;
        let shape = if is_root { "box" } else { "ellipse" };
        let look = match (node.ending == LeafReason::Cut, node.is_best) {
            (true, _) => ",style=dashed,color=grey,fontcolor=grey",
            (false, true) => ",penwidth=2",
            (false, false) => "",
        };
        let label = quoted(&label(node, bare).join("\n"));
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

/// The lines of text in a node of a picture.
pub(super) fn label(node: &Node, bare: bool) -> Vec<String> {
    let mut lines: Vec<String> = node.position.split('/').map(str::to_owned).collect();
    lines.retain(|line| !line.is_empty());
    if let (false, Some((value, depth))) = (bare, node.value) {
        lines.push(format!("{value}, depth {depth}"));
    }
    if !bare && node.value.is_some() && node.ending == LeafReason::Inner {
        lines.push(format!("[{}, {}]", node.window.alpha(), node.window.beta()));
    }
    lines
}

/// A text in double quotes, escaped for Graphviz.
fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{}\"", text.replace('\n', "\\n"))
}

/// The JSON document, with the nodes in the order of their visits; nodes are converted while writing.
impl Serialize for TreeView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut document = serializer.serialize_map(None)?;
        document.serialize_entry("tree", &self.title)?;
        document.serialize_entry("algorithm", &self.search)?;
        document.serialize_entry("value", &self.value.points())?;
        document.serialize_entry("returned_depth", &self.depth)?;
        document.serialize_entry("nodes", &self.counts.nodes)?;
        document.serialize_entry("leaves", &self.counts.leaves)?;
        document.serialize_entry("cutoffs", &self.counts.cutoffs)?;
        document.serialize_entry("left_out", &self.left_out)?;
        document.serialize_entry("visits", &self.nodes)?;
        document.end()
    }
}

/// A node as JSON; an infinite bound of its window is null.
impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let end = |score: Score| {
            let points = score.points();
            (points.abs() <= Score::MOST).then_some(points)
        };
        let window = [end(self.window.alpha()), end(self.window.beta())];
        let node = json!({
            "parent": self.parent,
            "ply": self.ply,
            "move": self.m,
            "position": self.position,
            "side": self.side.name(),
            "window": (self.ending != LeafReason::Cut).then_some(window),
            "value": self.value.map(|(value, _)| value.points()),
            "returned_depth": self.value.map(|(_, depth)| depth),
            "state": state(self.ending),
            "best": self.is_best,
        });
        node.serialize(serializer)
    }
}
