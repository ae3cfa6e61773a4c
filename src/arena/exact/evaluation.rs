//! The exact evaluation of a table, fast enough to be repeated after every set.
//!
//! Everything that does not depend on beads is laid out once: the positions of the game from last to first,
//! the colours of each box, and what random and perfect play do in the other positions. One pass over the
//! positions then gives the chances against both and the worst case.

use super::beads::Filled;
use super::boxes::{Boxes, Decider, Way};
use super::ground::Ground;
use super::optimal::OptimalMoves;
use crate::error::Result;
use crate::game::{Game, Outcome, Side, Verdict};
use crate::graph::{BackwardPass, Turn};
use crate::learn::{Evaluator, Exact, Layout, ReadBox};
use crate::text::float;

/// Evaluates the tables of trainings of one game under one layout.
#[derive(Clone, Debug)]
pub struct Evaluation([OptimalMoves; 2]);

impl Evaluation {
    /// Lays out the game.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`](crate::Error::TooLarge) when it has too many positions.
    pub fn new<G: Game>(game: G, layout: Layout) -> Result<Self> {
        Ok(Self::on(&Ground::new(game)?, layout))
    }

    /// The same for an existing [`Ground`].
    #[must_use]
    pub fn on<G: Game>(ground: &Ground<G>, layout: Layout) -> Self {
        Self(Side::BOTH.map(|side| OptimalMoves::new(ground, layout, side)))
    }
}

impl Evaluator for Evaluation {
    fn evaluate(&self, side: Side, read: &mut ReadBox<'_>) -> Exact {
        let moves = &self.0[side.index()];
        let boxes = &moves.0;
        let filled = &Filled::new(boxes, read);
        let accuracy = moves.judge(filled).all();
        let mut tested = Tested {
            side,
            boxes,
            filled,
        };
        let start = boxes.positions.answer(&mut tested)[boxes.positions.start()];
        Exact {
            random: start.random.map(parts),
            perfect: start.perfect.map(parts),
            worst_loss: parts(start.worst_loss),
            best_response: signed_parts(start.best_response),
            right: parts(accuracy.share().unwrap_or(1.0)),
            right_reached: parts(accuracy.weighted_share().unwrap_or(1.0)),
        }
    }
}

/// A table against four opponents at once: random, perfect, and the best in each of two senses.
struct Tested<'a> {
    side: Side,
    boxes: &'a Boxes,
    filled: &'a Filled,
}

/// The values of a position for the table.
#[derive(Clone, Copy, Default)]
struct Values {
    /// The chances of a win, draw and loss against random play.
    random: [f64; 3],
    /// The same against perfect play.
    perfect: [f64; 3],
    /// The largest chance of any opponent to win.
    worst_loss: f64,
    /// The best expected score of any opponent, wins minus losses.
    best_response: f64,
}

impl BackwardPass for Tested<'_> {
    type Value = Values;

    fn over(&mut self, outcome: Outcome) -> Values {
        Values::certain(outcome.verdict(self.side))
    }

    fn turn(&mut self, turn: &Turn<'_, Values>) -> Values {
        let ways = &self.boxes.ways[turn.moves.clone()];
        let mut values = Values::default();
        match self.boxes.deciders[turn.number] {
            Decider::Box(found) if self.filled.contents[found].empty => {
                Values::certain(Verdict::Loss)
            }
            Decider::Box(_) => {
                for way in ways {
                    let chance = self.filled.chances[way.colour as usize] * way.share;
                    values.add(chance, turn.value(way.to as usize));
                }
                values
            }
            Decider::Chance => {
                for way in ways {
                    values.add(way.share, turn.value(way.to as usize));
                }
                values
            }
            Decider::Opponent => against_opponents(ways, turn),
        }
    }
}

impl Values {
    fn certain(verdict: Verdict) -> Self {
        let mut chances = [0.0; 3];
        chances[2 - verdict as usize] = 1.0;
        Self {
            random: chances,
            perfect: chances,
            worst_loss: chances[2],
            best_response: chances[2] - chances[0],
        }
    }

    fn add(&mut self, chance: f64, to: &Self) {
        for i in 0..3 {
            self.random[i] += chance * to.random[i];
            self.perfect[i] += chance * to.perfect[i];
        }
        self.worst_loss += chance * to.worst_loss;
        self.best_response += chance * to.best_response;
    }
}

/// The values of a position where the opponents move.
fn against_opponents(ways: &[Way], turn: &Turn<'_, Values>) -> Values {
    let mut values = Values {
        best_response: -1.0,
        ..Values::default()
    };
    let all = float(ways.len() as u64);
    let optimal = float(ways.iter().filter(|way| way.optimal).count() as u64);
    for way in ways {
        let to = turn.value(way.to as usize);
        for i in 0..3 {
            values.random[i] += to.random[i] / all;
            if way.optimal {
                values.perfect[i] += to.perfect[i] / optimal;
            }
        }
        values.worst_loss = values.worst_loss.max(to.worst_loss);
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
