//! A searched tree: its nodes as boxes, with cut branches crossed out.

use matchboxes::search::{LeafReason, NodeView, TreeView};
use matchboxes::text::count;

use super::chart::widest;
use super::look::{Heading, Look};
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, picture};
use super::parts::line::COLOURS;
use super::picture::Picture;
use crate::draw::{Colour, Ink, Stroke, extent};

const LINE: f64 = 15.0;
const PAD: f64 = 6.0;
const GAP: f64 = 10.0;
/// The vertical space between two rows.
const DROP: f64 = 34.0;
/// The smallest width of a box, and of the picture.
const NARROW: (f64, f64) = (26.0, 460.0);

struct Layout {
    lines: Vec<Vec<String>>,
    /// The middle of each box and its width.
    boxes: Vec<(f64, f64)>,
    /// The upper edges of the rows, and of the space below them.
    rows: Vec<f64>,
    width: f64,
}

impl Layout {
    fn new(nodes: &[NodeView], bare: bool) -> Self {
        let lines: Vec<Vec<String>> = nodes.iter().map(|node| node.label(bare)).collect();
        let own: Vec<f64> = lines.iter().map(|lines| width(lines)).collect();
        let mut heights: Vec<f64> = Vec::new();
        for (node, lines) in nodes.iter().zip(&lines) {
            let ply = usize::from(node.ply);
            heights.resize(heights.len().max(ply + 1), 0.0);
            heights[ply] = heights[ply].max(height(lines));
        }
        // A subtree is as wide as its root or as all its children together, whichever is more.
        let mut below = vec![0.0_f64; nodes.len()];
        for (number, node) in nodes.iter().enumerate().rev() {
            if let Some(parent) = node.parent {
                let wide = below[number].max(own[number]);
                below[parent] += wide + if below[parent] > 0.0 { GAP } else { 0.0 };
            }
        }
        let wide: Vec<f64> = (0..nodes.len()).map(|n| below[n].max(own[n])).collect();
        let mut boxes = Vec::with_capacity(nodes.len());
        // The left edge of the next child of each node; `right` is the left edge of the next root.
        let mut next = vec![0.0; nodes.len()];
        let mut right = 0.0;
        for (number, node) in nodes.iter().enumerate() {
            let free = node.parent.map_or(&mut right, |parent| &mut next[parent]);
            let left = *free;
            *free += wide[number] + GAP;
            boxes.push((left + wide[number] / 2.0, own[number]));
            next[number] = left + (wide[number] - below[number]) / 2.0;
        }
        let mut rows = vec![0.0];
        for height in heights {
            rows.push(rows[rows.len() - 1] + height + DROP);
        }
        Self {
            lines,
            boxes,
            rows,
            width: (right - GAP).max(0.0),
        }
    }
}

fn width(lines: &[String]) -> f64 {
    (widest(lines) + 2.0 * PAD).max(NARROW.0)
}

fn height(lines: &[String]) -> f64 {
    extent(lines.len().max(1)) * LINE + PAD
}

/// Draws a tree from its root downwards, with at most `most` nodes; if `bare`, without windows and values. It is as
/// large as its nodes need.
pub fn tree(tree: TreeView, bare: bool, most: usize, look: Look) -> Picture {
    let (mut tree, ply) = tree.trimmed(most);
    for node in &mut tree.nodes {
        node.is_best &= !bare;
    }
    let layout = Layout::new(&tree.nodes, bare);
    let width = layout.width.max(NARROW.1) + 2.0 * MARGIN;
    let foot = layout.rows[layout.rows.len() - 1];
    let notes = notes(&tree, bare, ply).into_iter();
    let notes = notes.flat_map(|note| Ink::NOTE.wrap(&note, width - 2.0 * MARGIN));
    let notes: Vec<String> = notes.collect();
    let lines = extent(notes.len()) * LINE;
    let subtitle = if bare { String::new() } else { tree.summary() };
    let heading = Heading {
        look,
        ..Heading::new(&*tree.title, subtitle)
    };
    picture(&heading, (width, foot + lines + MARGIN), |canvas| {
        let indent = MARGIN + (width - 2.0 * MARGIN - layout.width) / 2.0;
        let part = canvas.within([0.0, 0.0, indent, 0.0]);
        for number in 0..tree.nodes.len() {
            branch(&part, &layout, &tree.nodes, number);
        }
        for number in 0..tree.nodes.len() {
            frame(&part, &layout, &tree, number);
        }
        let first = (MARGIN, foot - DROP / 2.0 + LINE);
        canvas.write_lines(&notes, first, LINE, &Ink::NOTE);
    })
}

/// The notes under a tree, of which the nodes below a ply may be left out.
fn notes(tree: &TreeView, bare: bool, ply: Option<u16>) -> Vec<String> {
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
    notes
}

fn branch(canvas: &Canvas<'_>, layout: &Layout, nodes: &[NodeView], number: usize) {
    let node = &nodes[number];
    let Some(parent) = node.parent else { return };
    let top = |number: usize| layout.rows[usize::from(nodes[number].ply)];
    let from_y = top(parent) + height(&layout.lines[parent]);
    let to_y = top(number);
    let (from, to) = (layout.boxes[parent].0, layout.boxes[number].0);
    let is_cut = node.ending == LeafReason::Cut;
    let style = match (is_cut, node.is_best) {
        (true, _) => Stroke::new(PALE, 1.5),
        (false, true) => Stroke::new(Colour::BLACK, 3.0),
        (false, false) => Stroke::new(GREY, 1.0),
    };
    canvas.line(&[(from, from_y), (to, to_y)], style);
    if is_cut {
        // Two short strokes across the branch, a third of the way up.
        let (x, y) = (to + (from - to) * 0.3, to_y + (from_y - to_y) * 0.3);
        for shift in [-2.0, 2.0] {
            let ends = [(x - 7.0, y + 2.0 + shift), (x + 7.0, y - 2.0 + shift)];
            canvas.line(&ends, Stroke::new(COLOURS[1], 1.5));
        }
    }
}

fn frame(canvas: &Canvas<'_>, layout: &Layout, tree: &TreeView, number: usize) {
    let (node, lines) = (&tree.nodes[number], &layout.lines[number]);
    let (middle, width) = layout.boxes[number];
    let top = layout.rows[usize::from(node.ply)];
    let (left, right) = (middle - width / 2.0, middle + width / 2.0);
    let foot = top + height(lines);
    let thickness = if node.is_best { 2.5 } else { 1.25 };
    let (edge, colour) = if node.ending == LeafReason::Cut {
        (GREY, GREY)
    } else {
        let is_opponents = node.side != tree.root;
        (COLOURS[usize::from(is_opponents)], Colour::BLACK)
    };
    let edge = Stroke::new(edge, thickness);
    canvas.rect((left, top), (right, foot), Some(Colour::WHITE), Some(edge));
    let first = (middle, top + PAD / 2.0 + LINE - 3.5);
    canvas.write_lines(lines, first, LINE, &Ink::TICK.colour(colour).centred());
}
