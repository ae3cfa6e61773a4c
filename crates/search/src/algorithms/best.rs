//! The search that solves: null windows, bisected over values with their distance, a table of both bounds, and what the
//! game knows about itself. Every choice serves the speed of a proof; nothing of it is a textbook form.
//!
//! Null windows over the distance of a win are after Pons's solver of connect four (2015), the table of bounds
//! after Plaat, Schaeffer, Pijls and de Bruin (1996).

mod root;
mod seeker;
mod setting;

use crate::error::Result;
use crate::game::{Game, Move};
use crate::limits::tighter;
use crate::{Found, Limits, Memory, Profile, Question, RootMove, Search};
use root::Root;
pub use setting::{Aim, Best};

impl<G: Game> Search<G> for Best<G> {
    fn profile(&self) -> Profile {
        Profile::to_the_end("best", self.nodes)
    }

    fn search_on(&self, question: &Question<'_, G>, memory: &mut Memory) -> Result<Found> {
        question.limits.without_depth("best")?;
        let began = question.limits.clock.map(|clock| clock());
        let found = Root::new(self, question, memory).found();
        let time = question.limits.elapsed(began);
        Ok(Found { time, ..found })
    }

    /// Searches the moves in turn with ever more nodes, so that a limit treats them alike.
    fn choices(&self, question: &Question<'_, G>) -> Result<Vec<RootMove>> {
        let Question { game, at, limits } = *question;
        let (mut memory, mut choices) = (Memory::default(), Vec::<RootMove>::new());
        let mut left = tighter(limits.nodes, self.nodes);
        let (mut each, mut is_open) = (Self::SOON, true);
        while is_open {
            is_open = false;
            for (number, m) in game.moves(&at).enumerate() {
                let known = choices.get(number).map(|choice| &choice.found);
                if known.is_some_and(|known| self.is_settled(known)) {
                    continue;
                }
                let limits = Limits {
                    nodes: tighter(left, Some(each)),
                    ..limits
                };
                let at = game.play(&at, m);
                let mut found = self.search_on(&Question { game, at, limits }, &mut memory)?;
                left = left.map(|left| left.saturating_sub(found.counts.nodes));
                is_open |= !self.is_settled(&found) && left != Some(0);
                let value = -found.value;
                match choices.get_mut(number) {
                    Some(choice) => {
                        found.counts += choice.found.counts;
                        (choice.value, choice.found) = (value, found);
                    }
                    None => choices.push(RootMove { m, value, found }),
                }
            }
            is_open &= !limits.stop.is_some_and(|stop| stop());
            each *= 8;
        }
        Ok(choices)
    }

    /// Asks of every other move only whether it is as good, with at most half as many nodes as the value took.
    fn ties(
        &self,
        question: &Question<'_, G>,
        found: &Found,
        memory: &mut Memory,
    ) -> Result<Option<Vec<Move>>> {
        let spent = found.counts.nodes;
        let own = self.nodes.map(|most| most.saturating_sub(spent));
        let few = Some(spent / 2 + Self::ALWAYS);
        let mut question = question.clone();
        question.limits.nodes = tighter(tighter(question.limits.nodes, own), few);
        Ok(Root::new(self, &question, memory).ties(found))
    }
}
