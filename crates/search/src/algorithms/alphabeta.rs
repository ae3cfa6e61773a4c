//! Alpha-beta (Knuth and Moore 1975) with separate branches for the two sides, and in their negamax form.
//! Both are fail-hard: the returned value is never outside the window.

use crate::game::{Game, Side};
use crate::walk::{Backed, TreePlace, TreeWalk, walk};
use crate::{Question, SearchResult, Searcher, Window};

/// Alpha-beta whose values are for the side at the root.
pub(super) fn two_sided<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> SearchResult {
    let us = question.game.side(&question.at);
    let window = search.setting.window;
    walk(question, search, |walk, root| {
        alphabeta(walk, root, us, window)
    })
}

fn alphabeta<G: Game>(
    walk: &mut TreeWalk<'_, G>,
    place: &TreePlace<G::Position>,
    us: Side,
    window: Window,
) -> Option<Backed> {
    walk.enter(place, window)?;
    let game = walk.game;
    let is_max = game.side(&place.at) == us;
    if !walk.is_horizon(place) {
        let (mut alpha, mut beta) = (window.alpha, window.beta);
        // If no move improves the bound, it is returned with the node's own depth.
        let mut depth = place.ply;
        let mut is_leaf = true;
        let mut moves = game.moves(&place.at);
        while let Some(m) = moves.next() {
            is_leaf = false;
            let child = alphabeta(walk, &walk.down(place, m), us, Window { alpha, beta })?;
            let bound = if is_max { &mut alpha } else { &mut beta };
            let is_better = if is_max {
                child.value > *bound
            } else {
                child.value < *bound
            };
            if is_better {
                *bound = child.value;
                depth = child.depth;
                walk.improve(place.ply, m, child);
            }
            if beta <= alpha {
                walk.cut(place, moves);
                break;
            }
        }
        if !is_leaf {
            let value = if is_max { alpha } else { beta };
            return Some(walk.leave(Backed { value, depth }));
        }
    }
    // The evaluation is for the side to move, the values of this search for the side at the root.
    let leaf = walk.leaf(place);
    let leaf = if is_max { leaf } else { leaf.reversed() };
    Some(walk.leave(leaf.within(window)))
}

/// Alpha-beta from the view of the side to move.
pub(super) fn one_sided<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> SearchResult {
    let window = search.setting.window;
    walk(question, search, |walk, root| negaalpha(walk, root, window))
}

fn negaalpha<G: Game>(
    walk: &mut TreeWalk<'_, G>,
    place: &TreePlace<G::Position>,
    window: Window,
) -> Option<Backed> {
    walk.enter(place, window)?;
    if !walk.is_horizon(place) {
        let game = walk.game;
        let Window { mut alpha, beta } = window;
        // If no move improves the bound, it is returned with the node's own depth.
        let mut depth = place.ply;
        let mut is_leaf = true;
        let mut moves = game.moves(&place.at);
        while let Some(m) = moves.next() {
            is_leaf = false;
            let inside = Window { alpha, beta }.flipped();
            let child = negaalpha(walk, &walk.down(place, m), inside)?.reversed();
            if child.value > alpha {
                alpha = child.value;
                depth = child.depth;
                walk.improve(place.ply, m, child);
            }
            if beta <= alpha {
                walk.cut(place, moves);
                break;
            }
        }
        if !is_leaf {
            let value = alpha;
            return Some(walk.leave(Backed { value, depth }));
        }
    }
    let leaf = walk.leaf(place);
    Some(walk.leave(leaf.within(window)))
}
