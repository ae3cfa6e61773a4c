//! Fail-soft alpha-beta (Fishburn 1983): the returned value may be outside the window, and is then the
//! tightest bound that the search has proved. With a table this is the search of most game programs.

use crate::error::Result;
use crate::game::Game;

use super::with_table::{KeyedPlace, Outcome, WithTable};
use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Window;
use crate::search::setting::Setting;
use crate::search::walk::Backed;

/// Negamax alpha-beta, fail-soft, with an optional table and move ordering.
///
/// Uses all options of its setting.
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
        let mut aided = WithTable::new(question, &self.0, memory);
        aided.walk.counts.passes = 1;
        let root = aided.root();
        let backed = visit(&mut aided, &root, self.0.window);
        Ok(aided.found(backed, self.0.window))
    }
}

fn visit<G: Game>(
    aided: &mut WithTable<'_, '_, G>,
    keyed: &KeyedPlace<G::Position>,
    window: Window,
) -> Option<Backed> {
    let place = &keyed.place;
    aided.walk.enter(place, window)?;
    if aided.walk.is_horizon(place) {
        let leaf = aided.walk.leaf(place);
        return Some(aided.walk.leave(leaf));
    }
    let Window { mut alpha, beta } = window;
    if let Some(backed) = aided.probe(keyed, window) {
        return Some(aided.walk.leave(backed));
    }
    let horizons = aided.walk.horizons;
    let (start, end) = aided.order_moves(keyed);
    let mut best: Option<Backed> = None;
    let mut best_move = None;
    for index in start..end {
        let m = aided.ordered_move(index);
        let inside = Window { alpha, beta }.flipped();
        let child = visit(aided, &aided.down(keyed, m), inside)?.reversed();
        if best.is_none_or(|best| child.value > best.value) {
            best = Some(child);
            best_move = Some(m);
            aided.walk.improve(place.ply, m, child);
        }
        alpha = alpha.max(child.value);
        if beta <= alpha {
            aided.cut(keyed, index, end);
            break;
        }
    }
    aided.drop_moves(start);
    let Some(best) = best else {
        let leaf = aided.walk.leaf(place);
        return Some(aided.walk.leave(leaf));
    };
    aided.store(keyed, Outcome::of(best, best_move, window, horizons));
    Some(aided.walk.leave(best))
}
