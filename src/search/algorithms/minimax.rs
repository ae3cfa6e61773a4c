//! Minimax (Shannon 1950): searches every line to its end; the side at the root takes the largest
//! value, its opponent the smallest. Negamax (Knuth and Moore 1975) is the same with one function for both
//! sides, which negates values on the way up.

use crate::error::Result;
use crate::game::{Game, Side};
use crate::search::walk::{Backed, Place, Walk, walk};
use crate::search::{Found, Memory, Profile, Question, Search, Setting, Window};

/// Minimax with separate branches for the two sides; values are for the side at the root.
///
/// Uses depth, nodes, evaluation, extension and free moves of its setting.
#[derive(Clone)]
pub struct Minimax<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Minimax<G> {
    fn profile(&self) -> Profile {
        self.0.profile("minimax")
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        let us = question.game.side(&question.at);
        let found = walk(question, &self.0, |walk, root| minimax(walk, root, us));
        Ok(found)
    }
}

fn minimax<G: Game>(
    walk: &mut Walk<'_, G>,
    place: &Place<G::Position>,
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

/// Minimax from the view of the side to move; the sides must alternate strictly, as in all games here.
///
/// Uses depth, nodes, evaluation, extension and free moves of its setting.
#[derive(Clone)]
pub struct Negamax<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Negamax<G> {
    fn profile(&self) -> Profile {
        self.0.profile("negamax")
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        Ok(walk(question, &self.0, negamax))
    }
}

fn negamax<G: Game>(walk: &mut Walk<'_, G>, place: &Place<G::Position>) -> Option<Backed> {
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

/// `best_result` of "Deep Learning and the Game of Go" (Pumperla and Ferguson 2019): negamax over loss, draw
/// and win, to the end of the game and without cut-offs.
///
/// Uses only the node limit of its setting.
#[derive(Clone)]
pub struct BestResult<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for BestResult<G> {
    fn profile(&self) -> Profile {
        self.0.profile("best-result")
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        question.limits.without_depth("best-result")?;
        let setting = Setting::of_nodes(self.0.nodes);
        Ok(walk(question, &setting, negamax))
    }
}
