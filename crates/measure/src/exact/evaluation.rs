//! The exact evaluation of a table, fast enough to be repeated after every set.
//!
//! Everything that does not depend on beads is laid out once: the positions of the game from last to first,
//! the colours of each box, and what random and perfect play do in the other positions. One pass over the
//! positions then gives the chances against both and the worst case.

use std::sync::{Arc, Mutex, Weak};

use super::accuracy::Accuracy;
use super::beads::Filled;
use super::boxes::{Boxes, Decider};
use super::ground::Ground;
use super::optimal::OptimalMoves;
use crate::fork::PerProcess;
use crate::game::{Game, Side, Verdict};
use crate::graph::{Positions, UnfinishedPosition};
use crate::learn::{Evaluator, Exact, Layout, Learners, ReadBox, Table};
use crate::locks::lock;
use crate::text::float;

/// Evaluates the tables of trainings of one game under one layout.
#[derive(Debug)]
pub struct Evaluation {
    layout: Layout,
    learners: Learners,
    moves: [Option<OptimalMoves>; 2],
    /// Held while a table of a large game is evaluated.
    turn: Mutex<()>,
}

/// The most positions and moves of a game whose tables are evaluated by several threads at a time: each takes
/// about 100 bytes a position.
const AT_ONCE: usize = 500_000;

impl Evaluation {
    /// Lays out the tables of both sides.
    #[must_use]
    #[inline(never)]
    pub fn on<G: Game>(ground: &Ground<G>, layout: Layout) -> Self {
        Self::for_learners(ground, layout, Learners::Both)
    }

    /// The same only for the tables of these learners.
    #[must_use]
    pub fn for_learners<G: Game>(ground: &Ground<G>, layout: Layout, learners: Learners) -> Self {
        let moves = |side| OptimalMoves::new(ground, layout, side);
        Self {
            layout,
            learners,
            moves: Side::BOTH.map(|side| learners.learns(side).then(|| moves(side))),
            turn: Mutex::new(()),
        }
    }

    /// The same as [`Evaluation::for_learners`], laid out once for trainings that follow one another, as in a sweep.
    #[inline(never)]
    pub fn shared<G: Game>(ground: &Ground<G>, layout: Layout, learners: Learners) -> Arc<Self> {
        let mut last = lock(LAST.get());
        let is_it = |kept: &Arc<Self>| {
            let mut boxes = kept.moves.iter().flatten().map(|moves| &moves.0);
            let is_here = boxes.any(|boxes| Arc::ptr_eq(&boxes.positions, ground.positions()));
            is_here && kept.layout == layout && kept.learners == learners
        };
        if let Some(kept) = last.0.upgrade().filter(is_it) {
            return kept;
        }
        // Free the old evaluation first: two large ones may not fit in memory together.
        *last = (Weak::new(), None);
        let made = Arc::new(Self::for_learners(ground, layout, learners));
        let is_small = !is_large(ground.positions());
        *last = (Arc::downgrade(&made), is_small.then(|| made.clone()));
        made
    }

    /// Evaluates a table of this layout.
    ///
    /// # Panics
    ///
    /// If the evaluation is not for tables of its side.
    pub fn of_table(&self, table: &Table) -> Exact {
        self.evaluate(table.side(), &mut |key, beads| {
            table.read(key, beads).is_some()
        })
    }
}

/// The last shared evaluation; a large one is freed after its last use.
static LAST: PerProcess<Mutex<Last>> = PerProcess::at_first(Mutex::new((Weak::new(), None)));

type Last = (Weak<Evaluation>, Option<Arc<Evaluation>>);

fn is_large(positions: &Positions) -> bool {
    positions.len() + positions.move_count() > AT_ONCE
}

