//! Exact chances: the results of two players over all lines of play, in floating point.

use super::ground::{Ground, Policy};
use crate::game::{Game, Outcome, Results};
use crate::graph::UnfinishedPosition;
use crate::text::float;

/// The chances of the three results; they sum to 1 except for rounding.
pub type Chances = Results<f64>;

/// The chances at a player's turn, from the chances after each move of its policy.
pub(super) fn mixed<V>(
    turn: &UnfinishedPosition<'_, V>,
    policy: &Policy,
    of: impl Fn(&V) -> Chances,
) -> Chances {
    let total: u64 = policy.weights(turn.moves.clone()).sum();
    if total == 0 {
        return Chances::certain(Outcome::Win(turn.side.other()));
    }
    let mut sum = Chances::default();
    for (weight, after) in policy.chosen(turn) {
        sum += of(after).map(|chance| float(weight) * chance);
    }
    let total = float(total);
    sum.map(|chance| chance / total)
}

impl<G: Game> Ground<G> {
    /// The exact chances of a game between the players of the first and of the second side,
    /// correct to at least 12 decimals.
    #[inline(never)]
    pub fn chances(&self, policies: [&Policy; 2]) -> Chances {
        let values = self.positions().answer(Chances::certain, |turn| {
            mixed(turn, policies[turn.side.index()], |&after| after)
        });
        values[self.start]
    }
}
