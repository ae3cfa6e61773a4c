//! Minimax (Shannon 1950): searches every line to its end; the side at the root takes the largest
//! value, its opponent the smallest. Negamax (Knuth and Moore 1975) is the same with one function for both
//! sides, which negates values on the way up. To the end of the game it is
//! `best_result` of "Deep Learning and the Game of Go" (Pumperla and Ferguson 2019).

use crate::game::{Game, Side};
use crate::walk::{Backed, TreePlace, TreeWalk, walk};
use crate::{Algorithm, Limits, Question, Score, Search, SearchResult, Searcher, Window};

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

/// The minimum work of any search: the number of leaves in the smallest proof of the value (Knuth and Moore
/// 1975). The proof shows that the side to move
/// reaches the value and that it cannot reach more; the one leaf that both parts share counts once.
///
/// Searches the whole tree twice, to the depth limit of the question and the search, and ignores all
/// other limits. For a uniform tree of branching b and depth d the number is `b^(d/2) + b^(d/2) - 1`,
/// where one d/2 is rounded up and the other down.
pub fn minimal_leaves<G: Game>(question: &Question<'_, G>, search: &Searcher<G>) -> u64 {
    let mut search = search.with(Algorithm::Minimax);
    search.setting.nodes = None;
    let mut question = question.clone();
    question.limits = Limits {
        depth: question.limits.depth,
        ..Limits::default()
    };
    let Ok(found) = search.search(&question) else {
        unreachable!("minimax without limits has an answer");
    };
    let mut walk = TreeWalk::new(&question, &search);
    let us = question.game.side(&question.at);
    let root = walk.root();
    let (at_least, at_most) = proofs(&mut walk, &root, us, found.value);
    at_least.unwrap_or(0) + at_most.unwrap_or(0) - 1
}

/// The number of leaves in the smallest proofs that the value for `us` is at least, and at most, `value`.
fn proofs<G: Game>(
    walk: &mut TreeWalk<'_, G>,
    place: &TreePlace<G::Position>,
    us: Side,
    value: Score,
) -> (Option<u64>, Option<u64>) {
    let game = walk.game;
    let is_max = game.side(&place.at) == us;
    let most = if walk.is_horizon(place) {
        0
    } else {
        usize::MAX
    };
    let moves = game.moves(&place.at).take(most);
    let children = moves.map(|m| proofs(walk, &walk.down(place, m), us, value));
    let (at_least, at_most): (Vec<_>, Vec<_>) = children.unzip();
    if at_least.is_empty() {
        let leaf = walk.leaf(place).value;
        let leaf = if is_max { leaf } else { -leaf };
        return ((leaf >= value).then_some(1), (leaf <= value).then_some(1));
    }
    // One child is enough to prove a bound for the side to move; a bound against it needs all children.
    let one = |proofs: Vec<Option<u64>>| proofs.into_iter().flatten().min();
    let all = |proofs: Vec<Option<u64>>| proofs.into_iter().sum();
    if is_max {
        (one(at_least), all(at_most))
    } else {
        (all(at_least), one(at_most))
    }
}
