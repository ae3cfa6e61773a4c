//! Fail-soft alpha-beta with a table and move ordering: the returned value may be outside the window, and is
//! then the tightest bound that the search has proved.

use super::with_table::WithTable;
use crate::game::Game;
use crate::{Memory, Question, SearchResult, Searcher};

/// Negamax alpha-beta, fail-soft (Fishburn 1983), with an optional table and move ordering. With a table
/// this is the search of most game programs.
///
/// With `SCOUTS` it is principal variation search (Marsland and Campbell 1982; Reinefeld's `NegaScout` 1983): it searches
/// the first move with the full window and every other move with a null window, which asks only whether it is better; a
/// move that is better is searched again, and its nodes are counted again.
pub(super) fn soft<G: Game, const SCOUTS: bool>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    memory: &mut Memory,
) -> SearchResult {
    let window = search.setting.window;
    let mut aided = WithTable::new(question, search, memory);
    aided.walk.counts.passes = 1;
    if search.setting.table.is_some()
        && let Some(backed) = aided.win_at_once()
    {
        return aided.found(Some(backed), window);
    }
    let root = aided.root();
    let backed = aided.visit::<SCOUTS, false>(&root, window);
    aided.found(backed, window)
}
