//! Nega-alpha: alpha-beta in the negamax form of Knuth and Moore (1975), fail-hard.

use crate::error::Result;
use crate::game::Game;

use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Window;
use crate::search::setting::Setting;
use crate::search::walk::{Backed, Place, Walk, walk};

/// Alpha-beta from the view of the side to move; the returned value is never outside the window.
///
/// Uses depth, nodes, window, evaluation, extension and free moves of its setting.
#[derive(Clone)]
pub struct NegaAlpha<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for NegaAlpha<G> {
    fn name(&self) -> &'static str {
        "negaalpha"
    }

    fn depth(&self) -> Option<u16> {
        self.0.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, _memory: &mut Memory) -> Result<Found> {
        let window = self.0.window;
        Ok(walk(question, &self.0, |walk, root| {
            visit(walk, root, window)
        }))
    }
}

fn visit<G: Game>(
    walk: &mut Walk<'_, G>,
    place: &Place<G::Position>,
    window: Window,
) -> Option<Backed> {
    walk.enter(place, window)?;
    if !walk.is_horizon(place) {
        let game = walk.game;
        let Window { mut alpha, beta } = window;
        // If no move improves the bound, it is returned with the node's own depth.
        let mut depth = place.ply;
        let mut is_leaf = true;
        for m in game.moves(&place.at) {
            is_leaf = false;
            let inside = Window { alpha, beta }.flipped();
            let child = visit(walk, &walk.down(place, m), inside)?.reversed();
            if child.value > alpha {
                alpha = child.value;
                depth = child.depth;
                walk.improve(place.ply, m, child);
            }
            if beta <= alpha {
                walk.cut(place, m);
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
