//! How long a won or lost game still lasts, by a search whose values hold only the result: the smallest depth at which
//! it proves the result is the length of the quickest win, or of the latest loss.

use crate::error::Result;
use crate::game::{Game, Verdict};

use super::algorithms::deepen;
use super::ask::SearchOn;
use super::kinds::Length;
use super::{Memory, Profile, Question, RootMove, Search, SearchResult, Worth};

/// The result and the length that a move is proved to lead to, for the side that makes it, if this search, which found
/// the choice, can tell. Lengths count the move itself; the length of a draw is known to `solve` alone.
///
/// A depth-first search is repeated to smaller depths for it, within its limits and the limits of the question; `pns`,
/// `best-result` and `mcts` know only the length of a move that ends the game.
///
/// # Errors
///
/// As [`Search::search_on`].
pub fn worth_of<G: Game>(
    search: &dyn Search<G>,
    question: &Question<'_, G>,
    choice: &RootMove,
) -> Result<Option<Worth>> {
    let (game, found) = (question.game, &choice.found);
    let at = game.play(&question.at, choice.m);
    if let Some(over) = Worth::over(game, &at) {
        return Ok(Some(over.before()));
    }
    let length = match found.verdict {
        None => None,
        Some(_) if search.profile().kind.length == Length::KnownIfDrawn => Some(found.depth),
        Some(_) => {
            let after = Question {
                at,
                ..question.clone()
            };
            timed(search, &after, found)?.and_then(|timed| timed.limit)
        }
    };
    let worth = found.verdict.zip(length);
    Ok(worth.map(|(verdict, distance)| Worth { verdict, distance }.before()))
}

/// The number of moves until the game ends from the position of a question, if the search that found this has
/// it without another search. It is not the length of a draw, which only `solve` computes.
pub(super) fn distance_of<G: Game>(
    search: &dyn Search<G>,
    question: &Question<'_, G>,
    found: &SearchResult,
) -> Option<u16> {
    if let Some(over) = Worth::over(question.game, &question.at) {
        return Some(over.distance);
    }
    match (search.profile().kind.length, found.verdict?) {
        (Length::KnownIfDrawn, _) => Some(found.depth),
        (Length::Known, Verdict::Win | Verdict::Loss) => found.limit,
        _ => None,
    }
}

/// The same search to the smallest depth that proves its win or its loss; none if it proved neither, or has no depth.
pub(super) fn timed<G: Game>(
    search: &dyn Search<G>,
    question: &Question<'_, G>,
    found: &SearchResult,
) -> Result<Option<SearchResult>> {
    let own = search.profile();
    let is_decided = matches!(found.verdict, Some(Verdict::Win | Verdict::Loss));
    match own.kind.length {
        _ if !is_decided => Ok(None),
        Length::Unknown => Ok(None),
        Length::Known | Length::KnownIfDrawn => Ok(Some(found.clone())),
        Length::ByDepth => {
            let left = own.nodes;
            let left = left.map(|most| most.saturating_sub(found.counts.nodes));
            let own = Profile { nodes: left, ..own };
            let again: &mut SearchOn<'_, G> =
                &mut |question, memory| search.search_on(question, memory);
            let again = deepen(question, own, 1, again, &mut Memory::default())?;
            Ok(Some(again).filter(|again| again.verdict == found.verdict))
        }
    }
}
