//! The search that solves: null windows, bisected over values with their distance, a table of both bounds,
//! and the insight of the game. Every choice serves the speed of a proof, so it follows no textbook form.
//!
//! Null windows over the distance of a win are after Pons's solver of connect four (2015), the table of bounds
//! after Plaat, Schaeffer, Pijls and de Bruin (1996).

mod root;
mod seeker;

use crate::error::Result;
use crate::game::{Game, Move, Verdict};
use crate::limits::tighter;
use crate::{Limits, Memory, Question, RootMove, SearchAim, SearchResult, Searcher};
use root::{ALWAYS, Root, aim};

/// The nodes of each move before any has more.
const SOON: u64 = 1_000;

pub(super) fn best<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    memory: &mut Memory,
) -> SearchResult {
    let began = question.limits.clock.map(|clock| clock());
    let found = Root::new(search, question, memory).found();
    let time = question.limits.elapsed(began);
    SearchResult { time, ..found }
}

/// Searches the moves in turn with a growing number of nodes, so that a limit treats them alike.
pub(super) fn choices<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
) -> Result<Vec<RootMove>> {
    let Question { game, at, limits } = *question;
    let (mut memory, mut choices) = (Memory::default(), Vec::<RootMove>::new());
    let mut left = tighter(limits.nodes, search.setting.nodes);
    let (mut each, mut is_open) = (SOON, true);
    while is_open {
        is_open = false;
        for (number, m) in game.moves(&at).enumerate() {
            let known = choices.get(number).map(|choice| &choice.found);
            if known.is_some_and(|known| is_settled(search, known)) {
                continue;
            }
            let limits = Limits {
                nodes: tighter(left, Some(each)),
                ..limits
            };
            let at = game.play(&at, m);
            let mut found = search.once(&Question { game, at, limits }, &mut memory)?;
            left = left.map(|left| left.saturating_sub(found.counts.nodes));
            is_open |= !is_settled(search, &found) && left != Some(0);
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

/// Whether nothing remains to be found.
fn is_settled<G: Game>(search: &Searcher<G>, found: &SearchResult) -> bool {
    let is_decided = matches!(found.verdict, Some(Verdict::Win | Verdict::Loss));
    let has_length = aim(search) != SearchAim::Length || !is_decided || found.limit.is_some();
    found.whole && has_length
}

/// Tests for every other move only whether it is as good, with at most half as many nodes as the value took.
pub(super) fn ties<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    found: &SearchResult,
    memory: &mut Memory,
) -> Option<Vec<Move>> {
    let spent = found.counts.nodes;
    let own = search.setting.nodes;
    let own = own.map(|most| most.saturating_sub(spent));
    let few = Some(spent / 2 + ALWAYS);
    let mut question = question.clone();
    question.limits.nodes = tighter(tighter(question.limits.nodes, own), few);
    Root::new(search, &question, memory).ties(found)
}
