//! Iterative deepening (de Groot 1965; Slate and Atkin 1977): repeats a search to increasing depths. There
//! is an answer whenever a limit ends the search, and each iteration uses the memory of the one before.
//!
//! It ends at its own depth limit, after an iteration whose value no greater depth can change, or when another limit
//! is reached; in the last case the answer comes from the last complete iteration. In a lost position the best move
//! comes from the iteration before the loss was proved, so with steps of one ply wins are the quickest and losses the
//! latest. Counts are the totals of all iterations.

use crate::ask::{SearchOn, round};
use crate::error::Result;
use crate::game::{Game, Verdict};
use crate::limits::tighter;
use crate::{Counts, Limits, Memory, Profile, Question, RootMove, SearchResult, Status};

/// All moves are searched to one depth before any is searched deeper, so that a limit treats them alike. A move
/// whose value no depth can change is settled.
pub(super) fn choices<G: Game>(
    question: &Question<'_, G>,
    own: Profile,
    step: u16,
    search_on: &mut SearchOn<'_, G>,
) -> Result<Vec<RootMove>> {
    let last = tighter(question.limits.depth, own.depth).unwrap_or(u16::MAX);
    let mut left = tighter(question.limits.nodes, own.nodes);
    let (mut memory, mut choices) = (Memory::default(), Vec::new());
    let (mut depth, step) = (0, step.max(1));
    let mut is_stopped = false;
    while depth < last && !is_stopped {
        depth = depth.saturating_add(step).min(last);
        let before = choices;
        let mut search_on = |question: &Question<'_, G>| search_on(question, &mut memory);
        choices = round(question, Some(depth), &mut left, &before, &mut search_on)?;
        let mut all = choices.iter();
        is_stopped = all.any(|choice| choice.found.status == Status::CutShort)
            || choices.iter().all(|choice| choice.found.whole);
    }
    Ok(choices)
}

/// Repeats a search to increasing depths, `step` plies at a time, within the limits of `own`.
pub(crate) fn deepen<G: Game>(
    question: &Question<'_, G>,
    own: Profile,
    step: u16,
    search_on: &mut SearchOn<'_, G>,
    memory: &mut Memory,
) -> Result<SearchResult> {
    let limits = question.limits;
    let began = limits.clock.map(|clock| clock());
    let last = tighter(limits.depth, own.depth).unwrap_or(u16::MAX);
    let most = tighter(limits.nodes, own.nodes);
    let mut counts = Counts::default();
    let mut depth = step.max(1).min(last);
    let mut finished: Option<SearchResult> = None;
    let mut found = loop {
        let mut question = question.clone();
        question.limits = Limits {
            nodes: most.map(|most| most.saturating_sub(counts.nodes)),
            depth: Some(depth),
            ..limits
        };
        let found = search_on(&question, memory)?;
        counts += found.counts;
        if found.status == Status::CutShort {
            let limit = finished.as_ref().and_then(|found| found.limit);
            break SearchResult {
                status: Status::CutShort,
                limit,
                ..finished.unwrap_or(found)
            };
        }
        if found.whole || depth == last {
            let delay = finished.and_then(|before| before.best);
            break match (found.verdict, delay) {
                (Some(Verdict::Loss), Some(m)) => found.beginning_with(m),
                _ => found,
            };
        }
        finished = Some(found);
        depth = depth.saturating_add(step.max(1)).min(last);
    };
    found.counts = counts;
    found.time = limits.elapsed(began);
    Ok(found)
}
