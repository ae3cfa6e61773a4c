//! The best opponent: the best response to a player whose policy is known, but not its random choices.
//!
//! Against a fixed policy the game is a decision problem of one side, solved by backward induction: at its
//! own turns the opponent takes the best move, and at the player's turns the chances are averaged.

use std::cmp::Ordering;

use super::chances::{Chances, mixed};
use super::fraction::Fractions;
use super::ground::{Ground, Policy};
use super::shares::Shares;
use crate::game::{Game, Side};

/// The aim of an opponent, and a second aim that decides between moves that are equal by the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win as often as possible; then to lose as rarely as possible.
    Wins,
    /// To get the best score, wins minus losses; then to win as often as possible.
    Score,
    /// To lose as rarely as possible; then to win as often as possible.
    Safety,
}

/// The best response to a player for an [`Aim`].
#[derive(Clone, Debug)]
pub struct Response {
    /// The policy of the opponent: one move for each position of its side.
    pub policy: Policy,
    /// The resulting chances, correct to at least 12 decimals.
    pub chances: Chances,
    /// The same as fractions, if these are small enough and every choice could be made exactly.
    pub fractions: Option<Fractions>,
}

/// Chances that differ by at most this count as equal when there are no fractions to decide.
const EQUAL: f64 = 1e-13;
/// Chances that differ by more than this are different even after rounding.
const DIFFERENT: f64 = 1e-9;

/// The chances in a position, and the same as fractions where these are known for certain.
#[derive(Clone, Copy)]
struct Prospect {
    chances: Chances,
    shares: Option<Shares>,
}

/// Which of two moves is better, and whether rounding cannot have affected that.
struct Comparison {
    order: Ordering,
    is_certain: bool,
}

impl Aim {
    fn compare(self, one: &Prospect, other: &Prospect, side: Side) -> Comparison {
        if let (Some(one), Some(other)) = (one.shares, other.shares)
            && let Some(order) = self.exactly(&one, &other, side)
        {
            return Comparison {
                order,
                is_certain: true,
            };
        }
        self.nearly(&one.chances, &other.chances, side)
    }

    fn exactly(self, one: &Shares, other: &Shares, side: Side) -> Option<Ordering> {
        let wins = one.compare_wins(other, side);
        let safety = other.compare_wins(one, side.other());
        Some(match self {
            Self::Wins => wins.then(safety),
            Self::Score => one.compare_scores(other, side)?.then(wins),
            Self::Safety => safety.then(wins),
        })
    }

    fn nearly(self, one: &Chances, other: &Chances, side: Side) -> Comparison {
        let wins = one.wins(side) - other.wins(side);
        let safety = other.wins(side.other()) - one.wins(side.other());
        let [first, second] = match self {
            Self::Wins => [wins, safety],
            Self::Score => [one.score(side) - other.score(side), wins],
            Self::Safety => [safety, wins],
        };
        let decisive = if first.abs() > EQUAL { first } else { second };
        Comparison {
            order: if decisive.abs() > EQUAL {
                decisive.total_cmp(&0.0)
            } else {
                Ordering::Equal
            },
            is_certain: first.abs() > DIFFERENT,
        }
    }
}

impl<G: Game> Ground<G> {
    /// The best response of an opponent on the other side to `policy`, which plays `side`.
    #[inline(never)]
    pub fn best_response(&self, policy: &Policy, side: Side, aim: Aim) -> Response {
        let mut best = Policy::new(self.positions().move_count());
        let prospects = self.positions().answer(
            |outcome| Prospect {
                chances: Chances::certain(outcome),
                shares: Some(Shares::certain(outcome)),
            },
            |turn| {
                if turn.side == side {
                    return Prospect {
                        chances: mixed(turn, policy, |after| after.chances),
                        shares: Shares::mixed(turn, policy, |after| after.shares),
                    };
                }
                let (chosen, prospect) = choose(turn.after().copied(), aim, turn.side);
                best.set(turn.moves.start + chosen, 1);
                prospect
            },
        );
        let Prospect { chances, shares } = prospects[self.start];
        Response {
            policy: best,
            chances,
            fractions: shares.and_then(Shares::fractions),
        }
    }
}

/// The best of the positions after the moves, and its index, the lowest of several equal ones. Its
/// fractions are dropped if rounding may have affected the choice.
fn choose(
    after: impl Iterator<Item = Prospect> + Clone,
    aim: Aim,
    side: Side,
) -> (usize, Prospect) {
    let (best, mut prospect) = after
        .clone()
        .enumerate()
        .reduce(
            |best, next| match aim.compare(&next.1, &best.1, side).order {
                Ordering::Greater => next,
                _ => best,
            },
        )
        .expect("an unfinished position has moves");
    let mut others = after.enumerate().filter(|&(i, _)| i != best);
    if prospect.shares.is_some()
        && !others.all(|(_, other)| aim.compare(&prospect, &other, side).is_certain)
    {
        prospect.shares = None;
    }
    (best, prospect)
}
