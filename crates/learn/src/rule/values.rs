//! Rules that keep a value of each move instead of beads: the learners of the textbooks.
//!
//! The parameters have their names in Sutton and Barto (Reinforcement Learning, second edition, 2018):
//! the step size alpha, the share of exploring moves epsilon, the discount gamma, and the c of an upper
//! confidence bound.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::change::whole_number;
use crate::decimal::Decimal;
use crate::game::{Side, Verdict};

/// The numbers of a rule that keeps values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Values {
    /// How a value is learnt.
    pub method: LearningMethod,
    /// The step size: the share of the way to its target that a value moves, at most 1.
    #[serde(default)]
    pub alpha: StepSize,
    /// The share of moves that explore: each legal move then has the same chance; at most 1. A rule with
    /// [`LearningMethod::Ucb`] does not use it.
    #[serde(default)]
    pub epsilon: Schedule,
    /// The discount of a value one own move later, at most 1.
    #[serde(default = "one")]
    pub gamma: Decimal,
    /// The weight of the bound of [`LearningMethod::Ucb`], at most 100; other methods do not use it.
    #[serde(default)]
    pub c: Decimal,
    /// The value of a move that has not been learnt from, between -100 and 100.
    #[serde(default)]
    pub initial: Decimal,
    /// The reward of a win, between -100 and 100.
    pub win_reward: Decimal,
    /// The reward of a draw, between -100 and 100.
    #[serde(default)]
    pub draw_reward: Decimal,
    /// The reward of a draw for the second side, if it is not the same as for the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw_reward_second: Option<Decimal>,
    /// The reward of a loss, between -100 and 100.
    pub loss_reward: Decimal,
}

impl Values {
    /// The largest size of a reward and of an initial value, so of every value.
    pub const MOST: i64 = 100;

    /// The reward on this side of a game that ends so.
    pub const fn reward(&self, verdict: Verdict, seat: Side) -> Decimal {
        match (verdict, seat, self.draw_reward_second) {
            (Verdict::Win, ..) => self.win_reward,
            (Verdict::Draw, Side::Second, Some(reward)) => reward,
            (Verdict::Draw, ..) => self.draw_reward,
            (Verdict::Loss, ..) => self.loss_reward,
        }
    }
}

/// How a value is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearningMethod {
    /// Towards the greatest value of the learner's next turn (Watkins 1989; Watkins and Dayan 1992).
    QLearning,
    /// Towards the value of the move made at the learner's next turn (Rummery and Niranjan 1994).
    Sarsa,
    /// Towards the reward of the game, discounted (Sutton and Barto 2018, section 5.4).
    MonteCarlo,
    /// Towards the value of the move made at the learner's next turn, unless another move has a greater value there; moves
    /// that lead to the same position have one value, and one that ends the game begins with its reward (Sutton and Barto
    /// 2018, section 1.5).
    TdAfterstates,
    /// As [`Self::MonteCarlo`], but moves are chosen by UCB1 in each box (Auer, Cesa-Bianchi and Fischer
    /// 2002).
    Ucb,
}

/// A number that may change over the games of a training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenNumber", into = "WrittenNumber")]
pub struct Schedule {
    /// The number in the first game, from 0 on.
    pub from: Decimal,
    /// The number at the end, from 0 on.
    pub to: Decimal,
    /// How it gets there.
    pub pace: SchedulePace,
}

/// How a number changes from game to game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SchedulePace {
    /// It never does: it is the one at the end.
    #[default]
    Constant,
    /// Linearly, over so many games.
    Over(u64),
    /// After every game it is multiplied by this number below 1, until it is down at the end.
    By(Decimal),
}

/// The step size of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "WrittenNumber", into = "WrittenNumber")]
pub enum StepSize {
    /// One divided by how often the value has been learnt from: the value is the mean of its targets.
    #[default]
    Visits,
    /// A share that does not depend on the value.
    Share(Schedule),
}

const fn one() -> Decimal {
    Decimal::ONE
}

impl Schedule {
    /// The same number in every game.
    #[must_use]
    pub const fn constant(number: Decimal) -> Self {
        Self {
            from: number,
            to: number,
            pace: SchedulePace::Constant,
        }
    }

