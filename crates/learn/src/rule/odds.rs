//! Michie's rule of 1963 for the Pegasus computer, which multiplies odds instead of counting beads.
//!
//! The odds of each move made are multiplied by `M_n ^ e`. Here `n` counts the moves of the play (game)
//! backwards from its end, `M_n = A ^ (B ^ (8 - n))`, and `e` is how much better the result was than recent
//! results: 1 - mu after a win, -mu after a draw, -1 - mu after a loss. The sliding origin mu is the mean of
//! past results (1, 0, -1), in which each play counts `D` times as much as the one after it. (Michie,
//! Experiments on the mechanization of game-learning, Computer Journal 6, 1963, figure 6 and the section on
//! the sliding origin.)
//!
//! The axis of figure 6 is the number of moves from the end of the play, with the moves of both players
//! counted, and `M_1` is drawn as infinite. So the winning move has `n` = 1 and is always played again; the
//! loser's last move, which the winning move answered, has `n` = 2. [`CountFrom::OwnMove`] and
//! [`CountFrom::LastBox`] are our own variants: a lost game is counted from the loser's own last move, or
//! from the last one drawn from a box, which is then never made again. In a drawn game, `n` = 1 takes the
//! value of the formula.
//!
//! The paper would prefer to update mu after every play; its program applied `D` to the averages of a hundred
//! plays each ([`DecayPer::Set`]).

use serde::{Deserialize, Serialize};

use crate::decimal::Decimal;

/// The numbers of the odds rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Odds {
    /// `A`: the multiplier of the odds eight moves before the end, above 1 and at most 16.
    pub a: Decimal,
    /// `B`: how fast it grows towards the end, 1 to 4.
    pub b: Decimal,
    /// The point from which the moves of a lost game are counted backwards.
    #[serde(default)]
    pub from: CountFrom,
    /// `D`: how much a play, or a set of plays, counts in mu relative to the one after it, below 1; 0
    /// keeps mu at 0.
    #[serde(default)]
    pub decay: Decimal,
    /// The number of plays after which mu is updated; Michie's program used 100.
    #[serde(default = "one")]
    pub every: u64,
    /// Whether `D` is applied to plays or to sets.
    #[serde(default)]
    pub per: DecayPer,
}

/// The point from which the moves of a lost game are counted backwards. In all other games they are counted
/// from the end of the play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CountFrom {
    /// From the end of the play, as in the paper: if the opponent made the last move, the learner's own
    /// last move has `n` = 2.
    End,
    /// From the learner's own last move, which has `n` = 1: if it was drawn from a box, it is never made
    /// again. A forced move without a box also counts.
    OwnMove,
    /// From the learner's last move that was drawn from a box, which has `n` = 1 and is never made again,
    /// however many moves without a box came after it. The default for a rule without this field.
    #[default]
    LastBox,
}

/// The unit to which the decay of the sliding origin is applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DecayPer {
    /// Every play: each counts `D` times as much as the one after it.
    #[default]
    Play,
    /// The average of every set of [`Odds::every`] plays: the plays of a set count equally.
    Set,
}

const fn one() -> u64 {
    1
}

/// The sliding origin: the decaying sum of past results, the weight by which it is divided, and the current
/// mu, all in units of 2^-32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SlidingOrigin {
    /// The sum of results, in which older plays count less.
    pub sum: i64,
    /// The sum if all of these plays had been wins.
    pub weight: i64,
    /// mu, which is updated only after every [`Odds::every`] plays.
    pub mu: i64,
    /// The number of plays since mu was last updated.
    pub since: u64,
}
