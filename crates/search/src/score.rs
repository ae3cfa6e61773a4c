//! Values, which are whole numbers that can always be negated, and search windows.

use std::fmt;
use std::ops::Neg;

use crate::game::Verdict;

/// The value of a position for the side to move.
///
/// It is between `-Score::MOST` and `Score::MOST`, so that negation never overflows and there is a bound
/// strictly outside all values at either end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// The largest magnitude a value can have.
    pub const MOST: i32 = 1 << 30;
    /// A loss for the side to move, in evaluations that value only results.
    pub const LOSS: Self = Self(-1);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// A win for the side to move.
    pub const WIN: Self = Self(1);
    /// A bound above every value.
    pub(super) const INFINITY: Self = Self(Self::MOST + 1);

    /// The value of this many points, clamped to the allowed range.
    #[must_use]
    pub const fn new(points: i32) -> Self {
        match points {
            Self::MOST.. => Self(Self::MOST),
            _ if points < -Self::MOST => Self(-Self::MOST),
            _ => Self(points),
        }
    }

    /// The number itself.
    pub const fn points(self) -> i32 {
        self.0
    }

    /// The value of a result: 1, 0 or -1.
    #[must_use]
    pub const fn for_verdict(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Loss => Self::LOSS,
            Verdict::Draw => Self::DRAW,
            Verdict::Win => Self::WIN,
        }
    }

    /// The next larger bound; infinity stays infinity.
    pub(super) fn above(self) -> Self {
        Self(self.0 + 1).min(Self::INFINITY)
    }

    /// The next smaller bound; minus infinity stays minus infinity.
    pub(super) fn below(self) -> Self {
        Self(self.0 - 1).max(-Self::INFINITY)
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::INFINITY => f.pad("inf"),
            low if low == -Self::INFINITY => f.pad("-inf"),
            Self(points) => points.fmt(f),
        }
    }
}

/// A search window: the values above `alpha` and below `beta`, where `alpha` is always below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    /// The bound that a value must exceed.
    pub alpha: Score,
    /// The bound that a value must not reach.
    pub beta: Score,
}

impl Window {
    /// All values: both bounds are strictly outside them.
    pub const OPEN: Self = Self {
        alpha: Score(-Score::INFINITY.0),
        beta: Score::INFINITY,
    };

    /// The null window that only asks whether a value reaches `beta`.
    pub(super) fn reaching(beta: Score) -> Self {
        let alpha = beta.below();
        Self { alpha, beta }
    }

    /// Whether a value is inside the window, so that a search with this window returns it exactly.
    pub(super) fn contains(self, value: Score) -> bool {
        self.alpha < value && value < self.beta
    }

    /// Whether a win or a loss of this value, returned by a search with this window, is proved: outside the
    /// window the value may be a bound that proves neither.
    pub(super) fn proves(self, value: Score) -> bool {
        if value > Score::DRAW {
            self.alpha < value
        } else {
            value < self.beta
        }
    }

    /// The same window from the opponent's view.
    #[must_use]
    pub fn flipped(self) -> Self {
        let (alpha, beta) = (-self.beta, -self.alpha);
        Self { alpha, beta }
    }
}
