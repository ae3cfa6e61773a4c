//! What distinguishes one learner of values from another.

use super::fixed::{ONE, fixed, of_billionths};
use crate::decimal::Decimal;
use crate::game::Verdict;

/// A method with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Values {
    /// The method.
    pub method: Method,
    /// Alpha, the step size: how far a value moves towards its target.
    pub alpha: Step,
    /// Epsilon, the chance of playing any move instead of a best one. UCB does not use it.
    pub epsilon: Schedule,
    /// Gamma, the discount: what a reward counts one own move earlier, from 0 to 1. UCB does not use it.
    pub gamma: Decimal,
    /// The value of a move that has not been tried, in units of 2^-32, from -1000 to 1000.
    pub initial: i64,
    /// The rewards of a loss, a draw and a win, in units of 2^-32, from -1000 to 1000.
    pub rewards: [i64; 3],
    /// The factor of UCB's bonus; 1 in the paper, for rewards from 0 to 1.
    pub c: Decimal,
}

/// How a value is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Q-learning (Watkins 1989; Watkins and Dayan 1992): the target of a move is the reward, or the largest
    /// value in the next own position, discounted.
    QLearning,
    /// SARSA (Rummery and Niranjan 1994): the target is the reward, or the value of the move that is made in
    /// the next own position, discounted.
    Sarsa,
    /// Monte-Carlo control (Sutton and Barto 2018, section 5.4): the target is the reward at the end of the
    /// game, discounted once for each own move after it.
    MonteCarlo,
    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002), each box a bandit of its own: it plays the move with the
    /// highest upper confidence bound, and the target is the reward at the end of the game.
    Ucb,
}

/// The step size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This number, from 0 to 1, at each game.
    By(Schedule),
    /// 1/n at the n-th visit of a move: its value is the mean of its targets.
    Mean,
}

/// A number that changes from game to game: from `from` linearly to `to` over `games` games, then `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The number in the first game.
    pub from: Decimal,
    /// The number from game `games` on.
    pub to: Decimal,
    /// The number of games of the change; 0 for none.
    pub games: u64,
}

impl Schedule {
    /// Always the same number.
    #[must_use]
    pub const fn always(number: Decimal) -> Self {
        Self {
            from: number,
            to: number,
            games: 0,
        }
    }

    /// The number of billionths in this game, counted from 0; rounded down.
    #[must_use]
    pub fn billionths(&self, game: u64) -> u64 {
        let [from, to] = [self.from, self.to].map(|end| i128::from(end.billionths()));
        if game >= self.games {
            return self.to.billionths();
        }
        let at = from + ((to - from) * i128::from(game)).div_euclid(i128::from(self.games));
        u64::try_from(at).unwrap_or_default()
    }

    /// The number in this game in units of 2^-32.
    pub(super) fn fixed(&self, game: u64) -> i64 {
        of_billionths(self.billionths(game))
    }
}

impl Values {
    /// A method with rewards of 1, 0 and -1, no discount, epsilon 0.1, and a step size of 0.1 for Q-learning and
    /// SARSA and 1/n for the others. UCB has the rewards 1, 1/2 and 0 of its paper. New moves are worth 0.
    ///
    /// # Panics
    ///
    /// Never: its numbers can be read.
    #[must_use]
    pub fn new(method: Method) -> Self {
        let number = |text| Decimal::parse(text).expect("a number");
        let is_stepped = matches!(method, Method::QLearning | Method::Sarsa);
        Self {
            method,
            alpha: if is_stepped {
                Step::By(Schedule::always(number("0.1")))
            } else {
                Step::Mean
            },
            epsilon: Schedule::always(number("0.1")),
            gamma: number("1"),
            initial: 0,
            rewards: match method {
                Method::Ucb => [0, ONE / 2, ONE],
                _ => [-ONE, 0, ONE],
            },
            c: number("1"),
        }
    }

    pub(super) const fn reward(&self, verdict: Verdict) -> i64 {
        self.rewards[verdict as usize]
    }

    pub(super) fn discount(&self) -> i64 {
        fixed(self.gamma)
    }
}
