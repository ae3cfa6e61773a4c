//! Null-window searches with a table, the memory-enhanced test of Plaat, Schaeffer, Pijls and de Bruin
//! (1996): each search asks whether the value reaches a bound, and the table keeps its results for the
//! next search. MT-SSS*, DUAL* and MTD(f) differ only in how they choose the bounds.

use crate::error::{Error, Result};
use crate::game::Game;

use super::with_table::{KeyedPlace, Outcome, WithTable};
use crate::search::ask::{Memory, Question};
use crate::search::found::{Found, Status};
use crate::search::score::{Score, Window};
use crate::search::setting::Setting;
use crate::search::walk::Backed;

/// The bounds of a sequence of null windows, and what has been proved so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Progress {
    /// A proved lower bound of the value.
    pub(crate) lower: Score,
    /// A proved upper bound of the value.
    pub(crate) upper: Score,
    /// The result of the last search; before the first search, the value to start from.
    pub(crate) last: Score,
}

/// Runs null-window searches until the bounds meet; `next` chooses the next value to ask about.
///
/// A node is counted only if the table does not answer it.
pub(crate) fn drive<G: Game>(
    question: &Question<'_, G>,
    setting: &Setting<G>,
    memory: &mut Memory,
    begin: (&'static str, Progress),
    next: impl Fn(Progress) -> Score,
) -> Result<Found> {
    let (name, mut progress) = begin;
    if setting.table.is_none() {
        return Err(Error::Parameter {
            name: name.to_owned(),
            reason: "searches the same nodes many times and needs a table".to_owned(),
        });
    }
    let mut aided = WithTable::new(question, setting, memory).with_leaves();
    // The first move of the last search that proved a lower bound; before that, of any search.
    let mut first = None;
    let mut backed = None;
    let mut is_proved = false;
    // A bound given at the start can be the value itself; then no search has found the move yet.
    while progress.lower < progress.upper || !is_proved {
        let asked = if progress.lower < progress.upper {
            next(progress)
        } else {
            progress.upper
        };
        let window = Window::reaching(asked);
        aided.walk.counts.passes += 1;
        let root = aided.root();
        let Some(answer) = visit(&mut aided, &root, window) else {
            backed = None;
            break;
        };
        progress.last = answer.value;
        let reaches = answer.value >= window.beta;
        if reaches {
            progress.lower = answer.value;
        } else {
            progress.upper = answer.value;
        }
        if reaches || !is_proved {
            is_proved |= reaches;
            first = aided.walk.first();
        }
        backed = Some(answer);
    }
    // The line of a single null-window search keeps only one bound; best play needs both bounds.
    if first.is_some() {
        aided.walk.line().clear();
        aided.walk.line().extend(first);
    }
    let mut found = aided.found(backed, Window::OPEN);
    if found.status == Status::CutShort && progress.last.is_value() {
        found.value = progress.last;
    }
    Ok(found)
}

fn visit<G: Game>(
    aided: &mut WithTable<'_, '_, G>,
    keyed: &KeyedPlace<G::Position>,
    window: Window,
) -> Option<Backed> {
    if let Some(backed) = aided.probe(keyed, window) {
        return Some(backed);
    }
    let place = &keyed.place;
    aided.walk.enter(place, window)?;
    let horizons = aided.walk.horizons;
    if aided.walk.is_horizon(place) {
        return Some(leaf(aided, keyed));
    }
    let (start, end) = aided.order_moves(keyed);
    let mut best: Option<Backed> = None;
    let mut best_move = None;
    for index in start..end {
        let m = aided.ordered_move(index);
        let child = visit(aided, &aided.down(keyed, m), window.flipped())?.reversed();
        if best.is_none_or(|best| child.value > best.value) {
            best = Some(child);
            best_move = Some(m);
            aided.walk.improve(place.ply, m, child);
        }
        if child.value >= window.beta {
            aided.cut(keyed, index, end);
            break;
        }
    }
    aided.drop_moves(start);
    let Some(best) = best else {
        return Some(leaf(aided, keyed));
    };
    aided.store(keyed, Outcome::of(best, best_move, window, horizons));
    Some(aided.walk.leave(best))
}

/// Evaluates a leaf and stores its value in the table, so that no later search visits it again.
fn leaf<G: Game>(aided: &mut WithTable<'_, '_, G>, keyed: &KeyedPlace<G::Position>) -> Backed {
    let horizons = aided.walk.horizons;
    let leaf = aided.walk.leaf(&keyed.place);
    let exact = Outcome::of(leaf, None, Window::OPEN, horizons);
    aided.store(keyed, exact);
    aided.walk.leave(leaf)
}
