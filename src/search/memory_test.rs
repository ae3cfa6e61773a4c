//! Null-window searches over a table, the memory-enhanced test of Plaat, Schaeffer, Pijls and de
//! Bruin (1996): each asks whether the value reaches a bound, and the table keeps what was learnt for
//! the next. Three ways of choosing the bounds are three algorithms.

use crate::error::{Error, Result};
use crate::game::Game;

use super::aided::{Aided, Outcome, Spot};
use super::ask::{Memory, Question};
use super::found::{Found, Status};
use super::score::{Score, Window};
use super::setting::Setting;
use super::walk::Backed;

/// The bounds of a sequence of null windows, and what has been proved so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    /// The value is this or more.
    pub(super) lower: Score,
    /// The value is this or less.
    pub(super) upper: Score,
    /// What the last search gave; before the first, where to begin.
    pub(super) last: Score,
}

/// Asks null-window questions until the bounds meet; `next` says which value to ask about.
///
/// A node is counted only when the table does not answer it.
pub(super) fn drive<G: Game>(
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
            reason: "searches the same nodes again and again and needs a table".to_owned(),
        });
    }
    let mut aided = Aided::new(question, setting, memory).with_leaves();
    // The move of the last search that proved the value to be reached; before one has, of any.
    let mut first = None;
    let mut backed = None;
    let mut is_proved = false;
    // A bound to begin with may be the value itself, and then no search has found the move yet.
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
    // A search of one bound has a line that keeps this bound; best play follows from both.
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
    aided: &mut Aided<'_, '_, G>,
    spot: &Spot<G::Position>,
    window: Window,
) -> Option<Backed> {
    if let Some(backed) = aided.known(spot, window) {
        return Some(backed);
    }
    let place = &spot.place;
    aided.walk.enter(place, window)?;
    let horizons = aided.walk.horizons;
    if aided.walk.is_horizon(place) {
        return Some(leaf(aided, spot));
    }
    let (start, end) = aided.arrange(spot);
    let mut best: Option<Backed> = None;
    let mut best_move = None;
    for index in start..end {
        let m = aided.ordered(index);
        let child = visit(aided, &aided.down(spot, m), window.flipped())?.reversed();
        if best.is_none_or(|best| child.value > best.value) {
            best = Some(child);
            best_move = Some(m);
            aided.walk.improve(place.ply, m, child);
        }
        if child.value >= window.beta {
            aided.cut(spot, index, end);
            break;
        }
    }
    aided.forget(start);
    let Some(best) = best else {
        return Some(leaf(aided, spot));
    };
    aided.keep(spot, Outcome::of(best, best_move, window, horizons));
    Some(aided.walk.leave(best))
}

/// Judges a leaf, and keeps its value so that no later question visits it again.
fn leaf<G: Game>(aided: &mut Aided<'_, '_, G>, spot: &Spot<G::Position>) -> Backed {
    let horizons = aided.walk.horizons;
    let leaf = aided.walk.leaf(&spot.place);
    let exact = Outcome::of(leaf, None, Window::OPEN, horizons);
    aided.keep(spot, exact);
    aided.walk.leave(leaf)
}
