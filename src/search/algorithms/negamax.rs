//! Negamax (Knuth and Moore 1975): minimax with one function for both sides, which negates values on
//! the way up.

use crate::error::Result;
use crate::game::Game;

use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Window;
use crate::search::setting::Setting;
use crate::search::walk::{Backed, Place, Walk, walk};

/// Minimax from the view of the side to move; the sides must alternate strictly, as in all games here.
///
/// Uses depth, nodes, evaluation, extension and free moves of its setting.
#[derive(Clone)]
pub struct Negamax<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Negamax<G> {
    fn name(&self) -> &'static str {
        "negamax"
    }

    fn depth(&self) -> Option<u16> {
        self.0.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        Ok(walk(question, &self.0, visit))
    }
}

fn visit<G: Game>(walk: &mut Walk<'_, G>, place: &Place<G::Position>) -> Option<Backed> {
    walk.enter(place, Window::OPEN)?;
    if !walk.is_horizon(place) {
        let game = walk.game;
        let mut best: Option<Backed> = None;
        for m in game.moves(&place.at) {
            let child = visit(walk, &walk.down(place, m))?.reversed();
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
