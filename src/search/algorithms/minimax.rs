//! Minimax (Shannon 1950): searches every line to its end; the side at the root takes the largest
//! value, its opponent the smallest.

use crate::error::Result;
use crate::game::{Game, Side};

use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Window;
use crate::search::setting::Setting;
use crate::search::walk::{Backed, Place, Walk, walk};

/// Minimax with separate branches for the two sides; values are for the side at the root.
///
/// Uses depth, nodes, evaluation, extension and free moves of its setting.
#[derive(Clone)]
pub struct Minimax<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Minimax<G> {
    fn name(&self) -> &'static str {
        "minimax"
    }

    fn depth(&self) -> Option<u16> {
        self.0.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        let us = question.game.side(&question.at);
        let found = walk(question, &self.0, |walk, root| visit(walk, root, us));
        Ok(found)
    }
}

fn visit<G: Game>(walk: &mut Walk<'_, G>, place: &Place<G::Position>, us: Side) -> Option<Backed> {
    walk.enter(place, Window::OPEN)?;
    let game = walk.game;
    let is_max = game.side(&place.at) == us;
    if !walk.is_horizon(place) {
        let mut best: Option<Backed> = None;
        for m in game.moves(&place.at) {
            let child = visit(walk, &walk.down(place, m), us)?;
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
