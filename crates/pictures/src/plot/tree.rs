//! A searched tree: its nodes as boxes, with cut branches crossed out.

use super::chart::widest;
use super::parts::canvas::{Canvas, GREY, MARGIN, PALE, picture};
use super::parts::line::COLOURS;
use super::picture::Picture;
use crate::draw::{Colour, Ink, Stroke, extent};

/// A tree to draw.
#[derive(Clone, Debug, Default)]
pub struct TreeDrawing {
    /// The title of the picture.
    pub title: String,
    /// The line under the title; may be empty.
    pub subtitle: String,
    /// The nodes, each after its parent.
    pub nodes: Vec<DrawnNode>,
    /// Notes under the tree.
    pub notes: Vec<String>,
}

/// A node of a [`TreeDrawing`].
#[derive(Clone, Debug, Default)]
pub struct DrawnNode {
    /// The index of its parent, which comes before it; `None` for a root.
    pub parent: Option<usize>,
    /// Its text, line by line.
    pub lines: Vec<String>,
    /// Whether the opponent of the side at the root moves: it is drawn in red.
    pub is_opponents: bool,
    /// Whether it was cut off: it is drawn in grey with its branch crossed out.
    pub is_cut: bool,
    /// Whether it is on the line of best play, which is drawn thicker.
    pub is_best: bool,
}

const LINE: f64 = 15.0;
const PAD: f64 = 6.0;
const GAP: f64 = 10.0;
/// The vertical space between two rows.
const DROP: f64 = 34.0;
/// The smallest width of a box, and of the picture.
const NARROW: (f64, f64) = (26.0, 460.0);

struct Layout {
    /// The middle of each box and its width.
    boxes: Vec<(f64, f64)>,
    ply: Vec<usize>,
    /// The upper edges of the rows, and of the space below them.
    rows: Vec<f64>,
    width: f64,
}

impl Layout {
    fn new(nodes: &[DrawnNode]) -> Self {
        let own: Vec<f64> = nodes.iter().map(width).collect();
        let mut ply = vec![0; nodes.len()];
        let mut heights: Vec<f64> = Vec::new();
        for (number, node) in nodes.iter().enumerate() {
            ply[number] = node.parent.map_or(0, |parent| ply[parent] + 1);
            if heights.len() <= ply[number] {
                heights.push(0.0);
            }
            heights[ply[number]] = heights[ply[number]].max(height(node));
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
            boxes,
            ply,
            rows,
            width: (right - GAP).max(0.0),
        }
    }
}

fn width(node: &DrawnNode) -> f64 {
    (widest(&node.lines) + 2.0 * PAD).max(NARROW.0)
}

fn height(node: &DrawnNode) -> f64 {
    extent(node.lines.len().max(1)) * LINE + PAD
}

/// Draws a tree from its root downwards.
pub fn tree(drawing: &TreeDrawing) -> Picture {
    let layout = Layout::new(&drawing.nodes);
    let width = layout.width.max(NARROW.1) + 2.0 * MARGIN;
    let foot = layout.rows[layout.rows.len() - 1];
    let notes = drawing.notes.iter();
    let notes = notes.flat_map(|note| Ink::NOTE.wrap(note, width - 2.0 * MARGIN));
    let notes: Vec<String> = notes.collect();
    let lines = extent(notes.len()) * LINE;
    let heading = (&*drawing.title, &*drawing.subtitle);
    picture(heading, (width, foot + lines + MARGIN), |canvas| {
        let indent = MARGIN + (width - 2.0 * MARGIN - layout.width) / 2.0;
        let part = canvas.within([0.0, 0.0, indent, 0.0]);
        for number in 0..drawing.nodes.len() {
            branch(&part, &layout, &drawing.nodes, number);
        }
        for (number, node) in drawing.nodes.iter().enumerate() {
            frame(&part, &layout, node, number);
        }
        let first = (MARGIN, foot - DROP / 2.0 + LINE);
        canvas.write_lines(&notes, first, LINE, &Ink::NOTE);
    })
}

fn branch(canvas: &Canvas<'_>, layout: &Layout, nodes: &[DrawnNode], number: usize) {
    let node = &nodes[number];
    let Some(parent) = node.parent else { return };
    let from_y = layout.rows[layout.ply[parent]] + height(&nodes[parent]);
    let to_y = layout.rows[layout.ply[number]];
    let (from, to) = (layout.boxes[parent].0, layout.boxes[number].0);
    let style = match (node.is_cut, node.is_best) {
        (true, _) => Stroke::new(PALE, 1.5),
        (false, true) => Stroke::new(Colour::BLACK, 3.0),
        (false, false) => Stroke::new(GREY, 1.0),
    };
    canvas.line(&[(from, from_y), (to, to_y)], style);
    if node.is_cut {
        // Two short strokes across the branch, a third of the way up.
        let (x, y) = (to + (from - to) * 0.3, to_y + (from_y - to_y) * 0.3);
        for shift in [-2.0, 2.0] {
            let ends = [(x - 7.0, y + 2.0 + shift), (x + 7.0, y - 2.0 + shift)];
            canvas.line(&ends, Stroke::new(COLOURS[1], 1.5));
        }
    }
}

fn frame(canvas: &Canvas<'_>, layout: &Layout, node: &DrawnNode, number: usize) {
    let (middle, width) = layout.boxes[number];
    let top = layout.rows[layout.ply[number]];
    let (left, right) = (middle - width / 2.0, middle + width / 2.0);
    let foot = top + height(node);
    let thickness = if node.is_best { 2.5 } else { 1.25 };
    let (edge, colour) = if node.is_cut {
        (GREY, GREY)
    } else {
        (COLOURS[usize::from(node.is_opponents)], Colour::BLACK)
    };
    let edge = Stroke::new(edge, thickness);
    canvas.rect((left, top), (right, foot), Some(Colour::WHITE), Some(edge));
    let first = (middle, top + PAD / 2.0 + LINE - 3.5);
    canvas.write_lines(
        &node.lines,
        first,
        LINE,
        &Ink::TICK.colour(colour).centred(),
    );
}
