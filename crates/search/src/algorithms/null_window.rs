//! Null-window searches with a table, the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
//! (1996): each search asks whether the value reaches a bound, and the table keeps its results for the
//! next search. MT-SSS* and MTD(f) are from there, DUAL* from Marsland, Reinefeld and Schaeffer (1987); they differ
//! only in how they choose the bounds.

use super::with_table::WithTable;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::{Algorithm, Memory, Question, Score, Search, SearchResult, Searcher, Status, Window};

/// The known bounds of the value, and the value to start from: none is given to start above all values from above, below
/// all from below. Under iterative deepening the value of the last iteration is the guess.
fn start(algorithm: Algorithm, given: Option<Score>, guessed: Option<Score>) -> [Score; 3] {
    let (low, high) = (-Score::INFINITY, Score::INFINITY);
    match algorithm {
        Algorithm::Dual => [given.unwrap_or(low), high, given.unwrap_or(low)],
        Algorithm::Mtdf => [low, high, guessed.or(given).unwrap_or(Score::DRAW)],
        _ => [low, given.unwrap_or(high), given.unwrap_or(high)],
    }
}

/// The next value to test, after the result of the last search.
fn next(algorithm: Algorithm, lower: Score, last: Score) -> Score {
    match algorithm {
        Algorithm::Dual => last.above(),
        Algorithm::Mtdf if last == lower => last.above(),
        _ => last,
    }
}

/// Runs null-window searches until the bounds meet. A node is counted only if the table does not answer it.
pub(super) fn null_windows<G: Game>(
    question: &Question<'_, G>,
    search: &Searcher<G>,
    memory: &mut Memory,
) -> Result<SearchResult> {
    let algorithm = search.setting.algorithm;
    if search.setting.table.is_none() {
        let reason = "searches the same nodes many times and needs a table";
        return Err(Error::parameter(search.name(), reason));
    }
    let [mut lower, mut upper, mut last] = start(algorithm, search.setting.start, memory.guess);
    let mut aided = WithTable::new(question, search, memory);
    aided.looks_up_leaves = true;
    if let Some(backed) = aided.win_at_once() {
        aided.walk.counts.passes = 1;
        return Ok(aided.found(Some(backed), Window::OPEN));
    }
    // The first move of the last search that proved a lower bound; before that, of any search.
    let mut first = None;
    let mut backed = None;
    let mut is_proved = false;
    // A bound given at the start can be the value itself; then no search has found the move yet.
    while lower < upper || !is_proved {
        let asked = if lower < upper {
            next(algorithm, lower, last)
        } else {
            upper
        };
        let window = Window::reaching(asked);
        aided.walk.counts.passes += 1;
        let root = aided.root();
        backed = aided.visit::<false, true>(&root, window);
        let Some(answer) = backed else {
            break;
        };
        last = answer.value;
        let reaches = last >= window.beta;
        if reaches {
            lower = last;
        } else {
            upper = last;
        }
        if reaches || !is_proved {
            is_proved |= reaches;
            first = aided.walk.first();
        }
    }
    // The line of a single null-window search keeps only one bound; best play needs both bounds.
    if let Some(first) = first {
        aided.walk.lines.replace(0, &[first]);
    }
    if backed.is_none() {
        // The value of the root so far can be an upper bound, which proves no win.
        aided.walk.best = None;
    }
    let mut found = aided.found(backed, Window::OPEN);
    if found.status == Status::CutShort && Window::OPEN.contains(last) {
        found.value = last;
    }
    Ok(found)
}