    /// Reads `0.1`, `0.5 to 0.01 over 10000` or `0.5 to 0.01 by 0.999`.
    fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [number] => Decimal::parse(number).map(Self::constant),
            [from, "to", to, "over", games] => {
                let most = i64::MAX.cast_unsigned();
                let games = whole_number(games).filter(|n| (1..=most).contains(n))?;
                let (from, to) = (Decimal::parse(from)?, Decimal::parse(to)?);
                let pace = SchedulePace::Over(games);
                Some(Self { from, to, pace })
            }
            [from, "to", to, "by", factor] => {
                let (from, to) = (Decimal::parse(from)?, Decimal::parse(to)?);
                let factor = Decimal::parse(factor)?;
                let falls = to <= from && Decimal::ZERO < factor && factor < Decimal::ONE;
                let pace = SchedulePace::By(factor);
                falls.then_some(Self { from, to, pace })
            }
            _ => None,
        }
    }

    /// The number in billionths in the game with this number, counted from 0; between the ends it is rounded
    /// to the nearest, halves up. A power of a factor is computed by squaring, each product cut off after 64 binary places.
    ///
    /// # Panics
    ///
    /// Never: it is between the two ends.
    pub fn billionths(&self, game: u64) -> u64 {
        let [from, to] = [self.from, self.to].map(|n| u128::from(n.billionths().unsigned_abs()));
        let now = match self.pace {
            SchedulePace::Over(games) if game < games => {
                let [left, done, whole] = [games - game, game, games].map(u128::from);
                (2 * (from * left + to * done) + whole) / (2 * whole)
            }
            SchedulePace::By(_) if game == 0 => from,
            SchedulePace::By(factor) => {
                let sum = from * u128::from(power(factor, game));
                ((sum >> (POWER - 1)).div_ceil(2)).max(to)
            }
            SchedulePace::Constant | SchedulePace::Over(_) => to,
        };
        u64::try_from(now).expect("between the two ends")
    }

    pub(super) fn is_of_shares(&self) -> bool {
        let within = |n| (Decimal::ZERO..=Decimal::ONE).contains(n);
        within(&self.from) && within(&self.to)
    }
}

/// The binary places of a power.
const POWER: u32 = 64;

/// A number below 1 to the power of `n`, at least 1, in units of 2^-64.
fn power(factor: Decimal, mut n: u64) -> u64 {
    let [factor, unit] = [factor, Decimal::ONE].map(|n| u128::from(n.billionths().unsigned_abs()));
    let mut square = (factor << POWER) / unit;
    let mut product = None;
    while n > 0 {
        if n % 2 == 1 {
            product = Some(product.map_or(square, |product: u128| (product * square) >> POWER));
        }
        square = (square * square) >> POWER;
        n /= 2;
    }
    u64::try_from(product.unwrap_or_default()).expect("below 1")
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { from, to, pace } = self;
        match pace {
            SchedulePace::Constant => write!(f, "{to}"),
            SchedulePace::Over(games) => write!(f, "{from} to {to} over {games}"),
            SchedulePace::By(factor) => write!(f, "{from} to {to} by {factor}"),
        }
    }
}

/// The written forms: a number, or a text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenNumber {
    Number(f64),
    Text(String),
}

impl TryFrom<WrittenNumber> for Schedule {
    type Error = String;

    fn try_from(written: WrittenNumber) -> Result<Self, String> {
        match written {
            WrittenNumber::Number(number) => Decimal::try_from(number).map(Self::constant),
            WrittenNumber::Text(text) => {
                Self::read(&text).ok_or_else(|| format!("`{text}` is not a number or a schedule"))
            }
        }
    }
}

impl From<Schedule> for WrittenNumber {
    fn from(schedule: Schedule) -> Self {
        if schedule.pace == SchedulePace::Constant {
            return Self::Number(f64::from(schedule.to));
        }
        Self::Text(schedule.to_string())
    }
}

const VISITS: &str = "1/n";

impl TryFrom<WrittenNumber> for StepSize {
    type Error = String;

    fn try_from(written: WrittenNumber) -> Result<Self, String> {
        match written {
            WrittenNumber::Text(text) if text == VISITS => Ok(Self::Visits),
            written => written.try_into().map(Self::Share),
        }
    }
}

impl From<StepSize> for WrittenNumber {
    fn from(size: StepSize) -> Self {
        match size {
            StepSize::Visits => Self::Text(VISITS.to_owned()),
            StepSize::Share(schedule) => schedule.into(),
        }
    }
}
