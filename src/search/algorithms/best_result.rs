//! `best_result` of "Deep Learning and the Game of Go" (Pumperla and Ferguson 2019): the best result
//! that the side to move can reach, as loss, draw or win instead of a number.

use crate::error::Result;
use crate::game::{Game, Verdict};
use crate::search::walk::{Backed, Place, Walk, walk};
use crate::search::{Found, Memory, Profile, Question, Score, Search, Setting, Window};

/// Negamax over loss, draw and win, to the end of the game and without cut-offs.
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
        let found = walk(question, &setting, |walk, root| {
            let (verdict, depth) = visit(walk, root)?;
            let value = Score::of(verdict);
            Some(Backed { value, depth })
        });
        Ok(found)
    }
}

fn visit<G: Game>(walk: &mut Walk<'_, G>, place: &Place<G::Position>) -> Option<(Verdict, u16)> {
    walk.enter(place, Window::OPEN)?;
    let game = walk.game;
    let mut best: Option<(Verdict, u16)> = None;
    for m in game.moves(&place.at) {
        let (theirs, depth) = visit(walk, &walk.down(place, m))?;
        let ours = theirs.reversed();
        if best.is_none_or(|(best, _)| ours > best) {
            best = Some((ours, depth));
            let value = Score::of(ours);
            walk.improve(place.ply, m, Backed { value, depth });
        }
    }
    let (verdict, depth) = best.unwrap_or_else(|| {
        walk.leaf(place);
        let outcome = game.outcome(&place.at);
        let outcome = outcome.expect("an unfinished position has moves");
        (outcome.verdict(game.side(&place.at)), place.ply)
    });
    let value = Score::of(verdict);
    walk.leave(Backed { value, depth });
    Some((verdict, depth))
}
