//! Principal variation search (Marsland and Campbell 1982; Reinefeld's `NegaScout` 1983): searches the
//! first move with the full window and every other move with a null window, which asks only whether it is
//! better; a move that is better is searched again.

use crate::error::Result;
use crate::game::Game;

use super::with_table::{KeyedPlace, Outcome, WithTable};
use crate::search::ask::{Memory, Question, Search};
use crate::search::found::Found;
use crate::search::score::Window;
use crate::search::setting::Setting;
use crate::search::walk::Backed;

/// Principal variation search, fail-soft, with an optional table and move ordering.
///
/// Uses all options of its setting. Nodes that are searched again are counted again.
#[derive(Clone)]
pub struct Pvs<G: Game>(pub Setting<G>);

impl<G: Game> Search<G> for Pvs<G> {
    fn name(&self) -> &'static str {
        "pvs"
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
    if let Some(backed) = aided.probe(keyed, window) {
        return Some(aided.walk.leave(backed));
    }
    let Window { mut alpha, beta } = window;
    let horizons = aided.walk.horizons;
    let (start, end) = aided.order_moves(keyed);
    let mut best: Option<Backed> = None;
    let mut best_move = None;
    for index in start..end {
        let m = aided.ordered_move(index);
        let below = aided.down(keyed, m);
        let whole = Window { alpha, beta };
        let child = if index == start {
            visit(aided, &below, whole.flipped())?.reversed()
        } else {
            let asked = Window {
                alpha,
                beta: alpha.above(),
            };
            let answer = visit(aided, &below, asked.flipped())?.reversed();
            if alpha < answer.value && answer.value < beta {
                let again = Window {
                    alpha: answer.value,
                    beta,
                };
                let second = visit(aided, &below, again.flipped())?.reversed();
                if second.value <= again.alpha {
                    aided.walk.keep_first(below.place.ply);
                }
                second
            } else {
                answer
            }
        };
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
