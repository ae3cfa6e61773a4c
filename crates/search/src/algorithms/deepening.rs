//! Iterative deepening (de Groot 1965; Slate and Atkin 1977): repeats a search to increasing depths. There
//! is an answer whenever a limit ends the search, and each iteration uses the memory of the one before.
//!
//! It ends at its own depth limit, after an iteration whose value no greater depth can change, or when another limit
//! is reached; in the last case the answer comes from the last complete iteration. In a lost position the best move
//! comes from the iteration before the loss was proved, so with steps of one ply wins are the quickest and losses the
//! latest. Counts are the totals of all iterations.

use crate::ask::SearchOn;
use crate::error::{Error, Result};
use crate::game::{Game, Move, Verdict};
use crate::limits::tighter;
use crate::{
    Counts, Limits, Memory, Profile, Question, RootMove, Search, SearchResult, Searcher, Status,
    best_moves,
};

/// Searches every move by itself. If the search is repeated, all are searched to one depth before any is searched deeper, so
/// that a limit treats them alike; a move whose value no depth can change is settled.
pub(super) fn choices<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
) -> Result<Vec<RootMove>> {
    let own = search.profile();
    let last = tighter(question.limits.depth, own.depth);
    let mut left = tighter(question.limits.nodes, own.nodes);
    let (mut memory, mut choices) = (Memory::default(), Vec::new());
    let Some(step) = search.setting.step else {
        if last != Some(0) {
            choices = round(question, search, last, &mut left, &[], &mut memory)?;
        }
        return Ok(choices);
    };
    let (mut depth, last) = (0, last.unwrap_or(u16::MAX));
    let mut is_stopped = false;
    while depth < last && !is_stopped {
        depth = depth.saturating_add(step.max(1)).min(last);
        let before = choices;
        choices = round(
            question,
            search,
            Some(depth),
            &mut left,
            &before,
            &mut memory,
        )?;
        let mut all = choices.iter();
        is_stopped = all.any(|choice| choice.found.status == Status::CutShort)
            || choices.iter().all(|choice| choice.found.whole);
    }
    Ok(choices)
}

/// Searches every move that is not settled to one depth; a move that a limit stops keeps its value of `before`.
fn round<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    depth: Option<u16>,
    left: &mut Option<u64>,
    before: &[RootMove],
    memory: &mut Memory,
) -> Result<Vec<RootMove>> {
    let Question { game, at, limits } = *question;
    let mut choices = Vec::new();
    for (number, m) in game.moves(&at).enumerate() {
        let known = before.get(number);
        if let Some(known) = known.filter(|known| known.found.whole) {
            choices.push(known.clone());
            continue;
        }
        let limits = Limits {
            depth: depth.map(|depth| depth - 1),
            nodes: *left,
            ..limits
        };
        let at = game.play(&at, m);
        let mut found = search.once(&Question { game, at, limits }, memory)?;
        *left = left.map(|left| left.saturating_sub(found.counts.nodes));
        if let Some(known) = known.map(|known| &known.found) {
            found.counts += known.counts;
            if found.status == Status::CutShort {
                let (status, counts) = (Status::CutShort, found.counts);
                found = SearchResult {
                    status,
                    counts,
                    ..known.clone()
                };
            }
        }
        let value = -found.value;
        choices.push(RootMove { m, value, found });
    }
    Ok(choices)
}

/// Searches every move to find the ones that are as good as the best.
pub(super) fn ties<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    found: &SearchResult,
) -> Result<Option<Vec<Move>>> {
    let mut question = question.clone();
    let is_decided = matches!(found.verdict, Some(Verdict::Win | Verdict::Loss));
    if search.profile().kind.takes_depth() && is_decided {
        // The other moves are compared to the depth that has been proved.
        question.limits.depth = found.limit;
    }
    let choices = match search.choices(&question) {
        // The search was possible, but another move needs more memory than it may have.
        Err(Error::Parameter { .. }) => return Ok(None),
        choices => choices?,
    };
    let best = best_moves(&choices);
    // A move without a win to that depth may have one below it.
    let is_win = found.verdict == Some(Verdict::Win);
    let is_known = |choice: &RootMove| {
        let is_settled = !is_win || best.contains(&choice.m) || choice.found.whole;
        is_settled && choice.found.status == Status::Exact
    };
    Ok(choices.iter().all(is_known).then_some(best))
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
