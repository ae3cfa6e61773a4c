//! The best opponent: what somebody who knows a player, but not its dice, can make of it.
//!
//! Against a fixed policy the game is a decision problem of one side, solved by backward induction:
//! in its own positions the opponent takes the best move, in the player's the chances mix.

use std::cmp::Ordering;
use std::num::NonZeroU32;

use super::chances::Chances;
use super::fraction::Fractions;
use super::ground::{Ground, Policy};
use super::shares::Shares;
use crate::game::{Game, Outcome, Side};
use crate::graph::{Question, Turn};

/// What an opponent is after; each aim says which of two equal moves is better by a second one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To win as often as can be; then to lose as rarely.
    Wins,
    /// To win more often than it loses, by as much as can be; then to win as often.
    Score,
    /// To lose as rarely as can be; then to win as often.
    Safety,
}

/// The best that an opponent with an [`Aim`] can do against a player.
#[derive(Clone, Debug)]
pub struct Response {
    /// How it does it: the number of its move in each position of its side, by number of the position.
    moves: Vec<Option<NonZeroU32>>,
    /// How many moves all positions have.
    move_count: usize,
    /// What comes of it, right to 12 decimals or more.
    pub chances: Chances,
    /// The same as fractions, if they are small and every choice could be made exactly.
    pub fractions: Option<Fractions>,
}

impl Response {
    /// How it does it: one move for each position of its side.
    #[must_use]
    pub fn policy(&self) -> Policy {
        let mut weights = vec![0; self.move_count];
        for m in self.moves.iter().flatten() {
            weights[m.get() as usize - 1] = 1;
        }
        Policy(weights)
    }
}

/// Below this, two chances count as equal when there are no fractions to tell.
const EQUAL: f64 = 1e-13;
/// Above this, two chances differ however they were rounded.
const DIFFERENT: f64 = 1e-9;

/// The chances in a position, and the same in fractions where they are known for certain.
#[derive(Clone, Copy)]
struct Prospect {
    chances: Chances,
    shares: Option<Shares>,
}

impl Prospect {
    fn certain(outcome: Outcome) -> Self {
        Self {
            chances: Chances::certain(outcome),
            shares: Some(Shares::certain(outcome)),
        }
    }
}

/// Which of two moves is better, and whether that is beyond the doubt of rounding.
struct Judgement {
    order: Ordering,
    sure: bool,
}

impl Aim {
    fn compare(self, one: &Prospect, other: &Prospect, side: Side) -> Judgement {
        if let (Some(one), Some(other)) = (one.shares, other.shares)
            && let Some(order) = self.exactly(&one, &other, side)
        {
            return Judgement { order, sure: true };
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

    fn nearly(self, one: &Chances, other: &Chances, side: Side) -> Judgement {
        let wins = one.wins(side) - other.wins(side);
        let safety = other.wins(side.other()) - one.wins(side.other());
        let [first, second] = match self {
            Self::Wins => [wins, safety],
            Self::Score => [one.score(side) - other.score(side), wins],
            Self::Safety => [safety, wins],
        };
        let decisive = if first.abs() > EQUAL { first } else { second };
        Judgement {
            order: if decisive.abs() > EQUAL {
                decisive.total_cmp(&0.0)
            } else {
                Ordering::Equal
            },
            sure: first.abs() > DIFFERENT,
        }
    }
}

/// A player of one side, and an opponent who looks for the best moves against it.
struct Hunt<'a> {
    policy: &'a Policy,
    side: Side,
    aim: Aim,
    /// The moves of the opponent, one at each of its turns, numbered from 1.
    best: Vec<Option<NonZeroU32>>,
}

impl Question for Hunt<'_> {
    type Value = Prospect;

    fn over(&mut self, outcome: Outcome) -> Prospect {
        Prospect::certain(outcome)
    }

    fn turn(&mut self, turn: &Turn<'_, Prospect>) -> Prospect {
        if turn.side == self.side {
            return Prospect {
                chances: Chances::mixed(turn, self.policy, |after| after.chances),
                shares: Shares::mixed(turn, self.policy, |after| after.shares),
            };
        }
        let (best, prospect) = choose(turn.after().copied(), self.aim, turn.side);
        let number = u32::try_from(turn.moves.start + best + 1);
        self.best[turn.number] = number.ok().and_then(NonZeroU32::new);
        prospect
    }
}

impl<G: Game> Ground<G> {
    /// The best that an opponent can do who plays the other side than `policy`, which plays `side`.
    ///
    /// # Panics
    ///
    /// If the policy belongs to another ground.
    #[must_use]
    pub fn best_response(&self, policy: &Policy, side: Side, aim: Aim) -> Response {
        let mut hunt = Hunt {
            policy,
            side,
            aim,
            best: vec![None; self.positions().len()],
        };
        let prospect = self.positions().answer(&mut hunt)[self.start];
        Response {
            moves: hunt.best,
            move_count: self.positions().move_count(),
            chances: prospect.chances,
            fractions: prospect.shares.and_then(Shares::fractions),
        }
    }
}

/// The best of what the moves lead to and its index, the lowest of several; its fractions are
/// forgotten when rounding may have decided.
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
        && !others.all(|(_, other)| aim.compare(&prospect, &other, side).sure)
    {
        prospect.shares = None;
    }
    (best, prospect)
}
