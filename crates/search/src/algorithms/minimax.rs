//! Minimax (Shannon 1950): searches every line to its end; the side at the root takes the largest
//! value, its opponent the smallest. Negamax (Knuth and Moore 1975) is the same with one function for both
//! sides, which negates values on the way up. To the end of the game it is
//! `best_result` of "Deep Learning and the Game of Go" (Pumperla and Ferguson 2019).

use crate::game::{Game, Side};
use crate::walk::{Backed, TreePlace, TreeWalk, walk};
use crate::{Question, Score, SearchResult, Searcher, Window};

/// Minimax whose values are for the side at the root.
pub(super) fn two_sided<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> SearchResult {
    let us = question.game.side(&question.at);
    in_form(question, search, |walk: &mut _, root: &_| {
        minimax(walk, root, us)
    })
}

/// Minimax from the view of the side to move; the sides must alternate strictly, as in all games here.
pub(super) fn one_sided<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> SearchResult {
    in_form(question, search, negamax)
}

/// Minimax and negamax alike where nothing counts but the rules, and otherwise this form of it.
fn in_form<'a, G: Game>(
    question: &Question<'a, G>,
    search: &'a Searcher<G>,
    form: impl FnOnce(&mut TreeWalk<'a, G>, &TreePlace<G::Position>) -> Option<Backed>,
) -> SearchResult {
    walk(question, search, |walk, root| match walk.plain_results() {
        Some(results) => to_the_end(walk, &results, &root.at, 0),
        None => form(walk, root),
    })
}

/// A whole tree with these values of a loss, a draw and a win: the same counts and best lines as of a walk that looks at
/// limits of depth, databases, points and records, with less work.
fn to_the_end<G: Game>(
    walk: &mut TreeWalk<'_, G>,
    results: &[Score; 3],
    at: &G::Position,
    ply: u16,
) -> Option<Backed> {
    walk.count(ply)?;
    let game = walk.game;
    if let Some(outcome) = game.outcome(at) {
        walk.counts.leaves += 1;
        let value = results[outcome.verdict(game.side(at)) as usize];
        return Some(Backed { value, depth: ply });
    }
    let mut best: Option<Backed> = None;
    for m in game.moves(at) {
        let child = to_the_end(walk, results, &game.play(at, m), ply + 1)?.reversed();
        if best.is_none_or(|best| child.value > best.value) {
            best = Some(child);
            walk.improve(ply, m, child);
        }
    }
    // Rules that break the law have neither a move here nor an outcome.
    best.or_else(|| {
        let place = TreePlace {
            at: *at,
            ply,
            ..walk.root()
        };
        Some(walk.leaf(&place))
    })
}

fn minimax<G: Game>(
    walk: &mut TreeWalk<'_, G>,
    place: &TreePlace<G::Position>,
    us: Side,
) -> Option<Backed> {
    walk.enter(place, Window::OPEN)?;
    let game = walk.game;
    let is_max = game.side(&place.at) == us;
    if !walk.is_horizon(place) {
        let mut best: Option<Backed> = None;
        for m in game.moves(&place.at) {
            let child = minimax(walk, &walk.down(place, m), us)?;
            let is_better = best.is_none_or(|best| {
                if is_max {
                    child.value > best.value
                } else {
                    child.value < best.value
                }
            });
            if is_better {
                best = Some(child);
                walk.improve(place.ply, m, child);
            }
        }
        if let Some(best) = best {
            return Some(walk.leave(best));
        }
    }
    // The evaluation is for the side to move, the values of this search for the side at the root.
    let leaf = walk.leaf(place);
    Some(walk.leave(if is_max { leaf } else { leaf.reversed() }))
}

fn negamax<G: Game>(walk: &mut TreeWalk<'_, G>, place: &TreePlace<G::Position>) -> Option<Backed> {
    walk.enter(place, Window::OPEN)?;
    if !walk.is_horizon(place) {
        let game = walk.game;
        let mut best: Option<Backed> = None;
        for m in game.moves(&place.at) {
            let child = negamax(walk, &walk.down(place, m))?.reversed();
            if best.is_none_or(|best| child.value > best.value) {
                best = Some(child);
                walk.improve(place.ply, m, child);
            }
        }
        if let Some(best) = best {
            return Some(walk.leave(best));
        }
    }
    let leaf = walk.leaf(place);
    Some(walk.leave(leaf))
}
