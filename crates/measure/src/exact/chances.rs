//! Exact chances: the results of two players over all lines of play, in floating point.

use super::ground::{Ground, Policy};
use crate::game::{Game, Outcome, Results};
use crate::graph::{BackwardPass, UnfinishedPosition};
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

/// Two players, one for each side.
struct Match<'a>([&'a Policy; 2]);

impl BackwardPass for Match<'_> {
    type Value = Chances;

    fn over(&mut self, outcome: Outcome) -> Chances {
        Chances::certain(outcome)
    }

    fn turn(&mut self, turn: &UnfinishedPosition<'_, Chances>) -> Chances {
        mixed(turn, self.0[turn.side.index()], |&after| after)
    }
}

impl<G: Game> Ground<G> {
    /// The exact chances of a game between the players of the first and of the second side,
    /// correct to at least 12 decimals.
    #[inline(never)]
    pub fn chances(&self, policies: [&Policy; 2]) -> Chances {
        self.positions().answer(&mut Match(policies))[self.start]
    }
}
