//! Search trees.

use matchboxes::roster;
use matchboxes::search::synthetic::TextTree;
use matchboxes::search::{Limits, Question, TreeView};
use matchboxes::text::thousands;
use matchboxes_pictures::plot::{self, Look};
use matchboxes_report::{tree_dot, tree_nodes, tree_text};
use pyo3::prelude::*;

use crate::argument::{self, Argument, read};
use crate::errors::{raised_for, wrong};
use crate::exact::exactly;
use crate::frame::PyFrame;
use crate::game;
use crate::help::help;
use crate::picture::PyPicture;
use crate::result::result;
use crate::solve::posed;

result!(Tree {
    title: String,
    algorithm: String,
    value: i32,
    depth: u16,
    visited: u64,
    leaves: u64,
    cutoffs: u64,
    left_out: u64,
    nodes: PyFrame,
    lines: String,
    graph: String,
    drawn: PyPicture,
});

/// The most nodes of a frame by default, which is also the most of a picture.
const USUAL: usize = 1_000;
/// The most nodes of a frame that can be requested.
const MOST: usize = 1_000_000;
/// The most nodes of a picture, if no number is given.
const DRAWN: usize = 60;

/// Searches a position, or a tree of your own, and keeps the tree that was searched: windows, values, returned depths and
/// cut branches, as `menace tree` does.
///
/// Minimax and alphabeta give values and windows for the side at the root, the other searches for the side to move.
#[doc = help!([from_position, game, depth_first, depth, leaves, most_nodes] "Tree\n    Its nodes as a frame, as text, as a graph and as a picture." checked)]
///
/// Examples
/// --------
/// >>> tree = matchboxes.tree(leaves="((3 5) (2 9))")
/// >>> tree.value, tree.nodes["state"].count("cut")
/// (3, 1)
/// >>> print(tree.text())
/// ((3 5) (2 9))
/// alphabeta: value 3, returned depth 2, 6 nodes, 3 leaves, 1 cut-off
/// ...
#[pyfunction]
#[pyo3(signature = (position=None, *, game=None, algorithm=None, depth=None, leaves=None, most=None),
    text_signature = "(position=None, *, game=None, algorithm='alphabeta', depth=None, leaves=None, most=1000)")]
pub(crate) fn tree(
    py: Python<'_>,
    position: Argument<'_>,
    game: Argument<'_>,
    algorithm: Argument<'_>,
    depth: Argument<'_>,
    leaves: Argument<'_>,
    most: Argument<'_>,
) -> PyResult<Tree> {
    read! {
        game::game: game;
        argument::text: algorithm, leaves;
        argument::positive: depth;
        argument::number: most;
    }
    if most.is_some_and(|most| !(1..=MOST).contains(&most)) {
        let [most, limit] = [most.unwrap_or_default(), MOST].map(|n| n as u64);
        return Err(wrong(format!(
            "most: must be 1 to {}, not {most}",
            thousands(limit)
        )));
    }
    if leaves.is_some() && (game.is_some() || position.is_some()) {
        return Err(wrong(
            "leaves: these are a tree of their own; leave out the game and the position",
        ));
    }
    let leaves = leaves.map(|text| TextTree::parse(&text));
    let leaves = leaves
        .transpose()
        .map_err(|error| raised_for("leaves", error))?;
    let (game, at) = posed(py, game, &position)?;
    exactly(py, move |control| {
        let stop = || control.stop_asked();
        let limits = Limits {
            depth,
            stop: Some(&stop),
            record: most.unwrap_or_default().max(TreeView::DRAWN as usize),
            ..Limits::default()
        };
        let name = algorithm.as_deref().unwrap_or("alphabeta");
        let about = |error| raised_for("algorithm", error);
        let tree = if let Some(leaves) = &leaves {
            TreeView::of_leaves(leaves, name, limits).map_err(about)?
        } else {
            let search = roster::search(&game.rules, name);
            let search = search.map_err(|error| raised_for("algorithm", error))?;
            let game = &game.rules;
            TreeView::of_position(&Question { game, at, limits }, &*search, name).map_err(about)?
        };
        let shown = most.unwrap_or(DRAWN).min(USUAL);
        let drawn = plot::tree(tree.clone(), false, shown, Look::default());
        let tree = tree.first(most.unwrap_or(USUAL));
        let nodes = PyFrame::of_table(&tree_nodes(&tree))?;
        Ok(Tree {
            lines: tree_text(&tree, false, "most"),
            graph: tree_dot(&tree, false),
            nodes: if leaves.is_some() {
                nodes
            } else {
                nodes.drawn(&game)
            },
            drawn: PyPicture::new(format!("search tree, {}", tree.title), drawn),
            title: tree.title,
            algorithm: tree.search,
            value: tree.value.points(),
            depth: tree.depth,
            visited: tree.counts.nodes,
            leaves: tree.counts.leaves,
            cutoffs: tree.counts.cutoffs,
            left_out: tree.left_out,
        })
    })
}