impl Evaluator for Evaluation {
    /// # Panics
    ///
    /// If the evaluation is not for tables of this side.
    fn evaluate(&self, side: Side, read: &mut ReadBox<'_>) -> Exact {
        let moves = self.moves[side.index()].as_ref();
        let moves = moves.expect("an evaluation is made for the sides that learn");
        let boxes = &moves.0;
        let _turn = is_large(&boxes.positions).then(|| lock(&self.turn));
        let filled = &Filled::new(boxes, read);
        let accuracy = Accuracy::all(&moves.judge(filled));
        let values = boxes.positions.answer(
            |outcome| Values::certain(outcome.verdict(side)),
            |turn| tested(boxes, filled, turn),
        );
        let start = values[boxes.positions.start()];
        Exact {
            random: start.random.map(parts),
            perfect: start.perfect.map(parts),
            worst_case_loss: parts(start.worst_case_loss),
            best_response: signed_parts(start.best_response),
            optimal: accuracy.share().map(parts),
            optimal_reached: accuracy.weighted_share().map(parts),
        }
    }
}

/// The values of a position for a table, against four opponents at once: random, perfect, and the best in each of two
/// senses.
#[derive(Clone, Copy, Default)]
struct Values {
    /// The chances of a win, draw and loss against random play.
    random: [f64; 3],
    /// The same against perfect play.
    perfect: [f64; 3],
    /// The largest chance of any opponent to win.
    worst_case_loss: f64,
    /// The best expected score of any opponent, wins minus losses.
    best_response: f64,
}

fn tested(boxes: &Boxes, filled: &Filled, turn: &UnfinishedPosition<'_, Values>) -> Values {
    let mut values = Values::default();
    match boxes.deciders[turn.number] {
        Decider::Box(found) if filled.contents[found as usize].empty => {
            Values::certain(Verdict::Loss)
        }
        Decider::Box(_) => {
            for way in boxes.ways(turn.number) {
                let chance = filled.chances[way.colour as usize] * way.share;
                values.add(chance, turn.value(way.to as usize));
            }
            values
        }
        Decider::Chance => {
            let share = 1.0 / float(turn.moves.len() as u64);
            for to in turn.after() {
                values.add(share, to);
            }
            values
        }
        Decider::Opponent => against_opponents(boxes, turn),
    }
}

impl Values {
    fn certain(verdict: Verdict) -> Self {
        let mut chances = [0.0; 3];
        chances[2 - verdict as usize] = 1.0;
        Self {
            random: chances,
            perfect: chances,
            worst_case_loss: chances[2],
            best_response: chances[2] - chances[0],
        }
    }

    fn add(&mut self, chance: f64, to: &Self) {
        for i in 0..3 {
            self.random[i] += chance * to.random[i];
            self.perfect[i] += chance * to.perfect[i];
        }
        self.worst_case_loss += chance * to.worst_case_loss;
        self.best_response += chance * to.best_response;
    }
}

fn against_opponents(boxes: &Boxes, turn: &UnfinishedPosition<'_, Values>) -> Values {
    let mut values = Values {
        best_response: -1.0,
        ..Values::default()
    };
    let keeps = |to: &u32| boxes.keeps(turn.number, *to);
    let all = float(turn.moves.len() as u64);
    let optimal = turn.targets().iter().filter(|to| keeps(to)).count();
    let optimal = float(optimal as u64);
    for (number, to) in turn.targets().iter().zip(turn.after()) {
        let keeps = keeps(number);
        for i in 0..3 {
            values.random[i] += to.random[i] / all;
            if keeps {
                values.perfect[i] += to.perfect[i] / optimal;
            }
        }
        values.worst_case_loss = values.worst_case_loss.max(to.worst_case_loss);
        values.best_response = values.best_response.max(to.best_response);
    }
    values
}

/// A chance in units of 10^-12.
fn parts(chance: f64) -> u64 {
    signed_parts(chance).unsigned_abs()
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the number is within -1 and 1 times 10^12"
)]
fn signed_parts(x: f64) -> i64 {
    (x * 1e12).round() as i64
}
