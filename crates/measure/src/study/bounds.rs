//! Bounds on the games of a training that hold for every learner: the bounds of figures that need no estimate.

use super::curve::{Curve, Figure};
use super::setting::StudySetting;
use crate::game::{Side, Verdict};
use crate::learn::Learners;

/// What is known of a game and of the opponent of a training; by default nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Certain {
    /// Whether no game ends without a winner.
    pub no_draws: bool,
    /// The result of perfect play for the first side.
    pub value: Option<Verdict>,
    /// Whether the opponent plays perfectly.
    pub is_perfect: bool,
}

impl Certain {
    /// Whether this figure of a training of this setting is 0 for every learner.
    pub fn is_nothing(self, curve: Curve, setting: &StudySetting) -> bool {
        match curve {
            Curve::Wins(side) => self.is_perfect && self.exceeds(side, Verdict::Win, setting),
            Curve::NotLost(side) => self.is_perfect && self.exceeds(side, Verdict::Draw, setting),
            Curve::Draws => {
                let mut sides = setting.learners.sides();
                self.no_draws
                    || sides
                        .any(|side| self.is_perfect && self.exceeds(side, Verdict::Draw, setting))
            }
            // A side that follows values has a move in every position.
            Curve::Resigned(_) | Curve::Refused(_) | Curve::Rescued(_) => setting.explores(),
            Curve::Exact(side, figure) | Curve::Greedy(side, figure) => match figure {
                Figure::Random(Verdict::Draw) | Figure::Sampled(Verdict::Draw) => self.no_draws,
                Figure::Perfect(Verdict::Loss) => false,
                Figure::Perfect(verdict) => {
                    let is_draw = verdict == Verdict::Draw && self.no_draws;
                    is_draw || self.exceeds(side, verdict, setting)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a side that learns would have a better result than perfect play leaves it. A machine that takes both
    /// sides has the better one in every other game.
    fn exceeds(self, side: Side, verdict: Verdict, setting: &StudySetting) -> bool {
        let of_side = |value: Verdict| match side {
            Side::First => value,
            Side::Second => value.reversed(),
        };
        let has_one_seat = setting.learners != Learners::Shared && setting.learners.learns(side);
        has_one_seat && self.value.is_some_and(|value| of_side(value) < verdict)
    }
}
