//! Fail-soft alpha-beta (Fishburn 1983): what comes back may lie outside the window, and is then the
//! closest bound that the search has proved. With a table it is the engine of most programs.

use crate::error::Result;
use crate::game::Game;

use super::aided::{Aided, Outcome, Spot};
use super::ask::{Memory, Question, Search};
use super::found::Found;
use super::score::Window;
use super::setting::Setting;
use super::walk::Backed;

/// Negamax alpha-beta, fail-soft, with a table and an order of moves if they are wanted.
///
/// It minds everything in its setting.
#[derive(Clone)]
pub struct AlphaBetaSoft<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for AlphaBetaSoft<G> {
    fn name(&self) -> &'static str {
        "alphabeta-soft"
    }

    fn depth(&self) -> Option<u16> {
        self.0.depth
    }

    fn nodes(&self) -> Option<u64> {
        self.0.nodes
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        let mut aided = Aided::new(question, &self.0, memory);
        aided.walk.counts.passes = 1;
        let root = aided.root();
        let backed = visit(&mut aided, &root, self.0.window);
        Ok(aided.found(backed, self.0.window))
    }
}

fn visit<G: Game>(
    aided: &mut Aided<'_, '_, G>,
    spot: &Spot<G::Position>,
    window: Window,
) -> Option<Backed> {
    let place = &spot.place;
    aided.walk.enter(place, window)?;
    if aided.walk.is_horizon(place) {
        let leaf = aided.walk.leaf(place);
        return Some(aided.walk.leave(leaf));
    }
    let Window { mut alpha, beta } = window;
    if let Some(backed) = aided.known(spot, window) {
        return Some(aided.walk.leave(backed));
    }
    let horizons = aided.walk.horizons;
    let (start, end) = aided.arrange(spot);
    let mut best: Option<Backed> = None;
    let mut best_move = None;
    for index in start..end {
        let m = aided.ordered(index);
        let inside = Window { alpha, beta }.flipped();
        let child = visit(aided, &aided.down(spot, m), inside)?.reversed();
        if best.is_none_or(|best| child.value > best.value) {
            best = Some(child);
            best_move = Some(m);
            aided.walk.improve(place.ply, m, child);
        }
        alpha = alpha.max(child.value);
        if beta <= alpha {
            aided.cut(spot, index, end);
            break;
        }
    }
    aided.forget(start);
    let Some(best) = best else {
        let leaf = aided.walk.leaf(place);
        return Some(aided.walk.leave(leaf));
    };
    aided.keep(spot, Outcome::of(best, best_move, window, horizons));
    Some(aided.walk.leave(best))
}
